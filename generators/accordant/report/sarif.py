"""The ``sarif`` format: SARIF 2.1.0, which code scanning services take."""

from __future__ import annotations

import json
from urllib.parse import quote

from accordant.findings import Finding, JsonValue, Place, Report, Severity
from accordant.report import plain_lines
from accordant.report.fingerprints import fingerprints
from accordant.report.json import error
from accordant.report.view import View
from accordant.report.visible import visible_json

_LEVELS = {
    Severity.ERROR: "error",
    Severity.UNDECIDED: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "note",
}


def render(report: Report, view: View) -> str:
    """One run; each finding a result, an error of the command a notification of the invocation."""
    rules = list(dict.fromkeys(one.rule for one in report.findings))
    run = {
        "tool": {
            "driver": {
                "name": "registry",
                "semanticVersion": view.tool_version,
                "rules": [{"id": rule, "help": {"text": f"registry explain {rule}"}} for rule in rules],
            }
        },
        "invocations": [
            {
                "executionSuccessful": report.error is None,
                "exitCode": report.exit_code,
                **({} if report.error is None else {"toolExecutionNotifications": [_notification(report.error)]}),
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(one, rules.index(one.rule), fingerprint)
            for one, fingerprint in zip(report.findings, fingerprints(report.findings), strict=True)
        ],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return visible_json(json.dumps(log, indent=2, ensure_ascii=False)) + "\n"


def _result(one: Finding, rule: int, fingerprint: str) -> JsonValue:
    result: dict[str, JsonValue] = {
        "ruleId": one.rule,
        "ruleIndex": rule,
        "level": _LEVELS[one.severity],
        "message": {"text": "\n".join(plain_lines.lines(one))},
        "partialFingerprints": {"accordant/v1": fingerprint},
        "locations": [_location(one.place)] if one.place else [],
    }
    others = [(place, says) for place, says in ((one.old_place, "before"), (one.schema_place, "asked by")) if place]
    if others:
        result["relatedLocations"] = [{**_location(place), "message": {"text": says}} for place, says in others]
    return result


def _location(place: Place) -> dict[str, JsonValue]:
    physical: dict[str, JsonValue] = {"artifactLocation": {"uri": quote(place.path, errors="replace")}}
    if place.line:
        physical["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
    location: dict[str, JsonValue] = {"physicalLocation": physical}
    if place.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": place.pointer}]
    return location


def _notification(problem: BaseException) -> JsonValue:
    said = error(problem)
    told = f"{said['message']}\nnext: {said['next_step']}" if said["next_step"] else said["message"]
    place = Place(said["path"], said["line"], said["column"], said["pointer"])
    return {
        "descriptor": {"id": said["code"]},
        "level": "error",
        "message": {"text": told},
        "locations": [_location(place)] if place.path else [],
    }
