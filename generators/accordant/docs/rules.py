"""A page for the rules of each judge: what a rule finds, why, a breaking and a fine example, the way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accordant.compat import RULES as COMPAT
from accordant.conform import RULES as CONFORM
from accordant.docs.markdown import code, encoded, fence, heading, link, page, table, text
from accordant.docs.places import Subject
from accordant.findings import Rule
from accordant.lint import RULES as LINT

JUDGES: tuple[tuple[str, str, tuple[Rule, ...]], ...] = (
    ("lint", "The laws that a registry keeps.", tuple(LINT)),
    ("check-compat", "What breaks a reader, or a writer, between two states of a version.", tuple(COMPAT)),
    ("validate", "What real documents and streams are judged by.", tuple(CONFORM)),
)
"""The command, what its rules are about, and its rules."""


def pages(subject: Subject) -> Iterator[tuple[str, str]]:
    """A page for each judge."""
    for command, says, rules in JUDGES:
        yield path(command), page(_blocks(command, says, rules))


def path(command: str) -> str:
    """The page of a judge's rules."""
    return f"rules/{command}.md"


def _blocks(command: str, says: str, rules: Sequence[Rule]) -> Iterator[str]:
    yield heading(1, f"Rules of {command}", "page.rules")
    yield f"{says} The same words stand in reports, and `registry explain RULE` prints them."
    rows = [(link(code(one.name), f"#{encoded(one.name)}"), str(one.severity), text(one.says)) for one in rules]
    yield table(("Rule", "Severity", "Finds"), rows)
    for one in rules:
        yield heading(2, one.name, encoded(one.name))
        yield f"{text(one.says)} Severity: *{one.severity}*."
        yield f"**Why:** {text(one.why)}"
        if one.breaking:
            yield "Found:"
            yield fence(one.breaking)
        if one.fine:
            yield "Fine:"
            yield fence(one.fine)
        if one.way_out:
            yield f"**Way out:** {text(one.way_out)}"
