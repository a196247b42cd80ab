"""Code lists: where the facts of an entry come from, or that they are the registry's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import CodeList, Version
from accordant.contract.parse import given_facts
from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema.vocabulary import format_value

UNSOURCED: Final = Rule(
    "code-unsourced",
    Severity.NOTE,
    "An entry names no source, in a version whose entries name theirs.",
    "A reader cannot tell what a document promises from what the registry added.",
    "Name the place that the entry comes from under source; list the facts that no source states under ours.",
    'the id "DISK_FULL" without a source',
    'the id "DISK_FULL", and "source": "section 4"',
)
OURS: Final = Rule(
    "code-ours",
    Severity.ERROR,
    "ours names a fact that the entry does not give, or for a list that no entry gives.",
    "The mark says nothing, and the fact that is meant goes unmarked.",
    "Spell the fact as its key in the entry or as its attribute, or remove it from ours.",
    '"ours": ["actoin"]',
    '"ours": ["action"]',
)

RULES: Final = (UNSOURCED, OURS)


def check(subject: LintSubject) -> Iterator[Finding]:
    """Entries without a source, and marks of facts that are not there."""
    for contract, version in subject.versions:
        for code_list in version.state.code_lists.values():
            if code_list.document is None:
                continue
            for rule, message, pointer in (*_check_sources(version, code_list), *_check_ours(code_list)):
                name = f"{contract.name}/{version.name}/{code_list.name}"
                yield rule.finding(message, code_list.document.place(pointer), subject=name)


def _check_sources(version: Version, code_list: CodeList) -> Iterator[tuple[Rule, str, str]]:
    if not any(entry.source for other in version.state.code_lists.values() for entry in other.entries):
        return
    for index, entry in enumerate(code_list.entries):
        if not entry.source:
            yield UNSOURCED, f"{format_value(entry.id)} names no source", f"/entries/{index}/id"


def _check_ours(code_list: CodeList) -> Iterator[tuple[Rule, str, str]]:
    given = [given_facts(entry) for entry in code_list.raw.get("entries", [])]
    for fact in code_list.ours:
        if not any(fact in facts for facts in given):
            yield OURS, f"no entry gives {format_value(fact)}", "/ours"
    for index, facts in enumerate(given):
        for fact in code_list.entries[index].ours:
            if fact not in facts:
                yield (
                    OURS,
                    f"{format_value(code_list.entries[index].id)} does not give {format_value(fact)}",
                    f"/entries/{index}/ours",
                )
