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


def finding(each: Finding) -> dict[str, JsonValue]:
    """A finding as JSON values."""
    return {
        "rule": each.rule,
        "severity": str(each.severity),
        "message": each.message,
        "subject": each.subject,
        "place": place(each.place),
        "old_place": place(each.old_place),
        "baseline": each.baseline,
        "evidence": evidence(each.evidence),
        "strict": each.strict,
        "decided_by": each.decided_by,
        "way_out": each.way_out,
        "old": each.old,
        "new": each.new,
        "schema_place": place(each.schema_place),
    }


def place(where: Place | None) -> dict[str, JsonValue] | None:
    """A place as JSON values; line and column are 0 where they are unknown."""
    if where is None:
        return None
    return {"path": where.path, "line": where.line, "column": where.column, "pointer": where.pointer}


def evidence(proof: Evidence | None) -> dict[str, JsonValue] | None:
    """Evidence as JSON values: ``kind`` tells its shapes apart; a witness that is null is an object all the same."""
    if isinstance(proof, Witness):
        return {
            "kind": "witness",
            "document": proof.document,
            "at": proof.at,
            "writer": proof.writer,
            "reader": proof.reader,
        }
    if isinstance(proof, LostDocument):
        return {"kind": "lost-document", "document": proof.document, "at": proof.at}
    if isinstance(proof, Facts):
        return {"kind": "facts", "old": proof.old, "new": proof.new}
    return None


def error(exception: BaseException) -> dict[str, JsonValue]:
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
