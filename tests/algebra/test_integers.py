"""1.0 is an integer since draft-06 and none in draft-04: verdicts about each pair of drafts know that."""

from __future__ import annotations

import itertools
from typing import Any, Final

import pytest

from accordant.algebra import Contained, Counterexample, check_containment
from accordant.schema.dialects import DIALECTS, DRAFT_04, Dialect
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

KINDS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "integer"},
    {"type": "number"},
    {"type": ["integer", "string"]},
    {"type": "number", "multipleOf": 1},
    {"multipleOf": 2, "type": "integer"},
    {"enum": [1]},
    {"enum": [2.0]},
    {"type": "integer", "enum": [1, 2.0, 0.5]},
    {"type": "number", "not": {"type": "integer"}},
    {"oneOf": [{"type": "integer"}, {"type": "number"}]},
    {"type": "integer", "minimum": 0, "maximum": 2},
)
NUMBERS: Final = (0, 0.0, 1, 1.0, 2, 2.0, -1, -1.0, -2, 4, 4.0, 0.5, 1.5, "a", None)
"""Documents of which each way to tell two of the kinds apart has one."""


def inside(schema: dict[str, Any], place: str) -> dict[str, Any]:
    """A schema that asks for another at a place of its documents."""
    return {"": schema, "member": {"properties": {"n": schema}}, "item": {"items": schema}}[place]


def within(number: Any, place: str) -> Any:
    return {"": number, "member": {"n": number}, "item": [number]}[place]


PAIRS: Final = [pair for pair in itertools.product(DIALECTS, DIALECTS) if DRAFT_04 in pair]
"""Draft-04 with every draft, in both directions."""


@pytest.mark.parametrize("place", ["", "member", "item"])
@pytest.mark.parametrize(("writes", "reads"), PAIRS, ids=lambda dialect: dialect.name)
def test_a_verdict_is_that_of_the_validators_for_each_spelling_of_a_number(
    writes: Dialect, reads: Dialect, place: str
) -> None:
    documents = [within(number, place) for number in NUMBERS]
    escapes = 0
    for written, read in itertools.product(KINDS, KINDS):
        writer = Resources.of({"$schema": writes.uri, **inside(written, place)})
        reader = Resources.of({"$schema": reads.uri, **inside(read, place)})
        accepts, refuses = validator_of(writer), validator_of(reader)
        is_broken = any(accepts.is_valid(document) and not refuses.is_valid(document) for document in documents)
        verdict = check_containment(writer, reader)
        escapes += is_broken
        assert isinstance(verdict, Counterexample if is_broken else Contained), (written, read, verdict)
    assert 0 < escapes < len(KINDS) ** 2


@pytest.mark.parametrize("newer", DIALECTS[1:], ids=lambda dialect: dialect.name)
def test_an_integer_of_a_newer_draft_may_be_spelt_with_a_fraction_and_draft_04_refuses_it(newer: Dialect) -> None:
    newer_one = Resources.of({"$schema": newer.uri, "type": "integer"})
    older_one = Resources.of({"$schema": DRAFT_04.uri, "type": "integer"})
    verdict = check_containment(newer_one, older_one)
    assert isinstance(verdict, Counterexample)
    assert repr(verdict.document) == "0.0"
    assert isinstance(check_containment(older_one, newer_one), Contained)


def test_equal_items_may_differ_in_spelling() -> None:
    spelt_otherwise = {"type": "number", "multipleOf": 1, "not": {"type": "integer"}}
    both = {"type": "array", "items": [{"type": "integer"}, spelt_otherwise], "minItems": 2, "maxItems": 2}
    written = Resources.of({"$schema": DRAFT_04.uri, **both})
    unique = Resources.of({"$schema": DRAFT_04.uri, "uniqueItems": True})
    assert not validator_of(unique).is_valid([1, 1.0])
    assert not isinstance(check_containment(written, unique), Contained)


def test_distinct_items_keep_the_spelling_that_they_need() -> None:
    spelt_otherwise = {"type": "number", "multipleOf": 1, "not": {"type": "integer"}}
    array = {"type": "array", "minItems": 2, "uniqueItems": True, "items": spelt_otherwise}
    written = Resources.of({"$schema": DRAFT_04.uri, **array})
    verdict = check_containment(written, Resources.of({"$schema": DRAFT_04.uri, "items": {"type": "integer"}}))
    assert isinstance(verdict, Counterexample)
    assert all(isinstance(item, float) for item in verdict.document)


@pytest.mark.parametrize(
    ("first", "second", "is_unique"),
    [
        ({"type": "integer", "enum": [1]}, {"type": "integer", "enum": [2]}, True),
        ({"type": "integer"}, {"type": "string"}, True),
        ({"enum": [1]}, {"enum": [1]}, False),
        ({"enum": [[1]]}, {"items": {"type": "integer"}, "type": "array"}, False),
    ],
)
def test_items_that_can_never_be_equal_need_not_be_told_unique(first: Any, second: Any, is_unique: bool) -> None:
    both = {"type": "array", "items": [first, second], "minItems": 2, "maxItems": 2}
    written = Resources.of({"$schema": DRAFT_04.uri, **both})
    verdict = check_containment(written, Resources.of({"$schema": DRAFT_04.uri, "uniqueItems": True}))
    assert isinstance(verdict, Contained if is_unique else Counterexample)
