"""A report that holds one of everything, for all formats."""

from __future__ import annotations

import pytest

from accordant.errors import InputError
from accordant.findings import Facts, Finding, LostDocument, Place, Report, Severity, Witness
from accordant.report import View

SOURCE = {
    "registry/cobre/v1/response.schema.json": '{\n  "properties": {\n    "success": {"type": "boolean"}\n  }\n}\n',
    "registry/cobre/v1/releases/1.0.json": '{"schemas": {"response": {"exit_code": {"type": "integer"}}}}\n',
}

FINDINGS = (
    Finding(
        "field-removed",
        Severity.ERROR,
        'the field "exit_code" is gone',
        Place("registry/cobre/v1/response.schema.json", 2, 3, "/properties"),
        Place("registry/cobre/v1/releases/1.0.json", 1, 26, "/properties/exit_code"),
        LostDocument({"success": False, "exit_code": 3, "errors": [{"kind": "MissingFile"}]}, "/exit_code"),
        "keep the field, or run: registry bump cobre",
        "cobre/v1/response",
        "1.0",
        "compatible",
        "additive",
        {"type": "integer"},
        None,
    ),
    Finding(
        "null-added",
        Severity.ERROR,
        "null may now come, and an old reader refuses it",
        Place("registry/cobre/v1/response.schema.json", 3, 17, "/properties/success/type"),
        evidence=Witness(None, "", "the new version", "release 1.0"),
        subject="cobre/v1/response",
        baseline="1.0",
        strict="breaking",
        decided_by="additive",
        old="boolean",
        new=["boolean", "null"],
    ),
    Finding(
        "exit-code-changed",
        Severity.WARNING,
        "MissingFile says another exit code",
        Place("registry/cobre/v1/error-kinds.codes.json", 0, 0, "/entries/0/exit-code"),
        evidence=Facts(3, 4),
    ),
    Finding("too-wide", Severity.UNDECIDED, "the budget ran out\nafter 50,000 states"),
    Finding("title-changed", Severity.NOTE, "the title says something else"),
)


@pytest.fixture
def report() -> Report:
    return Report("check-compat", 1, FINDINGS)


@pytest.fixture
def failed_report() -> Report:
    error = InputError(
        "not JSON: a value is expected here",
        Place("registry/a.json", 3, 7, "/a"),
        next_step="correct the syntax",
        rule="syntax",
    )
    return Report("list", 2, error=error)


@pytest.fixture
def view() -> View:
    def read_line(place: Place) -> str | None:
        text = SOURCE.get(place.path)
        return text.split("\n")[place.line - 1] if text else None

    return View("1.2.3", read_line)
