"""The quick closed view: where it says that a valid document has no stranger, the slow one finds none."""

from __future__ import annotations

import random
from typing import Any

import pytest

from accordant.conform.closed import ClosedView
from accordant.contract import CodeList, ContractState, Entry, Version
from accordant.schema.references import Node, Resources
from accordant.schema.validation import validator_of
from tests.conftest import bundled
from tests.gen.random_schemas import drawn

LISTS = {
    "closed": CodeList("closed", entries=(Entry("a"), Entry("ab"), Entry("b", retired="1.2"), Entry(1))),
    "open": CodeList("open", extensible=True, entries=(Entry("a", retired="1.2"), Entry("b"))),
}
STATE = ContractState("acme", "v1", code_lists=LISTS)
VERSIONS = [version for contract in bundled().contracts for version in contract.versions]


def is_clean(view: ClosedView, root: Node, document: Any) -> bool:
    """Whether a valid document has no stranger; both views say so, or none does."""
    assert validator_of(root).is_valid(document)
    found = list(view.strangers(root, document))
    assert view.have_none(root, [document]) is not bool(found), (document, found)
    return not found


def is_clean_of(schema: Any, document: Any) -> bool:
    return is_clean(ClosedView(STATE), Resources.of(schema), document)


def bind(schema: Any, chance: random.Random) -> None:
    """Bind some subschemas to code lists."""
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        bind(part, chance)
    if isinstance(schema, dict) and schema.keys() & {"type", "enum", "const"} and chance.random() < 0.3:
        schema["x-codes"] = chance.choice(["closed", "open", {"list": "closed"}])


def test_both_views_agree_on_random_schemas_of_all_drafts() -> None:
    clean = strange = 0
    for seed in range(400):
        schema, documents = drawn(seed, documents=12)
        bind(schema, random.Random(seed))
        root, view = Resources.of(schema), ClosedView(STATE)
        for document in documents:
            if validator_of(root).accepts_all([document]):
                is_known = is_clean(view, root, document)
                clean, strange = clean + is_known, strange + (not is_known)
    assert clean > 1_000
    assert strange > 50


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: f"{version.contract}/{version.name}")
def test_both_views_agree_on_the_examples_of_every_contract(version: Version) -> None:
    view = ClosedView(version.state)
    for example in version.examples:
        subject = version.state.streams[example.subject].line if example.is_stream else example.subject
        root = version.state.root(subject)
        for document in example.documents if example.valid else ():
            is_clean(view, root, document.value)


ALTERNATIVES: Any = {
    "anyOf": [
        {"required": ["kind"], "minProperties": 5},
        {"properties": {"b": {}}, "required": ["z"]},
    ]
}
SHORT = {"kind": 1, "q": 1}
"""Has the marks of the first alternative alone, and fits none; then both declare, and name `b` only."""


@pytest.mark.parametrize(
    ("schema", "document"),
    [
        ({"contains": ALTERNATIVES}, [SHORT, {"z": 1}]),
        ({"allOf": [{"properties": {"m": {}}}], "unevaluatedProperties": ALTERNATIVES}, {"m": SHORT}),
        ({"allOf": [{"prefixItems": [{}]}], "unevaluatedItems": ALTERNATIVES}, [SHORT]),
    ],
    ids=["contains", "unevaluatedProperties", "unevaluatedItems"],
)
def test_what_need_not_hold_is_asked_and_not_told_by_its_marks(schema: Any, document: Any) -> None:
    assert not is_clean_of(schema, document)


def test_alternatives_with_one_tag_are_told_apart_by_their_other_marks() -> None:
    tag = {"const": "move"}
    union = {
        "oneOf": [
            {"properties": {"type": tag, "x": {}}, "required": ["type", "x"]},
            {"properties": {"type": tag, "y": {}}, "required": ["type", "y"]},
            {"properties": {"type": {"enum": ["stop", "wait"]}}, "required": ["type"]},
        ]
    }
    assert is_clean_of(union, {"type": "move", "x": 1})
    assert not is_clean_of(union, {"type": "stop", "x": 1})
    assert not is_clean_of(union, {"type": "move", "y": 1, "z": 1})


def test_items_behind_the_leading_ones_are_all_looked_at() -> None:
    schema = {"prefixItems": [{"properties": {"a": {}}}], "items": {"properties": {"b": {}}}}
    assert is_clean_of(schema, [{"a": 1}, *[{"b": 1}] * 2_000])
    assert not is_clean_of(schema, [{"a": 1}, *[{"b": 1}] * 2_000, {"a": 1}])
    assert not is_clean_of(schema, [{"b": 1}])


def test_more_names_than_are_kept_are_still_told() -> None:
    schema = {"properties": {"known": {}}, "patternProperties": {"^k": {"properties": {"a": {}}}}}
    document = {f"k{number}": {"a": 1} for number in range(2_500)}
    assert is_clean_of(schema, document)
    assert not is_clean_of(schema, {**document, "k9999": {"b": 1}})
    assert not is_clean_of(schema, {**document, "other": 1})


def test_what_is_known_of_one_document_is_not_taken_for_another_with_the_same_names() -> None:
    branches = [
        {"properties": {"type": {"const": "a"}, "x": {}}, "required": ["type"]},
        {"properties": {"type": {"const": "b"}, "y": {}}, "required": ["type"]},
        {"properties": {"type": {"const": "c"}, "x": {"properties": {"deep": {}}}}, "required": ["type"]},
    ]
    root, view = Resources.of({"anyOf": branches}), ClosedView(STATE)
    for _ in range(3):  # what is found out stays so
        clean = [
            is_clean(view, root, {"type": type_, "x": inner})
            for type_ in ("a", "b", "c")
            for inner in (1, {"deep": 1}, {"other": 1})
        ]
        assert clean == [True, True, True, False, False, False, True, True, False]


def test_alternatives_that_no_text_tells_are_asked_of_each_document() -> None:
    short = {"properties": {"n": {"type": "integer"}, "x": {}}, "required": ["n"]}
    other = {"properties": {"n": {"type": "string"}, "y": {}}, "required": ["n"]}
    root, view = Resources.of({"oneOf": [short, other]}), ClosedView(STATE)
    assert [is_clean(view, root, {"n": n, "x": 1}) for n in (1, "a", 2, "b")] == [True, False, True, False]
    condition = {"if": {"properties": {"n": {"const": 1}}}, "then": short, "else": {"properties": {"n": {}}}}
    root, view = Resources.of(condition), ClosedView(STATE)
    assert [is_clean(view, root, {"n": n, "x": 1}) for n in (1, 2, 1, 2)] == [True, False, True, False]
