"""The judgement between two stream grammars: is every sequence of lines that may be emitted one that readers accept?"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from accordant.compat import rules
from accordant.compat.behaviour_facts import serves_fewer
from accordant.contract import Element, Line, Stream
from accordant.contract.grammar import Automaton, GrammarState, TooManyStates
from accordant.findings import Facts, Finding, Place, Witness
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.vocabulary import enumeration, format_value

_MOST_PAIRS: Final = 20_000
"""Most pairs of states of two grammars that are compared."""

_MOST_COUNTED: Final = 64
"""Higher finite counts of repetitions are not compared."""

_Pair: TypeAlias = tuple[GrammarState, GrammarState]
"""What the writer may still emit, and what the reader may still read."""


def judge(old: Stream, new: Stream, direction: str = "output", *, additive: bool = True) -> list[Finding]:
    """Every break and note between two states of a stream.

    Under the additive promise, lines of types that the reader's grammar does not know are skipped before the grammars
    are compared; a line after a terminal one is still a break.

    Args:
        old: the older state.
        new: the newer state.
        direction: that of the schema of its lines: ``input`` streams are written by programs that know the older state,
            and read by one that knows the newer.
        additive: whether the promise is ``additive``.
    """
    return list(_Streams(old, new, direction, additive).findings())


class _Streams:
    def __init__(self, old: Stream, new: Stream, direction: str, additive: bool) -> None:
        self.old, self.new, self.direction, self.additive = old, new, direction, additive

    def findings(self) -> Iterator[Finding]:
        for field in ("discriminator", "line"):
            before, after = getattr(self.old, field), getattr(self.new, field)
            if before != after:
                message = f"`{field}` of the stream `{self.new.name}` changed from `{before}` to `{after}`."
                yield self._finding("stream-tag-changed", message, Facts(before, after), f"/{field}", f"/{field}")
        old_types, new_types = self.old.types(), self.new.types()
        removed = [type_ for type_ in old_types if type_ not in new_types]
        for type_ in removed:
            verb = "accepted" if self.direction == "input" else "emitted"
            message = f"The line type `{type_}` is no longer {verb}."
            yield self._finding("line-type-removed", message, Facts(type_, None), "/grammar", old_types[type_])
        for type_ in new_types:
            if type_ not in old_types:
                yield self._finding(
                    "line-type-added", f"The line type `{type_}` was added.", None, new_types[type_], None
                )
        if self.old.grammar != self.new.grammar:
            if self.direction != "input":
                yield from self._order(self.new, self.old, set(removed))
            if self.direction != "output":
                yield from self._order(self.old, self.new, set())
        yield from self._ends()
        yield from self._commands()
        yield from self._texts()

    def _ends(self) -> Iterator[Finding]:
        """What says that a run failed: of several marks any says so, in whatever order they are listed."""
        before, after = ({canonical(dict(marks)) for marks in stream.failure} for stream in (self.old, self.new))
        if not before and after:
            message = f"The stream `{self.new.name}` says how failed runs end."
            yield self._finding("added", message, None, "/failure", None)
        elif before != after:
            facts = [[dict(marks) for marks in stream.failure] for stream in (self.old, self.new)]
            old, new = (" or ".join(map(format_value, marks)) or "nothing" for marks in facts)
            message = f"The last line of a failed run holds {new}; it held {old}."
            yield self._finding("stream-end-changed", message, Facts(*facts), "/failure", "/failure")

    def _commands(self) -> Iterator[Finding]:
        old, new = self.old.commands, self.new.commands
        if not serves_fewer(old, new):
            return
        for command in (command for command in old if command not in new):
            message = f"The command `{command}` no longer emits the stream `{self.new.name}`."
            yield self._finding("stream-removed", message, Facts(list(old), list(new)), "/commands", "/commands")
        if not old:
            some = enumeration([f"`{command}`" for command in new], "and")
            message = f"The stream `{self.new.name}` is emitted by {some} alone."
            yield self._finding("stream-removed", message, Facts([], list(new)), "/commands", None)

    def _texts(self) -> Iterator[Finding]:
        for field in ("title", "description", "partial"):
            before, after = getattr(self.old, field), getattr(self.new, field)
            if before != after:
                message = f"`{field}` of the stream `{self.new.name}` changed."
                yield self._finding("text-changed", message, None, f"/{field}", f"/{field}")

    def _order(self, writer: Stream, reader: Stream, removed: set[str]) -> Iterator[Finding]:
        skipped = set(writer.types()) - set(reader.types()) if self.additive or reader is self.new else set()
        try:
            _require_small_counts(self.old, self.new)
            after = _find_after_terminal(writer, reader)
            if after is not None:
                yield self._late(*after, writer, reader)
                skipped |= {after[1]}
            sequence = find_escaping(writer, reader, skipped)
            if sequence is None or (
                removed and find_escaping(writer, reader, skipped, optional=frozenset(removed)) is None
            ):
                return  # removed types have findings of their own
        except TooManyStates as error:
            yield self._finding("undecided", f"Not decided: {error}.", None, "/grammar", "/grammar")
            return
        lines = ", ".join(sequence) or "no line at all"
        verb, (writes, reads) = ("emitted", ("new", "old")) if reader is self.old else ("written", ("old", "new"))
        message = f"The lines {lines} may be {verb}; the {reads}er grammar does not allow them."
        evidence = Witness([{self._tag(): type_} for type_ in sequence], "", writes, reads)
        yield self._finding("line-order-changed", message, evidence, "/grammar", "/grammar")

    def _late(self, last: str, late: str, writer: Stream, reader: Stream) -> Finding:
        side, types = ("older", self.new.types()) if reader is self.old else ("newer", {})
        message = f"`{late}` may follow `{last}`, which the {side} grammar calls the last line."
        evidence = Facts(f"{last} is terminal", [last, late])
        return self._finding("line-after-terminal", message, evidence, types.get(late, "/grammar"), "/grammar")

    def _tag(self) -> str:
        return (pointers.split(self.old.discriminator) or ["type"])[-1]

    def _finding(self, rule: str, message: str, evidence: Facts | Witness | None, new: str, old: str | None) -> Finding:
        old_place = None if old is None else _place(self.old, old)
        return rules.finding(rule, message, _place(self.new, new), old_place=old_place, evidence=evidence)


def _find_after_terminal(writer: Stream, reader: Stream) -> tuple[str, str] | None:
    """A line that is terminal for the reader, and one that may come after it from the writer."""
    terminals = {line.type for line, _ in reader.lines() if line.terminal}
    automaton = Automaton(writer.grammar, stops=False)
    seen = {(automaton.start, "")}
    queue = deque(seen)
    while queue:
        state, last = queue.popleft()
        for type_, following in automaton.moves(state).items():
            if last:
                return last, type_
            entry = (following, type_ if type_ in terminals else "")
            if entry not in seen:
                seen.add(entry)
                queue.append(entry)
        if len(seen) > _MOST_PAIRS:
            raise TooManyStates("a grammar has too many states")
    return None


def find_escaping(
    writer: Stream, reader: Stream, skipped: set[str], *, optional: frozenset[str] = frozenset()
) -> tuple[str, ...] | None:
    """A shortest series of line types that the writer may emit and the reader does not allow, or None.

    Terminal lines do not end the comparison: what a grammar lists after them is compared too.

    Args:
        writer: the stream that emits.
        reader: the stream whose lines are known.
        skipped: types that the reader skips.
        optional: types for which the reader does not wait.

    Raises:
        TooManyStates: the grammars are too large.
    """
    written = Automaton(writer.grammar, stops=False)
    read = Automaton([_without_awaiting(element, optional) for element in reader.grammar], stops=False)
    start = (written.start, read.start)
    came_from: dict[_Pair, tuple[_Pair, str] | None] = {start: None}
    queue = deque([start])
    while queue:
        pair = queue.popleft()
        state, known = pair
        if state.may_end and not known.may_end:
            return _path(came_from, pair)
        for type_, following in written.moves(state).items():
            after = (following, known if type_ in skipped else read.step(known, type_))
            if after not in came_from:
                came_from[after] = (pair, type_)
                queue.append(after)
        if len(came_from) > _MOST_PAIRS:
            raise TooManyStates("the grammars have too many states")
    return None


def _path(came_from: Mapping[_Pair, tuple[_Pair, str] | None], pair: _Pair) -> tuple[str, ...]:
    """The line types that lead from the start to a pair of states."""
    path = []
    before = came_from[pair]
    while before is not None:
        path.append(before[1])
        before = came_from[before[0]]
    return tuple(reversed(path))


def _require_small_counts(*streams: Stream) -> None:
    """Raise TooManyStates where a count is so high that a witness would be that many lines long."""
    todo = [element for stream in streams for element in stream.grammar]
    while todo:
        element = todo.pop()
        if max(element.least, element.most or 0) > _MOST_COUNTED:
            raise TooManyStates(f"a repetition of more than {_MOST_COUNTED} is not compared")
        if not isinstance(element, Line):
            todo += element.elements


def _without_awaiting(element: Element, optional: frozenset[str]) -> Element:
    """The element, with lines of some types not awaited."""
    if isinstance(element, Line):
        return replace(element, least=0) if element.type in optional else element
    return replace(element, elements=tuple(_without_awaiting(part, optional) for part in element.elements))


def _place(stream: Stream, pointer: str) -> Place | None:
    return None if stream.document is None else stream.document.place(stream.base + pointer)
