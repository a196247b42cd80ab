"""The open reading: which keywords a reader that skips unknown names loosens, which it does not, and what remains."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.dialects import DIALECTS, DRAFT_07, DRAFT_2020_12, Dialect, Holds, Keyword
from accordant.schema.open_reading import (
    MAY_BE_LOOSE,
    Branches,
    Dropped,
    EscapingElse,
    Loosened,
    OpenEnum,
    TagDispatch,
    exact_inside,
    loosen,
)
from accordant.schema.reader_copy import as_node, open_reading
from accordant.schema.references import Node, Resources
from accordant.schema.validation import validator_of

CLOSED: dict[str, Any] = {"properties": {"a": {"type": "integer"}}, "additionalProperties": False}
INNER = {
    "type": "object", "properties": {"a": {"type": "integer"}, "k": {}}, "additionalProperties": False,
    "required": ["a"],
}  # fmt: skip
HELD: dict[Holds, Any] = {
    Holds.ONE: INNER,
    Holds.ONE_OR_LIST: [INNER],
    Holds.LIST: [INNER],
    Holds.MAP: {"k": INNER},
    Holds.MAP_OR_NAMES: {"k": INNER},
}
HARMLESS: dict[Holds, Any] = {
    Holds.NOTHING: True, Holds.ONE: {}, Holds.ONE_OR_LIST: [{}], Holds.LIST: [{}], Holds.MAP: {"k": {}},
    Holds.MAP_OR_NAMES: {"k": {}},
}  # fmt: skip
KEYWORDS = [pytest.param(d, k, id=f"{d}-{k.name}") for d in DIALECTS for k in d.keywords.values()]
APPLICATORS = [
    pytest.param(d, k, id=f"{d}-{k.name}")
    for d in DIALECTS
    for k in d.applying
    if not k.is_reference and k.name != "propertyNames"
]
BESIDE: dict[str, Any] = {"additionalItems": {"items": []}, "then": {"if": True}, "else": {"if": False}}


def root(schema: dict[str, Any], dialect: Dialect = DRAFT_2020_12) -> Node:
    return Resources.of({"$schema": dialect.uri, **schema})


def asked(schema: dict[str, Any], keyword: str, enums: str = "open") -> Loosened | None:
    return loosen(root(schema), keyword, enums)


def reads(schema: dict[str, Any], document: Any, dialect: Dialect = DRAFT_2020_12, enums: str = "open") -> bool:
    return validator_of(as_node(open_reading(root(schema, dialect), enums))).is_valid(document)


def holds(schema: dict[str, Any], document: Any, dialect: Dialect = DRAFT_2020_12) -> bool:
    return validator_of(root(schema, dialect)).is_valid(document)


@pytest.mark.parametrize(("dialect", "keyword"), KEYWORDS)
def test_only_the_listed_keywords_are_ever_loosened(dialect: Dialect, keyword: Keyword) -> None:
    if keyword.name in MAY_BE_LOOSE:
        return
    for value in (HARMLESS[keyword.holds], False, 0, "a", ["a", "b"]):
        assert loosen(root({keyword.name: value}, dialect), keyword.name, "open") is None


@pytest.mark.parametrize(("dialect", "keyword"), KEYWORDS)
def test_tests_are_read_exactly_in_every_draft(dialect: Dialect, keyword: Keyword) -> None:
    assert exact_inside(root({keyword.name: HARMLESS[keyword.holds]}, dialect), keyword.name) is keyword.is_test


@pytest.mark.parametrize(("dialect", "keyword"), APPLICATORS)
def test_every_applicator_reads_openly_inside_but_for_tests(dialect: Dialect, keyword: Keyword) -> None:
    schema = {**BESIDE.get(keyword.name, {}), keyword.name: HELD[keyword.holds]}
    unknown = {"a": 1, "new": 2}
    newer = [
        document
        for document in (unknown, {"k": unknown}, [unknown], {"k": 1, **unknown})
        if holds(schema, _without_new(document), dialect) and not holds(schema, document, dialect)
    ]
    assert newer or keyword.is_test
    assert [reads(schema, document, dialect) for document in newer] == [not keyword.is_test] * len(newer)
    assert all(reads(schema, _without_new(document), dialect) for document in newer)


def _without_new(document: Any) -> Any:
    if isinstance(document, list):
        return [_without_new(item) for item in document]
    if isinstance(document, dict):
        return {key: _without_new(value) for key, value in document.items() if key != "new"}
    return document


@pytest.mark.parametrize("keyword", ["additionalProperties", "unevaluatedProperties"])
def test_a_closed_object_is_open_and_a_map_stays_one(keyword: str) -> None:
    assert asked({keyword: False}, keyword) == Dropped()
    assert asked({keyword: True}, keyword) is None
    assert asked({keyword: {"type": "string"}}, keyword) is None
    assert not reads({keyword: {"type": "string"}}, {"k": 1})


def test_a_bound_on_the_number_of_keys_falls_at_the_top_only() -> None:
    assert asked({"maxProperties": 1}, "maxProperties") == Dropped()
    assert asked({"minProperties": 1}, "minProperties") is None


def test_rules_for_the_keys_of_a_map_stay_and_lists_of_names_grow() -> None:
    of_map = {"additionalProperties": {"type": "string"}}
    assert asked({**of_map, "propertyNames": {"pattern": "^a"}}, "propertyNames") is None
    assert asked({**of_map, "propertyNames": {"enum": ["a"]}}, "propertyNames") == Dropped()
    assert asked({**of_map, "propertyNames": {"$ref": "#/$defs/n"}, "$defs": {"n": {"enum": ["a"]}}}, "propertyNames")
    assert asked({"propertyNames": {"pattern": "^a"}}, "propertyNames") == Dropped()


@pytest.mark.parametrize(
    ("schema", "enums", "expected"),
    [
        ({"enum": ["a", "b"]}, "open", OpenEnum(("string",), ())),
        ({"enum": ["a", "b", None, 1]}, "open", OpenEnum(("string",), (None, 1))),
        ({"enum": ["a"]}, "open", None),
        ({"enum": ["a", 1]}, "open", None),
        ({"enum": [1, 2]}, "open", None),
        ({"enum": ["a", "b"], "x-closed": True}, "open", None),
        ({"enum": ["a", "b"]}, "marked", None),
        ({"enum": ["a", "b"], "x-open": True}, "marked", OpenEnum(("string",), ())),
        ({"enum": ["a"], "x-codes": "kinds"}, "open", OpenEnum(("string",), ())),
        ({"enum": [1, 2], "x-codes": "exits"}, "open", OpenEnum(("integer",), ())),
        ({"enum": [1, True], "x-codes": "exits"}, "open", OpenEnum(("integer",), (True,))),
        ({"enum": "no list"}, "open", None),
    ],
)
def test_a_list_of_strings_or_of_codes_may_grow(schema: Any, enums: str, expected: Loosened | None) -> None:
    assert asked(schema, "enum", enums) == expected


def _tagged(value: str, **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["t"],
        "properties": {"t": {"const": value}, **more},
        "additionalProperties": False,
    }


def test_a_tag_sends_a_known_value_to_its_branch_and_an_unknown_one_to_none() -> None:
    schema = {"oneOf": [_tagged("a", n={"type": "integer"}), _tagged("b"), {"type": "null"}]}
    assert asked(schema, "oneOf") == TagDispatch("t", ((0, frozenset({"a"})), (1, frozenset({"b"}))), (2,), True)
    readable = [{"t": "a", "n": 1}, {"t": "a", "new": 1}, {"t": "c", "n": "x"}, None]
    refused: list[Any] = [{"t": "a", "n": "x"}, {"n": 1}, 7]
    assert [reads(schema, document) for document in readable] == [True] * 4
    assert [reads(schema, document) for document in refused] == [False] * 3


def test_a_tag_that_the_schema_around_requires_selects_too() -> None:
    branches = [{"properties": {"t": {"const": value}}} for value in "ab"]
    assert isinstance(asked({"required": ["t"], "anyOf": branches}, "anyOf"), TagDispatch)
    assert isinstance(asked({"anyOf": branches}, "anyOf"), Branches)


def test_a_closed_branch_still_refuses_the_keys_that_its_siblings_name() -> None:
    other = {"properties": {"b": {}}, "additionalProperties": False}
    assert asked({"anyOf": [CLOSED, other]}, "anyOf") == Branches((frozenset("b"), frozenset("a")), exclusive=False)
    assert reads({"anyOf": [CLOSED, other]}, {"new": 1})
    assert not reads({"anyOf": [CLOSED, other]}, {"a": 1, "b": 1})


def test_an_open_branch_and_one_with_patterns_bar_nothing() -> None:
    patterned = {**CLOSED, "patternProperties": {"^x": {}}}
    named: dict[str, Any] = {"properties": {"b": {}}}
    assert asked({"anyOf": [patterned, named]}, "anyOf") == Branches((frozenset(), frozenset()), exclusive=False)


def test_exactly_one_branch_is_asked_for_unless_types_show_it() -> None:
    assert asked({"oneOf": [{"type": "string"}, {"type": "null"}]}, "oneOf") == Branches(
        (frozenset(),) * 2, exclusive=False
    )
    assert asked({"oneOf": [{"minimum": 1}, {"maximum": 2}]}, "oneOf") == Branches((frozenset(),) * 2, exclusive=True)


def test_an_else_does_not_apply_to_a_tag_with_an_unknown_value() -> None:
    condition = {"properties": {"t": {"const": "a"}}, "required": ["t"]}
    schema = {"if": condition, "else": {"required": ["n"]}, "properties": {"t": {"enum": ["a", "b"]}}}
    assert asked(schema, "else") == EscapingElse({"t": frozenset({"a", "b"})})
    assert asked({"if": {"minimum": 1}, "else": {}}, "else") is None
    assert asked({"else": {}}, "else") is None
    assert [reads(schema, document) for document in ({"t": "a"}, {"t": "b"}, {"t": "c"}, {"t": "b", "n": 1})] == [
        True, False, True, True,
    ]  # fmt: skip


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect.position >= DRAFT_07.position])
def test_a_chain_of_conditions_knows_the_values_of_all_its_links(dialect: Dialect) -> None:
    def when(value: str) -> dict[str, Any]:
        return {"properties": {"t": {"const": value}}, "required": ["t"]}

    chain = root({"if": when("a"), "else": {"if": when("b"), "else": {"required": ["n"]}}}, dialect)
    assert loosen(chain, "else", "open") == EscapingElse({"t": frozenset({"a", "b"})})
    assert loosen(chain.child("else"), "else", "open") == EscapingElse({"t": frozenset({"a", "b"})})


def test_a_reference_with_x_closed_is_read_exactly() -> None:
    schema = {"$ref": "#/$defs/a", "$defs": {"a": CLOSED}}
    assert reads(schema, {"new": 1})
    assert not exact_inside(root(schema), "$ref")
    closed = {**schema, "x-closed": True}
    assert exact_inside(root(closed), "$ref")
    assert not reads(closed, {"new": 1})


def test_an_unknown_keyword_is_no_test() -> None:
    assert not exact_inside(root({"x-own": {}}), "x-own")
