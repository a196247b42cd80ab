"""Rules about a document and the exit code of its process, as claims about the document once the code is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from accordant.contract.behaviour import DECLARED, EXIT_CODE, exit_codes, tables
from accordant.contract.contracts import Version
from accordant.contract.held_rules import Scene, holds
from accordant.contract.holding import Table, expand_lists
from accordant.findings import JsonValue

_NEVER: Final[list[JsonValue]] = []
"""The values of a test that nothing passes."""


def rules_with_exit_code(version: Version, schema: str, code: int) -> list[Table]:
    """The rules about documents of a schema that a process ended with a code, as claims that a document shows.

    Nothing is declared about the exit code: rules about declarations are left out.
    """
    facts = _facts(version, code)
    return [
        {"id": rule["id"], "says": rule["says"], "holds": claims}
        for rule in version.behaviour.rules
        if str(rule.get("schema") or version.default_schema) == schema and (claims := [*_claims(version, rule, facts)])
    ]


def _facts(version: Version, code: int) -> dict[str, JsonValue]:
    """The exit code and the facts of its row, by the places that conditions name."""
    codes = exit_codes(version)
    entry = codes.entry(code) if codes else None
    facts: dict[str, JsonValue] = {EXIT_CODE: code}
    if entry is not None:
        names = ("category", "retryable", "phase", "side-effects")
        plain = {name: getattr(entry, name.replace("-", "_")) for name in names}
        known = {**plain, **entry.attributes}
        facts |= {f"{EXIT_CODE}/{name}": value for name, value in known.items() if value not in ("", (), None)}
    return facts


def _claims(version: Version, rule: Table, facts: Mapping[str, JsonValue]) -> Iterator[Table]:
    for implication in tables(expand_lists(version.state, rule.get("check"))):
        when = _left_of(tables(implication.get("when")), facts)
        if when is None:
            continue
        first = next((str(part["at"]) for part in when if str(part["at"]).startswith("/")), "")
        for condition in tables(implication.get("then")):
            yield from _claim(when, condition, facts, first)


def _left_of(conditions: list[Table], facts: Mapping[str, JsonValue]) -> list[Table] | None:
    """The conditions about the document; None where one about the exit code does not hold."""
    left = []
    for condition in conditions:
        if condition["at"] in ("", EXIT_CODE) and "declared" in condition:
            if condition["declared"] is True:
                return None
        elif _is_about_document(condition):
            left.append(condition)
        elif not _holds(condition, facts):
            return None
    return left


def _claim(when: list[Table], condition: Table, facts: Mapping[str, JsonValue], first: str) -> Iterator[Table]:
    other = condition.get("same-as")
    if not _is_about_document(condition):
        if not _holds(condition, facts):
            yield {"when": when, "then": [{"at": first, "in": _NEVER}]}
    elif isinstance(other, str) and not other.startswith("/"):
        if other in facts:
            there = {"at": condition["at"], "present": True}
            yield {"when": [*when, there], "then": [{"at": condition["at"], "is": facts[other]}]}
    else:
        yield {"when": when, "then": [condition]}


def _is_about_document(condition: Table) -> bool:
    return str(condition["at"]).startswith("/") or condition["at"] == ""


def _holds(condition: Table, facts: Mapping[str, JsonValue]) -> bool:
    """Whether a condition about the exit code holds; what is declared is not known, and passes."""
    place = str(condition["at"])
    if place.startswith(f"{DECLARED}/"):
        return True
    value = {"value": facts[place]} if place in facts else {}
    tests = {name: operand for name, operand in condition.items() if name != "at"}
    return holds({"at": "/value", **tests}, Scene(value, value))
