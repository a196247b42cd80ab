"""Where a version gets its first default schema, what was about no documents is about some: it comes, nothing goes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from accordant.findings import Finding, JsonValue

from .test_default_schema import RULE, TABLES, breaks, contract, findings, without_default

DERIVED: Final = TABLES["derived-changed"]
COUNTER: Final = TABLES["counting-changed"]
PRINTED: Final = '[[versions.v1.modes]]\nflags = "--json"\nprints = "document"\n'
ARRIVING: Final = {
    "The rule `named` is about documents of `order` now; before, about none.": RULE,
    "The derived field `/name` is about documents of `order` now; before, about none.": DERIVED,
    "The counter `/name` is about documents of `order` now; before, about none.": COUNTER,
    "The serialisation is about documents of `order` now; before, about none.": TABLES["serialisation-changed"],
    "The interpretation is about documents of `order` now; before, about none.": TABLES["interpretation-changed"],
    "The rules for readers are about documents of `order` now; before, about none.": TABLES["consumer-rule-changed"],
    "What the modes require is about documents of `order` now; before, about none.": TABLES["mode-changed"],
    "The modes print documents of `order` now; before, of no schema.": PRINTED,
}
"""What is told of tables that name no schema, as of an addition."""
FIRST: Final = "The default schema is `order` now; before, there was none."


def arrivals(root: Path, tables: str, direction: str = "output") -> list[Finding]:
    after = contract(direction, tables)
    return findings(root, without_default(after), after)


def names_false(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.get("schema") is False


@pytest.mark.parametrize("message", ARRIVING)
def test_what_names_no_schema_comes_with_the_first_default_schema(message: str, tmp_path: Path) -> None:
    found = arrivals(tmp_path, ARRIVING[message])
    assert [(finding.rule, finding.message) for finding in found] == [
        ("behaviour-changed", FIRST),
        ("behaviour-added", message),
    ]
    assert [finding.old for finding in found] == [None, None]


@pytest.mark.parametrize("message", ARRIVING)
def test_nothing_is_gone_and_no_side_shows_what_no_file_holds(message: str, tmp_path: Path) -> None:
    for finding in arrivals(tmp_path, ARRIVING[message], "full"):
        assert " is gone" not in finding.message
        assert not names_false(finding.old)
        assert not names_false(finding.new)


@pytest.mark.parametrize("tables", [RULE, DERIVED, TABLES["serialisation-changed"]], ids=["rule", "derived", "bytes"])
def test_of_callers_it_is_demanded_once(tables: str, tmp_path: Path) -> None:
    found = arrivals(tmp_path, tables, "input")
    assert [finding.rule for finding in found] == ["behaviour-changed", "rule-demanded"]


@pytest.mark.parametrize("table", [DERIVED, COUNTER], ids=["derived", "counting"])
@pytest.mark.parametrize("default", ["", 'default-schema = "receipt"'], ids=["without", "beside"])
def test_a_table_that_comes_to_name_its_schema_comes_too(table: str, default: str, tmp_path: Path) -> None:
    before = without_default(contract("output", table))
    after = contract("output", table.replace("field =", 'schema = "order"\nfield ='), default)
    found = findings(tmp_path, before, after)
    assert breaks(found) == []
    assert found[-1].rule == "behaviour-added"
    assert "`/name` is about documents of `order` now; before, about none." in found[-1].message


def test_what_changes_beside_the_first_default_schema_is_told_as_without_it(tmp_path: Path) -> None:
    after = contract("output", DERIVED.replace('"clock"', '"exit-code"'))
    found = findings(tmp_path, without_default(contract("output", DERIVED)), after)
    assert [finding.rule for finding in found] == ["behaviour-changed", "behaviour-added", "derived-changed"]
    assert found[-1].message == "The derived field `/name` is computed differently."
    assert (found[-1].old, found[-1].new) == ("clock", "exit-code")


def test_a_table_that_goes_beside_the_first_default_schema_is_gone(tmp_path: Path) -> None:
    found = breaks(findings(tmp_path, without_default(contract("output", DERIVED)), contract("output")))
    assert [finding.message for finding in found] == ["The derived field `/name` is gone."]
    assert not names_false(found[0].old)


def test_a_further_table_for_a_field_is_an_addition(tmp_path: Path) -> None:
    named = DERIVED.replace("field =", 'schema = "order"\nfield =')
    before, after = (without_default(contract("output", tables)) for tables in (DERIVED, DERIVED + named))
    (finding,) = findings(tmp_path, before, after)
    assert finding.message == "The derived field `order/name` was added."
