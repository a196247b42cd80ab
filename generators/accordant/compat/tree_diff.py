"""The edits between two schemas: both are walked together, and what differs is named at the smallest place.

Both sides are exact copies, so that every reference is local. What only moved (into a definition, behind a reference)
is no edit; annotations are none either.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.compat import edits
from accordant.compat.alternatives import Part, Signatures, match, nearest, resolve_both
from accordant.compat.edits import MISSING, Edit, Kind, Path, Tokens, Transform, graft
from accordant.compat.sides import Spot
from accordant.findings import JsonValue
from accordant.schema.dialects import Holds, Relation, dialect_of
from accordant.schema.dialects import Kind as KeywordKind
from accordant.schema.json_values import canonical

_ALTERNATIVES: Final = ("anyOf", "oneOf")
_TOGETHER: Final = (
    ("const", "enum"),
    ("minimum", "exclusiveMinimum"),
    ("maximum", "exclusiveMaximum"),
    ("if", "then", "else"),
)
"""Keywords that say one thing together, where a side lacks one of them."""

_CLOSING: Final = ("additionalProperties", "unevaluatedProperties")

_MOST_EDITS: Final = 2_000
"""Most edits that are collected: two schemas with more of them are not two states of one schema."""


def edits_between(reader: JsonValue, writer: JsonValue) -> list[Edit]:
    """The edits that lead from one exact copy to another, from the roots on.

    A schema that is reached in several ways may be copied several times; its edit is one.
    """
    found: dict[object, Edit] = {}
    for edit in _Walk(reader, writer).root():
        key = (edit.kind, edit.reader, edit.writer, edit.name)
        known = found.get(key)
        found[key] = edit if known is None else replace(known, transforms=(*known.transforms, *edit.transforms))
    return list(found.values())


@dataclass
class _Walk:
    reader: JsonValue
    writer: JsonValue
    found: int = 0
    _todo: deque[tuple[Part, Part, Path]] = field(default_factory=deque)
    _seen: set[tuple[Tokens, Tokens]] = field(default_factory=set)
    _partners: dict[Tokens, Tokens] = field(default_factory=dict)
    """The definition of the writer that each definition of the reader is compared with."""

    def __post_init__(self) -> None:
        self.holder = edits.holder_of(self.reader)
        self.signatures = Signatures()
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
            yield self._edit(Kind.DRAFT, (), *sides, [edits.put(("$schema",), new)], "$schema", old, new)
        self.later(reader, writer, ())
        while self._todo:
            yield from self._walk(*self._todo.popleft())

    def _seed(self, reader: Part, writer: Part) -> None:
        """Definitions of one name are compared with each other."""
        by_name = {part.name: part.tokens for part in writer.definitions()}
        for part in reader.definitions():
            if part.name in by_name:
                self._partners[part.tokens] = by_name[part.name]

    def later(self, reader: Part, writer: Part, path: Path) -> None:
        """Compare two schemas that judge the same place of documents, after all that is nearer to the root."""
        self._todo.append((reader, writer, path))

    def _walk(self, reader: Part, writer: Part, path: Path) -> Iterator[Edit]:
        r, w = resolve_both(reader, writer)
        if not self._may_pair(reader, r, w):
            if self.signatures.of(reader) != self.signatures.of(writer):
                yield self._whole(reader, writer, path)
            return
        key = (r.tokens, w.tokens)
        if key in self._seen or self.found > _MOST_EDITS:
            return
        self._seen.add(key)
        if r.value is False or w.value is False:
            if r.value is not w.value:
                yield self._whole(reader, writer, path)
            return
        yield from self._keywords(r, w, path)

    def _may_pair(self, reader: Part, r: Part, w: Part) -> bool:
        """Whether the targets of references stand for each other everywhere; else the reference is what differs."""
        if r.tokens == reader.tokens:
            return True
        partner = self._partners.setdefault(r.tokens, w.tokens)
        return partner == w.tokens

    def _whole(self, reader: Part, writer: Part, path: Path) -> Edit:
        written = writer.value if writer.tokens else edits.body_of(writer.value)
        transform = edits.replace_schema(reader.tokens, graft(written, self.holder))
        return self._edit(Kind.SCHEMA, path, reader, writer, [transform], "", reader.value, writer.value)

    def _keywords(self, r: Part, w: Part, path: Path) -> Iterator[Edit]:
        mine, theirs = self._judging(r), self._judging(w)
        wrapping = self._wrapping(r, w, mine, theirs)
        if wrapping is not None:
            yield from self._alternatives_around(r, w, path, *wrapping)
            return
        if (other := _swapped(mine, theirs)) is not None:
            yield from self._swap(r, w, path, *other)
        done: set[str] = set(_ALTERNATIVES) if other is not None else set()
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
            yield from self._required(r, w, path, old, new)
        elif name == "allOf" or (name in _ALTERNATIVES and MISSING not in (old, new)):
            yield from self._list_of(r, w, path, name, name)
        elif name == "properties":
            yield from self._properties(r, w, path, old, new)
        elif holds in (Holds.MAP, Holds.MAP_OR_NAMES) or name == "dependentRequired":
            yield from self._members(r, w, path, name, old, new)
        elif holds is not Holds.NOTHING and isinstance(old, list) and isinstance(new, list):
            yield from self._positions(r, w, path, name)
        elif holds is not Holds.NOTHING and _says_what(old) and _says_what(new):
            self.later(r.inside(name), w.inside(name), self._below(path, name))
        elif self.keywords[name].is_reference and old is not MISSING and new is not MISSING:
            self.later(r.target(name), w.target(name), path)
        elif any(_differ(mine.get(word, MISSING), theirs.get(word, MISSING)) for word in names):
            yield self._plain(r, w, path, names, name, mine, theirs)

    def _plain(
        self, r: Part, w: Part, path: Path, names: tuple[str, ...], name: str,
        mine: Mapping[str, JsonValue], theirs: Mapping[str, JsonValue],
    ) -> Edit:  # fmt: skip
        transforms = [
            edits.put((*r.tokens, word), graft(theirs[word], self.holder) if word in theirs else MISSING)
            for word in names
            if word in mine or word in theirs
        ]
        mine_word = name if name in mine else next((word for word in names if word in mine), "")
        their_word = name if name in theirs else next((word for word in names if word in theirs), "")
        return self._edit(
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

    def _required(self, r: Part, w: Part, path: Path, old: JsonValue, new: JsonValue) -> Iterator[Edit]:
        mine, theirs = _names(old), _names(new)
        renamed = self._renamed(r, w)
        mine = [renamed[name] if renamed.get(name) in theirs else name for name in mine]
        at, gone = (*r.tokens, "required"), _only_mine(r, w)
        sides = (r.spot_of("" if old is MISSING else "required"), w.spot_of("" if new is MISSING else "required"))
        for name in (name for name in mine if name not in theirs and name not in gone):
            yield self._edit(Kind.REQUIRED, path, *sides, [edits.without(at, name)], name, old, MISSING)
        for name in (name for name in theirs if name not in mine):
            yield self._edit(Kind.REQUIRED, path, *sides, [edits.append(at, name)], name, MISSING, new)

    def _properties(self, r: Part, w: Part, path: Path, old: JsonValue, new: JsonValue) -> Iterator[Edit]:
        mine, theirs = (value if isinstance(value, dict) else {} for value in (old, new))
        renamed, gone = self._renamed(r, w), _only_mine(r, w)
        for name in mine:
            if name in theirs:
                self.later(r.inside("properties", name), w.inside("properties", name), (*path, name))
            elif name in renamed:
                yield self._rename(r, w, path, name, renamed[name])
            else:
                edit = self._member(Kind.PROPERTY, r, w, (*path, name), "properties", name)
                also = (edits.without((*r.tokens, "required"), name),) if name in gone else ()
                yield replace(edit, transforms=(*edit.transforms, *also), is_required=name in gone)
        closing = next((word for word in _CLOSING if r.value.get(word) is False), "")
        for name in theirs:
            if name not in mine and name not in renamed.values():
                edit = self._member(Kind.PROPERTY, r, w, (*path, name), "properties", name)
                yield replace(edit, closed_by=closing)

    def _renamed(self, r: Part, w: Part) -> dict[str, str]:
        """The removed properties for which one with the same schema was added."""
        mine, theirs = (_properties_of(part) for part in (r, w))
        added = {name: self.signatures.of(w.inside("properties", name)) for name in theirs if name not in mine}
        renamed: dict[str, str] = {}
        for name in (name for name in mine if name not in theirs):
            own = self.signatures.of(r.inside("properties", name))
            twin = next((other for other, signature in added.items() if signature == own), None)
            if twin is not None:
                renamed[name] = twin
                del added[twin]
        return renamed

    def _rename(self, r: Part, w: Part, path: Path, old: str, new: str) -> Edit:
        transforms = [
            edits.put((*r.tokens, "properties", old), MISSING),
            edits.put((*r.tokens, "properties", new), graft(w.inside("properties", new).value, self.holder)),
            edits.rename((*r.tokens, "required"), old, new if new in w.value.get("required", ()) else MISSING),
        ]
        sides = (r.inside("properties", old).spot, w.inside("properties", new).spot)
        return self._edit(Kind.RENAME, (*path, old), *sides, transforms, new, old, new)

    def _members(self, r: Part, w: Part, path: Path, keyword: str, old: JsonValue, new: JsonValue) -> Iterator[Edit]:
        mine, theirs = (value if isinstance(value, dict) else {} for value in (old, new))
        for name in dict.fromkeys((*mine, *theirs)):
            here, there = mine.get(name, MISSING), theirs.get(name, MISSING)
            if isinstance(here, dict | bool) and isinstance(there, dict | bool):
                self.later(r.inside(keyword, name), w.inside(keyword, name), self._below(path, keyword))
            elif here != there:
                yield self._member(Kind.MEMBER, r, w, self._below(path, keyword), keyword, name)

    def _member(self, kind: Kind, r: Part, w: Part, path: Path, keyword: str, name: str) -> Edit:
        mine, theirs = r.find(keyword, name), w.find(keyword, name)
        value = MISSING if theirs is None else graft(theirs.value, self.holder)
        return self._edit(
            kind,
            path,
            mine.spot if mine else r.spot,
            theirs.spot if theirs else w.spot,
            [edits.put((*r.tokens, keyword, name), value)],
            name,
            mine.value if mine else MISSING,
            theirs.value if theirs else MISSING,
        )

    def _positions(self, r: Part, w: Part, path: Path, keyword: str) -> Iterator[Edit]:
        """The positions of a tuple; what one side has more at the end is one edit."""
        mine, theirs = r.value[keyword], w.value[keyword]
        shared = min(len(mine), len(theirs))
        for index in range(shared):
            self.later(r.inside(keyword, index), w.inside(keyword, index), (*path, index))
        if len(mine) != len(theirs):
            tail = [graft(item, self.holder) for item in theirs[shared:]]
            transforms = [edits.end_from((*r.tokens, keyword), shared, tail)]
            there = w.inside(keyword, shared).spot if tail else w.spot_of(keyword)
            here = r.spot_of(keyword) if tail else r.inside(keyword, shared).spot
            facts = (MISSING, theirs[shared]) if tail else (mine[shared], MISSING)
            yield self._edit(Kind.MEMBER, (*path, shared), here, there, transforms, keyword, *facts)

    def _list_of(self, r: Part, w: Part, path: Path, mine: str, theirs: str) -> Iterator[Edit]:
        """The branches of ``anyOf``, ``oneOf`` or ``allOf``; those that stand for each other are compared."""
        ours, others = r.elements(mine), w.elements(theirs)
        pairs = match(ours, others, self.signatures)
        kind = Kind.CONJUNCT if mine == "allOf" else Kind.ALTERNATIVE
        for here, there in pairs:
            if here is not None and there is not None:
                self.later(here, there, path)
            elif here is not None:
                transform = edits.put(here.tokens, mine == "allOf")
                yield self._edit(kind, path, here.spot, w.spot_of(theirs), [transform], mine, here.value, MISSING)
            elif there is not None:
                added = [edits.append((*r.tokens, mine), graft(there.value, self.holder))]
                spot = r.spot_of(mine if ours else "")
                yield self._edit(kind, path, spot, there.spot, added, theirs, MISSING, there.value)

    def _swap(self, r: Part, w: Part, path: Path, mine: str, theirs: str) -> Iterator[Edit]:
        """``oneOf`` where the other side has ``anyOf``: the branches are compared, and the keyword is an edit."""
        yield from self._list_of(r, w, path, mine, theirs)
        transforms = [edits.rekey(r.tokens, mine, theirs)]
        sides = (r.spot_of(mine), w.spot_of(theirs))
        yield self._edit(Kind.EXCLUSION, path, *sides, transforms, mine, r.value[mine], w.value[theirs])

    def _wrapping(
        self, r: Part, w: Part, mine: Mapping[str, JsonValue], theirs: Mapping[str, JsonValue]
    ) -> tuple[str, bool] | None:
        """Whether one side is one of the alternatives that are all the other side consists of: keyword and side."""
        for one, other, is_mine in ((mine, theirs, False), (theirs, mine, True)):
            keyword = next(iter(other)) if len(other) == 1 else ""
            if keyword in _ALTERNATIVES and one and not set(one) & set(_ALTERNATIVES):
                return keyword, is_mine
        return None

    def _alternatives_around(self, r: Part, w: Part, path: Path, keyword: str, is_mine: bool) -> Iterator[Edit]:
        single, around = (w, r) if is_mine else (r, w)
        elements = around.elements(keyword)
        twin = nearest(single, elements, self.signatures)
        if twin is None:
            yield self._whole(r, w, path)
            return
        self.later(*((twin, w) if is_mine else (r, twin)), path)
        for element in (element for element in elements if element is not twin):
            if is_mine:
                transform = edits.put(element.tokens, False)
                sides = (element.spot, w.spot)
                yield self._edit(Kind.ALTERNATIVE, path, *sides, [transform], keyword, element.value, MISSING)
            else:
                wrapped = edits.wrap(r.tokens, graft(element.value, self.holder))
                sides = (r.spot, element.spot)
                yield self._edit(Kind.ALTERNATIVE, path, *sides, [wrapped], keyword, MISSING, element.value)

    def _edit(
        self, kind: Kind, path: Path, reader: Part | Spot, writer: Part | Spot, transforms: list[Transform],
        name: str, read: JsonValue, written: JsonValue,
    ) -> Edit:  # fmt: skip
        self.found += 1
        here, there = (side.spot if isinstance(side, Part) else side for side in (reader, writer))
        return Edit(kind, path, here, there, tuple(transforms), name, read, written)


def _properties_of(part: Part) -> dict[str, JsonValue]:
    declared = part.value.get("properties")
    return declared if isinstance(declared, dict) else {}


def _names(value: JsonValue) -> list[str]:
    return list(value) if isinstance(value, list) else []


def _only_mine(r: Part, w: Part) -> set[str]:
    """The names that the reader declares and requires, and the writer neither declares nor requires."""
    required = set(_names(r.value.get("required"))) - set(_names(w.value.get("required")))
    return {name for name in required if name in _properties_of(r) and name not in _properties_of(w)}


def _says_what(value: JsonValue) -> bool:
    """Whether a schema is no ``false``: keywords that refuse everything are edits of their own."""
    return isinstance(value, dict) or value is True


def _differ(one: JsonValue, other: JsonValue) -> bool:
    """Whether two values differ; for Python alone 1 is True."""
    if one is MISSING or other is MISSING:
        return one is not other
    return canonical(one) != canonical(other)


def _swapped(mine: Mapping[str, JsonValue], theirs: Mapping[str, JsonValue]) -> tuple[str, str] | None:
    own, others = ([word for word in _ALTERNATIVES if word in side] for side in (mine, theirs))
    return (own[0], others[0]) if len(own) == len(others) == 1 and own != others else None
