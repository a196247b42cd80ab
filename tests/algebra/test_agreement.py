"""JSON Schema is compiled twice, to formulas and to generated Python: both give one verdict on a document."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from accordant.algebra.budget import Budget, Meter
from accordant.algebra.evaluate import holds
from accordant.algebra.keywords import KEYWORDS
from accordant.algebra.model import Pool
from accordant.algebra.reader import Reader
from accordant.gen import generate_schema
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.algebra.schemas import DRAFTS, documents, schemas

Case = tuple[Any, list[Any]]


def cases(uri: str, count: int) -> list[Case]:
    """Random schemas of a draft with documents; the same ones every time."""
    drawn: list[Case] = []

    @settings(
        max_examples=count, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(
        schemas(DRAFTS[uri]),
        schemas(DRAFTS[uri], 1),
        schemas(DRAFTS[uri], 1),
        st.lists(documents, min_size=8, max_size=8),
    )
    def draw(schema: Any, first: Any, second: Any, values: list[Any]) -> None:
        if isinstance(schema, dict):
            drawn.append(({**schema, "$schema": uri, "$defs": {"d": first, "e": second}}, values))

    draw()
    return drawn


@pytest.mark.parametrize("uri", sorted(DRAFTS))
def test_formulas_hold_for_the_documents_that_validators_accept(uri: str) -> None:
    for schema, values in cases(uri, 250):
        root, pool = Resources.of(schema), Pool()
        formula, validator = Reader(pool, Meter(Budget()), KEYWORDS).read(root), validator_of(root)
        for value in values:
            assert holds(pool, formula, value) is validator.is_valid(value), (schema, value)
            assert holds(pool, formula.negated, value) is not validator.is_valid(value), (schema, value)


@pytest.mark.parametrize("uri", sorted(DRAFTS))
def test_formulas_and_generated_models_give_one_verdict(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = 0
    for schema, values in cases(uri, 60):
        pool = Pool()
        formula = Reader(pool, Meter(Budget()), KEYWORDS).read(Resources.of(schema))
        module = types.ModuleType("agreement_model")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(generate_schema(schema, target="python", root="Root")["model.py"], module.__dict__)
        adapter: TypeAdapter[Any] = TypeAdapter(module.Root)
        for value in values:
            assert is_read(adapter, value) is holds(pool, formula, value), (schema, value)
            verdicts += 1
    assert verdicts > 200


def is_read(adapter: TypeAdapter[Any], value: Any) -> bool:
    try:
        adapter.validate_python(value)
    except ValidationError:
        return False
    return True
