"""Conditions of behaviour tables: every field, fact, detail and rule that they name must exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from accordant.contract import Schema, Version
from accordant.contract.behaviour import (
    ACTION,
    DECLARED,
    EXIT_CODE,
    GIVEN,
    OUTCOME,
    TRIES,
    Condition,
    conditions,
    exit_codes,
    facts_of,
    interpretation_of,
    tables,
)
from accordant.contract.holding import LISTED, knows_fact, listed_identifiers
from accordant.findings import JsonValue
from accordant.schema.error_messages import format_values
from accordant.schema.paths import ANY, schemas_at
from accordant.schema.pointers import split
from accordant.schema.references import Node, Resources
from accordant.schema.vocabulary import format_value

Complaint = tuple[str, str]
"""A sentence, and the pointer below the version's table."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that conditions of a table may use."""

    version: Version
    resources: Resources
    schemas: tuple[Schema, ...]
    """The schemas whose fields the table may name."""
    for_readers: bool = False
    """Whether the table is a consumer rule, which also sees the action and the tries."""

    def place(self, place: str, at: str) -> Iterator[Complaint]:
        """What is wrong with a place, which is written at ``at``."""
        if place in (EXIT_CODE, OUTCOME, ""):
            return
        word, _, rest = place.partition("/")
        if word == EXIT_CODE:
            codes = exit_codes(self.version)
            yield from _require_listed(rest, list(facts_of(codes)) if codes else [], "exit codes have no fact", at)
        elif self.for_readers and word == ACTION:
            details = [detail.name for detail in interpretation_of(self.version).details]
            yield from _require_listed(rest, details, "actions have no detail", at) if rest else ()
        elif word == GIVEN:
            yield from self._given(rest, at)
        elif word != DECLARED and not (self.for_readers and place == TRIES) and not self._declares(place):
            yield f"no schema here declares a field {format_value(place)}", at

    def _given(self, rest: str, at: str) -> Iterator[Complaint]:
        """What is wrong with a place in a document of another schema."""
        name, slash, pointer = rest.partition("/")
        schema = self.version.state.schemas.get(name)
        if schema is None:
            yield f"no schema is called {format_value(name)}", at
        elif slash and not self._declares(f"/{pointer}", (schema,)):
            yield f"the schema {name} declares no field {format_value(f'/{pointer}')}", at

    def _declares(self, pointer: str, schemas: tuple[Schema, ...] | None = None) -> bool:
        about = self.schemas if schemas is None else schemas
        try:
            return any(True for schema in about for _ in schemas_at(self.resources.root(schema.uri), pointer))
        except ValueError:
            return False

    def conditions(self, value: JsonValue, at: str) -> Iterator[Complaint]:
        """What is wrong with the conditions of a list, which is written at ``at``."""
        for index, condition in enumerate(conditions(value)):
            others = [name for name, _ in condition.tests if name != "contains-any"]
            if others and ANY in _tokens(condition):
                message = f"the place of a condition may have {format_value(ANY)} only for the test contains-any"
                yield message, f"{at}/{index}/{others[0]}"
                continue
            yield from self.place(condition.at, f"{at}/{index}/at")
            for name, operand in condition.tests:
                if name == "same-as" and isinstance(operand, str):
                    yield from self.place(operand, f"{at}/{index}/same-as")


def find_unknown_names(version: Version, resources: Resources) -> Iterator[Complaint]:
    """Names in the conditions of checks and consumer rules that do not exist."""
    behaviour, schemas = version.behaviour, version.state.schemas
    for index, rule in enumerate(behaviour.rules):
        schema = schemas.get(str(rule.get("schema") or version.default_schema))
        scope = Scope(version, resources, (schema,) if schema else ())
        for number, check in enumerate(tables(rule.get("check"))):
            for part in ("when", "then"):
                yield from scope.conditions(check.get(part), f"/rules/{index}/check/{number}/{part}")
        yield from _claims(version, resources, rule, f"/rules/{index}")
        for number, path in enumerate(tables(rule.get("paths"))):
            yield from scope.conditions(path.get("when"), f"/rules/{index}/paths/{number}/when")
    everywhere = Scope(version, resources, tuple(schemas.values()))
    for index, mode in enumerate(behaviour.modes):
        yield from everywhere.conditions(mode.get("requires"), f"/modes/{index}/requires")
    readers = Scope(version, resources, tuple(schemas.values()), for_readers=True)
    for index, rule in enumerate(behaviour.consumer_rules):
        yield from readers.conditions(rule.get("match"), f"/consumer-rules/{index}/match")


def find_about_nothing(version: Version) -> Iterator[str]:
    """The places of rules with claims that apply to no documents, as neither they nor the version name a schema."""
    for index, rule in enumerate(version.behaviour.rules):
        has_claims = any(tables(rule.get(key)) for key in ("holds", "lines"))
        if has_claims and not (rule.get("schema") or rule.get("also") or version.default_schema):
            yield f"/rules/{index}"


def _claims(version: Version, resources: Resources, rule: Mapping[str, JsonValue], at: str) -> Iterator[Complaint]:
    """Names in the claims of a rule: schemas that it is also about, places, code lists and their facts."""
    schemas, streams = version.state.schemas, version.state.streams
    also = rule.get("also")
    names = [str(rule.get("schema") or version.default_schema), *(map(str, also) if isinstance(also, list) else ())]
    for number, name in enumerate(names[1:]):
        if name not in schemas and name not in streams:
            yield f"no schema or stream is called {format_value(name)}", f"{at}/also/{number}"
    if not any(names):
        return  # it is about nothing, which is told
    lines = [streams[name].line for name in names if name in streams]
    about = tuple(schemas[name] for name in dict.fromkeys([*names, *lines]) if name in schemas)
    for key in ("holds", "lines"):
        for number, claim in enumerate(tables(rule.get(key))):
            yield from _claim(version, resources, about, claim, f"{at}/{key}/{number}")


def _claim(
    version: Version, resources: Resources, about: tuple[Schema, ...], claim: Mapping[str, JsonValue], at: str
) -> Iterator[Complaint]:
    each = str(claim.get("each", ""))
    parts = [node for schema in about for node in _nodes(resources.root(schema.uri), each)]
    if not parts:  # `*` may also stand for the keys of an object, of which no schema is at hand
        before = each.partition("/*")[0]
        if "/*" not in each or not any(True for schema in about for _ in _nodes(resources.root(schema.uri), before)):
            yield f"no schema here declares a place {format_value(each)}", f"{at}/each"
        return
    wholes = [resources.root(schema.uri) for schema in about]
    for part in ("earlier", "line", "when", "then"):
        for number, condition in enumerate(tables(claim.get(part))):
            for place in _places(condition):
                word = place.partition("/")[0]
                is_below = word in ("whole", "earlier")
                roots, pointer = (wholes, place.removeprefix(word)) if is_below else (parts, place)
                if not any(True for root in roots for _ in _nodes(root, pointer)):
                    yield f"no schema here declares a field {format_value(place)}", f"{at}/{part}/{number}/at"
            for test in LISTED:
                yield from _check_list(version, condition.get(test), f"{at}/{part}/{number}/{test}")


def _places(condition: Mapping[str, JsonValue]) -> Iterator[str]:
    """The places that a condition names, except those relative to what it counts."""
    yield str(condition.get("at", ""))
    yield from (str(condition[test]) for test in ("same-as", "slashes-of") if test in condition)
    counts, follows, result = (condition.get(test) for test in ("counts", "follows", "result-of"))
    listed = counts.get("of") if isinstance(counts, dict) else counts
    for places in (listed, condition.get("sum-of")):
        yield from map(str, places if isinstance(places, list) else ())
    yield from [str(follows.get("than"))] if isinstance(follows, dict) else ()
    yield from _operands(result.get("of")) if isinstance(result, dict) else ()


def _operands(formula: JsonValue) -> Iterator[str]:
    if isinstance(formula, str):
        yield formula
    elif isinstance(formula, list):
        for part in formula[1:]:
            yield from _operands(part)


def _check_list(version: Version, operand: JsonValue, at: str) -> Iterator[Complaint]:
    if not isinstance(operand, dict):
        return
    code_list = version.state.code_lists.get(str(operand.get("list")))
    if code_list is None:
        yield f"no code list is called {format_value(operand.get('list'))}", f"{at}/list"
        return
    take = operand.get("take", [])
    for name in [*operand, *(take if isinstance(take, list) else [take])]:
        if name not in ("list", "take") and not knows_fact(code_list, str(name)):
            yield f"the entries of {code_list.name} have no fact {format_value(name)}", at
    if not listed_identifiers(version.state, operand):
        yield f"no entry of {code_list.name} has these facts", at


def _nodes(root: Node, pointer: str) -> Iterator[Node]:
    try:
        yield from schemas_at(root, pointer)
    except ValueError:
        return


def _require_listed(name: str, names: list[str], problem: str, at: str) -> Iterator[Complaint]:
    if name not in names:
        yield f"{problem} {format_value(name)} (known: {format_values(names)})", at


def _tokens(condition: Condition) -> list[str]:
    """The tokens of the pointer of a condition; none where its place is not a pointer."""
    try:
        return split(condition.pointer or "")
    except ValueError:
        return []
