"""A schema may refer to one of another draft: each is read in its own, in verdicts and in validation."""

from __future__ import annotations

from typing import Any

import pytest

from accordant import compare
from accordant.schema.dialects import DIALECTS, DRAFT_04, DRAFT_07, Dialect, draft_called
from accordant.schema.metaschema import complaints
from accordant.schema.newer_drafts import in_newer_draft
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

PART = "https://example.org/part.json"

TUPLE = {"items": [{"type": "string"}], "additionalItems": {"type": "number"}}
PREFIX = {"prefixItems": [{"type": "string"}], "items": {"type": "number"}}
STEPS: tuple[tuple[Any, Any], ...] = (
    (TUPLE, {**TUPLE, "items": [{"type": "number"}]}),
    (TUPLE, {**TUPLE, "additionalItems": False}),
    (PREFIX, {**PREFIX, "prefixItems": [{"type": "number"}]}),
    (PREFIX, {**PREFIX, "items": False}),
    ({"minimum": 3}, {"minimum": 3, "exclusiveMinimum": True}),
    ({"exclusiveMaximum": 3}, {"exclusiveMaximum": 4}),
    ({"dependencies": {"a": ["b"]}}, {"dependencies": {"a": ["b", "c"]}}),
    ({"dependencies": {"a": {"required": ["b"]}}}, {}),
    ({"dependentRequired": {"a": ["b"]}}, {"dependentRequired": {"a": ["c"]}}),
    ({"const": 1}, {"const": 2}),
    ({"contains": {"type": "string"}}, {"contains": {"type": "string"}, "minContains": 2}),
    ({"$ref": "#/definitions/d", "definitions": {"d": {"type": "string"}}, "maxLength": 3},
     {"$ref": "#/definitions/d", "definitions": {"d": {"type": "string"}}, "maxLength": 2}),
    ({"unevaluatedProperties": False, "properties": {"a": {}}}, {"properties": {"a": {}}}),
    ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {}),
)  # fmt: skip
DOCUMENTS: tuple[Any, ...] = (
    ["x", 1], [1], ["x", "y"], 3, 4, {"a": 1}, {"a": 1, "b": 2}, {"a": 1, "c": 2}, "abc", "ab", 1, 2, ["x", "y"],
)  # fmt: skip
EACH = pytest.mark.parametrize(
    ("draft", "other"), [pytest.param(a, b, id=f"{a.name}-{b.name}") for a in DIALECTS for b in DIALECTS]
)


def declared(draft: Dialect, schema: Any, address: str) -> Any:
    return {"$schema": draft.uri, "id" if draft.name == "draft-04" else "$id": address, **schema}


def uri_of(name: str) -> str:
    dialect = draft_called(name)
    assert dialect is not None
    return dialect.uri


def usable(draft: Dialect) -> list[Any]:
    """The steps whose schemas the draft allows."""
    return [step for step in STEPS if not any(list(complaints(declared(draft, part, PART))) for part in step)]


def referring(draft: Dialect) -> Any:
    return declared(draft, {"properties": {"to": {"$ref": PART}}}, "https://example.org/root.json")


def embedding(draft: Dialect, part: Any) -> Any:
    """A schema that has the part among its definitions and refers to it by its address."""
    definitions = "$defs" if "$defs" in draft.keywords else "definitions"
    return {**referring(draft), definitions: {"part": part}}


@EACH
def test_a_step_of_a_part_is_judged_in_the_draft_of_the_part(draft: Dialect, other: Dialect) -> None:
    root = referring(draft)
    for steps in usable(other):
        for old, new in (steps, steps[::-1]):
            before, after = ({PART: declared(other, part, PART)} for part in (old, new))
            for direction in ("input", "output"):
                alone = compare(before[PART], after[PART], direction=direction)
                inside = compare(root, root, direction=direction, old_resources=before, new_resources=after)
                assert inside.verdict == alone.verdict, (direction, old, new)


@EACH
def test_a_document_is_validated_in_the_draft_of_each_part(draft: Dialect, other: Dialect) -> None:
    for part in (part for step in usable(other) for part in step):
        schema = declared(other, part, PART)
        alone, inside = (
            validator_of(node) for node in (Resources.of(schema), Resources.of(referring(draft), {PART: schema}))
        )
        for document in DOCUMENTS:
            expected = alone.is_valid(document)
            whole = {"to": document}
            assert (inside.is_valid(whole), not inside.problems(whole)) == (expected, expected), (part, document)


def embedded_steps(draft: Dialect) -> list[Any]:
    """The usable steps but those with a `$ref` at the top: up to draft-07 it hides the address of the part."""
    return [step for step in usable(draft) if not any("$ref" in part for part in step)]


@EACH
def test_a_step_of_an_embedded_part_is_judged_in_its_own_draft(draft: Dialect, other: Dialect) -> None:
    for steps in embedded_steps(other):
        old, new = (declared(other, part, PART) for part in steps)
        for direction in ("input", "output"):
            alone = compare(old, new, direction=direction)
            inside = compare(embedding(draft, old), embedding(draft, new), direction=direction)
            assert inside.verdict == alone.verdict, (direction, old, new)


@EACH
def test_a_document_is_validated_in_the_draft_of_each_embedded_part(draft: Dialect, other: Dialect) -> None:
    for part in (declared(other, part, PART) for step in embedded_steps(other) for part in step):
        whole = embedding(draft, part)
        alone, inside = validator_of(Resources.of(part)), validator_of(Resources.of(whole))
        assert not complaints(whole)
        for document in DOCUMENTS:
            problems = inside.problems({"to": document})
            assert (not problems) == alone.is_valid(document), (part, document)
            assert all(problem.schema_location.startswith("https://example.org/root.json#/") for problem in problems)


@EACH
def test_an_embedded_part_that_is_no_schema_of_its_own_draft_is_told_at_its_place(
    draft: Dialect, other: Dialect
) -> None:
    part = declared(other, {"properties": {"a": {"type": "text"}}}, PART)
    [(pointer, _), *others] = complaints(embedding(draft, part))
    assert pointer.endswith("/part/properties/a/type")
    assert not others


@pytest.mark.parametrize("draft", [dialect.name for dialect in DIALECTS])
@pytest.mark.parametrize("types", ["integer", ["integer", "null"]])
def test_an_integer_of_a_part_in_draft_04_is_none_that_is_spelt_with_a_fraction(draft: str, types: Any) -> None:
    root = referring(next(dialect for dialect in DIALECTS if dialect.name == draft))
    old, new = ({PART: declared(each, {"type": types, "minimum": 3}, PART)} for each in (DRAFT_04, DRAFT_07))
    for promise in ("strict", "additive"):
        forth = compare(root, root, promise=promise, old_resources=old, new_resources=new)
        assert forth.verdict == "breaking"
        assert "3.0" in forth.findings[0].message
        assert "null" not in forth.findings[0].message
        assert compare(root, root, promise=promise, old_resources=new, new_resources=old).verdict == "compatible"


def test_a_keyword_of_a_later_draft_tells_no_alternatives_apart() -> None:
    """`const` is no keyword of draft-04: what is an object fits both alternatives."""
    old = {"$schema": uri_of("draft-04"), "oneOf": [{"type": "object"}, {"type": "string"}]}
    new = {**old, "oneOf": [{"type": "object"}, {"const": "x"}]}
    assert compare(old, new, direction="input").verdict == "breaking"


@pytest.mark.parametrize(
    ("flag", "bounds"),
    [(True, {"exclusiveMinimum": 1}), (False, {"minimum": 1}), (-1, {"minimum": 1, "exclusiveMinimum": None})],
)  # fmt: skip
def test_a_bound_of_draft_04_in_a_later_draft_is_read_where_it_could_be_read_before(flag: Any, bounds: Any) -> None:
    """-1 is no flag, but a bound in draft-07; null is neither."""
    assert in_newer_draft({"minimum": 1, "exclusiveMinimum": flag}, DRAFT_04, DRAFT_07) == bounds


def test_a_library_that_reads_an_embedded_part_in_the_draft_around_it_has_no_opinion() -> None:
    part = {"$id": "urn:t:part", "$schema": "http://json-schema.org/draft-07/schema#", "exclusiveMaximum": 0}
    outer = {"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"P": part}}
    assert validator_of(Resources.of({**outer, "$ref": "urn:t:part"})).second_opinion(3) is None
    assert validator_of(Resources.of(part)).second_opinion(3) is False
