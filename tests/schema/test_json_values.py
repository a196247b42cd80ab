"""JSON values have one type and one canonical text, and bindings to code lists one reader."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.model import json_equality
from accordant.schema.bindings import Binding, binding_of, read_binding
from accordant.schema.json_values import canonical, has_member, json_type, texts_in, values_in


@pytest.mark.parametrize(
    ("value", "type_"),
    [(None, "null"), (True, "boolean"), (1, "integer"), (1.0, "integer"), (1.5, "number"),
     ("", "string"), ([], "array"), ({}, "object")],
)  # fmt: skip
def test_a_value_has_one_type_and_the_model_derives_its_own(value: Any, type_: str) -> None:
    assert json_type(value) == type_
    assert json_equality.atom_of(value) == ("fraction" if type_ == "number" else type_)
    assert json_equality.atom_of(value) in json_equality.atoms([type_])


def test_the_spelling_of_a_number_counts_for_its_type_where_that_is_asked() -> None:
    assert [json_type(value, by_spelling=True) for value in (1, 1.0, 1.5, True)] == [
        "integer", "number", "number", "boolean",
    ]  # fmt: skip


def test_equal_values_have_one_text_whatever_the_order_of_members() -> None:
    assert canonical({"b": [1, "é"], "a": None}) == '{"a":null,"b":[1,"é"]}'
    assert len({canonical(value) for value in (1, 1.0, True, "1")}) == 4


@pytest.mark.parametrize(
    ("value", "binding"),
    [("kinds", Binding("kinds")), ({"list": "kinds"}, Binding("kinds")),
     ({"list": "kinds", "where": {"severity": "error"}}, Binding("kinds", {"severity": "error"})),
     ({"list": 3}, None), ({"list": "kinds", "where": 3}, None), (3, None), (None, None)],
)  # fmt: skip
def test_a_binding_is_the_name_of_a_list_or_a_list_and_a_choice(value: Any, binding: Binding | None) -> None:
    assert read_binding(value) == binding
    assert binding_of({"x-codes": value}) == binding


def test_a_boolean_schema_is_bound_to_nothing() -> None:
    assert binding_of(True) is None
    assert binding_of({}) is None


NESTED: Any = {"a": [1, {"": "x"}], "b": None}


def test_the_values_in_a_value_are_itself_its_members_and_its_items() -> None:
    assert sorted(map(canonical, values_in(NESTED))) == sorted(
        map(canonical, [NESTED, [1, {"": "x"}], 1, {"": "x"}, "x", None])
    )


def test_the_texts_in_a_value_are_its_strings_and_the_names_of_its_members() -> None:
    assert sorted(texts_in(NESTED)) == ["", "a", "b", "x"]


def test_a_member_is_found_however_deep() -> None:
    deep: Any = {"needle": 1}
    for _ in range(5_000):
        deep = [deep]
    assert has_member(deep, "needle")
    assert not has_member(deep, "x")
    assert has_member(NESTED, "")
