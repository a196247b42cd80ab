"""An acknowledgement lives until its break changes: any addition or text elsewhere leaves it, and brings no other."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

import pytest

from accordant.findings import Finding
from accordant.schema import pointers
from accordant.schema.references import Resources
from tests.compat.states import breaks

Schema = dict[str, Any]
PAIRS: Final = 500
BATCHES: Final = 10

BASE: Schema = {
    "type": "object", "required": ["id"],
    "properties": {"id": {"type": "string"}, "at": {"type": "integer", "minimum": 0}},
}  # fmt: skip
INNER: Schema = {
    "type": "object", "required": ["m"], "properties": {"m": {"type": "boolean"}}, "additionalProperties": False,
}  # fmt: skip
ONE: Schema = {
    "type": "object", "required": ["kind", "x"],
    "properties": {
        "kind": {"const": "a"}, "x": {"type": "integer", "maximum": 5}, "s": {"enum": ["p", "q"]}, "n": INNER,
    },
}  # fmt: skip
OTHER: Schema = {
    "type": "object", "required": ["kind", "y"],
    "properties": {
        "kind": {"const": "b"}, "y": {"type": "string", "maxLength": 4}, "z": {"type": ["string", "null"]},
    },
}  # fmt: skip


def untagged(schema: Schema) -> Schema:
    properties = {name: part for name, part in schema["properties"].items() if name != "kind"}
    return {**schema, "required": schema["required"][1:], "properties": properties}


R: Schema = {"$ref": "#/$defs/Base"}
ALTERNATIVES = [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]
OK = {"properties": {"ok": {"const": True}}, "required": ["ok"]}
SCHEMAS: Final[list[Schema]] = [
    {"oneOf": [ONE, OTHER]},
    {"oneOf": [{"allOf": [R, ONE]}, {"allOf": [R, OTHER]}], "$defs": {"Base": BASE}},
    {"anyOf": ALTERNATIVES, "$defs": {"A": ONE, "B": OTHER}},
    {"oneOf": [{"allOf": [R, untagged(ONE)]}, {"allOf": [R, untagged(OTHER)]}], "$defs": {"Base": BASE}},
    {
        "type": "object", "required": ["u", "l"],
        "properties": {
            "u": {"oneOf": ALTERNATIVES}, "l": {"type": "array", "items": ALTERNATIVES[0], "maxItems": 3},
            "m": {"type": "object", "additionalProperties": ALTERNATIVES[1]},
        },
        "$defs": {"A": ONE, "B": OTHER},
    },
    {
        "type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}, "data": BASE, "error": ONE},
        "if": OK, "then": {"required": ["data"]}, "else": {"required": ["error"]},
    },
    {
        "type": "object", "required": ["ok", "data"],
        "properties": {"ok": {"type": "boolean"}, "data": {"allOf": [R, {"required": ["w"], "properties": {
            "w": {"type": "number", "minimum": 1}}}]}},
        "$defs": {"Base": BASE}, "allOf": [{"if": OK, "then": {"properties": {"data": {"required": ["at"]}}}}],
    },
    {"$defs": {"Money": BASE, "Thing": ONE}},
    {
        "type": "object", "properties": {"k": {"type": "string"}, "a": BASE}, "not": {"required": ["k", "a"]},
        "dependentRequired": {"a": ["k"]},
    },
]  # fmt: skip


def places(schema: Schema) -> list[str]:
    """The pointers of the schemas in a schema that are objects."""
    todo, found = [Resources.of(schema)], list[str]()
    while todo:
        node = todo.pop()
        if isinstance(node.value, dict):
            found.append(node.pointer)
        todo += node.subschemas()
    return found


def breaking_edits(part: Schema, dice: random.Random) -> Iterator[Callable[[], Any]]:
    """Edits of one schema of which most break."""
    for keyword in ("maximum", "maxLength", "maxItems"):
        if keyword in part:
            yield partial(part.update, {keyword: part[keyword] + 3})
    if "minimum" in part:
        yield lambda: part.update(minimum=part["minimum"] - 3)
    if isinstance(part.get("type"), str) and "properties" not in part:
        yield lambda: part.update(type=[part["type"], "null"])
    if part.get("required"):
        yield lambda: part["required"].pop()
    if part.get("properties"):
        yield lambda: remove(part, dice.choice(sorted(part["properties"])))
    if "enum" in part:
        yield lambda: part["enum"].pop()
    if "const" in part:
        yield lambda: part.update(const="other")


def remove(part: Schema, name: str) -> None:
    part["properties"].pop(name)
    if name in part.get("required", []):
        part["required"].remove(name)


def harmless_edits(part: Schema, place: str, dice: random.Random) -> Iterator[Callable[[], Any]]:
    """Texts, and what the additive promise lets anybody add."""
    number = dice.randrange(100)
    yield lambda: part.update(description=f"text {number}")
    yield lambda: part.update(title=f"Title {number}")
    if "properties" in part and not place.endswith("/if"):
        for added in ({"type": "string"}, {"type": "integer"}, {}):
            yield partial(part["properties"].update, {f"new{number}": added})
    if "enum" in part:
        yield lambda: part["enum"].append(f"v{number}")
    if not place:
        yield lambda: part.setdefault("$defs", {}).update({f"Unused{number}": {"type": "string"}})


def edited(schema: Schema, edits: Callable[[Schema, str], Iterator[Callable[[], Any]]], dice: random.Random) -> Schema:
    """The schema with one of the edits somewhere."""
    changed = copy.deepcopy(schema)
    for place in dice.sample(places(changed), len(places(changed))):
        possible = list(edits(pointers.follow(changed, place), place))
        if possible:
            dice.choice(possible)()
            return changed
    raise AssertionError("no such edit fits")


@dataclass(frozen=True)
class Pair:
    """Two schemas of which the newer breaks the older, how it does, and the newer with up to three harmless edits."""

    old: Schema
    new: Schema
    broken: dict[str, Finding]
    later: Schema


@cache
def pairs(batch: int) -> list[Pair]:
    """Those of a batch; nobody edits them."""
    return list(make_pairs(random.Random(batch)))


def make_pairs(dice: random.Random) -> Iterator[Pair]:
    for _ in range(PAIRS // BATCHES):
        broken: dict[str, Finding] = {}
        while not broken:
            old = dice.choice(SCHEMAS)
            new = edited(old, lambda part, _: breaking_edits(part, dice), dice)
            broken = breaks(old, new)
        later = new
        for _ in range(dice.randint(1, 3)):
            later = edited(later, lambda part, place: harmless_edits(part, place, dice), dice)
        yield Pair(old, new, broken, later)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_an_acknowledgement_lives_until_its_break_changes(batch: int) -> None:
    for pair in pairs(batch):
        accepted, found = pair.broken, breaks(pair.old, pair.later)
        told = {mark: (finding.rule, finding.place, finding.new) for mark, finding in {**accepted, **found}.items()}
        differing = {mark: told[mark] for mark in set(accepted) ^ set(found)}
        assert not differing, (pair.old, pair.new, pair.later)


@pytest.mark.parametrize("batch", range(2))
def test_a_further_break_is_never_accepted_by_what_was_accepted_before(batch: int) -> None:
    """Where the further break takes something that was released: not a name or a value that came later."""
    dice, number = random.Random(batch), 0
    for pair in pairs(batch):
        further = edited(pair.later, lambda part, _: breaking_edits(part, dice), dice)
        if any(_is_released(finding, pair) for finding in breaks(pair.later, further).values()):
            number += 1
            assert set(breaks(pair.old, further)) - set(pair.broken), (pair.old, pair.later, further)
    assert number > PAIRS // BATCHES // 4


def _is_released(finding: Finding, pair: Pair) -> bool:
    """Whether a break takes something of which only texts have changed since the release, and that is not lost yet."""
    lost = [accepted.message for accepted in pair.broken.values() if "is gone" in accepted.message]
    if finding.old_place is None or lost:
        return False
    place = finding.old_place.pointer
    return pointers.has(pair.old, place) and pointers.follow(pair.old, place) == pointers.follow(pair.new, place)


def test_most_breaks_are_one_finding() -> None:
    """Two at the most: a name that goes from a definition which two places share, or a tag with its alternative."""
    counts = [len(pair.broken) for pair in pairs(0)]
    assert counts.count(1) >= len(counts) * 0.9
    assert max(counts) <= 3


def test_a_break_that_changes_needs_another_acknowledgement() -> None:
    old, wider, widest = ({"properties": {"a": {"maximum": most}, "b": {}}} for most in (1, 2, 3))
    assert not set(breaks(old, wider)) & set(breaks(old, widest))
    some = {"properties": {"a": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
    every: Schema = {"properties": {"a": {}}}
    required = {"properties": {"a": {}}, "required": ["a"]}
    assert breaks(required, some)
    assert not set(breaks(required, some)) & set(breaks(required, every))


def test_a_removed_field_stays_accepted_where_one_of_the_same_schema_is_added() -> None:
    old, new = {"properties": {"a": {"type": "string"}}}, {"properties": {"b": {"type": "string"}}}
    gone: Schema = {"properties": {}}
    (removed,), (renamed,) = breaks(old, gone).values(), breaks(old, new).values()
    assert (removed.rule, renamed.rule) == ("field-removed", "field-renamed")
    assert set(breaks(old, gone)) == set(breaks(old, new))


def test_a_break_at_a_place_that_left_its_definition_stays_accepted_where_the_definition_is_renamed() -> None:
    person = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    loose = {"type": "object", "properties": {"name": {"type": "string"}}}

    def order(owner: Schema, name: str) -> Schema:
        return {"properties": {"owner": owner, "editor": {"$ref": f"#/$defs/{name}"}}, "$defs": {name: person}}

    old = order({"$ref": "#/$defs/User"}, "User")
    accepted, renamed = breaks(old, order(loose, "User")), breaks(old, order(loose, "Person"))
    assert len(accepted) == 1
    assert accepted.keys() == renamed.keys()
