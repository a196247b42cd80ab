"""Acknowledgements: breaks and undecided answers that people accept, one by one, with a reason.

An acknowledgement matches a finding by rule, subject, pointer and the two sides, never by a sentence, so that better
wording loses none. Where one of these changes, it is another break, which fails again.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from accordant.compat.gather import parts_of, take_apart
from accordant.compat.identity import Sides, identity_of, recognised, rule_of
from accordant.contract.names import RELEASE
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.findings import Finding, JsonValue, Place, Rule, Severity
from accordant.schema.json_values import canonical

TABLE: Final = "acknowledgement"

EXPIRED: Final = Rule(
    "acknowledgement-expired",
    Severity.ERROR,
    "A break is accepted, and the acknowledgement has expired.",
    "Somebody promised that the break would be gone by now.",
    "undo the edit, or accept it again until a later end: registry ack add takes the place of what has expired",
    'expires = "2026-01-31", read on 1 February 2026',
    'expires = "2026-01-31", read on 31 January 2026',
)
UNUSED: Final = Rule(
    "acknowledgement-unused",
    Severity.WARNING,
    "An acknowledgement matches no finding.",
    "It may hide the next break at the same place, and readers take it for a break that is still there.",
    "remove it: registry ack prune",
    "the removed field is back, and its acknowledgement stands",
    "the acknowledgement is removed together with the break",
)
RULES: Final = (EXPIRED, UNUSED)

NEVER: Final = frozenset(("release-edited", "release-missing", "release-unlocked", "lock-changed"))
"""Rules that guard the gate itself: a change cannot accept its own break of one of these."""

Reached: TypeAlias = Callable[[str, str], bool]
"""Whether the registry has reached a release (``1.3``) or version (``v2``) of a subject's contract."""

DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
RECORDED: Final = ("rule", "subject", "pointer", "old", "new", "reason", "by")


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """One accepted break: its identity, the reason, who accepts it, and until when."""

    rule: str
    subject: str
    pointer: str
    old: JsonValue
    new: JsonValue
    reason: str = ""
    by: str = ""
    expires: str = ""
    """A day (the last one on which it counts), or the release or version whose coming ends it."""
    against: str = ""
    """The base that the break was found against, such as ``main``; empty for a release. Only this base shows it."""
    newest_release: str = ""
    """The newest release when the break was accepted; what later releases promise is not given up by it."""
    place: Place | None = field(default=None, compare=False)

    @property
    def fingerprint(self) -> str:
        """The sha256 of its identity."""
        rule, newer = rule_of(self.rule), recognised(self.new)
        sides = [self.old, newer]
        if rule != self.rule and newer == self.new:  # written when the renaming was a break of its own
            sides = [None, None]
        parts = [rule, self.subject, self.pointer, *map(canonical, sides)]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def terms(self) -> Acknowledgement:
        """Reason, owner and end, without the break: breaks with the same ones are shown together."""
        return Acknowledgement("", "", "", None, None, self.reason, self.by, self.expires)

    def has_expired(self, today: datetime.date, reached: Reached) -> bool:
        """Whether it no longer counts."""
        if not self.expires:
            return False
        if DATE.fullmatch(self.expires):
            return today > datetime.date.fromisoformat(self.expires)
        return reached(self.subject, self.expires)

    def counts_against(self, baseline: str) -> bool:
        """Whether it accepts a break of a baseline: of each but the releases that came after it."""
        release = RELEASE.fullmatch(baseline.removeprefix("release "))
        newest = RELEASE.fullmatch(self.newest_release)
        return not release or not newest or [*map(int, release.groups())] <= [*map(int, newest.groups())]


@dataclass(frozen=True, slots=True)
class Base:
    """What else than the releases a check compares with, and what it accepts itself."""

    is_what: Callable[[Finding], bool]
    """Whether it, or a release that says the same, is what a finding was found against."""
    acknowledgements: Collection[Acknowledgement] = ()


def of(finding: Finding, sides: Sides) -> Acknowledgement:
    """The acknowledgement that would accept a finding, without a reason."""
    return Acknowledgement(finding.rule, finding.subject, *identity_of(finding, sides))


def may_be(finding: Finding) -> bool:
    """Whether a finding is one that people can accept."""
    return finding.severity in (Severity.ERROR, Severity.UNDECIDED) and finding.rule not in NEVER | {EXPIRED.name}


def apply(
    findings: Iterable[Finding],
    acknowledgements: Sequence[Acknowledgement],
    today: datetime.date,
    *,
    reached: Reached = lambda subject, end: False,
    sides: Sides = lambda finding: (None, None),
    base: Base | None = None,
) -> list[Finding]:
    """The findings, accepted ones as notes, then findings about expired and unused acknowledgements.

    Args:
        findings: the findings of a check.
        acknowledgements: the accepted breaks and answers.
        today: the day by which ends are judged.
        reached: whether a release or version that ends an acknowledgement has come.
        sides: the older and the newer state of a finding.
        base: what else than the releases the check compared with; without it nothing is said about an
            acknowledgement of what only such a comparison finds.
    """
    by_fingerprint = {ack.fingerprint: ack for ack in acknowledgements}
    expired = {ack.fingerprint for ack in acknowledgements if ack.has_expired(today, reached)}
    used: set[str] = set()

    def terms_of(finding: Finding) -> Acknowledgement | None:
        ack = by_fingerprint.get(of(finding, sides).fingerprint) if acknowledgements and may_be(finding) else None
        ack = ack if ack and _counts(ack, finding, base) else None
        used.update([ack.fingerprint] if ack else ())
        return ack.terms if ack and ack.fingerprint not in expired else None

    judged = [accept(finding, terms) if terms else finding for terms, finding in take_apart(findings, terms_of)]
    told = [ack for ack in acknowledgements if base or not ack.against or ack.fingerprint in used]
    return [*judged, *_stale_findings(told, used, expired)]


def _counts(ack: Acknowledgement, finding: Finding, base: Base | None) -> bool:
    """Whether an acknowledgement counts for what a finding was found against.

    What the base accepts has broken it already, if it ever did: a break of the base needs one that the base lacks.
    """
    if base is not None and ack in base.acknowledgements and base.is_what(finding):
        return False
    return ack.counts_against(finding.baseline)


def accept(finding: Finding, acknowledgement: Acknowledgement) -> Finding:
    """The finding as a note that says by whom and why it is accepted."""
    by = f" by {acknowledgement.by}" if acknowledgement.by else ""
    until = f" (until {acknowledgement.expires})" if acknowledgement.expires else ""
    message = f"{finding.message} Acknowledged{by}{until}: {acknowledgement.reason}"
    return replace(finding, severity=Severity.NOTE, message=message, way_out="")


def ending(
    findings: Iterable[Finding],
    acknowledgements: Sequence[Acknowledgement],
    today: datetime.date,
    *,
    reached: Reached,
    comes: Reached,
    sides: Sides,
) -> Iterator[Finding]:
    """A finding for each acknowledgement that still counts and that ends by what comes while its break is there.

    Args:
        findings: the findings of a check.
        acknowledgements: the accepted breaks and answers.
        today: the day by which ends are judged.
        reached: whether a release or version that ends an acknowledgement has come.
        comes: whether it comes now.
        sides: the older and the newer state of a finding.
    """
    ends = [ack for ack in acknowledgements if not ack.has_expired(today, reached) and ack.has_expired(today, comes)]
    for ack in used(findings, ends, sides):
        message = f"The acknowledgement of {_named(ack)} ends with {ack.expires}, and the break is still there."
        file = ack.place.path if ack.place else ACKNOWLEDGEMENTS
        way_out = f"undo the edit, or write a later end into `expires` in {file}"
        yield EXPIRED.finding(message, ack.place, subject=ack.subject, way_out=way_out)


def _named(ack: Acknowledgement) -> str:
    return f"{ack.rule} in {ack.subject}" + (f" at {ack.pointer}" if ack.pointer else "")


def _stale_findings(
    acknowledgements: Sequence[Acknowledgement], used: set[str], expired: set[str]
) -> Iterator[Finding]:
    for ack in acknowledgements:
        if ack.fingerprint not in used:
            message = f"Nothing matches the acknowledgement of {_named(ack)}."
            yield UNUSED.finding(message, ack.place, subject=ack.subject)
        elif ack.fingerprint in expired:
            message = f"The acknowledgement of {_named(ack)} expired: {ack.expires}."
            yield EXPIRED.finding(message, ack.place, subject=ack.subject)


def used(
    findings: Iterable[Finding], acknowledgements: Sequence[Acknowledgement], sides: Sides
) -> list[Acknowledgement]:
    """The acknowledgements that accept one of the findings."""
    parts = [part for finding in findings for part in parts_of(finding)] if acknowledgements else []
    there = [(of(part, sides).fingerprint, part.baseline) for part in parts if may_be(part)]
    return [
        ack
        for ack in acknowledgements
        if any(mark == ack.fingerprint and ack.counts_against(baseline) for mark, baseline in there)
    ]


# In a release


def record(acknowledgement: Acknowledgement) -> dict[str, JsonValue]:
    """An acknowledgement as a release keeps it: what was accepted, and why."""
    return {name: getattr(acknowledgement, name) for name in RECORDED if name != "by" or acknowledgement.by}


def recorded(entries: Iterable[Mapping[str, JsonValue]]) -> list[Acknowledgement]:
    """The acknowledgements that a release keeps."""
    return [Acknowledgement(**entry) for entry in ({"old": None, "new": None, **entry} for entry in entries)]
