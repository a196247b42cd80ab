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
from accordant.schema.dialects import DIALECTS, Dialect, Holds, Keyword, Relation
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
    for schema, values in cases(uri, 70):
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


NAMES_B: Any = {"properties": {"b": {"type": "string"}}}
UNEVALUATED = [
    pytest.param(dialect, keyword, id=f"{dialect}-{keyword.name}")
    for dialect in DIALECTS
    if "unevaluatedProperties" in dialect.keywords
    for keyword in dialect.applying_to[Relation.IN_PLACE]
    if not keyword.is_reference
]
VALUES: Any = [{}, {"a": 1}, {"b": "s"}, {"b": 1}, {"a": 1, "b": "s"}, {"a": 1, "b": 1}, {"a": 1, "c": 1}]


def holding(keyword: Keyword) -> dict[str, Any]:
    """A keyword whose subschema declares a member, and what it needs beside it."""
    if keyword.holds is Holds.LIST:
        return {keyword.name: [NAMES_B]}
    if keyword.holds in (Holds.MAP, Holds.MAP_OR_NAMES):
        return {keyword.name: {"a": NAMES_B}}
    needed: dict[str, Any] = {"then": {"if": {"required": ["a"]}}, "else": {"if": {"required": ["c"]}}}
    return {**needed.get(keyword.name, {}), keyword.name: NAMES_B}


@pytest.mark.parametrize(("dialect", "keyword"), UNEVALUATED)
def test_what_a_keyword_evaluates_is_the_same_for_validators_and_generated_models(
    dialect: Dialect, keyword: Keyword, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = {
        "$schema": dialect.uri, "properties": {"a": {}}, **holding(keyword), "unevaluatedProperties": False,
    }  # fmt: skip
    validator, module = validator_of(Resources.of(schema)), types.ModuleType("evaluation_model")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(generate_schema(schema, target="python", root="Root")["model.py"], module.__dict__)
    adapter: TypeAdapter[Any] = TypeAdapter(module.Root)
    assert [is_read(adapter, value) for value in VALUES] == [validator.is_valid(value) for value in VALUES]


def is_read(adapter: TypeAdapter[Any], value: Any) -> bool:
    try:
        adapter.validate_python(value)
    except ValidationError:
        return False
    return True
