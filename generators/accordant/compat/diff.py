"""The differences between two states, for people: breaks, undecided answers, additions, deprecations, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from accordant.compat import rules, versions
from accordant.compat.acknowledgements import Acknowledgement
from accordant.compat.comparison import PAIR_SECONDS
from accordant.compat.gather import take_apart
from accordant.compat.rules import notes
from accordant.contract import Contract, ContractState, Registry
from accordant.findings import Finding, Place, Severity

KINDS: Final = ("break", "undecided", "addition", "deprecation", "note")
"""In the order in which people read them."""

TITLES: Final = {
    "break": "Breaks",
    "undecided": "Undecided",
    "addition": "Additions",
    "deprecation": "Deprecations",
    "note": "Notes",
}
_DEPRECATIONS: Final = frozenset(("deprecation-changed", "code-withdrawn"))


@dataclass(frozen=True, slots=True)
class DiffEntry:
    """One difference: its kind, its finding, and the reason why people accept it (empty where nobody does)."""

    kind: str
    finding: Finding
    acknowledged: str = ""


def to_entries(
    findings: Iterable[Finding], lookup: Callable[[Finding], Acknowledgement | None] | None = None
) -> list[DiffEntry]:
    """Findings as entries of a diff, breaks first; each kind in the order of the findings.

    Args:
        findings: the differences.
        lookup: the acknowledgement of a finding; None: nothing is acknowledged.
    """

    def reason_of(finding: Finding) -> str:
        ack = lookup(finding) if lookup else None
        return ack.reason if ack else ""

    entries = [DiffEntry(_kind(finding), finding, reason) for reason, finding in take_apart(findings, reason_of)]
    return sorted(entries, key=lambda entry: KINDS.index(entry.kind))


def _kind(finding: Finding) -> str:
    if finding.severity == Severity.ERROR:
        return "break"
    if finding.severity == Severity.UNDECIDED:
        return "undecided"
    if finding.rule in notes.ADDITIONS:
        return "addition"
    return "deprecation" if finding.rule in _DEPRECATIONS else "note"


def of_states(
    old: ContractState, new: ContractState, baseline: str, *, every: bool = False, seconds: float = PAIR_SECONDS
) -> list[Finding]:
    """The differences between two states of a version, or of two versions; with ``every`` all that an edit leads to.

    Raises:
        InputError: a reference that leads nowhere.
    """
    return versions.judge(old, new, baseline, every=every, seconds=seconds)[1]


def of_registries(
    old: Registry, new: Registry, baseline: str, *, every: bool = False, seconds: float = PAIR_SECONDS
) -> Iterator[Finding]:
    """The differences between two registries: common contracts and versions are compared, the others reported.

    With ``every`` all that an edit leads to is listed.

    Raises:
        InputError: a reference that leads nowhere.
    """
    for contract in old.contracts:
        newer = new.contract(contract.name)
        if newer is None:
            yield _finding("contract-removed", f"The contract {contract.name} is gone.", contract.name, None, baseline)
            continue
        yield from _of_contracts(contract, newer, baseline, every, seconds)
    for contract in new.contracts:
        if old.contract(contract.name) is None:
            place = contract.document.place() if contract.document else None
            yield _finding("added", f"The contract {contract.name} was added.", contract.name, place, baseline)


def _of_contracts(old: Contract, new: Contract, baseline: str, every: bool, seconds: float) -> Iterator[Finding]:
    place = new.document.place() if new.document else None
    for version in old.versions:
        newer = new.version(version.name)
        subject = f"{old.name}/{version.name}"
        if newer is None:
            yield _finding("version-removed", f"{version.name} of {old.name} is gone.", subject, place, baseline)
        else:
            yield from of_states(version.state, newer.state, baseline, every=every, seconds=seconds)
    for version in new.versions:
        if old.version(version.name) is None:
            subject = f"{new.name}/{version.name}"
            yield _finding("added", f"{version.name} of {new.name} was added.", subject, place, baseline)


def _finding(rule: str, message: str, subject: str, place: Place | None, baseline: str) -> Finding:
    return rules.finding(rule, message, place, subject=subject, baseline=baseline)
