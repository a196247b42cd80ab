"""A reference that leads nowhere is unknown: a verdict beside it holds whatever its target would be."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.algebra import Budget, Contained, Counterexample, Undecided, check_containment
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.algebra.schemas import DRAFTS, documents, schemas

UNKNOWN: Final = "urn:elsewhere"
TARGETS: Final[tuple[Any, ...]] = (
    {}, {"not": {}}, {"type": "string"}, {"type": "object", "properties": {"p": {}, "q": {}}}, {"required": ["p"]},
    {"enum": [0, 1, "p", [], {}]}, {"items": {"type": "integer"}}, {"not": {"type": "integer"}},
)  # fmt: skip
"""What may stand at the unknown address."""


def around_unknown(draft: int) -> st.SearchStrategy[Any]:
    """Schemas full of references to the unknown address, at all kinds of places."""
    leaves = st.one_of(st.just({"$ref": UNKNOWN}), schemas(draft, 1).filter(lambda schema: isinstance(schema, dict)))

    def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        several = st.lists(inner, min_size=1, max_size=3)
        words = ["items", "contains", "not", "additionalProperties", "propertyNames"]
        kinds = [
            st.builds(lambda word, part: {word: part}, st.sampled_from(words), inner),
            st.builds(lambda word, parts: {word: parts}, st.sampled_from(["allOf", "anyOf", "oneOf"]), several),
            st.builds(lambda a, b, c: {"if": a, "then": b, "else": c}, inner, inner, inner),
            st.builds(lambda part: {"properties": {"p": part}, "required": ["q"]}, inner),
            st.builds(lambda part: {"patternProperties": {"^p": part}, "minProperties": 1}, inner),
        ]
        if draft >= 2019:
            kinds += [
                st.builds(lambda part: {"contains": part, "maxContains": 1, "minContains": 0}, inner),
                st.builds(lambda part, parts: {"anyOf": parts, "unevaluatedProperties": part}, inner, several),
                st.builds(lambda part: {**part, "unevaluatedProperties": False}, inner),
                st.builds(lambda parts: {"allOf": parts, "unevaluatedItems": False}, several),
            ]
        return st.one_of(kinds)

    return st.recursive(leaves, nested, max_leaves=5)


def whole(uri: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": uri, **schema, "$defs": {"d": {"type": "string"}, "e": {"$ref": UNKNOWN}}}


@pytest.mark.slow
@pytest.mark.parametrize("uri", sorted(DRAFTS))
def test_a_verdict_holds_whatever_stands_at_the_unknown_address(uri: str) -> None:
    draft = DRAFTS[uri]
    verdicts: dict[type, int] = {}

    @settings(max_examples=120, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(around_unknown(draft), around_unknown(draft), st.lists(documents, min_size=6, max_size=6))
    def check(first: Any, second: Any, values: list[Any]) -> None:
        both = {"allOf": [first, second]}
        for written, read in ((first, second), (first, both), (both, first), (first, {"anyOf": [second, first]})):
            writer, reader = whole(uri, written), whole(uri, read)
            verdict = check_containment(Resources.of(writer), Resources.of(reader), budget=Budget(steps=20_000))
            verdicts[type(verdict)] = verdicts.get(type(verdict), 0) + 1
            if isinstance(verdict, Undecided):
                continue
            for target in TARGETS:
                others = {UNKNOWN: {"$schema": uri, **target}}
                accepts = validator_of(Resources.of(writer, others))
                refuses = validator_of(Resources.of(reader, others))
                for value in values if isinstance(verdict, Contained) else [verdict.document]:
                    escapes = accepts.is_valid(value) and not refuses.is_valid(value)
                    assert escapes is isinstance(verdict, Counterexample), (writer, reader, target, value)

    check()
    assert verdicts[Contained] > 150
    assert verdicts[Counterexample] > 30


@pytest.mark.parametrize("uri", sorted(DRAFTS))
def test_what_stands_beside_an_unknown_reference_changes_nothing_about_it(uri: str) -> None:
    @settings(max_examples=80, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(around_unknown(DRAFTS[uri]))
    def check(schema: Any) -> None:
        described = {"description": "A text.", **schema}
        verdict = check_containment(Resources.of(whole(uri, schema)), Resources.of(whole(uri, described)))
        assert isinstance(verdict, Contained), schema

    check()
