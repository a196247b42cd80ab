"""What changed from release to release, as the pages of ``registry docs`` show it; remembered between runs."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import TYPE_CHECKING, Final

from accordant.cli import acknowledged, limits
from accordant.cli.changelog import ChangelogStep, Moment, pairs_of, steps_of
from accordant.compat.diff import DiffEntry
from accordant.contract import Contract, Registry, releases
from accordant.docs.change_values import Change, ReleaseStep
from accordant.findings import Facts, Finding, JsonValue, LostDocument, Verdict
from accordant.outputs.verdict_memory import VerdictMemory

if TYPE_CHECKING:
    from accordant.cli.open_registry import Opened

_FORM: Final = "3"
"""Changes with the form of what is remembered, and with what is asked."""


class History:
    """What changed from release to release of each contract; :meth:`save` keeps it for the next run."""

    def __init__(self, opened: Opened, registry: Registry) -> None:
        """Read what is remembered of a registry."""
        self._memory = VerdictMemory(opened.folder / "site")  # beside that of check-compat, which asks other questions
        self._accepted = acknowledged.load(opened, registry)

    def steps(self, contract: Contract) -> tuple[ReleaseStep, ...]:
        """The steps of a contract, the oldest first; those that are not remembered are compared."""
        pairs = pairs_of(contract.versions)
        return tuple(_step(contract, before, after, self._accepted, self._memory) for before, after in pairs)

    def hold(self, contract: Contract) -> None:
        """Go on remembering the steps of a contract, for which this run does not ask."""
        self._memory.hold(f"{contract.name} ")

    def save(self) -> None:
        """Keep what is known."""
        self._memory.save()


def _step(
    contract: Contract, before: Moment | None, after: Moment, accepted: acknowledged.Accepted, memory: VerdictMemory
) -> ReleaseStep:
    """One step; the comparison is made where it is not remembered."""
    reasons = [ack.reason for ack in (*accepted.acknowledgements, *after.accepted())]
    key = f"{contract.name} " + _key(before, after, reasons)
    known = memory.recall(key)
    if not isinstance(known, list):
        made = steps_of([(before, after)], accepted)[0] if before else ChangelogStep(None, after, ())
        if before is not None:
            limits.begin_again()  # the comparison was a task of its own: a registry may have any number of them
        known = [dataclasses.asdict(_change(entry)) for entry in made.changes]
        if all(entry["kind"] != "undecided" for entry in known):  # a later run may have more time
            memory.keep(key, known)
    changes = tuple(Change(**change) for change in known if isinstance(change, dict))
    kinds = {change.kind for change in changes}
    verdict = (
        Verdict.BREAKING if "break" in kinds else Verdict.UNDECIDED if "undecided" in kinds else Verdict.COMPATIBLE
    )
    version = after.version.name
    start = (before.version.name, before.name) if before else None
    return ReleaseStep(contract.name, start, (version, after.name), str(verdict), changes, after.date)


def _key(before: Moment | None, after: Moment, reasons: list[str]) -> str:
    """All that the changes depend on: what is promised on both sides, and the files where it stands."""
    moments = [moment.state() for moment in (before, after) if moment]
    states = [[releases.content(state), releases.sources(state)] for state in moments]
    parts = json.dumps([_FORM, states, reasons], ensure_ascii=False)
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()


def _change(entry: DiffEntry) -> Change:
    finding = entry.finding
    title, document, at = _evidence(finding)
    return Change(
        entry.kind, finding.rule, finding.subject, finding.message, finding.old, finding.new, title, document, at,
        finding.way_out, entry.acknowledged,
    )  # fmt: skip


def _evidence(finding: Finding) -> tuple[str, JsonValue, str]:
    """What a document that proves a finding is called, the document, and the pointer of what is refused in it."""
    evidence = finding.evidence
    if evidence is None or isinstance(evidence, Facts):
        return "", None, ""
    if isinstance(evidence, LostDocument):
        holds = "uses the lost name" if finding.new is None else "is as the older side says"
        return f"A document that {holds}", evidence.document, evidence.at
    return (
        "A document that the newer side may write and readers of the older one refuse",
        evidence.document,
        evidence.at,
    )
