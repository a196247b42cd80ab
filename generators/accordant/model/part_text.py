"""What a constraint says of a part of a value: of a member, of items, of all others, of names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from accordant.model import constraints as R
from accordant.model.covered_text import CoveredText
from accordant.model.markup import Markup, SubjectWords
from accordant.schema import pointers
from accordant.schema.vocabulary import ordinal

Clause: TypeAlias = Callable[[R.Constraint, SubjectWords], str]
"""Writes a constraint about a subject."""


@dataclass(frozen=True, slots=True)
class PartText:
    """Writes what is said of parts, and what a part is called."""

    markup: Markup
    rule: Clause
    states: Clause

    def demands(self, c: R.Constraint, subject: SubjectWords) -> str:
        """What a constraint asks of a part, as a clause; "" where it speaks of none."""
        match c:
            case R.Items(start, R.Fail(), None) if start:
                return f"{subject.words} must have no items behind the {ordinal(start)}"
            case R.Members(R.Fail(), None, _):
                return f"{subject.words} must have no members that the schema does not name"
            case R.Member(_, then) | R.Item(_, then) | R.Items(_, then) | R.Members(then) | R.Names(then):
                return self.rule(then, self.subject(c, subject))
            case _:
                return ""

    def holds(self, c: R.Constraint, subject: SubjectWords) -> str:
        """What a constraint says of a part, as a statement of fact; "" where it speaks of none."""
        match c:
            case R.Items(start, R.Fail(), None) if start:
                return f"{subject.words} has no items behind the {ordinal(start)}"
            case R.Members(R.Fail(), None, _):
                return f"{subject.words} has no members that the schema does not name"
            case R.Item(_, then) | R.Items(_, then) | R.Members(then) | R.Names(then):
                return self.states(then, self.subject(c, subject))
            case _:
                return ""

    def subject(self, c: R.Constraint, subject: SubjectWords) -> SubjectWords:
        """The part of the subject that a constraint speaks about."""
        match c:
            case R.Member(name):
                pointer = pointers.join(subject.pointer, name)
                return SubjectWords(self.markup.name(pointer if self.markup.by_pointer else name), pointer)
            case R.Items(start, _, covered):
                behind = f" from the {ordinal(start + 1)} on" if start else ""
                exception = CoveredText(self.markup, self.states).exception(covered, subject)
                return SubjectWords(f"each item of {subject.words}{behind}{exception}", f"{subject.pointer}/*")
            case R.Item(index):
                return SubjectWords(f"item {index} of {subject.words}", pointers.join(subject.pointer, index))
            case R.Members(_, pattern, covered):
                exception = CoveredText(self.markup, self.states).exception(covered, subject)
                which = f" that matches {self.markup.pattern(pattern)}" if pattern else exception
                return SubjectWords(f"each member of {subject.words}{which}", f"{subject.pointer}/…")
            case _:
                return SubjectWords(f"each member's name in {subject.words}", subject.pointer)
