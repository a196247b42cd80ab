"""What no pair of schemas may refute: verdicts against real validation, and against an independent prover."""

from __future__ import annotations

from math import inf
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.algebra import (
    Budget,
    Contained,
    Counterexample,
    Found,
    Nothing,
    Session,
    Unsure,
    check_containment,
    witness,
)
from accordant.schema.references import Resources
from tests.algebra.schemas import documents, pairs, schemas

bounded = settings(max_examples=250, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def accepts(schema: Any, document: Any) -> bool:
    validator = jsonschema_rs.validator_for(schema, validate_formats=False, offline=True)
    return bool(validator.is_valid(document))


@pytest.mark.slow
@bounded
@given(pairs(), st.lists(documents, min_size=20, max_size=20))
def test_no_document_refutes_a_containment(pair: tuple[Any, Any], tried: list[Any]) -> None:
    writer, reader = pair
    verdict = check_containment(Resources.of(writer), Resources.of(reader), budget=Budget(seconds=2))
    if isinstance(verdict, Contained):
        for document in tried:
            assert not accepts(writer, document) or accepts(reader, document), document
    elif isinstance(verdict, Counterexample):
        assert accepts(writer, verdict.document)
        assert not accepts(reader, verdict.document)


@bounded
@given(pairs())
def test_an_independent_prover_does_not_disagree(pair: tuple[Any, Any]) -> None:
    writer, reader = pair
    verdict = check_containment(Resources.of(writer), Resources.of(reader), budget=Budget(seconds=2))
    try:
        ours, theirs = (jsonschema_rs.canonicalize(schema, offline=True) for schema in (writer, reader))
        answer = str(theirs.covers(ours))
    except Exception:
        return  # a schema that the other prover does not take
    if isinstance(verdict, Contained):
        assert answer != "no"
    elif isinstance(verdict, Counterexample):
        assert answer != "yes"


@pytest.mark.slow
@bounded
@given(schemas(2020), st.lists(documents, min_size=20, max_size=20))
def test_a_schema_without_documents_accepts_none(schema: Any, tried: list[Any]) -> None:
    whole = {"allOf": [schema], "$defs": {"d": {"type": "string"}, "e": {"items": {"$ref": "#"}}}}
    outcome = witness(Resources.of(whole), budget=Budget(seconds=2))
    if isinstance(outcome, Nothing):
        assert not any(accepts(whole, document) for document in tried)
    elif isinstance(outcome, Found):
        assert accepts(whole, outcome.document)


@bounded
@given(schemas(2020))
def test_what_is_proved_without_a_validator_is_what_find_proves(schema: Any) -> None:
    node = Resources.of({"allOf": [schema], "$defs": {"d": {"type": "string"}, "e": {"items": {"$ref": "#"}}}})
    budget = Budget(steps=20_000, seconds=inf)
    outcome = Session(budget).find([node])
    is_proved = Session(budget).proves_none([node])
    assert is_proved == isinstance(outcome, Nothing) or isinstance(outcome, Unsure)


@bounded
@given(pairs())
def test_more_options_never_break_a_writer(pair: tuple[Any, Any]) -> None:
    first, second = pair
    if not isinstance(first, dict) or not isinstance(second, dict):
        return
    shared = {"$defs": first["$defs"], "$schema": first["$schema"]}
    wide = {"anyOf": [first, second], **shared}
    narrow = {"allOf": [first, second], **shared}
    for inner, outer in ((first, wide), (narrow, first), (narrow, wide)):
        assert not isinstance(check_containment(Resources.of(inner), Resources.of(outer)), Counterexample)
