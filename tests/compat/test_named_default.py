"""A table that comes to name the default schema, or no longer names it, is about the same documents: a note says so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from .test_default_schema import RULE, TABLES, breaks, contract, findings, receipt

TABLES_BY_WORD: Final = {
    "The rule `named`": RULE,
    "The derived field `/name`": TABLES["derived-changed"],
    "The counter `/name`": TABLES["counting-changed"],
}


def naming(table: str, schema: str = "order") -> str:
    return table.replace("]]\n", f']]\nschema = "{schema}"\n', 1)


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("word", TABLES_BY_WORD)
def test_a_table_that_comes_to_name_the_default_schema_is_told_by_its_name(
    word: str, direction: str, tmp_path: Path
) -> None:
    table = TABLES_BY_WORD[word]
    (finding,) = findings(tmp_path, contract(direction, table), contract(direction, naming(table)))
    assert finding.rule == "behaviour-changed"
    assert finding.message == f"{word} names the default schema now; it is about documents of `order`, as before."
    assert (finding.old, finding.new) == (None, "order")
    assert finding.place is not None
    assert finding.place.pointer.endswith("/0/schema")


@pytest.mark.parametrize("word", TABLES_BY_WORD)
def test_a_table_that_no_longer_names_the_default_schema_is_told_by_its_name(word: str, tmp_path: Path) -> None:
    table = TABLES_BY_WORD[word]
    (finding,) = findings(tmp_path, contract("output", naming(table)), contract("output", table))
    assert finding.rule == "behaviour-changed"
    assert finding.message == f"{word} names no schema now; it is about documents of `order`, as before."


@pytest.mark.parametrize("word", TABLES_BY_WORD)
def test_a_table_that_names_what_was_the_default_schema_needs_no_note_of_its_own(word: str, tmp_path: Path) -> None:
    table = TABLES_BY_WORD[word]
    found = findings(tmp_path, contract("output", table), receipt(contract("output", naming(table))))
    assert [finding.message for finding in found] == ["The default schema is `receipt` now; before, it was `order`."]


def test_what_else_changes_in_the_table_is_told_beside_it(tmp_path: Path) -> None:
    table = naming(TABLES["derived-changed"]).replace('"clock"', '"exit-code"')
    found = findings(tmp_path, contract("output", TABLES["derived-changed"]), contract("output", table))
    assert [finding.message for finding in breaks(found)] == ["The derived field `/name` is computed differently."]
    assert len(found) == 2


def test_a_rule_about_another_schema_still_breaks(tmp_path: Path) -> None:
    found = breaks(findings(tmp_path, contract("output", naming(RULE)), contract("output", naming(RULE, "receipt"))))
    assert [(finding.rule, finding.old, finding.new) for finding in found] == [
        ("producer-rule-weakened", "order", "receipt")
    ]
