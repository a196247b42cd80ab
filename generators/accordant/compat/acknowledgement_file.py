"""The file ``acknowledgements.toml``: what people wrote in it, and the tables that are added to it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Final

from accordant.compat.acknowledgements import DATE, NEVER, RECORDED, TABLE, Acknowledgement
from accordant.contract.fields import Fields
from accordant.contract.names import RELEASE, VERSION
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema.documents import Document, parse_json
from accordant.schema.json_values import canonical

_FIELDS: Final = (*RECORDED, "expires", "against", "newest-release")


def read(document: Document) -> tuple[Acknowledgement, ...]:
    """What ``acknowledgements.toml`` holds.

    Raises:
        InputError: a field that is missing, unknown or malformed, or a break that is acknowledged twice.
    """
    fields = Fields.of(document.value, document)
    fields.only(TABLE)
    by_fingerprint: dict[str, Acknowledgement] = {}
    for table in fields.mappings(TABLE):
        ack = _read_table(table)
        if ack.fingerprint in by_fingerprint:
            table.refuse("", "this break is acknowledged already", "remove one of the two")
        by_fingerprint[ack.fingerprint] = ack
    return tuple(by_fingerprint.values())


def _read_table(fields: Fields) -> Acknowledgement:
    fields.only(*_FIELDS)
    reason, expires = fields.text("reason"), fields.text("expires", "")
    if not reason.strip():
        fields.refuse("reason", "must not be empty", "say why the break is accepted")
    if fields.text("rule") in NEVER:
        fields.refuse("rule", "what guards the releases cannot be acknowledged", "restore the files instead")
    problem = end_problem(expires, fields.text("subject"))
    if problem:
        fields.refuse("expires", problem)
    newest = fields.text("newest-release", "")
    if newest and not RELEASE.fullmatch(newest):
        fields.refuse("newest-release", "must be a release, such as 1.3")
    return Acknowledgement(
        rule=fields.text("rule"),
        subject=fields.text("subject"),
        pointer=fields.text("pointer", ""),
        old=_value(fields, "old"),
        new=_value(fields, "new"),
        reason=reason,
        by=fields.text("by", ""),
        expires=expires,
        against=fields.text("against", ""),
        newest_release=newest,
        place=fields.document.place(fields.pointer),
    )


def end_problem(expires: str, subject: str) -> str:
    """What is wrong with an end, or nothing: a day, a release (``1.3``) of the subject's version, or a version."""
    if not expires or VERSION.fullmatch(expires) or _is_day(expires):
        return ""
    version, release = "/".join(subject.split("/")[:2]), RELEASE.fullmatch(expires)
    if release is None:
        return "must be a day (2027-01-31), a release (1.3) or a version (v2)"
    major = version.rpartition("/v")[2]
    return "" if release[1] == major else f"is not a release of {version}: those are {major}.0, {major}.1 and so on"


def _is_day(text: str) -> bool:
    try:
        return bool(DATE.fullmatch(text) and datetime.date.fromisoformat(text))
    except ValueError:
        return False


def _value(fields: Fields, key: str) -> JsonValue:
    try:
        return parse_json(fields.text(key, "null"), fields.document.path)
    except InputError as error:
        fields.refuse(key, f"must be JSON as a string: {error.reason}")


def table(ack: Acknowledgement) -> Mapping[str, str]:
    """An acknowledgement as the fields of its table, in the order in which they are written."""
    fields = {
        "rule": ack.rule, "subject": ack.subject, "pointer": ack.pointer, "old": canonical(ack.old),
        "new": canonical(ack.new), "reason": ack.reason, "by": ack.by, "expires": ack.expires,
        "against": ack.against, "newest-release": ack.newest_release,
    }  # fmt: skip
    return {key: value for key, value in fields.items() if value or key in ("rule", "subject", "pointer", "reason")}
