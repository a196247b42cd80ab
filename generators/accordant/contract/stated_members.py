"""The members of a document whose values rules state: a count, a sum, the result of a formula, a path, a value.

Generated packages have a copy of this module: `respond` writes what a response lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from accordant.contract.held_rules import (
    ABSENT,
    JsonValue,
    Scene,
    Table,
    count_of,
    find_places,
    holds_all,
    is_list,
    is_table,
    result_of,
    sum_of,
    value_at,
)


def write_missing(
    document: JsonValue, rules: Sequence[Table], missing: Callable[[JsonValue], Collection[str]]
) -> JsonValue:
    """A document with what it lacks and rules state; `missing` gives the pointers that its schema asks for."""
    while stated := dict(find_stated(rules, document)):
        asked = missing(document)
        due = {pointer: value for pointer, value in stated.items() if pointer in asked}
        if not due:
            break
        for pointer, value in due.items():
            document = _with_member(document, pointer.split("/")[1:], value)
    return document


def find_stated(rules: Sequence[Table], document: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """The members that are absent and whose value a rule states: each pointer with the value."""
    for claim in (claim for rule in rules for claim in rule.get("holds", ())):
        for pointer, value in find_places(document, claim.get("each", "")):
            scene = Scene(value, document)
            if holds_all(claim.get("when", ()), scene):
                yield from ((pointer + at, stated) for at, stated in _stated_in(claim["then"], scene))


def _stated_in(conditions: Sequence[Table], scene: Scene) -> Iterator[tuple[str, JsonValue]]:
    for condition in conditions:
        at = condition["at"]
        if at.startswith("/") and value_at(scene, at) is ABSENT:
            values = [state(condition[test], scene) for test, state in _STATING.items() if test in condition]
            yield from ((at, value) for value in values[:1] if value is not ABSENT)


def _sum(places: JsonValue, scene: Scene) -> JsonValue:
    total = sum_of(places, scene)
    return ABSENT if total is None else total


def _result(operand: JsonValue, scene: Scene) -> JsonValue:
    result = result_of(operand["of"], scene)
    return ABSENT if result is None else result


def _with_slashes(place: JsonValue, scene: Scene) -> JsonValue:
    path = value_at(scene, place)
    return path.replace("\\", "/") if isinstance(path, str) else ABSENT


_STATING: Final[Mapping[str, Callable[[JsonValue, Scene], JsonValue]]] = {
    "is": lambda value, _: value,
    "counts": count_of,
    "sum-of": _sum,
    "result-of": _result,
    "slashes-of": _with_slashes,
    "same-as": lambda place, scene: value_at(scene, place),
}

STATING_TESTS: Final = frozenset(_STATING)
"""The tests that one value passes alone."""


def _with_member(value: JsonValue, tokens: Sequence[str], member: JsonValue) -> JsonValue:
    """A value with a member in the object that a pointer leads to."""
    token, *rest = tokens
    if is_list(value):
        return [_with_member(item, rest, member) if str(at) == token else item for at, item in enumerate(value)]
    key = token.replace("~1", "/").replace("~0", "~")
    if is_table(value):
        return {**value, key: _with_member(value[key], rest, member) if rest else member}
    return value
