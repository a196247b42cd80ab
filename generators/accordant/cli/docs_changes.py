"""What changed from release to release, as the pages of ``registry docs`` show it; remembered between runs."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from accordant.cli import acknowledged, limits
from accordant.cli.moments import Moment, pairs_of
from accordant.contract import Contract, Registry, releases
from accordant.docs.change_values import Change, ReleaseStep
from accordant.docs.schema_parts import Remember, digest_of, digest_of_release, make_anew
from accordant.findings import Facts, Finding, JsonValue, LostDocument, Verdict
from accordant.outputs.kept_findings import MISREAD
from accordant.outputs.verdict_memory import ROOMS, VerdictMemory

if TYPE_CHECKING:
    from accordant.cli.open_registry import Opened
    from accordant.compat.diff import DiffEntry

DECIDING: Final = (*ROOMS, "cli", "docs/change_values.py", "docs/schema_parts.py", "errors.py", "findings.py")
"""The rooms and modules of the tool that make what is remembered: without the pages, whose words change often."""

_FORM: Final = "5"
"""To be changed with the form of what is remembered, and with the question."""

_VERDICTS: Final[Mapping[str, Verdict]] = {"break": Verdict.BREAKING, "undecided": Verdict.UNDECIDED}
"""What a change of a kind makes of the verdict; all other kinds leave it alone."""


class History:
    """What changed from release to release of each contract; :meth:`save` keeps it for the next run."""

    def __init__(self, opened: Opened, registry: Registry, remember: Remember = make_anew) -> None:
        """Read what is remembered of a registry; ``remember`` keeps what is read from frozen releases."""
        self._remember = remember
        place = opened.folder / "site"  # beside other memories of the registry, which answer other questions
        self._memory = VerdictMemory(place, DECIDING)
        self._accepted = acknowledged.load(opened, registry)

    def steps(self, contract: Contract) -> tuple[ReleaseStep, ...]:
        """The steps of a contract, the oldest first; those that are not remembered are compared."""
        pairs = pairs_of(contract.versions)
        marks = {id(after): _mark(after) for _, after in pairs}  # each moment is once the later one
        return tuple(
            self._step(before, after, [marks[id(moment)] for moment in (before, after) if moment])
            for before, after in pairs
        )

    def hold(self, contract: Contract) -> None:
        """Go on remembering the steps of a contract, for which this run does not ask."""
        self._memory.hold(f"{contract.name} ")

    def save(self) -> None:
        """Keep what is known."""
        self._memory.save()

    def _step(self, before: Moment | None, after: Moment, marks: list[str]) -> ReleaseStep:
        """One step; the comparison is made where it is not remembered."""
        contract = after.version.contract
        date, with_release = self._said_by(after)
        accepted = [*([ack.fingerprint, ack.reason] for ack in self._accepted.acknowledgements), *with_release]
        key = f"{contract} {_digest_of([_FORM, marks, accepted])}"
        changes = _read_changes(self._memory.recall(key))
        if changes is None:
            changes = tuple(map(_change, _compare(before, after, self._accepted) if before else ()))
            if all(change.kind != "undecided" for change in changes):  # a later run may have more time
                self._memory.keep(key, [dataclasses.asdict(change) for change in changes])
        start = (before.version.name, before.name) if before else None
        return ReleaseStep(contract, start, (after.version.name, after.name), str(_verdict(changes)), changes, date)

    def _said_by(self, moment: Moment) -> tuple[str, list[JsonValue]]:
        """The day of a release, and each break that it was accepted with; nothing for a working state."""
        if moment.release is None:
            return "", []
        key = f"{moment.version.contract} {digest_of(['said', digest_of_release(moment.release)])}"
        match self._remember(key, lambda: _read_said(moment)):
            case [str(date), list(accepted)]:
                return date, accepted
        return "", []


def _read_said(moment: Moment) -> JsonValue:
    return [moment.date, [[ack.fingerprint, ack.reason] for ack in moment.accepted()]]


def _read_changes(kept: JsonValue) -> tuple[Change, ...] | None:
    """The changes of a step that were kept; None where there are none, or they have another form."""
    try:
        return tuple(Change(**change) for change in kept) if isinstance(kept, list) else None
    except MISREAD:
        return None


def _verdict(changes: Iterable[Change]) -> Verdict:
    return Verdict.worst(_VERDICTS.get(change.kind, Verdict.COMPATIBLE) for change in changes)


def _compare(before: Moment, after: Moment, accepted: acknowledged.Accepted) -> tuple[DiffEntry, ...]:
    from accordant.cli.changelog import steps_of

    changes = steps_of([(before, after)], accepted)[0].changes
    limits.begin_again()  # the comparison was a task of its own: a registry may have any number of them
    return changes


def _mark(moment: Moment) -> str:
    """A digest of what is promised at a moment, and of the files where it stands; a release is what its file holds."""
    if moment.release is not None:
        return digest_of_release(moment.release)
    state = moment.state()
    return _digest_of([releases.content(state), releases.sources(state)])


def _digest_of(value: JsonValue) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


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
        if finding.new is None:  # an open reader refuses no document for a name; the message says where it stood
            return "A document that uses the lost name", evidence.document, ""
        return "A document that follows the older side", evidence.document, evidence.at
    return (
        "A document that the newer side may write and readers of the older one refuse",
        evidence.document,
        evidence.at,
    )


# x
