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
        "findings": [finding_object(finding) for finding in report.findings],
        "data": report.data,
        "error": None if report.error is None else error_object(report.error),
    }


def finding_object(finding: Finding) -> dict[str, JsonValue]:
    """A finding as JSON values."""
    return {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "message": finding.message,
        "subject": finding.subject,
        "place": place_object(finding.place),
        "old_place": place_object(finding.old_place),
        "baseline": finding.baseline,
        "evidence": evidence_object(finding.evidence),
        "strict": finding.strict,
        "decided_by": finding.decided_by,
        "way_out": finding.way_out,
        "old": finding.old,
        "new": finding.new,
        "schema_place": place_object(finding.schema_place),
    }


def place_object(place: Place | None) -> dict[str, JsonValue] | None:
    """A place as JSON values; line and column are 0 where they are unknown."""
    if place is None:
        return None
    return {"path": place.path, "line": place.line, "column": place.column, "pointer": place.pointer}


def evidence_object(evidence: Evidence | None) -> dict[str, JsonValue] | None:
    """Evidence as JSON values: ``kind`` tells its shapes apart; a witness that is null is still an object."""
    if isinstance(evidence, Witness):
        return {
            "kind": "witness",
            "document": evidence.document,
            "at": evidence.at,
            "writer": evidence.writer,
            "reader": evidence.reader,
        }
    if isinstance(evidence, LostDocument):
        return {"kind": "lost-document", "document": evidence.document, "at": evidence.at}
    if isinstance(evidence, Facts):
        return {"kind": "facts", "old": evidence.old, "new": evidence.new}
    return None


def error_object(exception: BaseException) -> dict[str, JsonValue]:
    """The error that stopped a command, as JSON values; facts that the exception lacks are empty."""
    place = getattr(exception, "place", Place(""))
    return {
        "code": getattr(exception, "rule", "bug"),
        "message": getattr(exception, "reason", "") or str(exception) or type(exception).__name__,
        "path": place.path,
        "line": place.line,
        "column": place.column,
        "pointer": place.pointer,
        "next_step": getattr(exception, "next_step", ""),
    }
