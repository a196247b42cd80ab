"""Breaks and undecided answers that people accept, one by one, with a reason: which findings they match.

An acknowledgement is known by rule, subject, pointer and the two sides, never by a sentence, so better wording loses
none; where one of these changes, the break is another one and fails again.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from accordant.compat.conditional import conditions
from accordant.compat.refused import refused
from accordant.contract.fields import Fields
from accordant.errors import InputError
from accordant.findings import Facts, Finding, JsonValue, Place, Rule, Severity, Witness
from accordant.schema.documents import Document, parse_json
from accordant.schema.json_values import canonical

NAME: Final = "acknowledgements.toml"
TABLE: Final = "acknowledgement"

EXPIRED: Final = Rule(
    "acknowledgement-expired",
    Severity.ERROR,
    "A break is accepted, and the acknowledgement has expired.",
    "Somebody promised that the break would be gone by now.",
    "mend the break, or acknowledge it anew with a later end: registry ack prune, registry ack add",
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
"""What guards the gate itself cannot be accepted in the change that it guards."""

_NAMED_BY_PLACE: Final = frozenset(("field-removed",))
"""Rules whose place says all: the name that is gone is part of the pointer."""

Sides: TypeAlias = Callable[[Finding], tuple[JsonValue, JsonValue]]
"""The two whole things that a finding is about, for findings that do not name their two sides."""

Reached: TypeAlias = Callable[[str, str], bool]
"""Whether the registry has got to a release (``1.3``) or version (``v2``) of a subject's contract."""

_RELEASE = re.compile(r"(?:^|/)releases/[0-9.]+\.json$")
_PART = re.compile(r"^/(?:schemas/[^/]+/schema|code-lists/[^/]+|streams/[^/]+)(?=/|$)")
"""Where a schema, a code list or a stream stands in a release file."""
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_END = re.compile(r"v?[1-9][0-9]*|[1-9][0-9]*\.[0-9]+")
_FIELDS = ("rule", "subject", "pointer", "old", "new", "reason", "by", "expires")


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """One accepted break: what it is known by, why it is accepted, by whom, and until when."""

    rule: str
    subject: str
    pointer: str
    old: JsonValue
    new: JsonValue
    reason: str = ""
    by: str = ""
    expires: str = ""
    """A day (the last one on which it counts), or the release or version whose coming ends it."""
    place: Place | None = None

    @property
    def fingerprint(self) -> str:
        """The sha256 of what it is known by."""
        parts = [self.rule, self.subject, self.pointer, canonical(self.old), canonical(self.new)]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def has_expired(self, today: datetime.date, reached: Reached) -> bool:
        """Whether it no longer counts."""
        if not self.expires:
            return False
        if _DATE.fullmatch(self.expires):
            return today > datetime.date.fromisoformat(self.expires)
        return reached(self.subject, self.expires)


def of(finding: Finding, sides: Sides) -> Acknowledgement:
    """What a finding is known by, without a reason.

    The place is the one on the older side, where there is one: a release does not move. Undecided answers and
    witnesses that leave their two sides unsaid are known by the two whole schemas. Where one keyword refuses several
    parts, the part is named beside the newer side; where the newer side has nothing at the place, its conditions
    around it are, so that a break in some cases is not taken for one in all.
    """
    where = finding.old_place or finding.place
    old, new = finding.old, finding.new
    if old is None and new is None and finding.rule not in _NAMED_BY_PLACE:
        if isinstance(finding.evidence, Witness) or finding.severity == Severity.UNDECIDED:
            old, new = (_digest(one) for one in sides(finding))
        elif isinstance(finding.evidence, Facts):
            old, new = finding.evidence.old, finding.evidence.new
    part = refused(finding)
    if part is not None:
        new = {"refused": part, "side": new}
    elif new is None and old is not None and isinstance(finding.evidence, Witness):
        new = _under_conditions(finding, sides)
    return Acknowledgement(finding.rule, finding.subject, _pointer(where), old, new)


def _under_conditions(finding: Finding, sides: Sides) -> JsonValue:
    """Where the newer side says nothing at the place itself: the conditions under which it does, None without any."""
    newer = sides(finding)[1]
    schema = newer.get("schema", newer) if isinstance(newer, dict) else newer
    found = conditions(schema, _pointer(finding.old_place), _pointer(finding.place))
    return {"conditions": _digest(found)} if found else None


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
) -> list[Finding]:
    """The findings with accepted ones turned into notes, then what is wrong with the acknowledgements themselves.

    Args:
        findings: what a check found.
        acknowledgements: what people accept.
        today: the day by which ends are judged.
        reached: whether a release or version that ends an acknowledgement has come.
        sides: the two whole schemas, code lists or streams of a finding.
    """
    if not acknowledgements:
        return list(findings)
    known = {one.fingerprint: one for one in acknowledgements}
    over = {one.fingerprint for one in acknowledgements if one.has_expired(today, reached)}
    used: set[str] = set()
    judged: list[Finding] = []
    for finding in findings:
        mark = of(finding, sides).fingerprint if may_be(finding) else ""
        if mark in known:
            used.add(mark)
            judged.append(finding if mark in over else accepted(finding, known[mark]))
        else:
            judged.append(finding)
    return [*judged, *_stale(acknowledgements, used, over)]


def accepted(finding: Finding, acknowledgement: Acknowledgement) -> Finding:
    """The finding as a note that says by whom and why it is accepted."""
    by = f" by {acknowledgement.by}" if acknowledgement.by else ""
    until = f" (until {acknowledgement.expires})" if acknowledgement.expires else ""
    message = f"{finding.message} Acknowledged{by}{until}: {acknowledgement.reason}"
    return replace(finding, severity=Severity.NOTE, message=message, way_out="")


def _stale(acknowledgements: Sequence[Acknowledgement], used: set[str], over: set[str]) -> Iterator[Finding]:
    for one in acknowledgements:
        what = f"{one.rule} in {one.subject}" + (f" at {one.pointer}" if one.pointer else "")
        if one.fingerprint not in used:
            yield _said(UNUSED, one, f"Nothing matches the acknowledgement of {what}.")
        elif one.fingerprint in over:
            yield _said(EXPIRED, one, f"The acknowledgement of {what} expired: {one.expires}.")


def _said(rule: Rule, one: Acknowledgement, message: str) -> Finding:
    return Finding(rule.name, rule.severity, message, one.place, way_out=rule.way_out, subject=one.subject)


def _pointer(place: Place | None) -> str:
    """The pointer in the schema, code list or stream, also where it stands in a release file."""
    if place is None:
        return ""
    return _PART.sub("", place.pointer) if _RELEASE.search(place.path) else place.pointer


def _digest(value: JsonValue) -> JsonValue:
    return {"sha256": hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()}


# The file


def read(document: Document) -> tuple[Acknowledgement, ...]:
    """What ``acknowledgements.toml`` holds.

    Raises:
        InputError: a field that is missing, unknown or malformed, or a break that is acknowledged twice.
    """
    fields = Fields.of(document.value, document)
    fields.only(TABLE)
    found: dict[str, Acknowledgement] = {}
    for one in fields.mappings(TABLE):
        said = _one(one)
        if said.fingerprint in found:
            one.refuse("", "this break is acknowledged already", "remove one of the two")
        found[said.fingerprint] = said
    return tuple(found.values())


def _one(fields: Fields) -> Acknowledgement:
    fields.only(*_FIELDS)
    reason, expires = fields.text("reason"), fields.text("expires", "")
    if not reason.strip():
        fields.refuse("reason", "must not be empty", "say why the break is accepted")
    if fields.text("rule") in NEVER:
        fields.refuse("rule", "what guards the releases cannot be acknowledged", "take the files back instead")
    problem = end_problem(expires)
    if problem:
        fields.refuse("expires", problem)
    return Acknowledgement(
        rule=fields.text("rule"),
        subject=fields.text("subject"),
        pointer=fields.text("pointer", ""),
        old=_value(fields, "old"),
        new=_value(fields, "new"),
        reason=reason,
        by=fields.text("by", ""),
        expires=expires,
        place=fields.document.place(fields.pointer),
    )


def end_problem(expires: str) -> str:
    """What is wrong with an end, or nothing: a day, a release (``1.3``) or a version (``v2``)."""
    if not expires or (_END.fullmatch(expires) and not expires.isdigit()):
        return ""
    try:
        if not _DATE.fullmatch(expires):
            raise ValueError
        datetime.date.fromisoformat(expires)
    except ValueError:
        return "must be a day (2027-01-31), a release (1.3) or a version (v2)"
    return ""


def _value(fields: Fields, key: str) -> JsonValue:
    try:
        return parse_json(fields.text(key, "null"), fields.document.path)
    except InputError as error:
        fields.refuse(key, f"must be JSON as a string: {error.reason}")


def table(one: Acknowledgement) -> Mapping[str, str]:
    """An acknowledgement as the fields of its table, in the order in which they are written."""
    said = {
        "rule": one.rule, "subject": one.subject, "pointer": one.pointer, "old": canonical(one.old),
        "new": canonical(one.new), "reason": one.reason, "by": one.by, "expires": one.expires,
    }  # fmt: skip
    return {key: value for key, value in said.items() if value or key in ("rule", "subject", "pointer", "reason")}
