"""Promises of every report format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from accordant.findings import Facts, Finding, JsonValue, Place, Report, Severity, Witness
from accordant.report import FORMATS, Format, View, format_named
from accordant.report.markdown import prose

GOLDENS = Path(__file__).parent / "goldens"
HOSTILE = "a\x1b[31m\r\n::error::x\x9b\u202e\u2028##[set-env name=A]b%0A"

each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


@each_format
def test_a_whole_report_reads_as_its_golden(
    form: Format, report: Report, view: View, golden: Callable[[Path, str], None]
) -> None:
    golden(GOLDENS / f"{form.name}.txt", form.render(report, view))


@each_format
def test_an_error_reads_as_its_golden(
    form: Format, failed_report: Report, view: View, golden: Callable[[Path, str], None]
) -> None:
    golden(GOLDENS / f"{form.name}-error.txt", form.render(failed_report, view))


@each_format
def test_an_empty_report_reads_as_its_golden(form: Format, view: View, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDENS / f"{form.name}-empty.txt", form.render(Report("lint"), view))


@each_format
def test_no_text_of_a_registry_acts_on_a_terminal_or_a_runner(form: Format) -> None:
    line = '  "description": "' + HOSTILE.replace("\n", "") + '"'
    findings = tuple(
        Finding(
            HOSTILE,
            severity,
            HOSTILE,
            Place(HOSTILE, 1, 3, HOSTILE),
            Place(HOSTILE, 1, 3, HOSTILE),
            evidence,
            HOSTILE,
            HOSTILE,
            HOSTILE,
            HOSTILE,
            HOSTILE,
            HOSTILE,
            {HOSTILE: HOSTILE},
            Place(HOSTILE, 1, 3, HOSTILE),
        )
        for severity in Severity
        for evidence in (Witness({HOSTILE: HOSTILE}, "/x", HOSTILE, HOSTILE), Facts(HOSTILE, HOSTILE))
    )
    text = form.render(Report("lint", 1, findings, HOSTILE, HOSTILE), View("1", lambda place: line))
    assert not [letter for letter in text if letter != "\n" and (ord(letter) < 32 or 0x7F <= ord(letter) < 0xA0)]
    assert "##[" not in text
    assert "\u202e" not in text
    assert all(_is_command_of_ours(line) for line in text.split("\n") if line.lstrip().startswith("::"))


def _is_command_of_ours(line: str) -> bool:
    """One annotation, whose head ends at the first `::` after its properties; nothing hostile got into the head."""
    head, _, rest = line[2:].partition("::")
    return line.startswith("::") and head.split(" ")[0] in ("error", "warning", "notice") and "\r" not in rest


@each_format
def test_every_severity_and_evidence_survives(form: Format, report: Report, view: View) -> None:
    text = form.render(report, view)
    for finding in report.findings:
        assert finding.rule in text


def test_formats_are_found_by_name() -> None:
    assert [format_named(form.name) for form in FORMATS] == list(FORMATS)
    with pytest.raises(KeyError):
        format_named("yaml")


@pytest.mark.parametrize("colour", [False, True])
def test_colours_come_only_where_they_are_wanted(colour: bool, report: Report) -> None:
    text = format_named("text").render(report, View(colour=colour))
    assert ("\x1b[" in text) is colour


def test_a_witness_that_is_null_is_told_from_no_witness(report: Report, view: View) -> None:
    import json

    document: JsonValue = json.loads(format_named("json").render(report, view))
    _, null_witness, facts, nothing, _ = document["findings"]
    assert null_witness["evidence"]["kind"] == "witness"
    assert null_witness["evidence"]["document"] is None
    assert facts["evidence"]["kind"] == "facts"
    assert nothing["evidence"] is None
    assert "    null" in format_named("text").render(report, view)


def test_markdown_shows_what_is_in_backticks_as_code_and_nothing_else_as_markup() -> None:
    assert prose("The field `/a*b` of <b>.") == "The field `/a*b` of &#60;b&#62;."
    assert prose("An odd ` is text, *too*.") == "An odd &#96; is text, &#42;too&#42;."
    assert prose("Nothing `` between.") == "Nothing &#96;&#96; between."
