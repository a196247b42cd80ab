"""The edit because of which a document is refused: with it made in the reader, the refusal is gone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from accordant.compat import edits
from accordant.compat.blame import Blame, blame
from accordant.compat.edits import Edit, Path
from accordant.compat.judged_alike import Difference, differences
from accordant.compat.refused_at_root import changed_members, refuses_at_root, with_members
from accordant.compat.sides import Spot
from accordant.compat.tree_diff import edits_between
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import origin
from accordant.schema.json_values import member_names, values_in
from accordant.schema.reader_copy import Copies, as_node
from accordant.schema.references import Node
from accordant.schema.validation import Validator, validator_of

_MOST_TRIALS: Final = 24
"""Most edits that are tried alone for one refusal; after these, several are tried together."""

_MOST_TRIALS_OF_PAIR: Final = 300
"""Most trials for one pair of schemas; what is refused after that is found by keywords."""

_MOST_TRIED: Final = 3
"""How many readers are kept: the one that is made for good was the last or the second-last to be tried."""

_FARTHEST: Final = 1_000
"""Farther than an edit in any part that people write."""

Reading = Callable[[Node], Node]
"""A schema as a copy of one document, as the promise lets it be read."""


@dataclass
class Causes:
    """The edits between a reader and a writer, of which some are made in the reader already."""

    reader: Node
    writer: Node
    read: Reading
    copies: Copies
    spend: Callable[[int], None]
    steps: int
    """Work for all trials; each counts as many steps as the reader has values, since it is copied and compiled."""
    made: list[Edit] = field(default_factory=list)
    _trials: int = 0
    _tried: dict[tuple[Edit, ...], Node] = field(default_factory=dict)
    """The last readers that were made since the last edit was made for good."""
    _updates: edits.Updates = field(default_factory=edits.Updates)
    _refusal: tuple[Node, object] | None = None
    """The reader that refuses the current document, and what tells this refusal from others, where the library that
    names keywords refuses it, so that its answer decides."""
    _names: frozenset[str] = frozenset()
    """The names of all members in that document."""
    _at_root: str | None = None
    """The keyword of its root by which it refuses the document, empty for any other; None where the library that names
    keywords cannot judge both sides, so that it may have no answer about a reader between them."""
    _judged: dict[frozenset[Difference], bool] = field(default_factory=dict)
    """Whether readers with further edits accept it, by their differences from the reader that refuses it."""

    @cached_property
    def _copies(self) -> tuple[JsonValue, JsonValue]:
        """Both sides as exact copies."""
        return self.copies.exact(self.reader), self.copies.exact(self.writer)

    @cached_property
    def _writes(self) -> Validator:
        """The writer's validator, held as long as readers are made that have parts of it."""
        return validator_of(self.writer)

    @cached_property
    def _definitions(self) -> JsonValue:
        reader, writer = self._copies
        return edits.grafted_definitions(writer, edits.holder_of(reader), self.copies.originals)

    @property
    def unedited(self) -> Node:
        """The reader's copy without an edit."""
        return self.read(self.copies.node(self._copies[0]))

    @cached_property
    def _all(self) -> list[Edit]:
        return edits_between(*self._copies, self.copies.originals)

    @cached_property
    def _most_trials(self) -> int:
        return min(_MOST_TRIALS_OF_PAIR, self.steps // sum(1 for _ in values_in(self._copies[0])))

    @property
    def open(self) -> list[Edit]:
        """The edits that are not made yet."""
        return [edit for edit in self._all if edit not in self.made]

    def make(self, *further: Edit) -> Node:
        """The reader's copy with further edits, and those that were made before."""
        if further not in self._tried:
            mixed = edits.make(self._copies[0], [*self.made, *further], self._definitions, self._updates)
            for oldest in list(self._tried)[: 1 - _MOST_TRIED]:
                del self._tried[oldest]
            self._tried[further] = self.read(self.copies.node(mixed))
        return self._tried[further]

    def accept(self, accepted: Sequence[Edit]) -> Node:
        """Make edits for good; the reader's copy with them."""
        reader = self.make(*accepted)
        self._tried.clear()
        self.made += accepted
        return reader

    def find(self, reader: Node, document: JsonValue, refusing: Blame | None) -> list[Edit]:
        """The edits because of which the copied reader refuses a document, the nearest first; perhaps none.

        It is one edit, unless several let the document in only together.
        """
        before = _sign(reader, document, refusing)
        self._refusal = None if refusing is None else (reader, before)
        self._names, self._judged = member_names(document), {frozenset(): False}
        self._at_root = self._find_at_root(reader, document, refusing)
        ranked = self.open
        if refusing is not None:
            written_at = _written_at(reader.value, refusing)
            ranked.sort(key=lambda edit: _rank(edit, refusing, written_at))
        for edit in ranked[:_MOST_TRIALS]:
            if self._trials >= self._most_trials:
                return []
            after = self._sign_with([edit], document)
            if after is None or (after != before and self._is_needed(edit, document)):
                return [edit]
        return self._of_several(ranked, document)

    def _find_at_root(self, reader: Node, document: JsonValue, refusing: Blame | None) -> str | None:
        """The keyword of the reader's root that refuses a document, see ``_at_root``."""
        if refusing is None or self._writes.first_opinion(document) is None:
            return None
        if validator_of(reader).first_opinion(document) is not False:
            return None
        is_of_root = not refusing.instance and not refusing.schema and not refusing.stands_for
        return refusing.keyword if is_of_root and refuses_at_root(reader.value, document) == refusing.keyword else ""

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
        reader = self.make(*further)
        opinion = self._opinion(reader, self._changed(reader), document)
        if opinion is None:
            return self._sign_with(further, document) is None
        self._trials += 1
        return opinion

    def _changed(self, reader: Node) -> frozenset[Difference] | None:
        """Where a reader differs from the one that refuses the document; None where no such reader is known."""
        return None if self._refusal is None else differences(self._refusal[0].value, reader.value, self._names)

    def _opinion(self, reader: Node, changed: frozenset[Difference] | None, document: JsonValue) -> bool | None:
        """Whether a reader accepts a document, by the library that names keywords; None: ask more.

        Readers that differ alike from the one that refuses it give the same answer: only one of them is compiled.
        """
        if changed is None:
            return None
        if changed in self._judged:
            return self._judged[changed]
        is_plain = self._at_root is not None and refuses_at_root(reader.value, document)
        opinion = False if is_plain else validator_of(reader).first_opinion(document)
        if opinion is not None:
            self._judged[changed] = opinion
        return opinion

    def _sign_with(self, further: Sequence[Edit], document: JsonValue) -> object:
        self._trials += 1
        reader = self.make(*further)
        changed = self._changed(reader)
        if self._refusal is not None and changed is not None and self._is_same_refusal(reader, changed, document):
            return self._refusal[1]
        if self._opinion(reader, changed, document):
            return None
        return _sign(reader, document, blame(reader, document, self.spend))

    def _is_same_refusal(self, reader: Node, changed: frozenset[Difference], document: JsonValue) -> bool:
        """Whether a reader certainly refuses the document by the keyword that refused it, and nothing nearer does.

        A keyword of the root is named only where no member is refused.
        """
        members = changed_members(changed)
        if not changed or not self._at_root or members is None:
            return not changed
        if refuses_at_root(reader.value, document) != self._at_root:
            return False
        asked = members.intersection(document)
        if not asked:
            return True
        part = as_node(with_members(reader.value, asked), reader.resources)
        return Validator(part).first_opinion(document) is True


def _sign(reader: Node, document: JsonValue, refusing: Blame | None) -> object:
    """What tells one refusal from another; None: accepted."""
    if refusing is None:  # the library that names keywords accepts, or cannot judge
        validator = validator_of(reader)
        opinion = validator.second_opinion if validator.can_list_problems(document) else validator.first_opinion
        return "refused" if opinion(document) is False else None
    return refusing.instance, refusing.spelling, origin(reader.value, refusing.schema)


def _written_at(copied: JsonValue, refusing: Blame) -> tuple[Spot, ...]:
    """Where the refusing keyword and its schema are written."""
    source = origin(copied, refusing.schema)
    if source is None:
        return ()
    holder = Spot(*source)
    return (Spot(holder.address, pointers.join(holder.pointer, refusing.spelling)), holder)


def _rank(edit: Edit, refusing: Blame, written_at: Collection[Spot]) -> tuple[bool, tuple[int, int], bool]:
    """By what edits are tried: those of the refusing keyword first; of equally near ones, moves of a field last."""
    return (edit.is_moved or edit.reader not in written_at, _distance(edit, refusing), edit.is_moved)


def _distance(edit: Edit, refusing: Blame) -> tuple[int, int]:
    """Edits at the refused part first, then those around it from the inside out, then those below it, then others.

    What changed in a field that moved comes before the edit by which it moved, which lets anything in.
    """
    place = pointers.split(refusing.instance)
    shared = _count_shared(edit.path, place)
    if shared == len(edit.path) == len(place):
        return (1, _FARTHEST) if edit.is_moved else (0, 0)
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
