"""The ``json`` format: one document with the same keys for every command."""

from __future__ import annotations

import json

from accordant.findings import Evidence, Facts, Finding, JsonValue, LostDocument, Place, Report, Witness
from accordant.report.view import View, verdict
from accordant.report.visible import visible_json

SCHEMA = "urn:accordant:report:v1"


def render(report: Report, view: View) -> str:
    """The report as JSON text, indented, with a final line end; every string stays inside its quotes."""
    text = json.dumps(envelope(report, view), indent=2, ensure_ascii=False, allow_nan=False, default=str)
    return visible_json(text) + "\n"


def envelope(report: Report, view: View) -> dict[str, JsonValue]:
    """The report as JSON values, every key always present (see the guide on JSON output)."""
    return {
        "$schema": SCHEMA,
        "command": report.command,
        "tool_version": view.tool_version,
        "exit_code": report.exit_code,
        "verdict": verdict(report),
        "findings": [finding(each) for each in report.findings],
        "data": report.data,
        "error": None if report.error is None else error(report.error),
    }


def finding(one: Finding) -> dict[str, JsonValue]:
    """A finding as JSON values."""
    return {
        "rule": one.rule,
        "severity": str(one.severity),
        "message": one.message,
        "subject": one.subject,
        "place": place(one.place),
        "old_place": place(one.old_place),
        "baseline": one.baseline,
        "evidence": evidence(one.evidence),
        "strict": one.strict,
        "decided_by": one.decided_by,
        "way_out": one.way_out,
        "old": one.old,
        "new": one.new,
        "schema_place": place(one.schema_place),
    }


def place(one: Place | None) -> dict[str, JsonValue] | None:
    """A place as JSON values; line and column are 0 where they are unknown."""
    if one is None:
        return None
    return {"path": one.path, "line": one.line, "column": one.column, "pointer": one.pointer}


def evidence(one: Evidence | None) -> dict[str, JsonValue] | None:
    """Evidence as JSON values: ``kind`` tells its shapes apart; a witness that is null is an object all the same."""
    if isinstance(one, Witness):
        return {
            "kind": "witness",
            "document": one.document,
            "at": one.at,
            "writer": one.writer,
            "reader": one.reader,
        }
    if isinstance(one, LostDocument):
        return {"kind": "lost-document", "document": one.document, "at": one.at}
    if isinstance(one, Facts):
        return {"kind": "facts", "old": one.old, "new": one.new}
    return None


def error(one: BaseException) -> dict[str, JsonValue]:
    """Why a command could not do its work, as JSON values; what the exception does not say is empty."""
    place = getattr(one, "place", Place(""))
    return {
        "code": getattr(one, "rule", "bug"),
        "message": getattr(one, "reason", "") or str(one) or type(one).__name__,
        "path": place.path,
        "line": place.line,
        "column": place.column,
        "pointer": place.pointer,
        "next_step": getattr(one, "next_step", ""),
    }
