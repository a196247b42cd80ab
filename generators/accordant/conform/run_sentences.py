"""Sentences about runs of a program: how it ended, what it said, where two outputs differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accordant.conform.differences import Difference
from accordant.conform.ends import RULE_OF
from accordant.conform.printed import STDOUT
from accordant.findings import Facts, Finding, Place, Rule
from accordant.run import Ended
from accordant.schema.vocabulary import cut, format_value

_LONGEST_LINE = 200
"""Characters of the line of standard error that a finding quotes."""

MOST_FOUND: Final = 1_000
"""The most findings about the output of a run that are listed one by one."""
_OF_ENDS: Final = frozenset(rule.name for rule in RULE_OF.values())

_SAYS_WHY = re.compile(r"[\w.]*(?:Error|Exception)(?: \[\w+\])?: .*")
"""The line with which a runtime says why a program died; Node writes it before the calls, Python after them."""


def end_finding(rule: Rule, message: str, ended: Ended) -> Finding:
    """A finding about the end of a program, with what it said last to standard error."""
    return rule.finding(message + quote_stderr(ended))


def quote_stderr(ended: Ended) -> str:
    """The line of standard error that says most, to be put behind a sentence; nothing where it is empty.

    It is the last one that names an error, else the last one.
    """
    lines = [line.rstrip() for line in ended.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    if not lines:
        return ""
    line = next((line for line in reversed(lines) if _SAYS_WHY.fullmatch(line)), lines[-1])
    return f"; standard error says {json.dumps(cut(line, _LONGEST_LINE), ensure_ascii=False)}"


def quote_beginning(data: bytes) -> str:
    """How an output begins."""
    return format_value(data[:60].decode("utf-8", "replace"))


def list_names(names: tuple[str, ...]) -> str:
    """Some names, cut where there are many."""
    return ", ".join(map(format_value, names[:5])) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def differing(rule: Rule, what: str, difference: Difference) -> Finding:
    """The finding about two outputs that differ, with both values."""
    where = f" at {difference.pointer}" if difference.pointer else ""
    message = f"{what}{where}: {format_value(difference.value)} and {format_value(difference.other)}"
    place = Place(STDOUT, difference.line, 1 if difference.line else 0, difference.pointer)
    return rule.finding(message, place, evidence=Facts(difference.value, difference.other))


def first_of(findings: Iterator[Finding], *, is_whole: bool) -> Iterator[Finding]:
    """The first findings and that about the end, and one more that says how many others there are.

    In an output that is cut, nothing after the first findings is looked at.
    """
    more, last = 0, None
    for number, finding in enumerate(findings):
        if number < MOST_FOUND or finding.rule in _OF_ENDS:
            yield finding
        else:
            more, last = more + 1, finding
            if not is_whole:
                break
    if last is not None:
        count = f"{more:,} more findings" if is_whole else "more findings"
        yield replace(last, message=f"{count}; the first {MOST_FOUND:,} are told", schema_place=None)
