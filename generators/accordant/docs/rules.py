"""A page for each rule, one for each judge, one for all: what a rule finds, why, examples, the next step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accordant.compat import RULES as COMPAT
from accordant.conform import RULES as CONFORM
from accordant.conform.program_rules import RULES as PROGRAM
from accordant.contract.doc_links import encode_anchor, rule_page
from accordant.docs.markdown import bullets, code, fence, heading, link, note, page, spot, table, text
from accordant.docs.places import RULES, JudgingCommand, PageData, relative
from accordant.enforce.rules import RULES as ENFORCE
from accordant.findings import Rule
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
    """A page for all rules, one for each judge, and one for each of its rules."""
    yield RULES, page(_all(judges(subject)))
    for judge in judges(subject):
        yield path(judge.name), page(_overview(judge))
        for rule in judge.rules:
            yield rule_page(judge.name, rule.name), page(_blocks(judge, rule, subject.verdicts.get(rule.name, {})))


def judges(subject: PageData) -> tuple[JudgingCommand, ...]:
    """Every judge."""
    return (*JUDGES, *subject.judges)


def path(command: str) -> str:
    """The page of a judge's rules."""
    return f"rules/{command}/index.md"


def _all(judges: tuple[JudgingCommand, ...]) -> Iterator[str]:
    yield heading(1, "Rules")
    yield "Every rule by its name, with the command that judges by it. `registry explain RULE` prints its page."
    yield bullets(f"{link(judge.name, relative(RULES, path(judge.name)))}: {text(judge.says)}" for judge in judges)
    rows = sorted((rule.name, *_row(judge, rule, RULES)) for judge in judges for rule in judge.rules)
    yield table(("Rule", "Judge", "Severity", "Finds"), [cells for _, *cells in rows])


def _row(judge: JudgingCommand, rule: Rule, here: str) -> tuple[str, ...]:
    shown = link(code(rule.name), relative(here, rule_page(judge.name, rule.name)))
    return shown, text(judge.name), str(rule.severity), text(rule.says)


def _overview(judge: JudgingCommand) -> Iterator[str]:
    yield heading(1, f"Rules of {judge.name}")
    yield f"{judge.says} Reports use the same words, and `registry explain RULE` prints them."
    yield table(("Rule", "Severity", "Finds"), [_line(judge, rule) for rule in judge.rules])


def _line(judge: JudgingCommand, rule: Rule) -> tuple[str, ...]:
    shown, _, severity, says = _row(judge, rule, path(judge.name))
    return spot(encode_anchor(rule.name)) + shown, severity, says


def _blocks(judge: JudgingCommand, rule: Rule, verdicts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    yield heading(1, rule.name)
    overview = relative(rule_page(judge.name, rule.name), path(judge.name))
    yield f"A rule of {link(judge.name, overview)}, *{rule.severity}*."
    yield text(rule.says)
    yield f"**Why it matters:** {text(rule.why)}"
    if rule.way_out:
        yield note("Next step", text(rule.way_out[:1].upper() + rule.way_out[1:]))
    for title, example in (("Found", rule.breaking), ("Not found", rule.fine)):
        if example:
            yield heading(2, title)
            yield from _example(example)
    if verdicts:
        yield heading(2, "Verdict by promise and direction")
        yield "The verdict on the first example. The promise and the direction stand in the contract."
        directions = list(next(iter(verdicts.values())))
        rows = [(promise, *by_direction.values()) for promise, by_direction in verdicts.items()]
        yield table(("Promise", *directions), rows)


def _example(example: str) -> Iterator[str]:
    """An example; the two sides of an edit one below the other."""
    old, arrow, new = example.partition(" -> ")
    if not arrow:
        yield fence(example)
        return
    yield "Before:"
    yield fence(old, "json" if old.startswith("{") else "text")
    yield "After:"
    yield fence(new, "json" if new.startswith("{") else "text")
