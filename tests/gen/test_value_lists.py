"""Generated code writes a long list of values once."""

from __future__ import annotations

from typing import Any, Final

from accordant import generate

WORDS: Final = ["one", "two", "three", "four", "five", "six", "seven"]


def typescript_of(schema: Any) -> str:
    return generate(schema, target="ts", root="Root")["types.ts"]


def test_a_long_list_of_values_is_written_once_and_named_by_its_member() -> None:
    kind = {"enum": WORDS}
    text = typescript_of({"properties": {"kind": kind, "others": {"items": {"properties": {"kind": kind}}}}})
    assert text.count('"seven",') == 1
    assert text.count("oneOf(x0, ...KIND_VALUES)") > 1


def test_lists_of_one_member_with_other_values_have_names_of_their_own() -> None:
    text = typescript_of(
        {"properties": {"a": {"properties": {"kind": {"enum": WORDS}}}, "kind": {"enum": [*WORDS, 8]}}}
    )
    assert "const KIND_VALUES = [" in text
    assert "const KIND_VALUES_2 = [" in text


def test_a_short_list_of_values_stays_where_it_is_asked_for() -> None:
    assert "_VALUES" not in typescript_of({"properties": {"kind": {"enum": WORDS[:6]}}})


def test_rules_in_python_write_a_long_list_of_values_once() -> None:
    kind = {"not": {"enum": WORDS}}
    schema = {"properties": {"kind": kind, "others": {"items": {"properties": {"kind": kind}}}}}
    text = generate(schema, target="python", root="Root")["model.py"]
    assert text.count('"seven",') == 1
    assert "_KIND_VALUES: Final[tuple[str, ...]] = (" in text
    assert text.count("in _KIND_VALUES") > 1
