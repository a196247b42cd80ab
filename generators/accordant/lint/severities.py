"""Which rules of lint a team may weaken, and what is wrong with the severities that it sets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from accordant.contract import Registry
from accordant.findings import Finding, Rule, Severity
from accordant.lint import (
    addresses,
    bindings,
    codes,
    files,
    format,
    keywords,
    metaschema,
    names,
    patterns,
    references,
    releases,
    streams,
    versions,
)
from accordant.lint.settings import WORDS, Settings, members
from accordant.misspelt import asking_first
from accordant.schema import pointers

_CHAPTERS: Final = (
    files, format, versions, addresses, metaschema, references, patterns, bindings, streams, releases,
)  # fmt: skip
_RULES: Final = (names.SPELLING, keywords.ANNOTATION, codes.DUPLICATE, codes.REUSED)

GUARDS: Final = frozenset(
    rule.name
    for rule in (*_RULES, *(rule for chapter in _CHAPTERS for rule in chapter.RULES))
    if rule.severity == Severity.ERROR
)
"""Rules that stay errors: without them a release could promise what nobody can read, or be changed."""


def set_severity(finding: Finding, contract: str, settings: Settings) -> Finding | None:
    """A finding about a contract with the severity that the settings give it; None where its rule is off."""
    return finding if finding.rule in GUARDS else settings.apply(finding, contract)


def complaints(registry: Registry, rules: Mapping[str, Rule], contracts: Collection[str]) -> Iterator[Finding]:
    """The settings that have no effect: rules and contracts that do not exist, and weaker ones for rules that guard."""
    document = registry.document
    table = document.value.get("lint") if document and isinstance(document.value, dict) else None
    if document is None or not isinstance(table, dict):
        return
    tables = [("/lint", table)]
    for name, part in members(table.get("contracts")):
        base = pointers.join("/lint/contracts", name)
        tables.append((base, part))
        if name not in contracts:
            step = asking_first(name, contracts, "correct the name, or remove the line; registry list names them")
            place = document.place(next((pointers.join(base, key) for key, _ in members(part)), base))
            yield format.FORMAT.finding(f"this registry has no contract {name!r}", place, way_out=step)
    for base, part in tables:
        for name, word in members(part.get("rules") if isinstance(part, dict) else None):
            place = document.place(pointers.join(base, "rules", name))
            if name not in rules:
                step = asking_first(name, rules, "correct the name; registry explain --all lists the rules")
                yield format.FORMAT.finding(f"lint has no rule {name!r}", place, way_out=step)
            elif name in GUARDS and word in WORDS and word != Severity.ERROR:
                reason = f"{name} guards what is released, and stays an error"
                yield format.FORMAT.finding(reason, place, way_out="remove the line")
