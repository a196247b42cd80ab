"""Modes written otherwise break nobody; a new mode for calls of an older one says so."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat.behaviour import judge
from accordant.contract import Behaviour, behaviour
from accordant.contract.fields import Fields
from accordant.findings import Finding, Severity
from accordant.schema.documents import Document

A, B = {"at": "/a", "present": True}, {"at": "/b", "present": True}
MODE: dict[str, Any] = {
    "flags": "--json --quiet",
    "commands": ["run", "test"],
    "prints": "document",
    "requires": [A, B],
}


def read(**tables: Any) -> Behaviour:
    return behaviour.read(Fields.of(tables, Document("contract.toml", tables, "")))


def found(before: dict[str, Any], after: dict[str, Any]) -> list[Finding]:
    return list(judge(read(**before), read(**after), {}))


REWRITTEN: dict[str, list[dict[str, Any]]] = {
    "conditions in another order": [{**MODE, "requires": [B, A]}],
    "flags with other spaces": [{**MODE, "flags": " --json   --quiet"}],
    "one row for each command": [{**MODE, "commands": ["run"]}, {**MODE, "commands": ["test"]}],
    "one row for each condition": [{**MODE, "requires": [A]}, {**MODE, "requires": [B]}],
    "more that is required": [{**MODE, "requires": [A, B, {"at": "/c", "present": True}]}],
}


@pytest.mark.parametrize("rows", REWRITTEN.values(), ids=REWRITTEN)
def test_a_mode_in_other_words_is_a_note(rows: list[dict[str, Any]]) -> None:
    findings = found({"modes": [MODE]}, {"modes": rows})
    assert findings, "no edit is silent"
    assert {finding.severity for finding in findings} == {Severity.NOTE}


@pytest.mark.parametrize(
    "rows",
    [
        [{**MODE, "requires": [A]}],
        [{**MODE, "requires": [A, {"at": "/c", "present": True}]}],
        [{**MODE, "commands": ["run"]}, {**MODE, "commands": ["test"], "prints": "text"}],
        [{**MODE, "commands": ["run"]}, {**MODE, "commands": ["stop"]}],
    ],
)
def test_a_mode_that_holds_less_breaks(rows: list[dict[str, Any]]) -> None:
    findings = found({"modes": [MODE]}, {"modes": rows})
    assert "mode-changed" in {finding.rule for finding in findings if finding.severity == Severity.ERROR}


def test_a_mode_for_calls_of_another_one_names_it() -> None:
    wide = {"flags": "--json", "prints": "document"}
    (note,) = found({"modes": [wide]}, {"modes": [wide, {"flags": "--json --quiet", "prints": "nothing"}]})
    assert note.severity == Severity.NOTE
    assert note.message == "The mode `--json --quiet` was added. Before, such calls were of the mode `--json`."


@pytest.mark.parametrize(
    "wide",
    [
        {"flags": "--json", "prints": "document", "without": ["--quiet"]},
        {"flags": "--json", "stdout": "one document"},
        {"flags": "--json", "prints": "document", "commands": ["stop"]},
        {"flags": "--yaml", "prints": "document"},
    ],
)
def test_a_mode_for_other_calls_names_none(wide: dict[str, Any]) -> None:
    new = {"flags": "--json --quiet", "prints": "nothing", "commands": ["run"]}
    (note,) = found({"modes": [wide]}, {"modes": [wide, new]})
    assert note.message == "The mode `--json --quiet` was added."


def test_the_conditions_of_a_rule_for_readers_may_stand_in_any_order() -> None:
    rule = {"id": "one", "then": "stop", "match": [A, B], "effects": [{"decide": "stop"}]}
    (note,) = found({"consumer-rules": [rule]}, {"consumer-rules": [{**rule, "match": [B, A]}]})
    assert (note.rule, note.severity) == ("behaviour-changed", Severity.NOTE)
    (broken,) = found({"consumer-rules": [rule]}, {"consumer-rules": [{**rule, "match": [A]}]})
    assert broken.rule == "consumer-rule-changed"


def test_a_second_row_for_the_same_calls_is_told_once() -> None:
    row = {"flags": "--json", "prints": "document"}
    (note,) = found({"modes": [row]}, {"modes": [row, {**row, "prints": "text"}]})
    assert note.message == "The mode `--json` was added. Before, such calls were of the mode `--json`."
    (bare,) = found({"modes": [row]}, {"modes": [row, {"prints": "text"}]})
    assert bare.message == "The mode without flags was added."


def test_the_order_of_modes_is_told_by_their_names() -> None:
    rows = [{"flags": "--json", "prints": "document"}, {"flags": "--text", "commands": ["run"], "prints": "text"}]
    (note,) = found({"modes": rows}, {"modes": rows[::-1]})
    assert note.message == "The tables under `modes` stand in another order."
    assert note.old == ["--json", "--text run"]
