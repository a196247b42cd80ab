"""A field is declared wherever a keyword of its draft may declare it, and its loss is a break there.

The pairs are made from the table of keywords: a keyword that is added to it is tested here, or this file names the
reason why it declares no field.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from accordant.compat import Comparison, acknowledgements, compare
from accordant.compat.declarations import Walk
from accordant.schema.dialects import DIALECTS, Dialect, Holds, Keyword
from accordant.schema.references import Resources

B = {"properties": {"b": {"type": "string"}}}
RENAMED = {"properties": {"c": {"type": "string"}}}
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"

DECLARES_NO_FIELD = {
    "not": "what a document must not be declares nothing that it may have",
    "if": "a condition only chooses; the fields that it looks at are declared beside it, in `then` or in `else`",
    "propertyNames": "its subschema judges names, which are strings; those that it lists have a test of their own",
    "$recursiveRef": "it leads to its own resource, which declares the field already; its overriding has its own test",
}
"""Keywords that apply a subschema and declare no field by it, each with the reason."""

BESIDE: dict[str, dict[str, Any]] = {
    "then": {"if": {"required": ["a"]}},
    "else": {"if": {"required": ["a"]}},
    "additionalItems": {"items": [{}]},
}
"""Without these the keyword has no effect."""

PLACES = {
    "properties": "/k/b",
    "patternProperties": "/*/b",
    "additionalProperties": "/*/b",
    "unevaluatedProperties": "/*/b",
    "prefixItems": "/0/b",
    "items": "/*/b",
    "additionalItems": "/*/b",
    "contains": "/*/b",
    "unevaluatedItems": "/*/b",
}
"""Where in a document the field stands; for the other keywords, `/b`."""


def reference(keyword: Keyword, subschema: Any) -> dict[str, Any]:
    anchor = {"$dynamicAnchor": "k"} if keyword.name == "$dynamicRef" else {}
    address = "#k" if anchor else "#/definitions/k"
    return {keyword.name: address, "definitions": {"k": {**anchor, **subschema}}}


HELD: dict[Holds, Callable[[Any], Any]] = {
    Holds.ONE: lambda subschema: subschema,
    Holds.ONE_OR_LIST: lambda subschema: subschema,
    Holds.LIST: lambda subschema: [subschema],
    Holds.MAP: lambda subschema: {"k": subschema},
    Holds.MAP_OR_NAMES: lambda subschema: {"k": subschema},
}


def schema(dialect: Dialect, keyword: Keyword, subschema: Any) -> dict[str, Any]:
    """A schema that applies a subschema by a keyword, and by nothing else."""
    if keyword.is_reference:
        return {"$schema": dialect.uri, **reference(keyword, subschema)}
    return {"$schema": dialect.uri, **BESIDE.get(keyword.name, {}), keyword.name: HELD[keyword.holds](subschema)}


def without(dialect: Dialect, keyword: Keyword) -> dict[str, Any]:
    return {"$schema": dialect.uri, **BESIDE.get(keyword.name, {})}


def changes(old: Any, new: Any) -> list[tuple[str, str]]:
    walked = Walk().compare(Resources.of(old), Resources.of(new))
    return [(change.rule, change.path) for change in walked]


def output(old: Any, new: Any) -> Comparison:
    return compare(old, new, promise="additive", direction="output")


ALL = [pytest.param(d, k, id=f"{d}-{k.name}") for d in DIALECTS for k in d.applying]
DECLARING = [
    pytest.param(d, k, id=f"{d}-{k.name}") for d in DIALECTS for k in d.applying if k.name not in DECLARES_NO_FIELD
]


@pytest.mark.parametrize(("dialect", "keyword"), DECLARING)
def test_a_field_that_is_no_longer_declared_is_a_break(dialect: Dialect, keyword: Keyword) -> None:
    old = schema(dialect, keyword, B)
    place = PLACES.get(keyword.name, "/b")
    for new in (schema(dialect, keyword, {}), schema(dialect, keyword, {"type": "object"})):
        result = output(old, new)
        assert result.verdict == "breaking"
        assert "field-removed" in {finding.rule for finding in result.findings}
        assert ("field-removed", place) in changes(old, new)


@pytest.mark.parametrize(("dialect", "keyword"), DECLARING)
def test_a_field_is_no_longer_declared_where_its_keyword_is_gone(dialect: Dialect, keyword: Keyword) -> None:
    result = output(schema(dialect, keyword, B), without(dialect, keyword))
    assert result.verdict == "breaking"
    assert "field-removed" in {finding.rule for finding in result.findings}


@pytest.mark.parametrize(("dialect", "keyword"), DECLARING)
def test_a_field_that_is_renamed_is_a_break(dialect: Dialect, keyword: Keyword) -> None:
    result = output(schema(dialect, keyword, B), schema(dialect, keyword, RENAMED))
    assert result.verdict == "breaking"
    assert "field-renamed" in {finding.rule for finding in result.findings}


@pytest.mark.parametrize(("dialect", "keyword"), DECLARING)
def test_a_field_that_is_added_is_none(dialect: Dialect, keyword: Keyword) -> None:
    both = {"properties": {**B["properties"], "c": {}}}
    old, new = schema(dialect, keyword, B), schema(dialect, keyword, both)
    assert changes(old, new) == []


@pytest.mark.parametrize(("dialect", "keyword"), ALL)
def test_a_schema_never_breaks_itself(dialect: Dialect, keyword: Keyword) -> None:
    for subschema in (B, RENAMED, {}):
        old = schema(dialect, keyword, subschema)
        assert changes(old, copy.deepcopy(old)) == []
        assert output(old, copy.deepcopy(old)).findings == ()


@pytest.mark.parametrize("keyword", DECLARES_NO_FIELD)
def test_what_declares_no_field_loses_none(keyword: str) -> None:
    applying = [(d, k) for d in DIALECTS for k in d.applying if k.name == keyword and not k.is_reference]
    for dialect, applied in applying:
        assert changes(schema(dialect, applied, B), schema(dialect, applied, {"type": "object"})) == []


def test_a_field_under_draft_07_dependencies_is_declared() -> None:
    old = {"$schema": DRAFT_07, "dependencies": {"a": {"properties": {"b": {}}}, "c": ["d"]}}
    new = {"$schema": DRAFT_07, "dependencies": {"a": {}, "c": ["d"]}}
    assert [finding.rule for finding in output(old, new).findings] == ["field-removed"]


@pytest.mark.parametrize("keyword", ["additionalProperties", "unevaluatedProperties"])
@pytest.mark.parametrize("left", [{}, True, False, {"type": "object"}, None], ids=str)
def test_the_fields_of_a_maps_values_are_declared(keyword: str, left: Any) -> None:
    old = {"$schema": DRAFT_2020, keyword: {"properties": {"x": {}}}}
    new = {"$schema": DRAFT_2020, **({} if left is None else {keyword: left})}
    assert ("field-removed", "/*/x") in changes(old, new)
    assert output(old, new).verdict == "breaking"


@pytest.mark.parametrize("held", [{"additionalProperties": B}, {"items": B}, {"properties": {"k": B}}], ids=str)
def test_what_one_tag_declares_is_not_what_another_declares(held: Any) -> None:
    def tagged(first: Any, second: Any) -> dict[str, Any]:
        branches = ({"properties": {"t": {"const": tag}}, "required": ["t"]} for tag in "ab")
        both = zip(branches, (first, second), strict=True)
        return {"$schema": DRAFT_2020, "oneOf": [{"allOf": [branch, part], **branch} for branch, part in both]}

    assert "field-removed" in [rule for rule, _ in changes(tagged(held, {}), tagged({}, held))]
    assert changes(tagged(held, {}), tagged(held, held)) == []


def test_a_map_may_become_named_fields_that_declare_the_same() -> None:
    old = {"$schema": DRAFT_2020, "additionalProperties": B}
    new = {"$schema": DRAFT_2020, "properties": {"k": B}, "additionalProperties": False}
    assert changes(old, new) == []


@pytest.mark.parametrize("left", [{}, True, None], ids=str)
def test_the_fields_of_unevaluated_items_are_declared(left: Any) -> None:
    old = {"$schema": DRAFT_2020, "prefixItems": [{}], "unevaluatedItems": {"properties": {"x": {}}}}
    new = {"$schema": DRAFT_2020, "prefixItems": [{}], **({} if left is None else {"unevaluatedItems": left})}
    assert changes(old, new) == [("field-removed", "/*/x")]
    assert output(old, new).verdict == "breaking"


def test_a_field_behind_a_dynamic_reference_beside_a_reference_is_declared() -> None:
    def referring(second: Any) -> dict[str, Any]:
        defs = {"first": {"properties": {"a": {}}}, "second": {"$dynamicAnchor": "second", **second}}
        return {"$schema": DRAFT_2020, "$ref": "#/$defs/first", "$dynamicRef": "#second", "$defs": defs}

    assert [finding.rule for finding in output(referring(B), referring({})).findings] == ["field-removed"]


def test_a_field_is_gone_from_the_object_that_declared_it_whatever_conditions_name_the_object_too() -> None:
    def answer(*fields: str) -> dict[str, Any]:
        condition = {"then": {"properties": {"meta": {"properties": {"cached": {"const": True}}}}}, "if": {}}
        meta = {"properties": {name: {"type": "string"} for name in fields}}
        return {"allOf": [condition], "properties": {"meta": {"$ref": "#/$defs/meta"}}, "$defs": {"meta": meta}}

    (gone,) = Walk().compare(Resources.of(answer("id", "cursor")), Resources.of(answer("id")))
    assert (gone.rule, gone.path) == ("field-removed", "/meta/cursor")
    assert gone.new_node.pointer == "/$defs/meta"


def test_a_field_of_what_overrides_a_dynamic_anchor_is_declared() -> None:
    def narrowed(item: Any) -> dict[str, Any]:
        generic = {
            "$id": "urn:x:list",
            "properties": {"all": {"items": {"$dynamicRef": "#item"}}},
            "$defs": {"default": {"$dynamicAnchor": "item"}},
        }
        defs = {"list": generic, "item": {"$dynamicAnchor": "item", **item}}
        return {"$schema": DRAFT_2020, "$id": "urn:x:own", "$ref": "urn:x:list", "$defs": defs}

    assert changes(narrowed(B), narrowed({})) == [("field-removed", "/all/*/b")]


def test_a_field_of_what_overrides_a_recursive_anchor_is_declared() -> None:
    def extended(own: Any) -> dict[str, Any]:
        tree = {"$id": "urn:x:tree", "$recursiveAnchor": True, "properties": {"next": {"$recursiveRef": "#"}}}
        whole = {"$schema": DRAFT_2019, "$id": "urn:x:own", "$recursiveAnchor": True}
        return {**whole, "$ref": "urn:x:tree", "$defs": {"tree": tree}, **own}

    assert ("field-removed", "/next/b") in changes(extended(B), extended({}))


@pytest.mark.parametrize("keyword", ["then", "else"])
def test_a_field_of_a_conditions_branch_is_declared(keyword: str) -> None:
    old = {"$schema": DRAFT_07, "if": {"required": ["a"]}, keyword: B}
    assert changes(old, {**old, keyword: {"type": ["object", "string"]}}) == [("field-removed", "/b")]


def test_a_field_of_an_item_that_is_searched_for_is_declared() -> None:
    old = {"$schema": DRAFT_2020, "items": {"properties": {"a": {}}}, "contains": {"properties": {"b": {}}}}
    new = {"$schema": DRAFT_2020, "items": {"properties": {"a": {}}}, "contains": {"type": "object"}}
    assert changes(old, new) == [("field-removed", "/*/b")]


def test_a_name_that_the_names_of_properties_list_is_declared() -> None:
    old = {"$schema": DRAFT_2020, "type": "object", "propertyNames": {"enum": ["a", "b"]}}
    result = output(old, {**old, "propertyNames": {"enum": ["a"]}})
    assert [(finding.rule, finding.place and finding.place.pointer) for finding in result.findings[:1]] == [
        ("field-removed", "/propertyNames")
    ]
    assert changes(old, {**old, "propertyNames": {"enum": ["a", "b", "c"]}}) == []
    assert changes(old, {"$schema": DRAFT_2020, "properties": {"a": {}, "b": {}}}) == []


def test_each_listed_name_that_is_gone_is_a_break_of_its_own() -> None:
    old = {"$schema": DRAFT_2020, "type": "object", "propertyNames": {"enum": ["a", "b", "c"]}}
    removed = [
        finding
        for finding in output(old, {**old, "propertyNames": {"enum": ["a"]}}).findings
        if finding.rule == "field-removed"
    ]
    assert [finding.old for finding in removed] == ["b", "c"]
    assert len({acknowledgements.of(finding, lambda _: (None, None)).fingerprint for finding in removed}) == 2


def test_the_rule_for_the_names_of_a_declared_map_stays() -> None:
    old = {"$schema": DRAFT_2020, "additionalProperties": {"type": "integer"}, "propertyNames": {"pattern": "^[a-z]+$"}}
    result = output(old, {"$schema": DRAFT_2020, "additionalProperties": {"type": "integer"}})
    assert result.verdict == "breaking"
    assert result.evidence is not None


def test_the_names_that_a_map_lists_may_grow() -> None:
    old = {"$schema": DRAFT_2020, "additionalProperties": {"type": "integer"}, "propertyNames": {"enum": ["a"]}}
    assert output(old, {**old, "propertyNames": {"enum": ["a", "b"]}}).verdict == "compatible"


def test_the_rule_for_names_that_no_map_declares_asks_nothing_of_an_open_reader() -> None:
    old = {"$schema": DRAFT_2020, "type": "object", "propertyNames": {"pattern": "^[a-z]+$"}}
    assert output(old, {"$schema": DRAFT_2020, "type": "object"}).verdict == "compatible"


def test_a_field_of_an_item_at_an_index_is_declared_there() -> None:
    old = {"$schema": DRAFT_2020, "prefixItems": [{}, B]}
    new = {"$schema": DRAFT_2020, "prefixItems": [B], "items": {"type": "object"}}
    assert changes(old, new) == [("field-removed", "/1/b")]
    assert changes(old, {"$schema": DRAFT_2020, "prefixItems": [{}], "items": B}) == []


def test_a_field_of_one_pattern_is_not_another_patterns() -> None:
    old = {"$schema": DRAFT_2020, "patternProperties": {"^x-": B, "^y-": B}}
    new = {"$schema": DRAFT_2020, "patternProperties": {"^x-": {"type": "object"}, "^y-": B}}
    assert changes(old, new) == [("field-removed", "/*/b")]
    assert output(old, new).verdict == "breaking"


@pytest.mark.parametrize("rest", [{}, {"additionalProperties": False}, {"properties": {"a": {}}}])
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (["^x_", "^y_"], ["^x_"], [("field-removed", "/*")]),
        (["^x_"], ["^y_"], [("field-removed", "/*")]),
        (["^x_", "^y_"], ["^y_", "^x_"], []),
        (["^x_"], ["^x_a"], []),
        (["^x_[a-z]+$"], ["^x_", "^y_"], []),
        (["^x_"], ["_$", "^y_"], []),
    ],
)
def test_keys_of_a_pattern_are_gone_where_no_pattern_may_match_them(
    before: list[str], after: list[str], expected: list[tuple[str, str]], rest: dict[str, Any]
) -> None:
    old, new = (
        {"$schema": DRAFT_2020, "patternProperties": {key: {"type": "string"} for key in side}, **rest}
        for side in (before, after)
    )
    assert changes(old, new) == expected
    assert not expected or output(old, new).verdict == "breaking"


@pytest.mark.parametrize("never", [False, {"not": {}}])
def test_keys_of_a_pattern_that_nothing_may_be_are_not_declared(never: Any) -> None:
    declared, refused = (
        {"$schema": DRAFT_2020, "patternProperties": {"^x": value}} for value in ({"type": "string"}, never)
    )
    closed = {"additionalProperties": False}
    assert changes({**declared, **closed}, {**refused, **closed}) == [("field-removed", "/*")]
    assert changes({**refused, **closed}, {"$schema": DRAFT_2020, **closed}) == []
    for direction in ("output", "input"):
        step = ({**refused, **closed}, {"$schema": DRAFT_2020, **closed})
        assert compare(*step, promise="additive", direction=direction).verdict == "compatible"


@pytest.mark.parametrize(("pattern", "expected"), [("^x$", []), ("^(x|y)$", []), ("^x", [("field-removed", "/*")])])
def test_a_pattern_whose_keys_are_all_named_loses_none(pattern: str, expected: list[tuple[str, str]]) -> None:
    named = {"$schema": DRAFT_2020, "properties": {"x": {"type": "string"}, "y": {"type": "string"}}}
    assert changes({**named, "patternProperties": {pattern: {"type": "string"}}}, named) == expected


def test_fields_beside_a_reference_up_to_draft_07_name_no_key_of_free_data() -> None:
    old = {
        "$schema": DRAFT_07,
        "$ref": "#/definitions/o",
        "properties": {"a": {}},
        "definitions": {"o": {"type": "object"}},
    }
    new = {"$schema": DRAFT_07, "type": "object", "additionalProperties": False}
    assert compare(old, new, promise="additive", direction="input").verdict == "breaking"


@pytest.mark.parametrize("named", [{}, {"properties": {"b": {}}}])
def test_writers_of_an_object_with_patterns_write_no_keys_that_it_does_not_name(named: dict[str, Any]) -> None:
    old = {"$schema": DRAFT_2020, "patternProperties": {"^a": {"type": "string"}}, **named}
    closed = {**old, "additionalProperties": False}
    assert compare(old, closed, promise="additive", direction="input").verdict == "compatible"
    assert (
        compare(
            {**old, "additionalProperties": {"type": "string"}}, closed, promise="additive", direction="input"
        ).verdict
        == "breaking"
    )


@pytest.mark.parametrize(("name", "expected"), [("x_a", []), ("b", [("field-removed", "/*")])])
def test_a_new_field_takes_the_place_of_a_pattern_that_it_matches(name: str, expected: list[tuple[str, str]]) -> None:
    old, new = (
        {"$schema": DRAFT_2020, "patternProperties": {"^x_": {"type": "string"}}},
        {"$schema": DRAFT_2020, "properties": {name: {"type": "string"}}},
    )
    assert changes(old, new) == expected


def test_what_stands_beside_a_reference_up_to_draft_07_declares_nothing() -> None:
    old = {"$schema": DRAFT_07, "definitions": {"x": {}}, "properties": {"p": {"$ref": "#/definitions/x", **B}}}
    new = {"$schema": DRAFT_07, "definitions": {"x": {}}, "properties": {"p": {"$ref": "#/definitions/x"}}}
    assert changes(old, new) == []


MESSAGE = {"type": "object", "properties": {"id": {}, "method": {}}, "required": ["id", "method"]}
REPLY = {"type": "object", "properties": {"id": {}, "result": {}}, "required": ["id", "result"]}


def list_of(*items: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"anyOf": list(items)}}


def test_the_fields_of_a_removed_branch_are_gone_where_nothing_else_declares_them_there() -> None:
    old = {"$schema": DRAFT_2020, "anyOf": [MESSAGE, REPLY, list_of(MESSAGE, REPLY)]}
    new = {"$schema": DRAFT_2020, "anyOf": [MESSAGE, REPLY]}
    removed = {("field-removed", path) for path in ("/*/id", "/*/method", "/*/result")}
    assert set(changes(old, new)) == removed
    comparison = output(old, new)
    assert (comparison.verdict, comparison.strict) == ("breaking", "compatible")


def test_the_fields_of_a_removed_branch_stay_where_another_branch_declares_them_there() -> None:
    old = {"$schema": DRAFT_2020, "anyOf": [MESSAGE, list_of(MESSAGE), list_of(MESSAGE, REPLY)]}
    new = {"$schema": DRAFT_2020, "anyOf": [MESSAGE, list_of(MESSAGE, REPLY)]}
    assert changes(old, new) == []
    assert output(old, new).verdict == "compatible"
    assert changes(old, {"$schema": DRAFT_2020, "anyOf": [MESSAGE, list_of(REPLY)]}) == [("field-removed", "/*/method")]


def test_a_removed_branch_without_fields_narrows_and_breaks_nothing() -> None:
    text = {"type": "string"}
    old = {"$schema": DRAFT_2020, "anyOf": [text, {"type": "array", "items": text}]}
    comparison = output(old, {"$schema": DRAFT_2020, **text})
    assert comparison.verdict == "compatible"
    assert [finding.rule for finding in comparison.findings] == ["narrowed"]
