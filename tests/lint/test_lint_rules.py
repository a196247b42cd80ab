"""Each rule finds what its case file breaks, at the place it names, and is silent about the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from accordant.findings import Finding, Place, Severity
from accordant.lint import RULES, rule

from .conftest import Case, read_cases

CASES = read_cases()
BREAKING = [(case, number) for case in CASES for number in range(len(case.breaking))]
LintEdited = Callable[..., list[Finding]]


def where(finding: Finding) -> str:
    place = finding.place or Place("")
    return str(replace(place, path=place.path)) + (f" {place.pointer}" if place.pointer else "")


def test_the_small_registry_has_no_findings(lint_edited: LintEdited) -> None:
    assert lint_edited() == []


@pytest.mark.parametrize(("case", "number"), BREAKING, ids=[f"{case.rule}-{number}" for case, number in BREAKING])
def test_a_rule_finds_what_its_case_breaks(lint_edited: LintEdited, case: Case, number: int) -> None:
    breaking = case.breaking[number]
    findings = lint_edited(breaking["edits"])
    of_the_rule = [finding for finding in findings if finding.rule == case.rule]
    assert [where(finding) for finding in of_the_rule] == breaking["at"], findings
    others = {finding.rule for finding in findings} - {case.rule} - set(breaking.get("also", []))
    assert others == set(), "a case breaks one rule, or says which others it breaks too"
    assert any(breaking.get("says", "") in finding.message for finding in of_the_rule), of_the_rule
    assert all(breaking.get("step", finding.way_out) == finding.way_out for finding in of_the_rule), of_the_rule


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_passes_what_its_case_calls_fine(lint_edited: LintEdited, case: Case) -> None:
    for fine in case.fine:
        assert lint_edited(fine["edits"]) == [], fine


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_every_finding_has_a_file_a_sentence_and_a_way_out(lint_edited: LintEdited, case: Case) -> None:
    for breaking in case.breaking:
        for finding in lint_edited(breaking["edits"]):
            assert finding.place is not None
            assert finding.place.path
            assert finding.message
            assert finding.way_out
            known = rule(finding.rule)
            assert known is not None
            assert finding.severity == known.severity


def test_every_rule_has_a_case() -> None:
    assert {entry.name for entry in RULES} - {case.rule for case in CASES} == set()
    assert {case.rule for case in CASES} - {entry.name for entry in RULES} == set()


def test_every_case_breaks_its_rule_at_least_once() -> None:
    assert [case.rule for case in CASES if not case.breaking] == []


def test_rules_that_only_advise_are_no_errors() -> None:
    advice = {entry.name for entry in RULES if entry.severity is Severity.NOTE}
    assert {"refused-by-missing", "code-undocumented", "pattern-explodes"} <= advice


def test_one_contract_can_be_linted_alone(edited_registry: Callable[..., Path]) -> None:
    from accordant.lint import lint
    from accordant.registry import load

    folder = edited_registry([{"file": "other/contract.toml", "text": 'promis = "additive"\n'}])
    assert list(lint(load.loader(folder, problems=[], only="acme"))) == []
    assert [finding.rule for finding in lint(load.loader(folder, problems=[], only="other"))] == ["format"]


def test_lint_refuses_a_loader_that_raises_its_problems(edited_registry: Callable[..., Path]) -> None:
    from accordant.lint import lint
    from accordant.registry import load

    with pytest.raises(ValueError, match="collects"):
        list(lint(load.loader(edited_registry([]))))


@pytest.mark.parametrize("table", ["[lint]", "[lint.contracts.acme]"])
@pytest.mark.parametrize("name", ["code-undocumented", "code-undocumentd"])
def test_a_rule_beside_rules_is_told_where_it_goes(lint_edited: LintEdited, table: str, name: str) -> None:
    text = f'name = "acme"\n{table}\n{name} = "off"\n'
    (finding,) = lint_edited([{"file": "registry.toml", "text": text}])
    assert finding.way_out == 'write it in rules: rules = {code-undocumented = "off"}'


def test_a_misspelt_contract_or_rule_of_lint_is_asked_about(lint_edited: LintEdited) -> None:
    text = 'name = "acme"\n[lint]\ncontracts.acne.rules = {code-undocumentd = "off"}\n'
    ways = [finding.way_out for finding in lint_edited([{"file": "registry.toml", "text": text}])]
    assert [way.partition("?")[0] for way in ways] == ["did you mean acme", "did you mean code-undocumented"]
