"""The examples that a rule's page shows are true: the one is found, the other is not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from accordant.findings import Finding, Rule
from accordant.lint import RULES

Linted = Callable[..., list[Finding]]

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


SCHEMAS = [one for one in RULES if one.breaking.startswith('{"') and one.fine.startswith('{"')]
# These show a part of another file, or leave something out.
OTHERS = {"code-undocumented", "stream-line", "id-missing", "id-unusable", "lone-surrogate", "too-deep"}


@pytest.mark.parametrize("rule", [one for one in SCHEMAS if one.name not in OTHERS], ids=lambda one: one.name)
def test_a_schema_example_is_found_and_its_mended_form_is_not(linted: Linted, rule: Rule) -> None:
    def found(text: str) -> set[str]:
        edits = [{"file": "acme/v1/probe.schema.json", "text": as_schema(text, rule)}]
        return {one.rule for one in linted(edits)}

    assert rule.name in found(rule.breaking)
    assert rule.name not in found(rule.fine)


@pytest.mark.parametrize("rule", [one for one in SCHEMAS if one.name in ("id-missing", "id-unusable")], ids=str)
def test_an_example_of_addresses_stands_as_it_is(linted: Linted, rule: Rule) -> None:
    fine = rule.fine.replace("urn:acme:order:v1", "urn:acme:probe:v1")
    assert rule.name in {one.rule for one in linted([{"file": "acme/v1/probe.schema.json", "text": rule.breaking}])}
    assert rule.name not in {one.rule for one in linted([{"file": "acme/v1/probe.schema.json", "text": fine}])}


@pytest.mark.parametrize("name", ["pattern-invalid", "pattern-not-portable", "pattern-explodes"])
def test_a_pattern_example_is_found_and_its_mended_form_is_not(linted: Linted, name: str) -> None:
    [rule] = [one for one in RULES if one.name == name]

    def found(pattern: str) -> set[str]:
        text = "{" + ID + ', "pattern": "' + re.sub(r"\\", r"\\\\", pattern) + '"}'
        return {one.rule for one in linted([{"file": "acme/v1/probe.schema.json", "text": text}])}

    assert name in found(rule.breaking)
    assert name not in found(rule.fine)


def test_no_example_is_both() -> None:
    assert [one.name for one in RULES if one.breaking == one.fine] == []
