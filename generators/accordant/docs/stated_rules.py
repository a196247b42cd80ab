"""Rules of schemas as items of a list, each consequence of a condition in a line of its own where there are many."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from accordant.docs.markdown import code
from accordant.model.constraint_queries import members_asked_for
from accordant.model.constraint_text import rule, rules, statement
from accordant.model.constraints import All, Constraint, IsClosed, Pass, When
from accordant.model.markup import LISTED, Markup, SubjectWords

_MOST_IN_A_SENTENCE: Final = 2
"""The most consequences in one sentence, if none of them holds a list."""


@dataclass(frozen=True, slots=True)
class StatedRule:
    """A rule in words: a clause, or the start of a list and its lines."""

    words: str
    lines: tuple[str, ...]
    at: str
    """JSON Pointer of where it is written."""

    def shown(self, about: str = "") -> str:
        """An item of a list; ``about`` says of which branch the rule speaks."""
        where = f"({code(self.at or '#')})"
        start = _capital(f"{_capital(about)}: {self.words}" if about else self.words)
        if not self.lines:
            return f"{start}. {where}"
        return "\n".join([f"{start} {where}:", *(f"    - {_capital(line)}." for line in self.lines)])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def clauses(constraint: Constraint, markup: Markup, subject: SubjectWords) -> tuple[str, list[str]]:
    """The start of a rule, and its consequences where they are so many that each needs a line of its own.

    A rule of few consequences is all start.
    """
    match constraint:
        case When(test, All(parts), Pass()) if not isinstance(test, IsClosed):
            there = replace(subject, present=subject.present | members_asked_for([test]))
            lines = rules(parts, markup, there)
            holds_lists = len(lines) > 1 and any(LISTED in line or " and " in line for line in lines)
            if len(lines) > _MOST_IN_A_SENTENCE or holds_lists:
                return f"if {statement(test, markup, subject)}", lines
    return rule(constraint, markup, subject), []
