"""Modes of a version that apply to the same calls but ask for different output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from accordant.contract import Version
from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema.vocabulary import format_value

CONTRADICTION: Final = Rule(
    "mode-contradicts",
    Severity.ERROR,
    "Two modes have the same flags, serve the same command, and ask for different output.",
    "No program can do both, and readers do not learn which of the two holds.",
    "Correct one of them, or give them different commands.",
    'flags = "--json", prints = "document" and flags = "--json", prints = "text"',
    'flags = "--json", prints = "document" and flags = "--text", prints = "text"',
)
RULES: Final = (CONTRADICTION,)

_ASKED: Final = ("prints", "stream", "writes", "same-on-terminal")
"""What a mode asks of a call, where two answers exclude each other."""

_Mode = Mapping[str, JsonValue]


def check(subject: LintSubject) -> Iterator[Finding]:
    """Each mode that contradicts one above it."""
    for contract, version in subject.versions:
        for index, key, message in _find_contradictions(version):
            if contract.document is not None:
                place = contract.document.place(f"/versions/{version.name}/modes/{index}/{key}")
                yield CONTRADICTION.finding(message, place, subject=f"{contract.name}/{version.name}")


def _find_contradictions(version: Version) -> Iterator[tuple[int, str, str]]:
    for (_, first), (index, second) in combinations(enumerate(version.behaviour.modes), 2):
        key = next((key for key in _ASKED if key in first and key in second and first[key] != second[key]), None)
        if key is not None and _serve_the_same(first, second):
            flags, before, after = (format_value(value) for value in (second.get("flags"), first[key], second[key]))
            yield index, key, f"{key} is {after}, and another mode with the flags {flags} says {before}"


def _serve_the_same(first: _Mode, second: _Mode) -> bool:
    """Whether two modes have the same flags and share a command; one that names none has all."""
    flags, others = (set(str(mode.get("flags", "")).split()) for mode in (first, second))
    commands, more = (_texts(mode.get("commands")) for mode in (first, second))
    return flags == others and (not commands or not more or bool(commands & more))


def _texts(value: JsonValue) -> set[str]:
    return set(map(str, value)) if isinstance(value, list) else set()
