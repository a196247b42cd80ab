"""The edits between two schemas: both are walked together, and what differs is named at the smallest place.

Both sides are exact copies, so that every reference is local. What only moved (into a definition, behind a reference)
is not an edit; annotations are none either.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from accordant.algebra.shared_subschemas import shared_places
from accordant.compat import alternative_edits, edits, property_edits
from accordant.compat.alternative_edits import ALTERNATIVES
from accordant.compat.alternatives import Part, resolve_both
from accordant.compat.comparing import Walk
from accordant.compat.edits import MISSING, Edit, Kind, Path, Tokens
from accordant.compat.sides import Spot
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Holds, Relation, dialect_of
from accordant.schema.dialects import Kind as KeywordKind
from accordant.schema.json_values import canonical, fingerprint
from accordant.schema.reader_copy import as_node

_TOGETHER: Final = (
    ("const", "enum"),
    ("minimum", "exclusiveMinimum"),
    ("maximum", "exclusiveMaximum"),
    ("if", "then", "else"),
)
"""Keywords that say one thing together, where a side lacks one of them."""

_LOCAL: Final = re.compile(r'"\$ref":"#([^"\\]*)"')
"""A reference to a definition of the copy, with its pointer."""

_MOST_PLACES: Final = 50
"""The most places in documents that are told apart for one edit."""

_MOST_EDITS: Final = 2_000
"""Most edits that are collected: two schemas with more of them are not two states of one schema."""


def edits_between(reader: JsonValue, writer: JsonValue, originals: dict[Hashable, Any] | None = None) -> list[Edit]:
    """The edits that lead from one exact copy to another, from the roots on.

    A schema that is reached in several ways may be copied several times; its edit is one.

    Args:
        reader: the copy to edit.
        writer: the copy that it becomes.
        originals: what their parts are copies of; what the edits put into the reader is noted there, too.
    """
    by_key: dict[object, Edit] = {}
    walk = _Walk(reader=reader, writer=writer, originals={} if originals is None else originals)
    for edit in walk.root():
        key = (edit.kind, edit.reader, edit.writer, edit.name)
        known = by_key.get(key)
        if known is None:
            by_key[key] = edit
        else:
            transforms, elsewhere = (*known.transforms, *edit.transforms), (*known.elsewhere, edit.path)
            by_key[key] = replace(known, transforms=transforms, elsewhere=elsewhere)
    uses = walk.repeated_uses()
    return [replace(edit, elsewhere=(*edit.elsewhere, *_elsewhere(edit, uses))) for edit in by_key.values()]


def _elsewhere(edit: Edit, uses: Mapping[Spot, Sequence[Path]]) -> Iterator[Path]:
    """The further places of an edit within a schema that is compared with one other at several places."""
    for spot, (first, *others) in uses.items():
        is_inside = f"{edit.reader.pointer}/".startswith(f"{spot.pointer}/") and edit.reader.address == spot.address
        if is_inside and edit.path[: len(first)] == first:
            yield from ((*other, *edit.path[len(first) :]) for other in others)


@dataclass
class _Walk(Walk):
    """The walk over two exact copies, and what it has compared."""

    reader: JsonValue = None
    writer: JsonValue = None
    _seen: set[tuple[Tokens, Tokens]] = field(default_factory=set)
    _arrivals: dict[tuple[Spot, Tokens], list[Path]] = field(default_factory=dict)
    """By two schemas, the places in documents where they are compared, the first of them in full."""
    _same: frozenset[str] = frozenset()
    """The pointers of definitions that mean the same in both copies."""
    _partners: dict[Tokens, Tokens] = field(default_factory=dict)
    """The definition of the writer that each definition of the reader is compared with."""

    def __post_init__(self) -> None:
        self.holder = edits.holder_of(self.reader)
        self.keywords = {
            name: keyword
            for document in (self.reader, self.writer)
            for name, keyword in dialect_of(document).keywords.items()
            if keyword.kind in (KeywordKind.ASSERTION, KeywordKind.APPLICATOR)
        }

    def root(self) -> Iterator[Edit]:
        reader, writer = Part.root(self.reader), Part.root(self.writer)
        self._seed(reader, writer)
        old, new = (document.get("$schema") for document in (self.reader, self.writer))
        if old != new:
            sides = (reader.spot_of("$schema"), writer.spot_of("$schema"))
            yield self.edit(Kind.DRAFT, (), *sides, [edits.put(("$schema",), new)], "$schema", old, new)
        self.later(reader, writer, ())
        while queue := self.todo or self.tested:
            yield from self._walk(*queue.popleft())

    def _seed(self, reader: Part, writer: Part) -> None:
        """Definitions that mean the same are compared with each other, then those of one name, or of one text."""
        self._same = shared_places(as_node(self.reader), as_node(self.writer))
        self._partners |= {tokens: tokens for tokens in map(tuple, map(pointers.split, sorted(self._same)))}
        theirs = list(writer.definitions())
        by_name = {part.name: part.tokens for part in theirs}
        left = [part for part in reader.definitions() if part.tokens not in self._partners]
        for part in left:
            if part.name in by_name:
                self._partners[part.tokens] = by_name[part.name]
        if renamed := [part for part in left if part.name not in by_name]:
            self._seed_renamed(renamed, theirs)

    def _seed_renamed(self, left: Sequence[Part], theirs: Sequence[Part]) -> None:
        """Definitions of other names are compared with those of one text that stand for no other."""
        taken = set(self._partners.values())
        by_text = {self.signatures.of(part): part.tokens for part in theirs if part.tokens not in taken}
        for part in left:
            if (tokens := by_text.pop(self.signatures.of(part), None)) is not None:
                self._partners[part.tokens] = tokens

    def _walk(self, reader: Part, writer: Part, path: Path) -> Iterator[Edit]:
        if self.is_same(reader.value, writer.value):
            return
        r, w = resolve_both(reader, writer)
        if not self._may_pair(reader, r, w):
            if self.signatures.of(reader) != self.signatures.of(writer):
                yield from (_reached(edit, reader) for edit in self._at_reference(reader, writer, path))
            return
        key = (r.tokens, w.tokens)
        self._arrivals.setdefault((r.spot, w.tokens), []).append(path)
        if key in self._seen or self.edit_count > _MOST_EDITS:
            return
        self._seen.add(key)
        if not (_is_compared(r.value) and _is_compared(w.value)):
            if _differ(r.value, w.value):
                yield _reached(self.whole(reader, writer, path), reader)
            return
        yield from (_reached(edit, r) for edit in self._keywords(r, w, path))

    def _at_reference(self, reader: Part, writer: Part, path: Path) -> Iterator[Edit]:
        """The edits of a reference whose target stands for another part: alternatives beside it, else all of it."""
        wrapping = alternative_edits.wrapping(self._judging(reader), self._judging(writer))
        if wrapping is None:
            yield self.whole(reader, writer, path)
        else:
            yield from alternative_edits.around(self, reader, writer, path, *wrapping)

    def repeated_uses(self) -> dict[Spot, list[Path]]:
        """For a schema that is compared with one other at several places of documents, these places."""
        return {spot: places[:_MOST_PLACES] for (spot, _), places in self._arrivals.items() if len(places) > 1}

    def is_same(self, value: JsonValue, other: JsonValue) -> bool:
        if value is not other and value != other:  # quick; but takes 1 for true
            return False
        text = canonical(value)
        targets = _LOCAL.findall(text)
        is_known = text.count('"$ref":') == len(targets) and self._same.issuperset(targets)
        return is_known and (value is other or text == canonical(other))

    def _may_pair(self, reader: Part, r: Part, w: Part) -> bool:
        """Whether the targets of references stand for each other everywhere; else the reference is what differs."""
        if r.tokens == reader.tokens:
            return True
        partner = self._partners.setdefault(r.tokens, w.tokens)
        return partner == w.tokens

    def _keywords(self, r: Part, w: Part, path: Path) -> Iterator[Edit]:
        mine, theirs = self._judging(r), self._judging(w)
        wrapping = alternative_edits.wrapping(mine, theirs)
        if wrapping is not None:
            yield from alternative_edits.around(self, r, w, path, *wrapping)
            return
        if (other := alternative_edits.swapped(mine, theirs)) is not None:
            yield from alternative_edits.swap(self, r, w, path, *other)
        done: set[str] = set(ALTERNATIVES) if other is not None else set()
        for name in dict.fromkeys((*mine, *theirs)):
            if name not in done:
                group = next((group for group in _TOGETHER if name in group), (name,))
                is_group = name not in mine or name not in theirs or name in ("const", "enum")
                names = group if is_group else (name,)
                done |= set(names)
                yield from self._keyword(r, w, path, names if is_group else (name,), name, mine, theirs)

    def _judging(self, part: Part) -> dict[str, JsonValue]:
        value = part.value if isinstance(part.value, dict) else {}  # true says as little as {}
        return {key: item for key, item in value.items() if key in self.keywords}

    def _keyword(
        self, r: Part, w: Part, path: Path, names: tuple[str, ...], name: str,
        mine: Mapping[str, JsonValue], theirs: Mapping[str, JsonValue],
    ) -> Iterator[Edit]:  # fmt: skip
        old, new = mine.get(name, MISSING), theirs.get(name, MISSING)
        holds = self.keywords[name].holds
        if name == "required":
            yield from property_edits.required(self, r, w, path)
        elif name == "allOf" or (name in ALTERNATIVES and MISSING not in (old, new)):
            yield from alternative_edits.of_list(self, r, w, path, name, name)
        elif name == "properties":
            yield from property_edits.properties(self, r, w, path)
        elif holds in (Holds.MAP, Holds.MAP_OR_NAMES) or name == "dependentRequired":
            yield from self._members(r, w, path, name, old, new)
        elif holds in (Holds.LIST, Holds.ONE_OR_LIST) and isinstance(old, list) and isinstance(new, list):
            yield from self._positions(r, w, path, name)
        elif holds is not Holds.NOTHING and _is_compared(old) and _is_compared(new):
            self.later(r.inside(name), w.inside(name), self._below(path, name))
        elif self._leads_on(r, name) and self._leads_on(w, name):
            self.later(r.target(name), w.target(name), path)
        elif any(_differ(mine.get(word, MISSING), theirs.get(word, MISSING)) for word in names):
            yield self._plain(r, w, path, names, name, mine, theirs)

    def _leads_on(self, part: Part, name: str) -> bool:
        return self.keywords[name].is_reference and name in part.members and part.leads_on(name)

    def _plain(
        self, r: Part, w: Part, path: Path, names: tuple[str, ...], name: str,
        mine: Mapping[str, JsonValue], theirs: Mapping[str, JsonValue],
    ) -> Edit:  # fmt: skip
        transforms = [
            edits.put((*r.tokens, word), self.graft(theirs[word]) if word in theirs else MISSING)
            for word in names
            if word in mine or word in theirs
        ]
        mine_word = name if name in mine else next((word for word in names if word in mine), "")
        their_word = name if name in theirs else next((word for word in names if word in theirs), "")
        return self.edit(
            Kind.KEYWORD,
            path,
            r.spot_of(mine_word),
            w.spot_of(their_word),
            transforms,
            mine_word or their_word,
            mine.get(mine_word, MISSING),
            theirs.get(their_word, MISSING),
        )

    def _below(self, path: Path, keyword: str) -> Path:
        relation = self.keywords[keyword].relation
        if relation is Relation.NAME:
            return (*path, None)
        return (*path, "*") if relation in (Relation.ITEM, Relation.MEMBER) else path

    def _members(self, r: Part, w: Part, path: Path, keyword: str, old: JsonValue, new: JsonValue) -> Iterator[Edit]:
        mine, theirs = (value if isinstance(value, dict) else {} for value in (old, new))
        for name in dict.fromkeys((*mine, *theirs)):
            here, there = mine.get(name, MISSING), theirs.get(name, MISSING)
            if isinstance(here, dict | bool) and isinstance(there, dict | bool):
                self.later(r.inside(keyword, name), w.inside(keyword, name), self._below(path, keyword))
            elif here != there:
                yield self.member(Kind.MEMBER, r, w, self._below(path, keyword), keyword, name)

    def _positions(self, r: Part, w: Part, path: Path, keyword: str) -> Iterator[Edit]:
        """The positions of a tuple; what one side has more at the end is one edit."""
        mine, theirs = r.value[keyword], w.value[keyword]
        shared = min(len(mine), len(theirs))
        for index in range(shared):
            self.later(r.inside(keyword, index), w.inside(keyword, index), (*path, index))
        if len(mine) != len(theirs):
            tail = [self.graft(item) for item in theirs[shared:]]
            transforms = [edits.end_from((*r.tokens, keyword), shared, tail)]
            there = w.inside(keyword, shared).spot if tail else w.spot_of(keyword)
            here = r.spot_of(keyword) if tail else r.inside(keyword, shared).spot
            facts = (MISSING, theirs[shared]) if tail else (mine[shared], MISSING)
            yield self.edit(Kind.MEMBER, (*path, shared), here, there, transforms, keyword, *facts)


def _reached(edit: Edit, part: Part) -> Edit:
    """An edit with the way to it, which goes through the part that is compared."""
    around, pointer = part.spot.pointer, edit.reader.pointer
    below = pointers.split(pointer.removeprefix(around)) if pointer.startswith(around) else []
    return replace(edit, way=(*part.way, *below))


def _is_compared(value: JsonValue) -> bool:
    """Whether a schema is compared keyword by keyword; one that refuses everything, or is none, is an edit whole."""
    return isinstance(value, dict) or value is True


def _differ(value: JsonValue, other: JsonValue) -> bool:
    """Whether two values differ for JSON: 1 is 1.0, and not true."""
    if value is MISSING or other is MISSING:
        return value is not other
    return fingerprint(value) != fingerprint(other)
