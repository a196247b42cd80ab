"""Streams as tables that generated readers and writers follow, the same in every language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.contract import Stream
from accordant.contract.grammar import Automaton, GrammarState, TooManyStates
from accordant.findings import JsonValue
from accordant.model.versions import VersionModel

MOST_STATES: Final = 1_000
"""A grammar with more states, such as one that counts to thousands, has no table."""


@dataclass(frozen=True, slots=True)
class StreamTable:
    """A stream of a version, ready for printing."""

    stream: Stream
    line_type: str
    """The name of the type of its lines."""
    states: tuple[dict[str, int], ...]
    """From state 0 on: the state behind every line type that may come."""
    ends: tuple[int, ...]
    """The states in which the stream may end."""
    prefix: str
    """What tells the names of one stream from those of others: its name, or nothing where there is one."""

    @property
    def terminal(self) -> list[str]:
        """The line types after which nothing may follow."""
        return sorted({line.type for line, _ in self.stream.lines() if line.terminal})

    @property
    def repeated(self) -> list[str]:
        """The line types that say how far the program is."""
        return sorted(self.stream.repeated())

    @property
    def means(self) -> dict[str, JsonValue]:
        """What it means that a line type is missing."""
        entries = [entry for entry in self.stream.partial if isinstance(entry, dict)]
        return {str(entry["missing"]): entry["means"] for entry in entries if "missing" in entry and "means" in entry}


def stream_tables(version: VersionModel) -> list[StreamTable]:
    """The tables of a version's streams, by name; without those whose grammar has too many states."""
    streams = [stream for _, stream in sorted(version.version.state.streams.items()) if stream.line in version.roots]
    tables = []
    for stream in streams:
        numbered = _number(Automaton(stream.grammar))
        if numbered is not None:
            states, ends = numbered
            prefix = stream.name if len(streams) > 1 else ""
            tables.append(StreamTable(stream, version.roots[stream.line], states, ends, prefix))
    return tables


def streams_without_table(version: VersionModel) -> list[Stream]:
    """The streams of which generated packages have no module, by name."""
    printed = {table.stream.name for table in stream_tables(version)}
    streams = version.version.state.streams
    return [stream for name, stream in sorted(streams.items()) if name not in printed and stream.line in version.roots]


def _number(automaton: Automaton) -> tuple[tuple[dict[str, int], ...], tuple[int, ...]] | None:
    numbers: dict[GrammarState, int] = {automaton.start: 0}
    todo = [automaton.start]
    moves: list[dict[str, int]] = []
    try:
        for state in todo:  # grows
            for after in automaton.moves(state).values():
                if after not in numbers:
                    numbers[after] = len(numbers)
                    todo.append(after)
            if len(numbers) > MOST_STATES:
                return None
            moves.append({type_: numbers[after] for type_, after in automaton.moves(state).items()})
    except TooManyStates:
        return None
    return tuple(moves), tuple(numbers[state] for state in todo if state.may_end)
