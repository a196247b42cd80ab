"""Which identifiers of a code list a rule names by facts of their entries: `{ list = "kinds", severity = "error" }`."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.contract import CodeList, ContractState, Entry
from accordant.contract.holding import listed_identifiers

KINDS = CodeList(
    "kinds",
    entries=(
        Entry("A", severity=("error",), commands=("run",), exit_code=1),
        Entry("B", severity=("error", "warning"), attributes={"slow": True}),
        Entry("C", severity=("warning",), commands=("check", "run"), category="io"),
    ),
)
STATE = ContractState("acme", "v1", code_lists={"kinds": KINDS})
CASES: list[tuple[dict[str, Any], list[Any]]] = [
    ({}, ["A", "B", "C"]),
    ({"severity": "error"}, ["A", "B"]),
    ({"severity": ["error"]}, ["A"]),
    ({"severity": "fatal"}, []),
    ({"commands": "check"}, ["B", "C"]),
    ({"commands": ["run"]}, ["A"]),
    ({"category": "io"}, ["C"]),
    ({"exit-code": 1}, ["A"]),
    ({"slow": True, "severity": "warning"}, ["B"]),
    ({"slow": 1}, []),
    ({"severity": "error", "take": "exit-code"}, [1]),
]


@pytest.mark.parametrize(("facts", "identifiers"), CASES)
def test_a_rule_names_the_identifiers_whose_entries_have_all_facts(
    facts: dict[str, Any], identifiers: list[Any]
) -> None:
    assert listed_identifiers(STATE, {"list": "kinds", **facts}) == identifiers
