"""The ``sarif`` format: SARIF 2.1.0, which code scanning services take."""

from __future__ import annotations

import json
from urllib.parse import quote

from accordant.findings import Finding, JsonValue, Place, Report, Severity
from accordant.report import plain_lines
from accordant.report.fingerprints import fingerprints
from accordant.report.json import error_object
from accordant.report.view import View
from accordant.report.visible import visible_json

_LEVELS = {
    Severity.ERROR: "error",
    Severity.UNDECIDED: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "note",
}


def _rule(rule: str, page: str) -> dict[str, JsonValue]:
    """A rule, with the address of its page where there is one."""
    return {"id": rule, "help": {"text": f"registry explain {rule}"}, **({"helpUri": page} if page else {})}


def render(report: Report, view: View) -> str:
    """One run; each finding a result, an error of the command a notification of the invocation."""
    rules = list(dict.fromkeys(finding.rule for finding in report.findings))
    run = {
        "tool": {
            "driver": {
                "name": "registry",
                "semanticVersion": view.tool_version,
                "rules": [_rule(rule, view.rule_page(rule)) for rule in rules],
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
            _result(finding, rules.index(finding.rule), fingerprint)
            for finding, fingerprint in zip(report.findings, fingerprints(report.findings), strict=True)
        ],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return visible_json(json.dumps(log, indent=2, ensure_ascii=False)) + "\n"


def _result(finding: Finding, rule: int, fingerprint: str) -> JsonValue:
    result: dict[str, JsonValue] = {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": "\n".join(plain_lines.lines(finding))},
        "partialFingerprints": {"accordant/v1": fingerprint},
        "locations": [_location(finding.place)] if finding.place else [],
    }
    others = [
        (place, role) for place, role in ((finding.old_place, "before"), (finding.schema_place, "refused by")) if place
    ]
    if others:
        result["relatedLocations"] = [{**_location(place), "message": {"text": role}} for place, role in others]
    return result


def _location(place: Place) -> dict[str, JsonValue]:
    physical: dict[str, JsonValue] = {"artifactLocation": {"uri": quote(place.path, errors="replace")}}
    if place.line:
        physical["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
    location: dict[str, JsonValue] = {"physicalLocation": physical}
    if place.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": place.pointer}]
    return location


def _notification(exception: BaseException) -> JsonValue:
    problem = error_object(exception)
    next_step = f"\nnext: {problem['next_step']}" if problem["next_step"] else ""
    place = Place(problem["path"], problem["line"], problem["column"], problem["pointer"])
    return {
        "descriptor": {"id": problem["code"]},
        "level": "error",
        "message": {"text": problem["message"] + next_step},
        "locations": [_location(place)] if place.path else [],
    }
