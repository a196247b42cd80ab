"""Which alternatives of two schemas stand for each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from accordant.compat.edits import Tokens
from accordant.compat.sides import Spot
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Kind as KeywordKind
from accordant.schema.dialects import dialect_of
from accordant.schema.json_values import canonical, json_type
from accordant.schema.reader_copy import ORIGIN
from accordant.schema.subschemas import DEFINITIONS

_SAME, _SAME_NAME, _SAME_TAG, _SAME_TYPE = 1000, 500, 200, 50
_SINGLE: Final = ("allOf", "anyOf", "oneOf")
_MOST_REFERENCES: Final = 50


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a copied schema: the copy, the way to the part, and where it is written in the original."""

    document: JsonValue = field(repr=False)
    tokens: Tokens
    value: JsonValue
    spot: Spot

    @classmethod
    def root(cls, document: JsonValue) -> Part:
        """A whole copy."""
        address, pointer = document.get(ORIGIN, ("", "")) if isinstance(document, dict) else ("", "")
        return cls(document, (), document, Spot(address, pointer))

    def inside(self, *tokens: str | int) -> Part:
        """What stands below, which must be there."""
        value, spot = self.value, self.spot
        for token in tokens:
            value = value[token]
            spot = Spot(spot.address, pointers.join(spot.pointer, token))
        if isinstance(value, dict) and ORIGIN in value:
            spot = Spot(*value[ORIGIN])
        return Part(self.document, (*self.tokens, *tokens), value, spot)

    @property
    def members(self) -> dict[str, JsonValue]:
        """The keywords with their values; a boolean schema has none."""
        return self.value if isinstance(self.value, dict) else {}

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
        return Part.root(self.document).inside(*tokens) if tokens else Part.root(self.document)

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


def resolve_both(one: Part, other: Part) -> tuple[Part, Part]:
    """Two parts behind what says nothing more; where both are lists of branches, these are compared."""
    sides = one.resolved(lists=False), other.resolved(lists=False)
    first, second = (side.keywords() for side in sides)
    if first == second and len(first) == 1 and first[0] in _SINGLE:
        return sides
    return one.resolved(), other.resolved()


@dataclass
class Signatures:
    """Texts that are equal where two parts say the same; references count by the names of their targets."""

    _texts: dict[tuple[int, Tokens], str] = field(default_factory=dict)

    def of(self, part: Part) -> str:
        """The text of a part."""
        key = (id(part.document), part.tokens)
        if key not in self._texts:
            self._texts[key] = canonical(_plain(part.value, part))
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


def match(
    ours: Sequence[Part], others: Sequence[Part], signatures: Signatures
) -> Iterator[tuple[Part | None, Part | None]]:
    """Pairs of branches in the order of the first list, then the ones that only the second has."""
    scores = sorted(
        (
            (-_likeness(here, there, signatures), abs(index - other), index, other)
            for index, here in enumerate(ours)
            for other, there in enumerate(others)
        ),
    )
    partners: dict[int, int] = {}
    for score, _, index, other in scores:
        if score < 0 and index not in partners and other not in partners.values():
            partners[index] = other
    for index, here in enumerate(ours):
        yield here, others[partners[index]] if index in partners else None
    for other, there in enumerate(others):
        if other not in partners.values():
            yield None, there


def nearest(single: Part, elements: Sequence[Part], signatures: Signatures) -> Part | None:
    """The one of several alternatives that is most like a schema; None where none is."""
    scored = [(_likeness(single, element, signatures), -index, element) for index, element in enumerate(elements)]
    best = max(scored, key=lambda score: score[:2], default=None)
    return best[2] if best is not None and best[0] > 0 else None


def _likeness(here: Part, there: Part, signatures: Signatures) -> int:
    """How much two branches are alike; 0: they do not stand for each other."""
    if signatures.of(here) == signatures.of(there):
        return _SAME
    mine, theirs = here.resolved(), there.resolved()
    if mine.tokens != here.tokens and theirs.tokens != there.tokens and mine.name == theirs.name:
        return _SAME_NAME
    types, others = _types(mine.value), _types(theirs.value)
    if types and others and not types & others:
        return _nearly_alike(mine, theirs, signatures)
    tags = _compare_tags(mine.value, theirs.value) or _compare_conditions(mine, theirs, signatures)
    if tags < 0:  # another tag, or this one under another value where all else is left
        return 1 if len(_names(mine.value)) > 1 and _names(mine.value) == _names(theirs.value) else 0
    names, further = _names(mine.value), _names(theirs.value)
    shared = len(names & further) * 100 // len(names | further) if names | further else 0
    if names and further and not shared:
        return _nearly_alike(mine, theirs, signatures)
    return tags * _SAME_TAG + shared + (_SAME_TYPE if types and types == others else 1 if types else 0)


def _nearly_alike(mine: Part, theirs: Part, signatures: Signatures) -> int:
    """1 where two branches differ in one keyword, or only in how their properties are called; else 0."""
    if not isinstance(mine.value, dict) or not isinstance(theirs.value, dict):
        return 0
    own, others = ({word: signatures.of(part.inside(word)) for word in part.keywords()} for part in (mine, theirs))
    differing = [word for word in {**own, **others} if own.get(word) != others.get(word)]
    if set(differing) <= {"properties", "required"} and "properties" in own and "properties" in others:
        inside = [sorted(_of_properties(part, signatures)) for part in (mine, theirs)]
        return int(inside[0] == inside[1])
    return int(len(differing) == 1 and differing[0] in own and differing[0] in others)


def _of_properties(part: Part, signatures: Signatures) -> Iterator[str]:
    for name in part.value["properties"]:
        yield signatures.of(part.inside("properties", name))


def _types(value: JsonValue) -> frozenset[str]:
    """The JSON types that a schema names in `type`, `enum` or `const`; empty: any."""
    if not isinstance(value, dict):
        return frozenset()
    declared = value.get("type")
    if declared is not None:
        return frozenset(_texts(declared if isinstance(declared, list) else [declared]))
    values = [value["const"]] if "const" in value else value.get("enum", ())
    if values and isinstance(values, list):
        return frozenset(json_type(member) for member in values)
    return frozenset(["object"]) if {"properties", "required"} & set(value) else frozenset()


def _names(value: JsonValue) -> set[str]:
    properties = value.get("properties") if isinstance(value, dict) else None
    required = value.get("required", ()) if isinstance(value, dict) else ()
    return set(properties if isinstance(properties, dict) else ()) | set(_texts(required))


def _texts(value: JsonValue) -> list[str]:
    """The texts of a list; a schema that is none may hold anything there."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _compare_tags(mine: JsonValue, theirs: JsonValue) -> int:
    """1 where both fix a property to the same value, -1 where to different ones, else 0."""
    own, others = _fixed(mine), _fixed(theirs)
    both = set(own) & set(others)
    if any(own[name] != others[name] for name in both):
        return -1
    return 1 if both else 0


def _compare_conditions(mine: Part, theirs: Part, signatures: Signatures) -> int:
    """1 where both have the same ``if``, -1 where they have different ones, else 0."""
    both = [side.inside("if") for side in (mine, theirs) if isinstance(side.value, dict) and "if" in side.value]
    if len(both) < 2:
        return -len(both)
    return 1 if signatures.of(both[0]) == signatures.of(both[1]) else -1


def _fixed(value: JsonValue) -> dict[str, str]:
    """The properties with one value; under an empty name the value itself, where it is fixed."""
    if not isinstance(value, dict):
        return {}
    fixed = {"": canonical(value["const"])} if "const" in value else {}
    properties = value.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        if isinstance(schema, dict) and "const" in schema:
            fixed[name] = canonical(schema["const"])
    return fixed
