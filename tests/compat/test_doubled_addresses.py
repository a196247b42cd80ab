"""Embedded resources that share an address: their insides are judged, references to the address are not."""

from __future__ import annotations

from typing import Any, Final

import pytest

from accordant.compat import compare
from accordant.schema.dialects import DIALECTS, Dialect
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

KINDS: Final = ("string", "integer", "boolean", "null", "array")


def generic(dialect: Dialect, kinds: tuple[str, str], reference: str = "") -> dict[str, Any]:
    """A schema as generators write it: each instance of a generic type under the address of the type."""

    def page(kind: str) -> dict[str, Any]:
        item = {"items": {"$ref": "#/definitions/item"}}
        return {
            dialect.id_keyword: "https://x.example/page",
            "properties": item,
            "definitions": {"item": {"type": kind}},
        }

    places = {"a": {"$ref": "#/definitions/A"}, "b": {"$ref": "#/definitions/B"}}
    further = {"c": {"$ref": reference}} if reference else {}
    definitions = {"A": page(kinds[0]), "B": page(kinds[1])}
    return {"$schema": dialect.uri, "properties": {**places, **further}, "definitions": definitions}


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("promise", ["strict", "additive"])
def test_each_resource_is_judged_by_its_own_inside(dialect: Dialect, promise: str) -> None:
    for kind in KINDS[1:]:
        for place, kinds in (("a", (kind, "string")), ("b", ("string", kind))):
            old, new = generic(dialect, ("string", "string")), generic(dialect, kinds)
            comparison = compare(old, new, direction="output", promise=promise)
            assert comparison.verdict == "breaking"
            assert list(comparison.witness) == [place]
            [finding] = [finding for finding in comparison.findings if finding.severity == "error"]
            assert finding.place is not None
            assert finding.place.pointer.startswith(f"/definitions/{place.upper()}/definitions/item")


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_both_validators_read_each_resource_by_its_own_inside(dialect: Dialect) -> None:
    validator = validator_of(Resources.of(generic(dialect, ("string", "integer"))))
    for document, valid in (
        ({"a": {"items": ""}, "b": {"items": 1}}, True), ({"a": {"items": 1}}, False), ({"b": {"items": ""}}, False),
    ):  # fmt: skip
        assert validator.first_opinion(document) is valid
        assert validator.second_opinion(document) is valid


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("reference", ["https://x.example/page", "https://x.example/page#/definitions/item"])
def test_a_reference_to_the_shared_address_is_undecided_with_that_reason(dialect: Dialect, reference: str) -> None:
    old = generic(dialect, ("string", "integer"), reference)
    comparison = compare(old, {**old, "required": ["c"]}, direction="output", promise="strict")
    assert comparison.verdict == "undecided"
    [finding] = comparison.findings
    assert f"the reference {reference!r} may mean several schemas, which have one address" in finding.message
    assert finding.place is not None
    assert finding.place.pointer == "/properties/c"


def test_a_break_beside_such_a_reference_is_proved() -> None:
    old = generic(DIALECTS[-1], ("string", "integer"), "https://x.example/page")
    comparison = compare(old, {**old, "required": ["a"]}, direction="input", promise="strict")
    assert (comparison.verdict, comparison.witness) == ("breaking", {})
