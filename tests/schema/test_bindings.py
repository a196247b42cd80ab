"""Bindings to code lists: read from every form that the format allows, and from no other."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.bindings import Binding, ContextBinding, binding_of, context_binding_of

CONTEXT = {"list": "kinds", "identifier": "kind", "context": "details"}


@pytest.mark.parametrize(
    ("value", "binding"),
    [
        ("kinds", Binding("kinds")),
        ({"list": "kinds"}, Binding("kinds")),
        ({"list": "kinds", "where": {"severity": "error"}}, Binding("kinds", {"severity": "error"})),
        ({"where": {}}, None),
        ({"list": 1}, None),
        ({"list": "kinds", "where": "error"}, None),
        (None, None),
        (["kinds"], None),
    ],
)
def test_x_codes_is_a_name_or_a_list_with_facts(value: Any, binding: Binding | None) -> None:
    assert binding_of({"x-codes": value}) == binding


def test_x_code_context_has_a_list_and_two_fields() -> None:
    assert context_binding_of({"x-code-context": CONTEXT}) == ContextBinding("kinds", "kind", "details")


@pytest.mark.parametrize("key", CONTEXT)
@pytest.mark.parametrize("value", [None, 1, ["a"], {}])
def test_x_code_context_with_anything_else_is_none(key: str, value: Any) -> None:
    assert context_binding_of({"x-code-context": {**CONTEXT, key: value}}) is None
    assert context_binding_of({"x-code-context": {k: v for k, v in CONTEXT.items() if k != key}}) is None


@pytest.mark.parametrize("schema", [True, None, {}, [], "x-code-context", {"x-code-context": "kinds"}])
def test_what_binds_nothing_has_no_binding(schema: Any) -> None:
    assert binding_of(schema) is None
    assert context_binding_of(schema) is None
