"""A model without the patterns that a target lacks still allows every document that the schema allows."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from accordant.gen import model_of
from accordant.gen.single_file import print_model
from accordant.model.patterns import conditions, find_unhonoured_patterns, patterns_in, without_what_is_unseen
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.algebra.schemas import DRAFTS, PATTERNS, documents, schemas

LACKING = frozenset(PATTERNS[::2])


def with_patterns(draft: int) -> st.SearchStrategy[Any]:
    """Schemas full of patterns, in all places where what a pattern says may count for or against a document."""
    pattern, kind = st.sampled_from(PATTERNS), st.sampled_from(["string", "integer", "null"])
    leaves = st.one_of(
        st.builds(lambda text: {"pattern": text}, pattern),
        st.builds(lambda text: {"propertyNames": {"pattern": text}}, pattern),
        st.builds(lambda text, name: {"patternProperties": {text: {"type": name}}}, pattern, kind),
        st.builds(lambda text: {"patternProperties": {text: True}, "additionalProperties": False}, pattern),
        st.just({"$ref": "#/$defs/e"}),
        schemas(draft, 1),
    )

    def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        several = st.lists(inner, min_size=1, max_size=3)
        return st.one_of(
            st.builds(lambda part: {"not": part}, inner),
            st.builds(lambda word, parts: {word: parts}, st.sampled_from(["allOf", "anyOf", "oneOf"]), several),
            st.builds(lambda a, b, c: {"if": a, "then": b, "else": c}, inner, inner, inner),
            st.builds(lambda word, part: {word: part}, st.sampled_from(["items", "contains"]), inner),
            st.builds(lambda part: {"contains": part, "maxContains": 1, "minContains": 0}, inner),
            st.builds(lambda part: {"properties": {"p": part}}, inner),
            st.builds(lambda parts: {"anyOf": parts, "unevaluatedProperties": False}, several),
        )

    return st.recursive(leaves, nested, max_leaves=6)


def expresses(pattern: str) -> bool:
    return pattern not in LACKING


@pytest.mark.parametrize("uri", sorted(DRAFTS))
def test_what_is_left_refuses_no_document_of_the_schema(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = allowed = 0

    @settings(max_examples=80, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(with_patterns(DRAFTS[uri]), schemas(DRAFTS[uri], 1), st.lists(documents, min_size=10, max_size=10))
    def check(schema: Any, definition: Any, values: list[Any]) -> None:
        nonlocal changed, allowed
        if not isinstance(schema, dict):
            return
        schema = {**schema, "$schema": uri, "$defs": {"d": definition, "e": {"pattern": PATTERNS[0]}}}
        model = model_of(schema, root="Root")
        weaker = without_what_is_unseen(model, expresses)
        assert (weaker is model) is (find_unhonoured_patterns(model, expresses) == [])
        left = {text for condition in conditions(weaker) for text, _ in patterns_in(condition)}
        assert not left & LACKING
        if weaker is model:
            return
        changed += 1
        module = types.ModuleType("weaker_model")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(print_model(weaker, schema, "python", "schema.json")["model.py"], module.__dict__)
        adapter: TypeAdapter[Any] = TypeAdapter(module.Root)
        validator = validator_of(Resources.of(schema))
        for value in values:
            if validator.is_valid(value):
                adapter.validate_python(value)
                allowed += 1

    check()
    assert changed > 25
    assert allowed > 60
