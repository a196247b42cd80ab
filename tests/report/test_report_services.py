"""Formats for services are what those services take, whatever the registry says."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accordant.findings import Finding, LostDocument, Place, Report, Severity
from accordant.report import View, format_named
from accordant.report.fingerprints import fingerprints

HOSTILE = (
    "</failure><script>alert(1)</script> \"&' ]]> ```\n# x\n[a](javascript:b) ![i](http://x/y) <img src=x> @everyone #1"
)
hostile = st.text(alphabet=st.sampled_from(list("`<>&\"'[](){}*_#|!\\~@-+1. \n:/ahtpsw.")), max_size=30)


def report_of(text: str) -> Report:
    place = Place(text or "f", 3, 1, text)
    finding = Finding(text or "r", Severity.ERROR, text, place, place, LostDocument({text: text}, ""), text, text, text)
    return Report("check-compat", 1, (finding,), text=text)


@settings(max_examples=200, deadline=None)
@given(hostile)
def test_markdown_shows_text_as_text(text: str) -> None:
    page = markdown.markdown(format_named("markdown").render(report_of(text), View()), extensions=["fenced_code"])
    outside_code = re.sub(r"<code[^>]*>.*?</code>", "", page, flags=re.DOTALL)
    tags = {tag.lower() for tag in re.findall(r"</?([a-zA-Z][a-zA-Z0-9]*)", outside_code)}
    assert tags <= {"p", "strong", "ul", "li", "br", "pre"}


def test_junit_is_xml_with_the_text_inside(report: Report) -> None:
    suites = ElementTree.fromstring(format_named("junit").render(report_of(HOSTILE), View()).encode())
    (failure,) = suites.iter("failure")
    assert "<script>alert(1)</script>" in (failure.text or "")
    assert [suite.tag for suite in suites] == ["testsuite"]
    whole = ElementTree.fromstring(format_named("junit").render(report, View()).encode())
    assert whole.attrib == {"tests": "5", "failures": "3", "errors": "0"}


def test_junit_of_a_clean_run_is_one_passed_test() -> None:
    suites = ElementTree.fromstring(format_named("junit").render(Report("lint"), View()).encode())
    (case,) = suites.iter("testcase")
    assert list(case) == []


def test_sarif_places_and_results_belong_together(report: Report, view: View) -> None:
    (run,) = json.loads(format_named("sarif").render(report, view))["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    first = run["results"][0]
    region = first["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 3}
    assert first["relatedLocations"][0]["message"]["text"] == "before"


def test_jsonl_adds_up_to_json(report: Report, view: View) -> None:
    *findings, whole = (json.loads(line) for line in format_named("jsonl").render(report, view).splitlines())
    for line in [*findings, whole]:
        line.pop("type")
    assert {**whole, "findings": findings} == json.loads(format_named("json").render(report, view))


def test_a_fingerprint_outlives_wording_and_lines_but_not_what_it_is_about(report: Report) -> None:
    finding = report.findings[0]
    assert finding.place is not None
    moved = replace(finding, message="in other words", place=replace(finding.place, line=99), way_out="other")
    (before,), (after,) = fingerprints([finding]), fingerprints([moved])
    assert before == after
    for other in (
        replace(finding, rule="x"),
        replace(finding, old=1),
        replace(finding, subject="x"),
        replace(finding, baseline="1.1"),
    ):
        assert list(fingerprints([other])) != [before]
    assert len(set(fingerprints([finding, finding, finding]))) == 3


@pytest.mark.parametrize("name", ["gitlab", "sarif", "json"])
def test_json_formats_take_any_text(name: str) -> None:
    assert json.loads(format_named(name).render(report_of("\ud800" + HOSTILE), View()))
