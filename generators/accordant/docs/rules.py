"""A page for each rule, one for each judge, one for all: what a rule finds, why, examples, the next step."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from accordant.contract import CodeList, Entry
from accordant.contract.doc_links import encode_anchor, rule_page
from accordant.docs.markdown import (
    bullets,
    code,
    fence,
    heading,
    json_block,
    link,
    note,
    page,
    prose,
    spot,
    table,
    text,
)
from accordant.docs.places import RULES, JudgingCommand, PageData, relative
from accordant.findings import Rule


def _lint() -> tuple[Rule, ...]:
    from accordant.lint import RULES

    return RULES


def _compat() -> tuple[Rule, ...]:
    from accordant.compat import RULES

    return RULES


def _conform() -> tuple[Rule, ...]:
    from accordant.conform import RULES

    return RULES


def _program() -> tuple[Rule, ...]:
    from accordant.conform.program_rules import RULES

    return RULES


def _enforce() -> tuple[Rule, ...]:
    from accordant.enforce.rules import RULES

    return RULES


JUDGES: tuple[JudgingCommand, ...] = (
    JudgingCommand("lint", "The rules that a registry follows.", _lint),
    JudgingCommand("check-compat", "What breaks a reader, or a writer, between two states of a version.", _compat),
    JudgingCommand("validate", "The rules for real documents and streams.", _conform),
    JudgingCommand("conform", "The rules for programs that are run, beside those of validate.", _program),
    JudgingCommand("enforce", "The rules for answers of agents.", _enforce),
)
"""The judges whose rules the rooms of the tool hold, in the order of reports; the command line may add others."""


_LONGEST_LINE: Final = 72
"""How many letters of code are visible at once."""

_SIGNS_OF_CODE: Final = frozenset('{}[]="<>/|$`\n')
"""An example without any of these is a sentence."""


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """A page for all rules, one for each judge, and one for each of its rules."""
    yield RULES, page(_all(judges(subject)))
    for judge in judges(subject):
        yield path(judge.name), page(_overview(judge), describes=judge.says)
        for rule in judge.rules:
            blocks = _blocks(judge, rule, subject.verdicts.get(rule.name, {}))
            yield rule_page(judge.name, rule.name), page(blocks, describes=rule.says)


def judges(subject: PageData) -> tuple[JudgingCommand, ...]:
    """Every judge."""
    return (*JUDGES, *subject.judges)


def page_of(subject: PageData, listed_codes: CodeList, entry: Entry) -> str:
    """The page of the rule that an entry of a list of rules is about; "" where no judge has it."""
    address = rule_page(entry.category, str(entry.id)) if listed_codes.identifier == "rule" else ""
    return address if address in subject.pages_of_tool and address != path(entry.category) else ""


def path(command: str) -> str:
    """The page of a judge's rules."""
    return f"rules/{command}/index.md"


def _all(judges: tuple[JudgingCommand, ...]) -> Iterator[str]:
    yield heading(1, "Rules")
    yield "Every rule by its name, with the command that judges by it. `registry explain RULE` prints its page."
    yield bullets(f"{link(judge.name, relative(RULES, path(judge.name)))}: {prose(judge.says)}" for judge in judges)
    rows = sorted((rule.name, *_row(judge, rule, RULES)) for judge in judges for rule in judge.rules)
    yield table(("Rule", "Judge", "Severity", "Finds"), [cells for _, *cells in rows])


def _row(judge: JudgingCommand, rule: Rule, here: str) -> tuple[str, ...]:
    shown = link(code(rule.name), relative(here, rule_page(judge.name, rule.name)))
    return shown, text(judge.name), str(rule.severity), prose(rule.says)


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
    yield prose(rule.says)
    yield f"**Why it matters:** {prose(rule.why)}"
    if rule.way_out:
        yield note("What to do", _next_step(rule.way_out))
    for title, example in (("Breaks", rule.breaking), ("Passes", rule.fine)):
        if example:
            yield heading(2, title)
            yield from _example(example)
    if verdicts:
        yield heading(2, "Verdict by promise and direction")
        yield (
            "The verdict on the first example. A version promises to be *additive* or *strict*, as `promise` in "
            "`contract.toml` says. Additive readers rely on every declared name: one that is lost breaks them. "
            "Strict readers rely on this alone: what a newer release allows, an older one accepts. *Output* is "
            "written by the program, *input* is read by it, *full* is both; a schema says it as its `direction`."
        )
        directions = list(next(iter(verdicts.values())))
        rows = [(promise, *by_direction.values()) for promise, by_direction in verdicts.items()]
        yield table(("Promise", *directions), rows)


def _next_step(words: str) -> str:
    """What to do, as a sentence; a command in it as code."""
    words, colon, command = words.partition(": registry ")
    if colon:
        return f"{prose(words[:1].upper() + words[1:])}: {code(f'registry {command}')}"
    return prose(words[:1].upper() + words[1:] + "." * (not words.endswith((".", "?", "!"))))


def _example(example: str) -> Iterator[str]:
    """An example; the two sides of an edit one below the other."""
    old, arrow, new = example.partition(" -> ")
    if not arrow:
        is_code = bool(set(re.sub("`[^`]*`", "", example)) & _SIGNS_OF_CODE)  # a sentence may name some
        yield _block(example) if is_code else prose(example[:1].upper() + example[1:]) + "."
        return
    yield "Before:"
    yield _block(old)
    yield "After:"
    yield _block(new)


def _block(example: str) -> str:
    """An example as code; a document of JSON that is no longer a line stands over several."""
    language = "json" if example.startswith("{") else "text"
    if len(example) <= _LONGEST_LINE or "\n" in example:
        return fence(example, language)
    try:
        return json_block(json.loads(example))
    except ValueError:
        return fence(example, language)
