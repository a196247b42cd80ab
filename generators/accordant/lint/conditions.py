"""Conditions and actions of behaviour tables: the fields, facts, rules and words that they name must be there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accordant.contract import Schema, Version
from accordant.contract.behaviour import (
    EXIT_CODE,
    OUTCOME,
    WORDS,
    Condition,
    conditions,
    exit_codes,
    facts_of,
    interprets,
)
from accordant.findings import JsonValue
from accordant.schema.error_messages import listed, shown
from accordant.schema.paths import ANY, schemas_at
from accordant.schema.pointers import split
from accordant.schema.references import Resources

Said = tuple[str, str]
"""A sentence, and the pointer below the version's table."""


def judged(version: Version, resources: Resources) -> Iterator[Said]:
    """What conditions and actions name, and is not there."""
    behaviour, schemas = version.behaviour, version.state.schemas
    for index, rule in enumerate(behaviour.rules):
        schema = schemas.get(str(rule.get("schema") or version.default_schema))
        for number, one in enumerate(_tables(rule.get("check"))):
            for part in ("when", "then"):
                at = f"/rules/{index}/check/{number}/{part}"
                yield from _conditions(version, resources, [schema] if schema else [], one.get(part), at)
    acting = interprets(version)
    for index, rule in enumerate(behaviour.consumer_rules):
        at = f"/consumer-rules/{index}"
        yield from _conditions(version, resources, list(schemas.values()), rule.get("match"), f"{at}/match")
        if acting and isinstance(rule.get("match"), list) and isinstance(rule.get("action"), str):
            yield from _action(version, resources, rule, at)
    known = [one.get("id") for one in (*behaviour.rules, *behaviour.consumer_rules)]
    for index, scenario in enumerate(behaviour.scenarios):
        rules = scenario.get("rules")
        for number, name in enumerate(rules if isinstance(rules, list) else ()):
            if name not in known:
                yield f"no rule is called {shown(name)}", f"/scenarios/{index}/rules/{number}"


def _conditions(
    version: Version, resources: Resources, schemas: list[Schema], value: JsonValue, at: str
) -> Iterator[Said]:
    for index, condition in enumerate(conditions(value)):
        others = [name for name, _ in condition.tests if name != "contains-any"]
        if others and ANY in _tokens(condition):
            yield f"with {shown(ANY)} in its place a condition can ask contains-any only", f"{at}/{index}/{others[0]}"
            continue
        yield from _place(version, resources, schemas, condition.at, f"{at}/{index}/at")
        for name, operand in condition.tests:
            if name == "same-as" and isinstance(operand, str):
                yield from _place(version, resources, schemas, operand, f"{at}/{index}/same-as")


def _tokens(condition: Condition) -> list[str]:
    """The tokens of the pointer of a condition; none where its place is no pointer."""
    try:
        return split(condition.pointer or "")
    except ValueError:
        return []


def _place(version: Version, resources: Resources, schemas: list[Schema], place: str, at: str) -> Iterator[Said]:
    if place in (EXIT_CODE, OUTCOME) or place == "":
        return
    if place.startswith(f"{EXIT_CODE}/"):
        codes = exit_codes(version)
        facts = list(facts_of(codes)) if codes else []
        if place.partition("/")[2] not in facts:
            yield f"exit codes have no fact {shown(place.partition('/')[2])} (there: {listed(facts)})", at
        return
    try:
        found = any(True for one in schemas for _ in schemas_at(resources.root(one.uri), place))
    except ValueError:
        found = False
    if not found:
        yield f"no schema here declares a field {shown(place)}", at


def _action(version: Version, resources: Resources, rule: Mapping[str, JsonValue], at: str) -> Iterator[Said]:
    word = WORDS.get(str(rule["action"]))
    if word is None:
        yield f"there is no action {shown(rule['action'])} (there: {listed(list(WORDS))})", f"{at}/action"
        return
    for key in word.keys:
        if key not in rule and f"{key}-from" not in rule:
            yield f"the action {word.name} needs {key} or {key}-from", f"{at}/action"
        place = rule.get("field") if key == "field" else rule.get(f"{key}-from")
        if isinstance(place, str):
            name = "field" if key == "field" else f"{key}-from"
            yield from _place(version, resources, list(version.state.schemas.values()), place, f"{at}/{name}")


def _tables(value: JsonValue) -> Iterator[Mapping[str, JsonValue]]:
    yield from (one for one in (value if isinstance(value, list) else ()) if isinstance(one, dict))
