"""``registry ack``."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from accordant.cli import acknowledged, exits
from accordant.cli.open_registry import Opened, find
from accordant.cli.options import against_as_typed, against_options, format_option, given_against, registry_option
from accordant.cli.tables import facts
from accordant.cli.writing import take_turn_in_registry
from accordant.compat import acknowledgement_file, acknowledgements
from accordant.compat.acknowledgements import Acknowledgement
from accordant.compat.gather import parts_of, take_apart
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Report, found_again

if TYPE_CHECKING:
    from accordant.contract import Registry

ACTIONS = ("add", "list", "prune")
MOST_OFFERED = 10
"""Most fingerprints that an error message lists."""
SHORTEST = 6
"""The fewest digits of a fingerprint that 'add' takes: fewer would soon name another break."""


@click.command(
    "ack",
    epilog="Example: registry ack add 7f1dbd6dc3fe --reason 'no reader takes it, see issue 12' --expires 2027-01-31",
)
@click.argument("action", type=click.Choice(ACTIONS))
@click.argument("fingerprint", required=False)
@click.option("--reason", help="For add: why the break is accepted. It is shown wherever the break is.")
@click.option("--by", default="", help="For add: who accepts it.")
@click.option(
    "--expires",
    metavar="DAY|RELEASE|VERSION",
    help="For add: the last day on which it counts (2027-01-31), or the release (1.3) or version (v2) that ends it.",
)
@against_options
@registry_option
@format_option
def command(action: str, fingerprint: str | None, reason: str | None, by: str, expires: str | None) -> Report:
    """Accept the breaks of one finding, or an undecided answer; list what is accepted; remove what is no longer needed.

    'add' takes the fingerprint that check-compat shows with the break. Acknowledgements are in the registry's
    acknowledgements.toml, to be reviewed with the change. The break stays visible, as a note.
    """
    if (fingerprint is not None) != (action == "add") or (action != "add" and (reason or by or expires is not None)):
        raise click.UsageError("'add' takes a FINGERPRINT and --reason; 'list' and 'prune' take neither")
    opened = find()
    check = _Check.of(opened)
    if action == "add":
        return _add(check, str(fingerprint), reason or "", by, expires)
    return _prune(check) if action == "prune" else _list(check)


class _Check:
    """The findings of check-compat before acknowledgements are applied, and the acknowledgements."""

    def __init__(self, opened: Opened, accepted: acknowledged.Accepted, findings: tuple[Finding, ...]) -> None:
        self.opened, self.accepted = opened, accepted
        known = {ack.fingerprint for ack in accepted.acknowledgements}
        taken = take_apart(findings, lambda part: mark if (mark := self._mark(part)) in known else "")
        self.findings = {
            self._mark(part): part
            for _, finding in reversed(list(taken))
            for part in (*parts_of(finding), finding)
            if acknowledgements.may_be(part)
        }
        parts = (part for finding in findings for part in parts_of(finding)) if accepted.of_base else ()
        self.of_base = {self._mark(part) for part in parts if accepted.is_base(part)}
        """The marks of the breaks of the base, where it accepts any."""

    def found_with(self, finding: Finding) -> list[Finding]:
        """The breaks that a finding stands for, each once for every release that reports group with it."""
        told = {found_again(part) for part in parts_of(finding)}
        return [*parts_of(finding), *(part for part in self.findings.values() if found_again(part) in told)]

    def _mark(self, finding: Finding) -> str:
        return acknowledgements.of(finding, self.accepted.sides).fingerprint

    @classmethod
    def of(cls, opened: Opened) -> _Check:
        from accordant.cli.operands import find_base
        from accordant.compat import check
        from accordant.outputs.verdict_memory import VerdictMemory

        registry: Registry = opened.load()
        base, base_name = find_base(given_against(), opened)
        memory = VerdictMemory(opened.folder)  # what check-compat has just judged is known; nothing more is kept
        outcome = check(registry, base, base_name, opened.shown, memory=memory)
        return cls(opened, acknowledged.load(opened, registry, base, base_name, against_as_typed()), outcome.findings)

    def state(self, ack: Acknowledgement) -> str:
        """used, unused or expired; also used where this run does not compare with what it was found against."""
        if ack.fingerprint not in self.findings and self.accepted.is_settled(ack):
            return "unused"
        return "expired" if ack.has_expired(self.accepted.today, self.accepted.reached) else "used"


def _add(check: _Check, fingerprint: str, reason: str, by: str, expires: str | None) -> Report:
    from accordant.registry.acknowledgements import add_table, remove_tables

    if not reason.strip():
        raise InputError("an acknowledgement needs a reason", next_step="say it with --reason", rule="usage")
    finding = _find(check, fingerprint)
    problem = acknowledgement_file.end_problem(expires or "", finding.subject) or ("is empty" if expires == "" else "")
    if problem:
        raise InputError(f"--expires {expires!r} {problem}", next_step="run: registry ack --help", rule="usage")
    accepted = [
        replace(
            acknowledgements.of(part, check.accepted.sides),
            reason=reason, by=by, expires=expires or "", against=check.accepted.against(part),
            newest_release=check.accepted.newest_release(part),
        )
        for part in check.found_with(finding)
    ]  # fmt: skip
    acks = list({ack.fingerprint: ack for ack in accepted}.values())  # several places may have been one before
    if acks[0].has_expired(check.accepted.today, check.accepted.reached):
        raise InputError(_why_passed(acks[0], check.accepted.today), next_step="name a later end", rule="usage")
    path = acknowledged.path_of(check.opened)
    with take_turn_in_registry(check.opened):
        text = remove_tables(_text(check.opened), _find_ended(check, acks), path)
        for ack in acks:
            text = add_table(text, acknowledgement_file.table(ack), path)
        _write(check.opened, text)
    lines = "\n".join(_line(ack) for ack in acks)
    return _report("add", [(ack, "used") for ack in acks], f"{path}: accepted {lines}\n{finding.message}")


def _why_passed(ack: Acknowledgement, today: datetime.date) -> str:
    contract, version = ack.subject.split("/")[:2]
    if "-" in ack.expires:
        why = f"today is {today}"
    elif ack.expires.startswith("v"):
        why = f"{contract} has a release of it, or of a later version"
    else:
        why = f"{contract}/{version} has that release, or a later one"
    return f"--expires {ack.expires} has passed already: {why}"


def _find_ended(check: _Check, acks: Sequence[Acknowledgement]) -> list[int]:
    """The indexes of the tables, in the file as it is now, that acknowledge one of these breaks and no longer count.

    They have expired, do not count for the newest release, or are those of the base whose break it is.

    Raises:
        InputError: one that counts still acknowledges it, or the new one would be the same as that of the base.
    """
    opened, newest = check.opened, {ack.fingerprint: ack.newest_release for ack in acks}
    same = [(index, ack) for index, ack in enumerate(acknowledged.read(opened)) if ack.fingerprint in newest]
    counting = [ack for _, ack in same if not ack.has_expired(check.accepted.today, check.accepted.reached)]
    of_base = [ack for ack in counting if ack in check.accepted.of_base and ack.fingerprint in check.of_base]
    if any(ack in acks for ack in of_base):
        raise InputError(
            f"{check.accepted.base_name} accepts this break in the same words, but that does not cover this change",
            Place(acknowledged.path_of(opened), *_place(of_base[0])),
            next_step="say why it is accepted again, with another --reason",
            rule="usage",
        )
    earlier = [ack for ack in counting if ack not in of_base and ack.counts_against(newest[ack.fingerprint])]
    if earlier:
        raise InputError(
            "this break is acknowledged already",
            Place(acknowledged.path_of(opened), *_place(earlier[0])),
            next_step="edit it there",
            rule="usage",
        )
    return [index for index, _ in same]


def _find(check: _Check, fingerprint: str) -> Finding:
    """The finding whose fingerprint begins with these digits."""
    matches = [mark for mark in check.findings if mark.startswith(fingerprint.lower())]
    if len(fingerprint) >= SHORTEST and len(matches) == 1:
        return check.findings[matches[0]]
    candidates = [
        f"{mark[: acknowledged.MARK]} {finding.rule} in {finding.subject}" for mark, finding in check.findings.items()
    ]
    choices = "; ".join(candidates[:MOST_OFFERED]) + ("; ..." if len(candidates) > MOST_OFFERED else "")
    raise InputError(
        _why_unusable(fingerprint, len(matches)), rule="usage",
        next_step=f"give one of these: {choices}" if candidates else "run: registry check-compat, which finds no break",
    )  # fmt: skip


def _why_unusable(fingerprint: str, matches: int) -> str:
    if len(fingerprint) < SHORTEST:
        return f"{fingerprint!r} is too short for a fingerprint; at least {SHORTEST} digits are needed"
    return f"{'several breaks have' if matches else 'no break has'} a fingerprint that begins with {fingerprint!r}"


def _list(check: _Check) -> Report:
    rows = [(ack, check.state(ack)) for ack in check.accepted.acknowledgements]
    text = "\n\n".join(_block(ack, state) for ack, state in rows)
    return _report("list", rows, text or "no break is acknowledged")


def _prune(check: _Check) -> Report:
    from accordant.registry.acknowledgements import remove_tables

    stale = [(ack, check.state(ack)) for ack in check.accepted.acknowledgements if check.state(ack) != "used"]
    if stale:
        marks = {ack.fingerprint for ack, _ in stale}
        with take_turn_in_registry(check.opened):
            now = acknowledged.read(check.opened)
            indexes = [index for index, ack in enumerate(now) if ack.fingerprint in marks]
            _write(check.opened, remove_tables(_text(check.opened), indexes, acknowledged.path_of(check.opened)))
    lines = [f"removed ({state}) {_line(ack)}" for ack, state in stale]
    return _report("prune", stale, "\n".join(lines) or "nothing to remove")


def _report(action: str, rows: list[tuple[Acknowledgement, str]], text: str) -> Report:
    data = {"action": action, "acknowledgements": [_data(ack, state) for ack, state in rows]}
    return Report("ack", exits.FINE, data=data, text=text)


def _data(ack: Acknowledgement, state: str) -> JsonValue:
    return {
        "fingerprint": ack.fingerprint, "rule": ack.rule, "subject": ack.subject, "pointer": ack.pointer,
        "old": ack.old, "new": ack.new, "reason": ack.reason, "by": ack.by, "expires": ack.expires,
        "against": ack.against, "state": state,
    }  # fmt: skip


def _line(ack: Acknowledgement) -> str:
    at = f" at {ack.pointer}" if ack.pointer else ""
    return f"{ack.fingerprint[: acknowledged.MARK]} {ack.rule} in {ack.subject}{at}"


def _block(ack: Acknowledgement, state: str) -> str:
    return facts(
        [
            ("break", _line(ack)),
            ("state", state),
            ("reason", ack.reason),
            ("by", ack.by),
            ("expires", ack.expires),
            ("against", ack.against),
            ("where", str(ack.place or "")),
        ]
    )


def _place(ack: Acknowledgement) -> tuple[int, int]:
    return (ack.place.line, ack.place.column) if ack.place else (0, 0)


def _text(opened: Opened) -> str:
    document = acknowledged.document_of(opened)
    return document.text if document else ""


def _write(opened: Opened, text: str) -> None:
    from accordant.disk.writing import write_file
    from accordant.schema import documents

    # Never leave a file that cannot be read.
    acknowledgement_file.read(documents.parse(text, acknowledged.path_of(opened)))
    write_file(opened.folder, ACKNOWLEDGEMENTS, text)
