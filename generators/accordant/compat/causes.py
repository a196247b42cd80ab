"""The edit because of which a document is refused: with it made in the reader, the refusal is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from accordant.compat import edits
from accordant.compat.blame import Blame, blame
from accordant.compat.edits import Edit, Path
from accordant.compat.sides import Spot
from accordant.compat.tree_diff import edits_between
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.reader_copy import as_node, exact_copy, origin
from accordant.schema.references import Node
from accordant.schema.validation import validator_of

_MOST_TRIALS: Final = 24
"""Most edits that are tried alone for one refusal; after these, several are tried together."""

Reading = Callable[[Node], JsonValue]
"""A schema as a copy, as the promise lets it be read."""


@dataclass
class Causes:
    """The edits between a reader and a writer, of which some are made in the reader already."""

    reader: Node
    writer: Node
    read: Reading
    spend: Callable[[int], None]
    made: list[Edit] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._base, writer = exact_copy(self.reader), exact_copy(self.writer)
        self._definitions = edits.grafted_definitions(writer, edits.holder_of(self._base))
        self.open = edits_between(self._base, writer)

    def make(self, *further: Edit) -> JsonValue:
        """The reader's copy with further edits, and those that were made before."""
        mixed = edits.make(self._base, [*self.made, *further], self._definitions)
        return self.read(as_node(mixed))

    def accept(self, edit: Edit) -> JsonValue:
        """Make an edit for good; the reader's copy with it."""
        self.made.append(edit)
        self.open.remove(edit)
        return self.make()

    def find(self, copied: JsonValue, document: JsonValue, refusing: Blame | None) -> Edit | None:
        """The edit because of which the copied reader refuses a document; None where no edits explain it."""
        before = _sign(copied, document, self.spend)
        ranked = list(self.open)
        if refusing is not None:
            written_at = _written_at(copied, refusing)
            ranked.sort(key=lambda edit: (edit.reader not in written_at, _distance(edit, refusing)))
        for edit in ranked[:_MOST_TRIALS]:
            after = self._sign_with([edit], document)
            if after is None or (after != before and self._is_needed(edit, document)):
                return edit
        return self._of_several(ranked, document)

    def _is_needed(self, edit: Edit, document: JsonValue) -> bool:
        """Whether all other edits together leave the document refused; one that only narrows is never needed."""
        return self._sign_with([other for other in self.open if other is not edit], document) is not None

    def _of_several(self, ranked: Sequence[Edit], document: JsonValue) -> Edit | None:
        """The nearest of the edits that explain a refusal only together."""
        if not ranked or self._sign_with(ranked, document) is not None:
            return None
        low, high = 1, len(ranked)
        while low < high:
            middle = (low + high) // 2
            if self._sign_with(ranked[:middle], document) is not None:
                low = middle + 1
            else:
                high = middle
        needed = list(ranked[:low])
        for edit in needed[:-1][::-1][:_MOST_TRIALS]:
            rest = [other for other in needed if other is not edit]
            if self._sign_with(rest, document) is None:
                needed = rest
        return needed[0]

    def _sign_with(self, further: Iterable[Edit], document: JsonValue) -> object:
        return _sign(self.make(*further), document, self.spend)


def _sign(copied: JsonValue, document: JsonValue, spend: Callable[[int], None]) -> object:
    """What tells one refusal from another; None: accepted."""
    node = as_node(copied)
    refusing = blame(node, document, spend)
    if refusing is None:  # the library that names keywords accepts, or cannot judge
        return "refused" if validator_of(node).second_opinion(document) is False else None
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
    shared = _shared(edit.path, place)
    if shared == len(edit.path) == len(place):
        return (0, 0)
    if shared == len(place):
        return (1, len(edit.path))
    return (2, len(place) - shared) if shared == len(edit.path) else (3, len(place) - shared)


def _shared(path: Path, place: Sequence[str]) -> int:
    """How many leading tokens of a path fit a place in a document."""
    count = 0
    for token, other in zip(path, place, strict=False):
        if token != "*" and str(token) != other:
            break
        count += 1
    return count
