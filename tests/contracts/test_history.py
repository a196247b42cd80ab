"""Releases add, and a new version breaks: each by evidence, as the page of the version tells it."""

from __future__ import annotations

import datetime
from functools import cache
from pathlib import Path

import pytest

from accordant.cli.acknowledged import Accepted
from accordant.cli.changelog import ChangelogStep, steps_of
from accordant.cli.moments import pairs_of
from accordant.compat.diff import DiffEntry
from accordant.contract import Version
from accordant.registry.load import load
from tests.contracts.conftest import PROJECT

REGISTRY = load(PROJECT / "registry", with_examples=False)
CONTRACTS = {contract.name: contract for contract in REGISTRY.contracts if contract.name != "accordant"}
SAID = {
    "agentpack": ["1.0", "1.1"],
    "agent-output": ["1.0"],
    "cobre": ["1.0"],
    "meminit": ["1.0", "2.0", "2.1", "2.2", "3.0", "3.1", "3.2", "3.3"],
    "response-envelope": ["1.0", "2.0", "2.1", "2.2", "2.3", "2.4"],
}
"""The history of each contract, as its sources tell it."""


@cache
def steps(name: str) -> tuple[ChangelogStep, ...]:
    nobody = Accepted(REGISTRY, None, (), datetime.date(2026, 1, 1))
    return tuple(steps_of(pairs_of(CONTRACTS[name].versions), nobody))


def breaks(step: ChangelogStep) -> list[DiffEntry]:
    return [entry for entry in step.changes if entry.kind in ("break", "undecided")]


def test_every_contract_has_its_history_in_releases() -> None:
    assert {name: [step.after.name for step in steps(name)] for name in CONTRACTS} == SAID


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_release_within_a_version_breaks_nobody(name: str) -> None:
    within = [step for step in steps(name) if step.before and step.before.version is step.after.version]
    assert [(step.title, [entry.finding.message for entry in breaks(step)]) for step in within if breaks(step)] == []
    assert all(any(entry.kind == "addition" for entry in step.changes) for step in within)


MAJORS = [version for contract in CONTRACTS.values() for version in contract.versions if version.major > 1]


@pytest.mark.parametrize("version", MAJORS, ids=lambda version: f"{version.contract}/{version.name}")
def test_a_new_version_breaks_with_evidence_and_its_page_says_how_to_move(version: Version) -> None:
    (step,) = (step for step in steps(version.contract) if step.after.name == f"{version.major}.0")
    found = breaks(step)
    assert all(entry.kind == "break" for entry in found)
    assert found
    moves = version.behaviour.moves
    assert len(moves) > 3
    for move in moves:
        if "rule" in move:
            shown = [
                entry.finding
                for entry in step.changes
                if entry.finding.rule == move["rule"] and str(move["about"]) in entry.finding.message
            ]
            assert shown, move["id"]
            assert all(finding.evidence is not None for finding in shown), move["id"]


def test_the_exchange_of_two_exit_codes_is_seen_though_the_numbers_are_the_same() -> None:
    (step,) = (step for step in steps("response-envelope") if step.after.name == "2.0")
    swapped = [entry.finding for entry in breaks(step) if entry.finding.rule == "code-meaning-swapped"]
    assert [finding.message for finding in swapped] == ["`3` now means what `2` meant."]


def test_the_page_of_a_version_shows_the_moves() -> None:
    page = Path(PROJECT / "site/reference/contracts/response-envelope/v2/index.md").read_text("utf-8")
    assert "Moving from v1" in page
    for move in next(major for major in MAJORS if major.contract == "response-envelope").behaviour.moves:
        assert f"move.{move['id']}" in page
