"""``registry ack``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from accordant.cli import acknowledged, exits
from accordant.cli.open_registry import Opened, find
from accordant.cli.options import format_option, registry_option
from accordant.cli.tables import facts
from accordant.compat import acknowledgements
from accordant.compat.acknowledgements import Acknowledgement
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Report

if TYPE_CHECKING:
    from accordant.contract import Registry

ACTIONS = ("add", "list", "prune")
SHORTEST = 6
"""Fewer digits of a fingerprint are refused: they would soon name another break."""


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
    default="",
    metavar="DAY|RELEASE|VERSION",
    help="For add: the last day on which it counts (2027-01-31), or the release (1.3) or version (v2) that ends it.",
)
@click.option(
    "--against", metavar="REF|FOLDER|ARCHIVE", help="Look for breaks against this state too, as check-compat does."
)
@registry_option
@format_option
def command(
    action: str, fingerprint: str | None, reason: str | None, by: str, expires: str, against: str | None
) -> Report:
    """Accept one break, or one undecided answer, with a reason; list what is accepted; remove what is no longer needed.

    'add' takes the fingerprint that check-compat shows with the break. Acknowledgements stand in the registry's
    acknowledgements.toml, to be reviewed with the change. The break stays visible, as a note.
    """
    if (fingerprint is not None) != (action == "add") or (action != "add" and (reason or by or expires)):
        raise click.UsageError("'add' takes a FINGERPRINT and its reason; 'list' and 'prune' take neither")
    opened = find()
    check = _Check.of(opened, against)
    if action == "add":
        return _add(check, str(fingerprint), reason or "", by, expires)
    return _prune(check) if action == "prune" else _list(check)


class _Check:
    """What check-compat finds, before acknowledgements, and the acknowledgements beside it."""

    def __init__(self, opened: Opened, known: acknowledged.Accepted, findings: tuple[Finding, ...]) -> None:
        self.opened, self.known = opened, known
        self.findings = {
            acknowledgements.of(one, known.sides).fingerprint: one
            for one in reversed(findings)
            if acknowledgements.may_be(one)
        }

    @classmethod
    def of(cls, opened: Opened, against: str | None) -> _Check:
        from accordant.cli.operands import registry_at
        from accordant.compat import check

        registry: Registry = opened.load()
        base = None if against is None else registry_at(against, opened)
        outcome = check(registry, base, against or "", opened.shown)
        return cls(opened, acknowledged.load(opened, registry, base), outcome.findings)

    def state(self, one: Acknowledgement) -> str:
        """used, unused or expired."""
        if one.fingerprint not in self.findings:
            return "unused"
        return "expired" if one.has_expired(self.known.today, self.known.reached) else "used"


def _add(check: _Check, fingerprint: str, reason: str, by: str, expires: str) -> Report:
    from accordant.registry.acknowledgements import add_table

    if not reason.strip():
        raise InputError("an acknowledgement needs a reason", next_step="say it with --reason", rule="usage")
    problem = acknowledgements.end_problem(expires)
    if problem:
        raise InputError(f"--expires {problem}", rule="usage")
    finding = _found(check, fingerprint)
    one = replace(acknowledgements.of(finding, check.known.sides), reason=reason, by=by, expires=expires)
    if one.has_expired(check.known.today, check.known.reached):
        raise InputError(f"--expires {expires} has passed already", rule="usage")
    listed = [known for known in check.known.listed if known.fingerprint == one.fingerprint]
    if listed:
        raise InputError(
            "this break is acknowledged already",
            Place(acknowledged.path_of(check.opened), *_place(listed[0])),
            next_step="edit it there",
            rule="usage",
        )
    _write(check.opened, add_table(_text(check.opened), acknowledgements.table(one)))
    text = f"{acknowledged.path_of(check.opened)}: accepted {_line(one)}\n{finding.message}"
    return _report("add", [(one, "used")], text)


def _found(check: _Check, fingerprint: str) -> Finding:
    """The finding of that fingerprint, or of one that begins so."""
    found = [mark for mark in check.findings if mark.startswith(fingerprint.lower())]
    if len(fingerprint) >= SHORTEST and len(found) == 1:
        return check.findings[found[0]]
    known = [f"{mark[: acknowledged.MARK]} {one.rule} in {one.subject}" for mark, one in check.findings.items()]
    there = "there are: " + "; ".join(known[:10]) + ("; ..." if len(known) > 10 else "")
    reason = "several breaks have" if len(found) > 1 else "no break has"
    raise InputError(
        f"{reason} the fingerprint {fingerprint!r}", rule="usage",
        next_step=there if known else "nothing is to be accepted: registry check-compat finds no break",
    )  # fmt: skip


def _list(check: _Check) -> Report:
    rows = [(one, check.state(one)) for one in check.known.listed]
    text = "\n\n".join(_block(one, state) for one, state in rows)
    return _report("list", rows, text or "no break is acknowledged")


def _prune(check: _Check) -> Report:
    from accordant.registry.acknowledgements import remove_tables

    states = [(one, check.state(one)) for one in check.known.listed]
    gone = [index for index, (_, state) in enumerate(states) if state != "used"]
    if gone:
        _write(check.opened, remove_tables(_text(check.opened), gone))
    lines = [f"removed ({states[index][1]}) {_line(states[index][0])}" for index in gone]
    return _report("prune", [states[index] for index in gone], "\n".join(lines) or "nothing to remove")


def _report(action: str, rows: list[tuple[Acknowledgement, str]], text: str) -> Report:
    data = {"action": action, "acknowledgements": [_data(one, state) for one, state in rows]}
    return Report("ack", exits.FINE, data=data, text=text)


def _data(one: Acknowledgement, state: str) -> JsonValue:
    return {
        "fingerprint": one.fingerprint, "rule": one.rule, "subject": one.subject, "pointer": one.pointer,
        "old": one.old, "new": one.new, "reason": one.reason, "by": one.by, "expires": one.expires, "state": state,
    }  # fmt: skip


def _line(one: Acknowledgement) -> str:
    at = f" at {one.pointer}" if one.pointer else ""
    return f"{one.fingerprint[: acknowledged.MARK]} {one.rule} in {one.subject}{at}"


def _block(one: Acknowledgement, state: str) -> str:
    return facts(
        [
            ("break", _line(one)),
            ("state", state),
            ("reason", one.reason),
            ("by", one.by),
            ("expires", one.expires),
            ("where", str(one.place or "")),
        ]
    )


def _place(one: Acknowledgement) -> tuple[int, int]:
    return (one.place.line, one.place.column) if one.place else (0, 0)


def _text(opened: Opened) -> str:
    document = acknowledged.document_of(opened)
    return document.text if document else ""


def _write(opened: Opened, text: str) -> None:
    from accordant.outputs import write_text
    from accordant.schema import documents

    acknowledgements.read(documents.parse(text, acknowledged.path_of(opened)))  # never leave a file that cannot be read
    write_text(opened.folder / acknowledgements.NAME, text)
