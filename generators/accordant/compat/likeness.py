"""How much two alternatives are alike: whether they stand for each other in two states of a schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from accordant.compat.alternatives import Part, Signatures
from accordant.compat.edits import Tokens
from accordant.findings import JsonValue
from accordant.schema.json_values import fingerprint, json_type

_SAME, _SAME_NAME, _SAME_TAG, _SAME_TYPE = 1000, 500, 200, 50
_MOST_CONJUNCTS: Final = 50
"""By so many conjuncts an alternative is told from others; further ones are not looked at."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What tells alternatives apart."""

    types: frozenset[str]
    """Their JSON types; none: any."""
    names: frozenset[str]
    """The names of members that they declare or require."""
    fixed: Mapping[str, str]
    """The members with one value; under an empty name the value itself, where it is fixed."""


@dataclass
class Likeness:
    """Compares alternatives, and keeps what it has found out about each."""

    signatures: Signatures = field(default_factory=Signatures)
    _facts: dict[tuple[int, Tokens], Facts] = field(default_factory=dict)

    def match(self, ours: Sequence[Part], others: Sequence[Part]) -> Iterator[tuple[Part | None, Part | None]]:
        """Pairs of branches in the order of the first list, then the ones that only the second has."""
        partners = self._equal(ours, others)
        taken = set(partners.values())
        scores = sorted(
            (-self._likeness(here, there), abs(index - other), index, other)
            for index, here in enumerate(ours)
            if index not in partners
            for other, there in enumerate(others)
            if other not in taken
        )
        for score, _, index, other in scores:
            if score < 0 and index not in partners and other not in taken:
                partners[index] = other
                taken.add(other)
        for index, here in enumerate(ours):
            yield here, others[partners[index]] if index in partners else None
        for other, there in enumerate(others):
            if other not in taken:
                yield None, there

    def _equal(self, ours: Sequence[Part], others: Sequence[Part]) -> dict[int, int]:
        """By index the branches that say the same, the nearest first: nothing is more alike."""
        places: dict[str, list[int]] = {}
        for other, there in enumerate(others):
            places.setdefault(self.signatures.of(there), []).append(other)
        pairs = sorted(
            (abs(index - other), index, other)
            for index, here in enumerate(ours)
            for other in places.get(self.signatures.of(here), ())
        )
        partners: dict[int, int] = {}
        taken: set[int] = set()
        for _, index, other in pairs:
            if index not in partners and other not in taken:
                partners[index] = other
                taken.add(other)
        return partners

    def nearest(self, single: Part, elements: Sequence[Part]) -> Part | None:
        """The one of several alternatives that is most like a schema; None where none is."""
        scored = [(self._likeness(single, element), -index, element) for index, element in enumerate(elements)]
        best = max(scored, key=lambda score: score[:2], default=None)
        return best[2] if best is not None and best[0] > 0 else None

    def _likeness(self, here: Part, there: Part) -> int:
        """How much two branches are alike; 0: they do not stand for each other."""
        if self.signatures.of(here) == self.signatures.of(there):
            return _SAME
        mine, theirs = here.resolved(), there.resolved()
        if mine.tokens != here.tokens and theirs.tokens != there.tokens and mine.name == theirs.name:
            return _SAME_NAME
        own, others = self._facts_of(mine), self._facts_of(theirs)
        if own.types and others.types and not own.types & others.types:
            return self._nearly_alike(mine, theirs)
        tags = _compare_tags(own, others) or self._compare_conditions(mine, theirs)
        if tags < 0:  # another tag, or this one under another value where all else is left
            return 1 if len(own.names) > 1 and own.names == others.names else 0
        shared = len(own.names & others.names) * 100 // len(own.names | others.names) if own.names | others.names else 0
        if own.names and others.names and not shared:
            return self._nearly_alike(mine, theirs)
        score = tags * _SAME_TAG + shared + (_SAME_TYPE if own.types and own.types == others.types else 0)
        return score or int(bool(own.types)) or self._nearly_alike(mine, theirs)

    def _facts_of(self, part: Part) -> Facts:
        """The facts of a part and of all that holds with it: what ``allOf`` lists, and what references lead to."""
        key = (id(part.document), part.tokens)
        if key not in self._facts:
            values = [conjunct.value for conjunct in _conjuncts(part)]
            self._facts[key] = Facts(
                _shared_types(map(_types, values)),
                frozenset(name for value in values for name in _names(value)),
                {name: text for value in reversed(values) for name, text in _find_fixed(value).items()},
            )
        return self._facts[key]

    def _nearly_alike(self, mine: Part, theirs: Part) -> int:
        """1 where two branches differ in one keyword, or only in how their properties are called; else 0."""
        if not isinstance(mine.value, dict) or not isinstance(theirs.value, dict):
            return 0
        own, others = (
            {word: self.signatures.of(part.inside(word)) for word in part.keywords()} for part in (mine, theirs)
        )
        differing = [word for word in {**own, **others} if own.get(word) != others.get(word)]
        if set(differing) <= {"properties", "required"} and "properties" in own and "properties" in others:
            inside = [sorted(self._of_properties(part)) for part in (mine, theirs)]
            return int(inside[0] == inside[1])
        return int(len(differing) == 1 and differing[0] in own and differing[0] in others)

    def _of_properties(self, part: Part) -> Iterator[str]:
        for name in part.value["properties"]:
            yield self.signatures.of(part.inside("properties", name))

    def _compare_conditions(self, mine: Part, theirs: Part) -> int:
        """1 where both have the same ``if``, -1 where they have different ones, else 0."""
        both = [side.inside("if") for side in (mine, theirs) if isinstance(side.value, dict) and "if" in side.value]
        if len(both) < 2:
            return -len(both)
        return 1 if self.signatures.of(both[0]) == self.signatures.of(both[1]) else -1


def _conjuncts(part: Part) -> Iterator[Part]:
    """A part, and the schemas that hold wherever it does."""
    todo, seen = [part], set[Tokens]()
    while todo and len(seen) < _MOST_CONJUNCTS:
        here = todo.pop(0)
        if here.tokens in seen:
            continue
        seen.add(here.tokens)
        yield here
        todo += here.elements("allOf")
        if "$ref" in here.members and here.leads_on("$ref"):
            todo.append(here.target("$ref"))


def _shared_types(types: Iterable[frozenset[str]]) -> frozenset[str]:
    """The types that all schemas which name some have in common."""
    named = [names for names in types if names]
    return frozenset.intersection(*named) if named else frozenset()


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


def _compare_tags(own: Facts, others: Facts) -> int:
    """1 where both fix a property to the same value, -1 where to different ones, else 0."""
    both = set(own.fixed) & set(others.fixed)
    if any(own.fixed[name] != others.fixed[name] for name in both):
        return -1
    return 1 if both else 0


def _find_fixed(value: JsonValue) -> dict[str, str]:
    """The properties with one value; under an empty name the value itself, where it is fixed."""
    if not isinstance(value, dict):
        return {}
    fixed = {"": fingerprint(value["const"])} if "const" in value else {}
    properties = value.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        if isinstance(schema, dict) and "const" in schema:
            fixed[name] = fingerprint(schema["const"])
    return fixed
