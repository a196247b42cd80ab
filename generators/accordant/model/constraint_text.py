"""What a constraint asks, in words: messages, docstrings of generated types and documentation pages share them.

A :class:`Markup` says how names, values and schemas are written, and how a place is called: by the name of the member
(messages and docstrings, which stand beside it) or by its JSON Pointer (pages).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accordant.model import constraints as R
from accordant.model.conjunction_text import ConjunctionText
from accordant.model.constraint_queries import is_told_by_value, members_asked_for
from accordant.model.demand_text import DemandText
from accordant.model.markup import BY_POINTER, LISTED, PLAIN, Markup, SubjectWords, truncate
from accordant.model.part_text import PartText
from accordant.schema import pointers
from accordant.schema.vocabulary import enumeration


def message(constraint: R.Constraint) -> str:
    """What is wrong with a value that fails the constraint, without a subject: ``must be one of "a", "b"``."""
    return truncate(_Writer(PLAIN).must(constraint))


def sentence(constraint: R.Constraint, present: frozenset[str] = frozenset()) -> str:
    """The constraint as a line of documentation: ``if `/ok` is true, `/error` must be absent``.

    Args:
        constraint: what is asked of a value.
        present: names of members that the value always has.
    """
    return truncate(rule(constraint, BY_POINTER, SubjectWords("the value", present=present)), 400)


def rule(constraint: R.Constraint, markup: Markup, subject: SubjectWords) -> str:
    """The constraint as a clause about a subject, of any length."""
    return _Writer(markup).rule(constraint, subject)


def rules(constraints: Sequence[R.Constraint], markup: Markup, subject: SubjectWords) -> list[str]:
    """Constraints that all hold as clauses about a subject, fewer than there are where several say the same."""
    return _Writer(markup).rules(constraints, subject)


def statement(constraint: R.Constraint, markup: Markup, subject: SubjectWords) -> str:
    """The constraint as a statement of fact: ``ok is true``."""
    return _Writer(markup).states(constraint, subject)


def demand(constraint: R.Constraint, markup: Markup) -> str:
    """What a value is to do, behind *must*: ``have at least 1 item``; "" where it needs a clause of its own."""
    return _Writer(markup).demand(constraint)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the clauses of one sentence."""

    markup: Markup

    @property
    def _parts(self) -> PartText:
        return PartText(self.markup, self.rule, self.states)

    @property
    def _conjunction(self) -> ConjunctionText:
        return ConjunctionText(
            self._parts, self.demand, self.rule, lambda name, subject: self._places([name], subject, "and")
        )

    @property
    def _demands(self) -> DemandText:
        return DemandText(self.markup, self.rule, self.states)

    def demand(self, c: R.Constraint) -> str:
        """What stands behind *must*; "" where the constraint speaks of parts of the value."""
        return self._demands.demand(c)

    def must(self, c: R.Constraint) -> str:
        """The constraint as a demand: ``must ...``."""
        asked = _asked_of_known(c)
        if asked is not None:
            return self.must(asked)
        words = self.demand(c)
        return f"must {words}" if words else self.rule(c, SubjectWords("the value"))

    def _alternatives(self, parts: Sequence[R.Constraint], subject: SubjectWords) -> str:
        return self.markup.join([self.states(part, subject) for part in parts])

    def rule(self, c: R.Constraint, subject: SubjectWords) -> str:
        """The constraint as a clause about the subject: ``item must ...``."""
        match c:
            case R.All(parts):
                return self.markup.join(self.rules(parts, subject), "and")
            case R.When(R.IsClosed(), R.IsOneOf() as listed, _):
                return f"{subject.words} must {self.demand(listed)} (or a value that a later release adds)"
            case R.When(R.IsClosed(), then, _):
                return f"{self.rule(then, subject)} (unless it is read openly)"
            case R.AnyOf() if (asked := _asked_of_known(c)) is not None:
                return f"{self.rule(asked, subject)} (or there is a value that a later release adds)"
            case R.When(test, then, otherwise):
                return self._conditional(test, then, otherwise, subject)
            case R.Member() if self.markup.by_pointer:
                return self.markup.join(self.rules([c], subject), "and")
            case R.Member() | R.Item() | R.Items() | R.Members() | R.Names():
                return self._parts.demands(c, subject)
            case R.Has(names) if self.markup.by_pointer:
                return f"{self._places(names, subject, 'and')} must be present"
            case R.Not(R.Has(names)) if self.markup.by_pointer:
                return f"{self._places(names, subject, 'or')} must be absent"
            case R.AnyOf(parts) | R.OneOf(parts) if self.markup.by_pointer:
                return self._choice(c, parts, subject)
            case R.Not(part) if self.markup.by_pointer and not self.demand(part):
                return f"it must not be the case that {self.states(part, subject)}"
            case _:
                return f"{subject.words} must {self.demand(c)}"

    def rules(self, parts: Sequence[R.Constraint], subject: SubjectWords) -> list[str]:
        """Conditions that all hold as clauses about the subject."""
        if self.markup.by_pointer:
            return self._conjunction.clauses(parts, subject)
        return [self.rule(part, subject) for part in parts]

    def _conditional(
        self, test: R.Constraint, then: R.Constraint, otherwise: R.Constraint, subject: SubjectWords
    ) -> str:
        clauses: list[str] = []
        inner = replace(subject, present=subject.present | members_asked_for([test]))
        if not isinstance(then, R.Pass):
            clauses.append(f"if {self.states(test, subject)}, {self.rule(then, inner)}")
        if not isinstance(otherwise, R.Pass):
            word = "otherwise" if clauses else f"unless {self.states(test, subject)}"
            clauses.append(f"{word}, {self.rule(otherwise, subject)}")
        return "; ".join(clauses)

    def _choice(self, c: R.Constraint, parts: Sequence[R.Constraint], subject: SubjectWords) -> str:
        """What one value may be, in one clause; other alternatives with a number each, as pages list them."""
        demands = ["" if isinstance(part, R.Fail) else self.demand(part) for part in parts]
        if isinstance(c, R.AnyOf) and all(words.startswith("be ") for words in demands):
            return f"{subject.words} must be {enumeration([words.removeprefix('be ') for words in demands])}"
        alternatives = [f"({index}) {self.states(part, subject)}" for index, part in enumerate(parts, 1)]
        return f"{'at least' if isinstance(c, R.AnyOf) else 'exactly'} one {LISTED}{', '.join(alternatives)}"

    def states(self, c: R.Constraint, subject: SubjectWords) -> str:
        """The constraint as a statement of fact: ``ok is true``."""
        match c:
            case R.All(parts):
                there = replace(subject, present=subject.present | members_asked_for(parts))
                clauses = [part for part in parts if not self._goes_without_saying(part, parts)] or list(parts)
                words = [self.states(part, there) for part in clauses]
                if self.markup.by_pointer and len(clauses) > 1:
                    words = [
                        f"({statement})" if _is_either(clause, there) else statement
                        for clause, statement in zip(clauses, words, strict=True)
                    ]
                return self.markup.join(words, "and")
            case R.AnyOf(parts):
                return self._alternatives(parts, subject)
            case R.OneOf(parts) if self.markup.by_pointer:
                return f"exactly one of these holds: {self._alternatives(parts, subject)}"
            case R.Member(name, then):
                return self._member_states(name, then, subject)
            case R.Carries(name, values):
                there = replace(subject, present=frozenset({name}))
                return self.states(R.Member(name, R.IsOneOf(values)), there)
            case R.Has(names):
                return f"{self._places(names, subject, 'and')} {'is' if len(names) == 1 else 'are'} present"
            case R.Not(R.Has(names)):
                return f"{self._places(names, subject, 'or')} is absent"
            case R.Not(R.All((R.Has((there,)), R.Member(name, then)))) if there == name:
                return self.states(R.Member(name, R.Not(then)), subject)
            case R.Not(R.All() | R.AnyOf() | R.OneOf() | R.Member() | R.When() as part):
                return f"it is not the case that {self.states(part, subject)}"
            case R.Items() | R.Item() | R.Members() | R.Names() if self.markup.by_pointer:
                return self._parts.holds(c, subject)
            case R.When() if self.markup.by_pointer:
                return f"({self.rule(c, subject)})"
            case _:
                return f"{subject.words} {self._demands.state(c, subject)}"

    def _goes_without_saying(self, part: R.Constraint, parts: Sequence[R.Constraint]) -> bool:
        """Whether a statement goes without saying: a member where its value is told, an object where it has one, a type
        beside a value."""
        names = {part.name for part in parts if isinstance(part, R.Member)}
        if self.markup.by_pointer and is_told_by_value(part, parts):
            return True
        if isinstance(part, R.IsType) and self.markup.by_pointer:
            return part.types == ("object",) and bool(members_asked_for(parts))
        return isinstance(part, R.Has) and set(part.names) <= names

    def _member_states(self, name: str, then: R.Constraint, subject: SubjectWords) -> str:
        """A member's value; where nothing says that it is there, its absence makes the statement true as well."""
        part = self._parts.subject(R.Member(name, then), subject)
        if isinstance(then, R.Fail):
            return f"{part.words} is absent"
        if name in subject.present:
            return self.states(then, part)
        words, start = self.states(then, part), f"{part.words} "
        either = words.removeprefix(f"{start}is ") if words.startswith(f"{start}is ") else words.removeprefix(start)
        return f"{part.words} is absent or {either}"

    def _places(self, names: Sequence[str], subject: SubjectWords, last: str) -> str:
        places = [pointers.join(subject.pointer, name) for name in names] if self.markup.by_pointer else names
        return self.markup.join_names(places, last)


def _asked_of_known(c: R.Constraint) -> R.Constraint | None:
    """What is asked unless the value is read openly and has a value that nobody knows yet; else None."""
    match c:
        case R.AnyOf((asked, *unknown)) if unknown and all(map(_is_of_unknown, unknown)):
            return asked
        case _:
            return None


def _is_of_unknown(part: R.Constraint) -> bool:
    match part:
        case R.All((R.Not(R.IsClosed()), *_)):
            return True
        case _:
            return False


def _is_either(part: R.Constraint, subject: SubjectWords) -> bool:
    """Whether a statement is made of alternatives, so that it needs parentheses among others."""
    if isinstance(part, R.Member):
        return part.name not in subject.present and not isinstance(part.then, R.Fail)
    return isinstance(part, R.AnyOf) or (isinstance(part, R.Not) and isinstance(part.part, R.All))
