"""One edit is one finding, at its own place on both sides, with its own two facts: what it is follows from the edit."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Witness
from accordant.schema import pointers
from accordant.schema.confirmation import confirm
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.compat.truth_edits import INPUT, OUTPUT, PLACES, Edit, edits
from tests.compat.truth_schemas import SCHEMAS

EDITS = list(edits())
KINDS = [*OUTPUT, *INPUT]
NAMED_VALUES = ("null-added", "type-changed", "closed-enum-value-added", "bound-loosened", "bound-tightened")


def of_kind(kind: str) -> list[Edit]:
    return [edit for edit in EDITS if edit.kind == kind]


def places(finding: Any) -> tuple[str, str]:
    return finding.old_place.pointer, finding.place.pointer


@pytest.mark.parametrize("kind", KINDS)
def test_one_edit_is_one_finding_at_its_place_on_both_sides(kind: str) -> None:
    for edit in of_kind(kind):
        findings = compare(edit.old, edit.new, direction=edit.direction).findings
        assert [(finding.rule, *places(finding)) for finding in findings] == [
            (edit.rule, edit.old_pointer, edit.new_pointer)
        ], edit.name


@pytest.mark.parametrize("kind", KINDS)
def test_the_witness_of_an_edit_is_written_by_the_one_side_and_refused_by_the_other(kind: str) -> None:
    for edit in of_kind(kind)[:3]:
        (finding,) = compare(edit.old, edit.new, direction=edit.direction).findings
        assert isinstance(finding.evidence, Witness)
        sides = [validator_of(Resources.of(schema)) for schema in (edit.old, edit.new)]
        writer, reader = sides if edit.direction == "input" else sides[::-1]
        assert confirm(writer, reader, finding.evidence.document).confirmed, edit.name


def test_the_facts_of_an_edit_are_what_stands_at_its_two_places() -> None:
    for edit in EDITS:
        if edit.rule in NAMED_VALUES and edit.old_pointer == edit.new_pointer:
            (finding,) = compare(edit.old, edit.new, direction=edit.direction).findings
            keyword = pointers.split(edit.old_pointer)[-1]
            before, after = pointers.follow(edit.old, edit.old_pointer), pointers.follow(edit.new, edit.new_pointer)
            assert (finding.old, finding.new) == ({keyword: before}, {keyword: after}), edit.name


def test_no_sentence_says_only_that_something_is_refused() -> None:
    for edit in EDITS:
        for finding in compare(edit.old, edit.new, direction=edit.direction).findings:
            assert finding.message != "A document may be written that the reader refuses.", edit.name


def test_everything_that_an_edit_leads_to_is_listed_on_demand() -> None:
    removed = of_kind("a field removed")[0]
    every = compare(removed.old, removed.new, every=True).findings
    assert len(every) > 1
    assert len(compare(removed.old, removed.new).findings) == 1


def test_the_edits_are_many_and_at_every_kind_of_place() -> None:
    assert len(SCHEMAS) == 20
    assert len(EDITS) > 700
    assert {edit.kind for edit in EDITS} == set(KINDS)
    assert {edit.place for edit in EDITS} == {"root", *PLACES.values()}
