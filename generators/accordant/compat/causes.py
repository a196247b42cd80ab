"""The edit because of which a document is refused: with it made in the reader, the refusal is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from accordant.compat import edits
from accordant.compat.blame import Blame, blame
from accordant.compat.edits import Edit, Path
from accordant.compat.sides import Spot
from accordant.compat.tree_diff import edits_between
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import values_in
from accordant.schema.reader_copy import as_node, exact_copy, origin
from accordant.schema.references import Node
from accordant.schema.validation import validator_of

_MOST_TRIALS: Final = 24
"""Most edits that are tried alone for one refusal; after these, several are tried together."""

_MOST_TRIALS_OF_PAIR: Final = 300
"""Most trials for one pair of schemas; what is refused after that is found by keywords."""

Reading = Callable[[Node], JsonValue]
"""A schema as a copy, as the promise lets it be read."""


@dataclass
class Causes:
    """The edits between a reader and a writer, of which some are made in the reader already."""

    reader: Node
    writer: Node
    read: Reading
    spend: Callable[[int], None]
    steps: int
    """Work for all trials; each counts as many steps as the reader has values, since it is copied and compiled."""
    made: list[Edit] = field(default_factory=list)
    _trials: int = 0

    def __post_init__(self) -> None:
        self._base, writer = exact_copy(self.reader), exact_copy(self.writer)
        self._definitions = edits.grafted_definitions(writer, edits.holder_of(self._base))
        self.open = edits_between(self._base, writer)
        size = sum(1 for _ in values_in(self._base))
        self._most_trials = min(_MOST_TRIALS_OF_PAIR, self.steps // size)

    def make(self, *further: Edit) -> JsonValue:
        """The reader's copy with further edits, and those that were made before."""
        mixed = edits.make(self._base, [*self.made, *further], self._definitions)
        return self.read(as_node(mixed))

    def accept(self, found: Sequence[Edit]) -> JsonValue:
        """Make edits for good; the reader's copy with them."""
        self.made += found
        self.open = [edit for edit in self.open if edit not in found]
        return self.make()

    def find(self, copied: JsonValue, document: JsonValue, refusing: Blame | None) -> list[Edit]:
        """The edits because of which the copied reader refuses a document, the nearest first; perhaps none.

        It is one edit, unless several let the document in only together.
        """
        before = _sign(copied, document, self.spend)
        ranked = list(self.open)
        if refusing is not None:
            written_at = _written_at(copied, refusing)
            ranked.sort(key=lambda edit: (edit.reader not in written_at, _distance(edit, refusing)))
        for edit in ranked[:_MOST_TRIALS]:
            if self._trials >= self._most_trials:
                return []
            after = self._sign_with([edit], document)
            if after is None or (after != before and self._is_needed(edit, document)):
                return [edit]
        return self._of_several(ranked, document)

    def _is_needed(self, edit: Edit, document: JsonValue) -> bool:
        """Whether all other edits together leave the document refused; one that only narrows is never needed."""
        return not self._accepts([other for other in self.open if other is not edit], document)

    def _of_several(self, ranked: Sequence[Edit], document: JsonValue) -> list[Edit]:
        """The edits that let the document in together, none of which can be left out."""
        if not ranked or not self._accepts(ranked, document):
            return []
        needed, chunk = list(ranked)[::-1], max(1, len(ranked) // 2)  # the farthest are left out first
        while True:
            start = 0
            while start < len(needed):
                rest = needed[:start] + needed[start + chunk :]
                if self._accepts(rest, document):
                    needed = rest
                else:
                    start += chunk
            if chunk == 1 or self._trials >= self._most_trials:
                return needed[::-1] if chunk == 1 else []
            chunk //= 2

    def _accepts(self, further: Sequence[Edit], document: JsonValue) -> bool:
        return self._sign_with(further, document) is None

    def _sign_with(self, further: Sequence[Edit], document: JsonValue) -> object:
        self._trials += 1
        return _sign(self.make(*further), document, self.spend)


def _sign(copied: JsonValue, document: JsonValue, spend: Callable[[int], None]) -> object:
    """What tells one refusal from another; None: accepted."""
    node = as_node(copied)
    refusing = blame(node, document, spend)
    if refusing is None:  # the library that names keywords accepts, or cannot judge
        validator = validator_of(node)
        opinion = validator.second_opinion if validator.can_list_problems(document) else validator.first_opinion
        return "refused" if opinion(document) is False else None
    return refusing.instance, refusing.spelling, origin(copied, refusing.schema)


def _written_at(copied: JsonValue, refusing: Blame) -> tuple[Spot, ...]:
    """Where the refusing keyword and its schema are written."""
    source = origin(copied, refusing.schema)
    if source is None:
        return ()
    holder = Spot(*source)
    return (Spot(holder.address, pointers.join(holder.pointer, refusing.spelling)), holder)


def _distance(edit: Edit, refusing: Blame) -> tuple[int, int]:
    """Edits at the refused part first, then those around it from the inside out, then those below it, then others."""
    place = pointers.split(refusing.instance)
    shared = _count_shared(edit.path, place)
    if shared == len(edit.path) == len(place):
        return (0, 0)
    if shared == len(place):
        return (1, len(edit.path))
    return (2, len(place) - shared) if shared == len(edit.path) else (3, len(place) - shared)


def _count_shared(path: Path, place: Sequence[str]) -> int:
    """How many leading tokens of a path fit a place in a document."""
    count = 0
    for token, other in zip(path, place, strict=False):
        if token != "*" and str(token) != other:
            break
        count += 1
    return count
