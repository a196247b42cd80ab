"""The text format points at the right column, and says a repeated way out once."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest

from accordant.findings import Finding, Place, Report, Severity
from accordant.report import View, format_named

text = format_named("text")


@pytest.mark.parametrize(
    ("line", "column", "under"),
    [
        ('  "a": 1', 3, '"'),
        ("\t\tname = 1", 3, "n"),
        ('  "名": "b"', 8, '"'),
        ("x" * 300 + "Y" + "x" * 300, 301, "Y"),
        ("x" * 200 + "Y", 201, "Y"),
    ],
)
def test_the_caret_stands_under_its_column(line: str, column: int, under: str) -> None:
    report = Report("lint", 1, (Finding("r", Severity.ERROR, "m", Place("f", 7, column)),))
    lines = text.render(report, View(read_line=lambda place: line)).split("\n")
    source, caret = lines[2], lines[3]
    at = caret.index("^")
    wide = sum(letter == "名" for letter in source)
    assert source[at - wide] == under


def test_a_place_without_a_line_in_a_file_shows_no_source() -> None:
    report = Report("lint", 1, (Finding("r", Severity.ERROR, "m", Place("v1.0:registry/a.json", 7, 1)),))
    assert text.render(report, View()) == "v1.0:registry/a.json:7:1: error r\n  m\n\nlint: 1 error\n"


def test_a_rule_that_is_called_as_its_severity_is_said_once() -> None:
    report = Report("check-compat", 3, (Finding("undecided", Severity.UNDECIDED, "m", Place("f.json", 12, 5)),))
    assert text.render(report, View()).startswith("f.json:12:5: undecided\n  m\n")


def test_neighbours_with_the_same_way_out_say_it_once() -> None:
    findings = tuple(Finding(rule, Severity.ERROR, "m", way_out="do this") for rule in ("a", "a", "b"))
    assert text.render(Report("lint", 1, findings), View()).count("next step: do this") == 2


def test_what_a_command_yields_needs_no_summary() -> None:
    assert text.render(Report("list", text="a  b"), View()) == "a  b\n"


def test_an_error_is_its_sentence() -> None:
    report = Report("list", 2, error=ValueError("why"))
    assert text.render(report, View()) == "registry: why\n"


def test_what_several_releases_say_is_printed_and_counted_once() -> None:
    finding = Finding("a", Severity.ERROR, "m", Place("f"), subject="c/v1/s", baseline="release 1.0")
    output = text.render(Report("check-compat", 1, (finding, replace(finding, baseline="release 1.1"))), View())
    assert output.count("error a") == 1
    assert "and against release 1.1" in output
    assert "1 error" in output


def test_a_required_name_is_shown_as_a_schema_spells_it() -> None:
    """The fact is one name; what people read is a schema that they may search for."""
    finding = Finding("field-became-optional", Severity.ERROR, "x", old={"required": "files"})
    shown = text.render(Report("check-compat", 1, (finding,)), View())
    assert '  old {"required": ["files"]}\n  new (not required)\n' in shown


@pytest.mark.parametrize(
    ("pointer", "message", "shown"),
    [
        ("/violations", "has 1 item; at most 0 allowed", "`/violations` has 1 item; at most 0 allowed"),
        ("", "has 1 field; at most 0 allowed", "the document has 1 field; at most 0 allowed"),
        ("/a", "'b' is not allowed", "'b' is not allowed"),
    ],
)
@pytest.mark.parametrize("format_", ["text", "markdown", "github", "junit"])
def test_a_refusal_says_which_part_of_the_document_it_is_about(
    pointer: str, message: str, shown: str, format_: str
) -> None:
    place = Place("x.json", 3, 1, pointer)
    finding = Finding(
        "refused-by-schema", Severity.ERROR, message, place, subject="a/v1/b", schema_place=Place("s.json")
    )
    told = format_named(format_).render(Report("validate", 1, (finding,)), View())
    plain = html.unescape(told)
    assert f"a/v1/b: {shown}" in plain
