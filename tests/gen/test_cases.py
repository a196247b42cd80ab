"""The cases that types carry are never narrower than the rules that they come from."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.gen import model_of
from accordant.gen.typescript.alternatives import Alternatives
from accordant.gen.typescript.annotations import Annotations
from accordant.model.cases.analysis import cases, together
from accordant.model.cases.claims import Claim
from accordant.model.cases.minimize import Case, drop_untypable
from accordant.model.cases.shape_claims import claims_of
from accordant.model.json_equality import atom_of
from accordant.model.types import Record
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.sampling import written

NAMES = st.sampled_from(["a", "b", "c"])
VALUES = st.sampled_from([True, False, None, 1, 2, "x", "y"])
PLAIN = st.one_of(
    st.builds(lambda value: {"const": value}, VALUES),
    st.builds(lambda values: {"enum": values}, st.lists(VALUES, min_size=1, max_size=3)),
    st.builds(
        lambda kind: {"type": kind}, st.sampled_from(["string", "boolean", "integer", "null", "object", "array"])
    ),
    st.builds(lambda inner: {"type": "object", "required": [inner]}, NAMES),
    st.just({"type": "array", "items": {"type": "string"}}),
    st.builds(lambda least: {"type": "array", "minItems": least}, st.integers(1, 2)),
    st.builds(lambda most: {"maxItems": most}, st.integers(0, 2)),
    st.builds(lambda part: {"not": part}, st.just({"const": "x"}) | st.just({"type": "string"})),
)
MEMBERS = st.dictionaries(NAMES, PLAIN, min_size=1, max_size=2)


def rules(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        st.builds(lambda key, parts: {key: parts}, st.sampled_from(["anyOf", "oneOf", "allOf"]), several),
        st.builds(lambda part: {"not": part}, inner),
        st.builds(lambda test, then, other: {"if": test, "then": then, "else": other}, inner, inner, inner),
        st.builds(lambda test, then: {"if": test, "then": then}, inner, inner),
    )


RULES = st.recursive(
    st.one_of(
        st.builds(lambda names: {"required": names}, st.lists(NAMES, min_size=1, max_size=2, unique=True)),
        st.builds(lambda members: {"properties": members}, MEMBERS),
        st.builds(lambda first, other: {"dependentRequired": {first: [other]}}, NAMES, NAMES),
    ),
    rules,
    max_leaves=5,
)
SCHEMAS = st.builds(
    lambda declared, required, parts: {
        "type": "object", "properties": declared, "required": required, "allOf": parts,
        **({"additionalProperties": False} if len(required) == 1 else {}),
    },
    st.dictionaries(NAMES, PLAIN, max_size=3), st.lists(NAMES, max_size=2, unique=True),
    st.lists(RULES, min_size=1, max_size=3),
)  # fmt: skip


def satisfies(document: dict[str, Any], case: Case) -> bool:
    return all(fits(document.get(name), name in document, claim) for name, claim in case.items())


def fits(value: Any, there: bool, claim: Claim) -> bool:
    if not there:
        return claim.there is not True
    if claim.there is False or atom_of(value) not in claim.types:
        return False
    if claim.values is not None and fingerprint(value) not in map(fingerprint, claim.values):
        return False
    if any(fingerprint(value) == fingerprint(other) for other in claim.other_than):
        return False
    if claim.item and isinstance(value, list) and not all(fits(item, True, claim.item[0]) for item in value):
        return False
    if isinstance(value, list):
        least, most = claim.count
        return least <= len(value) and (most is None or len(value) <= most)
    return not isinstance(value, dict) or satisfies(value, dict(claim.inside))


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(SCHEMAS)
def test_every_valid_document_satisfies_one_of_the_cases(schema: Any) -> None:
    model = model_of(schema)
    root = model.types[model.root].type
    if not isinstance(root.shape, Record):
        return
    claims = claims_of(model)
    declared = claims.declared(root.shape)
    lists = [cases(rule, declared, claims.named) for rule in root.rules]
    joined = together(lists, declared)
    Alternatives(model, Annotations(model)).of(root.shape, root.rules)
    judge = validator_of(Resources.of(schema))
    for document in written(schema, [True, False, None, 1, 2, "x", "y"], 60):
        assert judge.is_valid(document)
        for alternatives in lists:
            assert any(satisfies(document, case) for case in alternatives), (document, alternatives)
        for group in joined:
            assert any(satisfies(document, case) for case in group.cases), (document, group)
            assert any(satisfies(document, case) for case in group.single), (document, group)
            if group.all_of_them:
                assert any(satisfies(document, drop_untypable(case, declared)) for case in group.cases)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"if": {"properties": {"a": {"const": True}}, "required": ["a"]}, "then": {"required": ["b"]}},
         [["{ a: true; b: string }", "{ a: false }"]]),
        ({"oneOf": [{"required": ["b"]}, {"required": ["c"]}]},
         [["{ b: string; c?: never }", "{ c: number; b?: never }"]]),
        ({"not": {"required": ["b", "c"]}}, [["{ b?: never }", "{ c?: never }"]]),
        ({"dependentRequired": {"b": ["c"]}}, [["{ b: string; c: number }", "{ b?: never }"]]),
        ({"minProperties": 1}, []),
    ],
)  # fmt: skip
def test_a_rule_leaves_these_cases(rule: Any, expected: list[list[str]]) -> None:
    declared = {"a": {"type": "boolean"}, "b": {"type": "string"}, "c": {"type": "integer"}}
    model = model_of({"type": "object", "properties": declared, "required": ["a"], **rule})
    root = model.types[model.root].type
    assert isinstance(root.shape, Record)
    groups = Alternatives(model, Annotations(model)).of(root.shape, root.rules)
    assert [list(group.cases) for group in groups] == expected
