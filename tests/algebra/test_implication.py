"""What follows by the shapes of formulas alone is true: no document shows otherwise, and no search finds one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.algebra.budget import Budget, Meter
from accordant.algebra.emptiness import Solver
from accordant.algebra.evaluate import holds
from accordant.algebra.implication import Implication
from accordant.algebra.keywords import KEYWORDS
from accordant.algebra.model import Pool
from accordant.algebra.outcomes import Found
from accordant.algebra.reader import Reader
from accordant.schema.references import Resources
from tests.algebra.schemas import DRAFTS, documents, schemas

LIST: dict[str, Any] = {"properties": {"next": {"$ref": "#"}, "value": {"type": "string"}}}
TAGGED: list[Any] = [
    {"required": ["kind"], "type": "object", "properties": {"kind": {"const": kind}, "of": {"type": type_}}}
    for kind, type_ in (("text", "string"), ("count", "integer"))
]


class Both:
    """Two schemas as formulas of one pool."""

    def __init__(self, given: Any, wanted: Any) -> None:
        self.pool, meter = Pool(), Meter(Budget())
        reader = Reader(self.pool, meter, KEYWORDS)
        self.solver = Solver(self.pool, meter)
        self.given, self.wanted = (reader.read(Resources.of(schema)) for schema in (given, wanted))

    def follows(self) -> bool:
        return Implication(self.pool, self.solver.mask).follows([self.given], self.wanted)


FOLLOWING: dict[str, tuple[Any, Any]] = {
    "more properties": ({"properties": {"a": {"minimum": 1}, "b": False}}, {"properties": {"a": {"minimum": 1}}}),
    "inside a list": ({"items": {"enum": ["a"]}}, {"items": {"enum": ["a", "b"]}}),
    "one position of all": ({"items": {"minimum": 3}}, {"prefixItems": [{"minimum": 2}]}),
    "a type": ({"type": "integer", "minimum": 1}, {"type": "number", "exclusiveMinimum": 0}),
    "lengths": ({"minLength": 3, "maxLength": 4}, {"minLength": 2, "maxLength": 4}),
    "an alternative": ({"type": "string"}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
    "all alternatives": ({"oneOf": TAGGED}, {"type": "object", "required": ["kind"]}),
    "tagged alternatives": ({"oneOf": TAGGED}, {"oneOf": [TAGGED[0], {**TAGGED[1], "properties": {
        "kind": {"const": "count"}, "of": {"type": ["integer", "null"]}}}]}),
    "a case": (
        {"if": {"required": ["a"]}, "then": {"required": ["b", "c"]}},
        {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
    ),
    "a loop": (LIST, {"properties": {"next": {"$ref": "#"}, "value": {"type": ["string", "null"]}}}),
    "other names": ({"additionalProperties": {"minimum": 2}}, {"additionalProperties": {"minimum": 1}}),
    "at least one": ({"contains": {"const": 1}}, {"contains": {"enum": [1, 2]}}),
    "at most one": ({"contains": {"enum": [1, 2]}, "maxContains": 1}, {"contains": {"const": 1}, "minContains": 0,
        "maxContains": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLLOWING)
def test_what_a_part_says_follows_from_one_that_says_as_much(name: str) -> None:
    both = Both(*FOLLOWING[name])
    assert both.follows()
    assert not isinstance(both.solver.find([both.given, both.wanted.negated]), Found)


@pytest.mark.parametrize("name", FOLLOWING)
def test_the_reverse_does_not_follow(name: str) -> None:
    assert not Both(*reversed(FOLLOWING[name])).follows()


def test_a_loop_that_never_reads_further_proves_nothing() -> None:
    loops = {"$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"properties": {"x": {"$ref": "#/$defs/a"}}}}}
    given = {**loops, "$ref": "#/$defs/a"}
    assert not Both(given, {"properties": {"x": {"properties": {"x": {"type": "string"}}}}}).follows()


def edited(draft: int) -> st.SearchStrategy[tuple[Any, Any]]:
    """A schema, and one that an edit makes of it; the edit may go either way."""
    wider = [
        lambda schema, other: {"anyOf": [schema, other]},
        lambda schema, other: {key: value for key, value in schema.items() if key != next(iter(schema), "")},
        lambda schema, other: {**schema, "properties": {**schema.get("properties", {}), "p": other}},
        lambda schema, other: {"properties": {"p": schema}, "items": schema, "allOf": [other]},
    ]
    pairs = st.tuples(schemas(draft).filter(lambda schema: isinstance(schema, dict)), schemas(draft, 1))
    return st.tuples(pairs, st.sampled_from(wider), st.booleans()).map(
        lambda drawn: (drawn[0][0], drawn[1](*drawn[0]))[:: -1 if drawn[2] else 1]
    )


@pytest.mark.parametrize("uri", sorted(DRAFTS))
def test_no_document_shows_that_what_follows_is_wrong(uri: str) -> None:
    following = 0

    @settings(max_examples=300, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(edited(DRAFTS[uri]), st.lists(documents, min_size=8, max_size=8))
    def judge(pair: tuple[Any, Any], values: list[Any]) -> None:
        nonlocal following
        both = Both(*({**schema, "$schema": uri} for schema in pair))
        if not both.follows():
            return
        following += 1
        assert not isinstance(both.solver.find([both.given, both.wanted.negated]), Found), pair
        for value in values:
            if holds(both.pool, both.given, value):
                assert holds(both.pool, both.wanted, value) is not False, (pair, value)

    judge()
    assert following > 60
