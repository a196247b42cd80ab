"""Old writers write only keys that their schema names, at every depth of a schema that refers to itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from accordant import compare
from accordant.findings import Verdict
from tests.processor_time import in_starts

SOME: Final = {"type": "string"}
ITSELF: Final = {"$ref": "#"}
LIST: Final = {"type": "array", "items": ITSELF}
HOLDERS: Final[dict[str, Any]] = {
    "itself": ITSELF,
    "a list": LIST,
    "a list of lists": {"type": "array", "items": LIST},
    "a map": {"type": "object", "additionalProperties": ITSELF},
    "a map by pattern": {"type": "object", "patternProperties": {"^k": ITSELF}, "additionalProperties": False},
    "a tuple": {"type": "array", "prefixItems": [True, ITSELF]},
    "itself or null": {"anyOf": [ITSELF, {"type": "null"}]},
    "an object around itself": {"type": "object", "properties": {"k": ITSELF}},
}


def shape(tag: str, *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"type": {"const": tag}, **more}, "required": ["type", *required]}


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "additionalProperties": False}


def judged(old: Any, new: Any) -> Verdict:
    return compare(old, new, promise="additive", direction="input").verdict


@pytest.mark.parametrize("word", ["oneOf", "anyOf"])
@pytest.mark.parametrize("holder", HOLDERS)
def test_a_new_optional_field_in_a_shape_of_a_recursive_union_passes_as_input(holder: str, word: str) -> None:
    inner = {"in": HOLDERS[holder]}
    old = {word: [shape("leaf", value=SOME), shape("inner", **inner)]}
    for leaf, branch in (({}, {"new": SOME}), ({"new": SOME}, {}), ({"new": SOME}, {"new": {"type": "number"}})):
        new = {word: [shape("leaf", value=SOME, **leaf), shape("inner", **inner, **branch)]}
        assert judged(old, new) == "compatible", (leaf, branch)


@pytest.mark.parametrize("holder", HOLDERS)
def test_the_field_of_one_shape_may_be_added_to_another_shape_of_a_recursive_union(holder: str) -> None:
    inner = {"in": HOLDERS[holder]}
    old = {"oneOf": [shape("leaf", value=SOME), shape("inner", **inner)]}
    new = {"oneOf": [shape("leaf", value=SOME), shape("inner", **inner, value={"type": "number"})]}
    assert judged(old, new) == "compatible"


@pytest.mark.parametrize("holder", HOLDERS)
def test_the_shapes_of_a_recursive_union_may_be_closed_for_input(holder: str) -> None:
    shapes = [shape("leaf", value=SOME), shape("inner", **{"in": HOLDERS[holder]})]
    assert judged({"oneOf": shapes}, {"oneOf": [closed(each) for each in shapes]}) == "compatible"


@pytest.mark.parametrize("holder", HOLDERS)
def test_what_an_old_writer_names_at_some_depth_of_a_recursive_union_must_still_pass(holder: str) -> None:
    inner = {"in": HOLDERS[holder]}
    old = {"oneOf": [shape("leaf", value=SOME), shape("other"), shape("inner", **inner)]}
    added = shape("inner", **inner, new=SOME)
    for new in (
        [shape("leaf", value={"type": "number"}), shape("other"), added],  # another type
        [shape("leaf", "value", value=SOME), shape("other"), added],  # a field that is required now
        [shape("leaf", value=SOME), shape("other"), shape("inner", "new", **inner, new=SOME)],  # a new one
        [shape("leaf", value=SOME), added],  # a shape less
        [closed(shape("leaf")), shape("other"), added],  # a named field that is refused
    ):
        assert judged(old, {"oneOf": new}) == "breaking", new


def expressions(**added: Any) -> dict[str, Any]:
    """The shapes of an expression tree, with further fields for some."""
    inner = {"$ref": "#/$defs/expression"}
    fields: dict[str, dict[str, Any]] = {
        "add": {"left": inner, "right": inner},
        "call": {"name": SOME, "of": {"type": "array", "items": inner}},
        "negate": {"of": inner},
        "number": {"value": {"type": "number"}},
    }
    shapes = {tag: shape(tag, **{**own, **added.get(tag, {})}) for tag, own in fields.items()}
    union = {"oneOf": [{"$ref": f"#/$defs/{tag}"} for tag in shapes]}
    return {**inner, "$defs": {**shapes, "expression": union}}


def geometries(**added: Any) -> dict[str, Any]:
    """GeoJSON's geometries in a feature, with further fields for some."""
    position = {"type": "array", "items": {"type": "number"}, "minItems": 2}
    line = {"type": "array", "items": position}
    fields: dict[str, dict[str, Any]] = {
        "Point": {"coordinates": position},
        "LineString": {"coordinates": line},
        "Polygon": {"coordinates": {"type": "array", "items": line}},
        "GeometryCollection": {"geometries": {"type": "array", "items": {"$ref": "#/$defs/geometry"}}},
    }
    shapes = [shape(tag, *own, **{**own, **added.get(tag, {})}) for tag, own in fields.items()]
    feature = shape("Feature", geometry={"oneOf": [{"type": "null"}, {"$ref": "#/$defs/geometry"}]})
    return {**feature, "$defs": {"geometry": {"oneOf": shapes}}}


@pytest.mark.parametrize("tags", [["add"], ["call"], ["number"], ["add", "call", "negate", "number"]])
def test_a_new_optional_field_in_an_expression_tree_passes_as_input(tags: list[str]) -> None:
    assert judged(expressions(), expressions(**{tag: {"new": SOME} for tag in tags})) == "compatible"


@pytest.mark.parametrize("tags", [["GeometryCollection"], ["Point"], ["Point", "Polygon", "GeometryCollection"]])
def test_a_new_optional_field_in_a_geometry_passes_as_input(tags: list[str]) -> None:
    assert judged(geometries(), geometries(**{tag: {"new": SOME} for tag in tags})) == "compatible"


def by_condition(**added: Any) -> dict[str, Any]:
    """Shapes that a condition tells apart; the other one holds the schema again."""
    condition = {"properties": {"type": {"const": "leaf"}}, "required": ["type"]}
    branches: dict[str, Any] = {
        "then": {"properties": {"value": SOME}},
        "else": {"properties": {"in": ITSELF, **added}},
    }
    return {"type": "object", "properties": {"type": SOME}, "required": ["type"], "if": condition, **branches}


def by_two_tags(**added: Any) -> dict[str, Any]:
    """Shapes that only two tags together tell apart."""
    both: dict[str, dict[str, Any]] = {"a x": {"in": ITSELF}, "a y": {"of": LIST}, "b x": added, "b y": {"in": ITSELF}}
    tags = {name: name.split() for name in both}
    return {"oneOf": [shape(tags[name][0], "k", k={"const": tags[name][1]}, **both[name]) for name in both]}


@pytest.mark.parametrize("union", [by_condition, by_two_tags])
def test_a_new_optional_field_passes_as_input_however_recursive_shapes_are_told_apart(
    union: Callable[..., Any],
) -> None:
    assert judged(union(), union(new=SOME)) == "compatible"


@pytest.mark.parametrize("count", [5, 20])
def test_a_recursive_union_of_many_shapes_is_judged_quickly(count: int) -> None:
    def tree(**added: Any) -> dict[str, Any]:
        own = [{"in": ITSELF, "of": LIST} if index % 3 else {} for index in range(count)]
        return {"oneOf": [shape(f"s{index}", **own[index], **added) for index in range(count)]}

    verdict, starts = in_starts(lambda: judged(tree(), tree(new=SOME)))
    assert verdict == "compatible"
    assert starts < 320
