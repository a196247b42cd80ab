"""What a conjunction asks, in few clauses: what is asked of one place, and of several places alike, is said once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from accordant.model import constraints as R
from accordant.model.constraint_queries import is_told_by_value, members_asked_for
from accordant.model.markup import SubjectWords
from accordant.model.part_text import Clause, PartText
from accordant.schema.vocabulary import enumeration

_ONE_DEMAND = (
    R.Fail | R.IsType | R.IsOneOf | R.Bound | R.MultipleOf | R.SpeltAsInteger | R.Length | R.Matches | R.Count
    | R.Unique | R.Size | R.Call
)  # fmt: skip
"""What is asked of a value itself."""


@dataclass(frozen=True, slots=True)
class _Said:
    """One clause: places, and what they must do; or no places, and the whole clause."""

    places: tuple[str, ...]
    demands: tuple[str, ...]

    @property
    def text(self) -> str:
        if not self.places:
            return self.demands[0]
        each = "each " if len(self.places) > 1 else ""
        return f"{enumeration(self.places, 'and')} must {each}{enumeration(self.demands, 'and')}"


@dataclass(frozen=True, slots=True)
class ConjunctionText:
    """Writes the clauses of conditions that all hold."""

    parts: PartText
    demand: Callable[[R.Constraint], str]
    rule: Clause
    place: Callable[[str, SubjectWords], str]

    def clauses(self, parts: Sequence[R.Constraint], subject: SubjectWords) -> list[str]:
        """The clauses about a subject."""
        return [said.text for said in _with_places_alike(_with_demands_together(self._all(parts, subject)))]

    def _all(self, parts: Sequence[R.Constraint], subject: SubjectWords) -> Iterator[_Said]:
        there = replace(subject, present=subject.present | members_asked_for(parts))
        told = {part.name for part in parts if isinstance(part, R.Member) and isinstance(part.then, R.IsOneOf)}
        for part in (part for part in parts if not is_told_by_value(part, parts)):
            if isinstance(part, R.Has):
                yield from self._presence([name for name in part.names if name not in told], part, there)
            else:
                yield from self._one(part, there)

    def _presence(self, names: list[str], asked: R.Has, subject: SubjectWords) -> Iterator[_Said]:
        if len(names) == 1:
            yield _Said((self.place(names[0], subject),), ("be present",))
        elif names:
            yield _Said((), (self.rule(R.Has(tuple(names), asked.at), subject),))

    def _one(self, c: R.Constraint, subject: SubjectWords) -> Iterator[_Said]:
        match c:
            case R.All(parts):
                yield from self._all(parts, subject)
            case R.Member(name, R.IsOneOf() as listed) if not subject.pointer and name not in subject.present:
                yield _Said((self.parts.subject(c, subject).words,), (f"be absent or {self.demand(listed)[3:]}",))
            case R.Member(_, then):
                yield from self._one(then, self.parts.subject(c, subject))
            case _ if isinstance(c, _ONE_DEMAND) and (words := self.demand(c)):
                yield _Said((subject.words,), (words,))
            case _:
                yield _Said((), (self.rule(c, subject),))


def _with_demands_together(clauses: Iterator[_Said]) -> Iterator[_Said]:
    """Clauses of which each says all that is asked of its place."""
    together: dict[tuple[str, ...], _Said] = {}
    for index, said in enumerate(clauses):
        key = said.places or (f"{index}",)
        before = together.get(key)
        together[key] = said if before is None else _Said(said.places, (*before.demands, *said.demands))
    yield from together.values()


def _with_places_alike(clauses: Iterator[_Said]) -> Iterator[_Said]:
    """Clauses in which places of which the same is asked, one after the other, stand together."""
    last: _Said | None = None
    for said in clauses:
        if last is not None and last.places and said.places and said.demands == last.demands:
            last = _Said((*last.places, *said.places), last.demands)
        else:
            yield from [last] if last is not None else []
            last = said
    yield from [last] if last is not None else []
