"""A page for the rules of each judge: what a rule finds, why, a breaking and a fine example, the next step."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.compat import RULES as COMPAT
from accordant.conform import RULES as CONFORM
from accordant.conform.program_rules import RULES as PROGRAM
from accordant.contract.doc_links import encode_anchor
from accordant.docs.markdown import code, fence, heading, link, page, table, text
from accordant.docs.places import JudgingCommand, PageData
from accordant.enforce.rules import RULES as ENFORCE
from accordant.lint import RULES as LINT

JUDGES: tuple[JudgingCommand, ...] = (
    JudgingCommand("lint", "The rules that a registry follows.", tuple(LINT)),
    JudgingCommand(
        "check-compat", "What breaks a reader, or a writer, between two states of a version.", tuple(COMPAT)
    ),
    JudgingCommand("validate", "The rules for real documents and streams.", tuple(CONFORM)),
    JudgingCommand("conform", "The rules for programs that are run, beside those of validate.", PROGRAM),
    JudgingCommand("enforce", "The rules for answers of agents.", ENFORCE),
)
"""The judges whose rules the rooms of the tool hold, in the order of reports; the command line may add others."""


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """A page for each judge."""
    for judge in judges(subject):
        yield path(judge.name), page(_blocks(judge))


def judges(subject: PageData) -> tuple[JudgingCommand, ...]:
    """Every judge."""
    return (*JUDGES, *subject.judges)


def path(command: str) -> str:
    """The page of a judge's rules."""
    return f"rules/{command}.md"


def _blocks(judge: JudgingCommand) -> Iterator[str]:
    rules = judge.rules
    yield heading(1, f"Rules of {judge.name}", "page.rules")
    yield f"{judge.says} Reports use the same words, and `registry explain RULE` prints them."
    rows = [
        (link(code(rule.name), f"#{encode_anchor(rule.name)}"), str(rule.severity), text(rule.says)) for rule in rules
    ]
    yield table(("Rule", "Severity", "Finds"), rows)
    for rule in rules:
        yield heading(2, rule.name, encode_anchor(rule.name))
        yield f"{text(rule.says)} Severity: *{rule.severity}*."
        yield f"**Why:** {text(rule.why)}"
        if rule.breaking:
            yield "Found:"
            yield fence(rule.breaking)
        if rule.fine:
            yield "Fine:"
            yield fence(rule.fine)
        if rule.way_out:
            yield f"**Next step:** {text(rule.way_out)}"
