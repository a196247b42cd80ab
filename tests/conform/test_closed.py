"""The closed view alone: what a schema declares for a member or an item, keyword by keyword, and what is a stranger."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.conform.closed import ClosedView
from accordant.contract import CodeList, ContractState, Entry
from accordant.schema.dialects import DIALECTS, DRAFT_2020_12, Dialect, Holds, Keyword, Relation
from accordant.schema.references import Node, Resources

FIELDS: dict[str, Any] = {"properties": {"a": {}}}
HELD: dict[Holds, Any] = {
    Holds.ONE: FIELDS,
    Holds.ONE_OR_LIST: [FIELDS],
    Holds.LIST: [FIELDS],
    Holds.MAP: {"k": FIELDS},
    Holds.MAP_OR_NAMES: {"k": FIELDS, "n": ["k"]},
}
BESIDE: dict[str, Any] = {
    "then": {"if": True}, "else": {"if": False}, "additionalItems": {"items": []},
}  # fmt: skip
APPLYING = [pytest.param(d, k, id=f"{d}-{k.name}") for d in DIALECTS for k in d.applying if not k.is_reference]
REFERENCES = [pytest.param(d, k, id=f"{d}-{k.name}") for d in DIALECTS for k in d.applying if k.is_reference]
ENTRIES = (Entry("A"), Entry("B", retired="1.2"), Entry("C", replaces=("B",)), Entry(7))


def root(schema: Any, dialect: Dialect = DRAFT_2020_12) -> Node:
    return Resources.of({"$schema": dialect.uri, **schema} if isinstance(schema, dict) else schema)


def strangers(schema: Any, document: Any, dialect: Dialect = DRAFT_2020_12) -> list[str]:
    view = ClosedView(ContractState("acme", "v1", code_lists={"kinds": CodeList("kinds", entries=ENTRIES)}))
    return sorted(stranger.instance for stranger in view.strangers(root(schema, dialect), document))


@pytest.mark.parametrize(("dialect", "keyword"), APPLYING)
def test_every_applicator_declares_what_it_applies_and_a_test_declares_nothing(
    dialect: Dialect, keyword: Keyword
) -> None:
    schema = {**BESIDE.get(keyword.name, {}), keyword.name: HELD[keyword.holds]}
    inner = {"a": 1, "b": 2}
    if keyword.relation is Relation.NAME or keyword.name == "not":
        assert strangers(schema, {"k": inner}, dialect) == []  # nobody names a field: free data
    elif keyword.relation is Relation.MEMBER:
        assert strangers(schema, {"k": inner}, dialect) == ["/k/b"]
    elif keyword.relation is Relation.ITEM:
        assert strangers(schema, [inner], dialect) == ["/0/b"]
    else:
        assert strangers(schema, {"k": 1, **inner}, dialect) == ["/b", "/k"]


@pytest.mark.parametrize(("dialect", "keyword"), REFERENCES)
def test_every_reference_declares_what_it_leads_to(dialect: Dialect, keyword: Keyword) -> None:
    holder = "$defs" if dialect.position > 2 else "definitions"
    target: dict[str, Any] = {"$ref": f"#/{holder}/x", "$dynamicRef": "#x", "$recursiveRef": "#"}
    shared = {"$dynamicAnchor": "x", **FIELDS} if keyword.name == "$dynamicRef" else FIELDS
    schema: Any
    if keyword.name == "$recursiveRef":
        schema = {"properties": {"k": {"$recursiveRef": "#"}, "a": {}}}
        assert strangers(schema, {"k": {"a": 1, "b": 2}}, dialect) == ["/k/b"]
    else:
        schema = {keyword.name: target[keyword.name], holder: {"x": shared}}
        assert strangers(schema, {"a": 1, "b": 2}, dialect) == ["/b"]


def test_only_the_alternative_that_a_document_fits_declares_its_fields() -> None:
    other = {"properties": {"b": {"type": "string"}}, "required": ["b"]}
    for keyword in ("anyOf", "oneOf"):
        schema = {keyword: [{**FIELDS, "required": ["a"]}, other]}
        assert strangers(schema, {"b": "x", "c": 1}) == ["/c"]
        assert strangers(schema, {"a": 1, "b": 7}) == ["/b"]
        assert strangers(schema, {"b": 7}) == []  # it fits none: refused already, so every branch declares


def test_a_condition_declares_by_its_outcome() -> None:
    then: Any = {"properties": {"t": {}}}
    other: Any = {"properties": {"e": {}}}
    schema = {"if": {"required": ["a"], **FIELDS}, "then": then, "else": other}
    assert strangers(schema, {"a": 1, "t": 1, "e": 1}) == ["/e"]
    assert strangers(schema, {"t": 1, "e": 1}) == ["/t"]


def test_a_dependency_declares_only_where_its_key_is_present() -> None:
    schema = {**FIELDS, "dependentSchemas": {"a": {"properties": {"b": {}}}}}
    assert strangers(schema, {"a": 1, "b": 1}) == []
    assert strangers(schema, {"b": 1}) == ["/b"]


@pytest.mark.parametrize("values", [{"type": "integer"}, {"enum": [1]}, {"$ref": "#/$defs/i"}, {"description": "A."}])
def test_a_map_declares_all_its_keys(values: Any) -> None:
    schema = {**FIELDS, "additionalProperties": values, "$defs": {"i": {"type": "integer"}}}
    assert strangers(schema, {"a": 1, "b": 1}) == []


def test_a_schema_that_allows_other_keys_aloud_leaves_them_to_programs() -> None:
    assert strangers({**FIELDS, "additionalProperties": True}, {"a": 1, "b": 1}) == []


@pytest.mark.parametrize("values", [False, {}])
def test_a_schema_that_says_nothing_of_other_keys_declares_none(values: Any) -> None:
    assert strangers({**FIELDS, "additionalProperties": values}, {"a": 1, "b": 1}) == ["/b"]


def test_an_object_of_which_no_field_is_named_is_free_data() -> None:
    assert strangers({"properties": {"free": {"type": "object"}}}, {"free": {"b": {"c": [1]}}}) == []
    assert strangers(True, {"b": 1}) == []
    assert strangers({"properties": {}}, {"b": 1}) == []


def test_a_stranger_is_reported_once_and_nothing_below_it() -> None:
    schema = {"allOf": [FIELDS, {"properties": {"a": {"properties": {"x": {}}}}}]}
    assert strangers(schema, {"b": {"c": 1}, "a": {"y": 1}}) == ["/a/y", "/b"]


def test_names_with_slashes_and_tildes_are_escaped() -> None:
    assert strangers(FIELDS, {"x/y~z": 1}) == ["/x~1y~0z"]


def test_a_recursive_schema_is_followed_to_the_end_of_the_document() -> None:
    schema = {"properties": {"next": {"$ref": "#"}}, "allOf": [{"$ref": "#/$defs/x"}], "$defs": {"x": {"$ref": "#"}}}
    document: Any = {"b": 1}
    for _ in range(50):
        document = {"next": document}
    assert strangers(schema, document) == ["/next" * 50 + "/b"]


@pytest.mark.parametrize(
    ("value", "rule"),
    [("A", None), (7, None), ("D", "code-unregistered"), (8, "code-unregistered"), ("B", "code-retired"), (True, None),
     (None, None), (["D"], None)],
)  # fmt: skip
def test_an_identifier_is_one_of_its_list_and_not_retired(value: Any, rule: str | None) -> None:
    view = ClosedView(ContractState("acme", "v1", code_lists={"kinds": CodeList("kinds", entries=ENTRIES)}))
    for binding in ("kinds", {"list": "kinds", "where": {}}):
        schema = {"properties": {"kind": {"allOf": [{"x-codes": binding}]}}}
        found = [stranger.rule.name for stranger in view.strangers(root(schema), {"kind": value})]
        assert found == ([rule] if rule else [])


def test_a_retired_identifier_comes_with_what_replaces_it_and_an_unknown_list_asks_nothing() -> None:
    view = ClosedView(ContractState("acme", "v1", code_lists={"kinds": CodeList("kinds", entries=ENTRIES)}))
    [stranger] = view.strangers(root({"x-codes": "kinds"}), "B")
    assert stranger.message == '"B" is retired from kinds since 1.2; it was replaced by "C"'
    assert list(view.strangers(root({"x-codes": "others"}), "B")) == []


def test_a_branch_that_no_validator_can_judge_declares_its_fields() -> None:
    schema = {"anyOf": [{**FIELDS, "pattern": "("}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}]}
    assert strangers(schema, {"a": 1, "b": "x", "c": 1}) == ["/c"]
