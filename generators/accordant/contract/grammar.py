"""Whether a series of line types follows a stream's grammar, and where it first does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from accordant.contract.streams import Choice, Element, Line, Stream

_Rest = tuple[Element, ...]
"""What must still come: elements one after the other."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where a stream leaves its grammar: ``index`` of the line, or the number of lines where it ends too early."""

    index: int
    type: str | None
    """The type of that line; None where the stream ends too early."""
    expected: tuple[str, ...]
    """The types that could stand there."""
    may_end: bool
    """Whether the stream could also end there."""
    after_terminal: bool = False

    def __str__(self) -> str:
        could = " or ".join([*(repr(one) for one in self.expected), *(["the end"] if self.may_end else [])])
        if self.type is None:
            return f"the stream ends too early: {could} must follow"
        if self.after_terminal:
            return f"a line {self.type!r} follows the terminal line; nothing may"
        return f"a line {self.type!r} cannot stand here; {could or 'nothing'} can"


def misfit(stream: Stream, types: Sequence[str]) -> Misfit | None:
    """The first line that the grammar does not admit, or None where ``types`` is a whole stream.

    A line that a terminal element admits ends the stream: what the grammar asks for after it is not waited for.
    """
    rests: frozenset[_Rest] = frozenset([stream.grammar])
    ended = False
    for index, type_ in enumerate(types):
        known = _closure(rests)
        taken = [(line, rest) for line, rest in known if line.type == type_]
        if not taken:
            return Misfit(index, type_, _types(known), _may_end(rests), ended and not known)
        ended = any(line.terminal for line, _ in taken)
        rests = frozenset(() if line.terminal else rest for line, rest in taken)
    if _may_end(rests):
        return None
    return Misfit(len(types), None, _types(_closure(rests)), False)


def _types(known: Iterable[tuple[Line, _Rest]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line.type for line, _ in known))


def _closure(rests: Iterable[_Rest]) -> list[tuple[Line, _Rest]]:
    """Every line that can come next, with what must come after it; each rest is opened once."""
    todo = list(rests)
    seen = set(todo)
    found: dict[tuple[Line, _Rest], None] = {}
    while todo:
        rest = todo.pop()
        if not rest:
            continue
        first, after = rest[0], rest[1:]
        ways = []
        if first.most is None or first.most > 0:
            again = _once_less(first)
            if isinstance(first, Line):
                found[first, (*again, *after)] = None
            elif isinstance(first, Choice):
                ways += [(one, *again, *after) for one in first.elements]
            else:
                ways.append((*first.elements, *again, *after))
        if _is_nullable(first):
            ways.append(after)
        for way in ways:
            if way not in seen:
                seen.add(way)
                todo.append(way)
    return list(found)


def _once_less(element: Element) -> _Rest:
    """What is left of an element after one of its turns."""
    if element.most is not None and element.most <= 1:
        return ()
    most = None if element.most is None else element.most - 1
    return (replace(element, least=max(0, element.least - 1), most=most),)


def _may_end(rests: Iterable[_Rest]) -> bool:
    return any(all(_is_nullable(one) for one in rest) for rest in rests)


def _is_nullable(element: Element) -> bool:
    """Whether an element may be absent."""
    if element.least == 0:
        return True
    if isinstance(element, Line):
        return False
    if isinstance(element, Choice):
        return any(_is_nullable(one) for one in element.elements)
    return all(_is_nullable(one) for one in element.elements)
