"""Which page of a rule a code of a list of rules leads to."""

from __future__ import annotations

import pytest

from accordant.contract import CodeList, Entry, Registry
from accordant.docs.places import PageData
from accordant.docs.rules import page_of

OF_TOOL = ("rules/index.md", "rules/lint/index.md", "rules/lint/id-missing.md")


@pytest.mark.parametrize(
    ("identifier", "category", "code", "expected"),
    [
        ("rule", "lint", "id-missing", "rules/lint/id-missing.md"),
        ("kind", "lint", "id-missing", ""),
        ("rule", "gen", "id-missing", ""),
        ("rule", "lint", "index", ""),
        ("rule", "", "lint/id-missing", ""),
        ("rule", "lint/..", "lint/id-missing", ""),
    ],
)
def test_a_code_leads_to_the_page_of_the_rule_that_it_names(
    identifier: str, category: str, code: str, expected: str
) -> None:
    subject = PageData(Registry("acme"), pages_of_tool=OF_TOOL)
    assert page_of(subject, CodeList("rules", identifier=identifier), Entry(code, category=category)) == expected
