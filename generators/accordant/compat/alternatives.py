"""The parts of copied schemas, and whether two of them say the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.compat.edits import Tokens
from accordant.compat.sides import Spot
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import ORIGIN, place_of
from accordant.schema.dialects import Kind as KeywordKind
from accordant.schema.dialects import dialect_of
from accordant.schema.json_values import fingerprint
from accordant.schema.subschemas import DEFINITIONS

_SINGLE: Final = ("allOf", "anyOf", "oneOf")
_MOST_REFERENCES: Final = 50


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a copied schema: the copy, the way to the part, and where it is written in the original."""

    document: JsonValue = field(repr=False)
    tokens: Tokens
    value: JsonValue
    spot: Spot
    way: Tokens = ()
    """The tokens by which it was reached from the root, without those of references and of what they lead to."""

    @classmethod
    def root(cls, document: JsonValue) -> Part:
        """A whole copy."""
        is_marked = isinstance(document, dict) and ORIGIN in document
        return cls(document, (), document, Spot(*place_of(document)) if is_marked else Spot("", ""))

    def inside(self, *tokens: str | int) -> Part:
        """What stands below, which must be there."""
        value, spot = self.value, self.spot
        for token in tokens:
            value = value[token]
            spot = Spot(spot.address, pointers.join(spot.pointer, token))
        if isinstance(value, dict) and ORIGIN in value:
            spot = Spot(*place_of(value))
        return Part(self.document, (*self.tokens, *tokens), value, spot, (*self.way, *tokens))

    @property
    def members(self) -> dict[str, JsonValue]:
        """The keywords with their values; a boolean schema has none."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def properties(self) -> dict[str, JsonValue]:
        """The declared properties."""
        declared = self.members.get("properties")
        return declared if isinstance(declared, dict) else {}

    def elsewhere(self, pointer: str) -> Part:
        """A part of the same copy that judges a value below, or the value of this part in other words."""
        part = Part.root(self.document)
        for token in pointers.split(pointer):
            part = part.inside(int(token) if isinstance(part.value, list) else token)
        tokens = part.tokens[len(self.tokens) :] if part.tokens[: len(self.tokens)] == self.tokens else part.tokens[-2:]
        return replace(part, way=(*self.way, *tokens))

    def find(self, keyword: str, name: str) -> Part | None:
        """The member of a keyword; None where there is none."""
        members = self.members.get(keyword)
        return self.inside(keyword, name) if isinstance(members, dict) and name in members else None

    def elements(self, keyword: str) -> list[Part]:
        """The elements of a keyword's list."""
        items = self.members.get(keyword)
        return [self.inside(keyword, index) for index in range(len(items))] if isinstance(items, list) else []

    def definitions(self) -> Iterator[Part]:
        """The definitions of a whole copy."""
        for holder in DEFINITIONS:
            for name in self.value.get(holder, {}) if isinstance(self.value, dict) else ():
                yield self.inside(holder, name)

    def spot_of(self, keyword: str) -> Spot:
        """Where a keyword is written; the schema itself for an empty one."""
        return Spot(self.spot.address, pointers.join(self.spot.pointer, keyword)) if keyword else self.spot

    @property
    def name(self) -> str:
        """What the part is called where it is written: the last token of its pointer, else its address."""
        return self.spot.pointer.rpartition("/")[2] or self.spot.address

    def leads_on(self, keyword: str) -> bool:
        """Whether a reference leads to a part of the copy; one that leads nowhere stays as it is written."""
        reference = self.value[keyword]
        is_pointer = isinstance(reference, str) and reference.startswith("#") and reference[1:2] in ("", "/")
        return is_pointer and pointers.has(self.document, reference[1:])

    def target(self, keyword: str) -> Part:
        """The definition to which a reference leads."""
        tokens = pointers.split(self.value[keyword].removeprefix("#"))
        return replace(Part.root(self.document).inside(*tokens), way=self.way)

    def resolved(self, *, lists: bool = True) -> Part:
        """The part behind references that say nothing more; with ``lists`` also behind lists of one schema."""
        part = self
        for _ in range(_MOST_REFERENCES):
            keywords = part.keywords()
            if len(keywords) != 1:
                break
            (keyword,) = keywords
            if keyword == "$ref" and part.leads_on(keyword):
                part = part.target(keyword)
            elif lists and keyword in _SINGLE and len(part.elements(keyword)) == 1:
                part = part.inside(keyword, 0)
            else:
                break
        return part

    def keywords(self) -> list[str]:
        """The keywords that judge; none where the draft sees no schema, so that nothing was copied."""
        if not isinstance(self.value, dict) or ORIGIN not in self.value:
            return []
        known = dialect_of(self.document).keywords
        kinds = (KeywordKind.ASSERTION, KeywordKind.APPLICATOR)
        return [key for key in self.value if key in known and known[key].kind in kinds]


def resolve_both(part: Part, other: Part) -> tuple[Part, Part]:
    """Two parts behind what says nothing more; where both are lists of branches, these are compared.

    Where one says more beside the reference, or the list, that is all of the other, both are compared as they stand.
    """
    mine, theirs = part.keywords(), other.keywords()
    if len(mine) != len(theirs) and any(len(keywords) == 1 for keywords in (mine, theirs)):
        (shared, *more) = {*mine} & {*theirs} or {""}
        if not more and (shared == "$ref" or shared in _SINGLE):
            return part, other
    sides = part.resolved(lists=False), other.resolved(lists=False)
    first, second = (side.keywords() for side in sides)
    if first == second and len(first) == 1 and first[0] in _SINGLE:
        return sides
    return part.resolved(), other.resolved()


@dataclass
class Signatures:
    """Texts that are equal where two parts say the same; references count by the names of their targets."""

    _texts: dict[tuple[int, Tokens], str] = field(default_factory=dict)

    def of(self, part: Part) -> str:
        """The text of a part."""
        key = (id(part.document), part.tokens)
        if key not in self._texts:
            self._texts[key] = fingerprint(_plain(part.value, part))
        return self._texts[key]


def _plain(value: JsonValue, part: Part) -> JsonValue:
    if isinstance(value, list):
        return [_plain(item, part) for item in value]
    if not isinstance(value, dict):
        return value
    known = dialect_of(part.document).keywords
    if ORIGIN not in value:  # a map of schemas, or data
        return {key: _plain(item, part) for key, item in value.items()}
    here = Part(part.document, (), value, part.spot)
    return {
        key: here.target(key).name if key == "$ref" and here.leads_on(key) else _plain(item, part)
        for key, item in value.items()
        if key in known and known[key].kind in (KeywordKind.ASSERTION, KeywordKind.APPLICATOR)
    }
