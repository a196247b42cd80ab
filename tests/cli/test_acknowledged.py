"""Which acknowledgement accepts a finding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accordant.cli.acknowledged import lookup
from accordant.compat.acknowledgements import Acknowledgement, of
from accordant.contract import ContractState
from accordant.findings import Finding, Severity

REMOVED = Finding("field-removed", Severity.ERROR, "The field `a` is gone.", subject="order/v1/answer")


def none(finding: Finding) -> tuple[ContractState | None, ContractState | None]:
    """The states of a finding that names its two sides itself."""
    return None, None


def refuse(finding: Finding) -> tuple[ContractState | None, ContractState | None]:
    """States that nobody is to look at."""
    pytest.fail(f"somebody looked at the states of {finding.rule} in {finding.subject}")


@pytest.mark.parametrize(
    "acknowledgement",
    [of(replace(REMOVED, subject="order/v1/other"), none), of(replace(REMOVED, rule="type-changed"), none), None],
    ids=["another subject", "another rule", "none at all"],
)
def test_the_states_are_not_looked_at_for_a_finding_that_no_acknowledgement_is_about(
    acknowledgement: Acknowledgement | None,
) -> None:
    assert lookup([acknowledgement] if acknowledgement else [], refuse)(REMOVED) is None


def test_a_renamed_field_is_accepted_as_one_that_is_removed() -> None:
    accepted = of(REMOVED, none)
    assert lookup([accepted], none)(replace(REMOVED, rule="field-renamed")) == accepted
