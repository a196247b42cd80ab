"""The examples that a rule's page shows are true: the one is found, the other is not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from accordant.findings import Finding, Rule
from accordant.lint import RULES

LintEdited = Callable[..., list[Finding]]

ID = '"$id": "urn:acme:probe:v1"'


def as_schema(text: str, rule: Rule) -> str:
    """A schema example as a file of the small registry: with an address, and with what it refers to beside it."""
    if rule.name.startswith("id-"):
        return text
    body = text.replace("error-kinds", "kinds").replace("address.schema.json", "error.schema.json")
    body = body.replace("#/definitions/a", "#/definitions/error")
    extra = [ID] if '"$id"' not in body else []
    if "#/$defs/" in body:
        extra.append('"$defs": {"address": {}}')
    if "#/definitions/" in body:
        extra.append('"definitions": {"error": {}}')
    if '"context": "context"' in body:
        extra.append('"properties": {"kind": {"x-codes": "kinds"}, "context": {}}')
    return body if not extra else "{" + ", ".join(extra) + ", " + body.removeprefix("{")


def rules_in(lint_edited: LintEdited, schema: str) -> set[str]:
    """The rules that find something in the small registry with one more schema."""
    return {finding.rule for finding in lint_edited([{"file": "acme/v1/probe.schema.json", "text": schema}])}


SCHEMAS = [rule for rule in RULES if rule.breaking.startswith('{"') and rule.fine.startswith('{"')]
# These show a part of another file, or leave something out.
OTHERS = {"code-undocumented", "stream-line", "id-missing", "id-unusable", "lone-surrogate", "too-deep"}


@pytest.mark.parametrize("rule", [rule for rule in SCHEMAS if rule.name not in OTHERS], ids=lambda rule: rule.name)
def test_a_schema_example_is_found_and_its_mended_form_is_not(lint_edited: LintEdited, rule: Rule) -> None:
    assert rule.name in rules_in(lint_edited, as_schema(rule.breaking, rule))
    assert rule.name not in rules_in(lint_edited, as_schema(rule.fine, rule))


@pytest.mark.parametrize("rule", [rule for rule in SCHEMAS if rule.name in ("id-missing", "id-unusable")], ids=str)
def test_an_example_of_addresses_stands_as_it_is(lint_edited: LintEdited, rule: Rule) -> None:
    fine = rule.fine.replace("urn:acme:order:v1", "urn:acme:probe:v1")
    assert rule.name in rules_in(lint_edited, rule.breaking)
    assert rule.name not in rules_in(lint_edited, fine)


@pytest.mark.parametrize("name", ["pattern-invalid", "pattern-not-portable", "pattern-explodes"])
def test_a_pattern_example_is_found_and_its_mended_form_is_not(lint_edited: LintEdited, name: str) -> None:
    [rule] = [rule for rule in RULES if rule.name == name]

    def with_pattern(pattern: str) -> str:
        return "{" + ID + ', "pattern": "' + re.sub(r"\\", r"\\\\", pattern) + '"}'

    assert name in rules_in(lint_edited, with_pattern(rule.breaking))
    assert name not in rules_in(lint_edited, with_pattern(rule.fine))


def test_no_example_is_both() -> None:
    assert [rule.name for rule in RULES if rule.breaking == rule.fine] == []
