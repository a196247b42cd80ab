"""Rules of the contract: what judges each of them, and whether valid examples keep them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accordant.contract import Contract, Example, Version
from accordant.contract.held_rules import LineRules, find_breaches
from accordant.contract.holding import HeldRule, held_rules, rules_of
from accordant.findings import Finding, Place, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema.documents import Document

UNJUDGED: Final = Rule(
    "rule-unjudged",
    Severity.NOTE,
    "Nothing judges a rule of the contract, and nothing says why it cannot be judged.",
    "Readers take it for a promise, and no command finds a document that breaks it.",
    "Write it as holds, lines or check, name what judges it under judged-by, or set observable = false with a reason.",
    'a rule with enforced-by = "" alone',
    'a rule with observable = false and reason = "It takes two runs to see it."',
)
BROKEN: Final = Rule(
    "example-breaks-rule",
    Severity.ERROR,
    "A document in examples/valid breaks a rule of the contract.",
    "People copy examples, and tests rely on them.",
    "Correct the document or the rule.",
    'a rule with counts = ["/items/*"] at "/count", and examples/valid/answer/ok.json: {"count": 2, "items": [1]}',
    'examples/valid/answer/ok.json: {"count": 1, "items": [1]}',
)

RULES: Final = (UNJUDGED, BROKEN)

_JUDGES: Final = ("enforced-by", "check", "holds", "lines", "judged-by", "reason")


def check(subject: LintSubject) -> Iterator[Finding]:
    """Rules that nothing judges, and examples that break a rule."""
    for contract, version in subject.versions:
        yield from _find_unjudged(contract, version)
        if subject.is_whole(contract.name, version.name):
            rules = held_rules(version.state, version.default_schema)
            for example in version.examples if rules else ():
                if example.valid:
                    yield from _find_broken(version, rules, example)


def _find_unjudged(contract: Contract, version: Version) -> Iterator[Finding]:
    """Rules of a version in which some rule says what judges it."""
    rules = version.behaviour.rules
    if contract.document is None or not any(key in rule for rule in rules for key in ("holds", "lines", "observable")):
        return
    for index, rule in enumerate(rules):
        if not any(rule.get(key) for key in _JUDGES):
            place = contract.document.place(f"/versions/{version.name}/rules/{index}")
            name = f"{contract.name}/{version.name}"
            yield UNJUDGED.finding(f"nothing judges the rule {rule.get('id')}", place, subject=name)


def _find_broken(version: Version, rules: list[HeldRule], example: Example) -> Iterator[Finding]:
    grave = [rule for rule in rules if not rule.is_warning]
    name = f"{version.contract}/{version.name}/{example.subject}"
    schema = version.state.streams[example.subject].line if example.is_stream else example.subject
    about = rules_of(grave, schema)
    lines = LineRules(rules_of(grave, example.subject)) if example.is_stream else None
    for number, document in enumerate(example.documents, start=1):
        breaches = [*find_breaches(about, document.value), *(lines.feed(document.value) if lines else ())]
        for breach in breaches:
            message = f"{breach.message.rstrip('.')} ({breach.rule})"
            place = _place(document, breach.pointer, number if example.is_stream else 0)
            yield BROKEN.finding(message, place, subject=name)


def _place(document: Document, pointer: str, number: int) -> Place:
    place = document.place(pointer)
    return replace(place, line=number) if number else place
