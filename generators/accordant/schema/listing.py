"""How much it takes to list all problems of a document, and which ones come first where that is too much.

jsonschema-rs lists all problems at once, each with a copy of the part of the document that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import OTHER_MEMBERS, REFERENCES, Relation
from accordant.schema.references import Node, Resources, Scope
from accordant.schema.subschemas import (
    DEFINITIONS,
    Applied,
    applied_subschemas,
    for_item,
    for_member,
    judging,
    keyword_objects,
)
from accordant.schema.value_sizes import size_of, sizes_among, sizes_of, values_by_level

MOST_BYTES: Final = 400_000_000
"""Memory that a list of all problems may take."""
FIRST_BYTES: Final = 20_000_000
"""Memory that the first problems may take, where all are too many."""
_OF_PROBLEM: Final = 1_500
"""Memory of a problem itself, in the library and here, measured."""
_OF_LEVEL: Final = 200
"""Memory of a step of the three paths that a problem holds."""
_STEPS_TO_PART: Final = 3
"""Steps on the way of a schema to the next level of a document, where no reference leads to references."""
_COPIES: Final = 2
"""A problem holds the values that it is about, and prints them."""
_MOST_TRIED: Final = 200
"""Parts of a document that are refused and have too many problems, which are looked into for the first ones."""

_UNEVALUATED: Final = ("unevaluatedProperties", "unevaluatedItems")
_LOUD: Final = frozenset(("anyOf", "oneOf", "not", "contains", *OTHER_MEMBERS, "unevaluatedItems", "format"))
"""Keywords with problems of their own beside those that only judge: with subschemas, or judging where that is asked."""
_WRITTEN: Final = ("enum", "const", "not", "contains", "pattern", "type")
"""Keywords whose value a problem holds."""
_DYNAMIC: Final = ("$dynamicAnchor", "$recursiveAnchor")


@dataclass(frozen=True, slots=True)
class Place:
    """A subschema, and the part of a document that it is asked about."""

    node: Node
    scope: Scope
    value: JsonValue
    at: str = ""
    """The pointer of the part in the document."""
    way: str = ""
    """The pointer of the way to the subschema, through references."""
    steps: int = 0
    """The steps of that way."""


def are_surely_few(node: Node, document: JsonValue, repeated: int) -> bool:
    """Whether the problems of a document can be listed whatever it is: by its size and the schema's alone.

    ``repeated``: how many subschemas are asked again about a part.
    """
    weight = _weight(node.resources)
    values, depth = values_by_level(document)
    sizes = sizes_among(values)
    nested = sum([sizes[id(value)] for value in values])
    of_way = (depth * _STEPS_TO_PART + weight.chained) * _OF_LEVEL
    of_places = len(values) * (weight.messages * (_OF_PROBLEM + of_way) + weight.text * _COPIES)
    again = repeated * (weight.largest + of_way + sizes[id(document)] * _COPIES)
    return of_places + weight.messages * nested * _COPIES + again <= MOST_BYTES


class _Weight(NamedTuple):
    """What all subschemas may have against one value."""

    messages: int
    text: int
    """The memory of the values of the schema that all problems hold."""
    largest: int
    """The memory of the problems of one subschema."""
    chained: int
    """References that lead to references."""


def _weight(resources: Resources) -> _Weight:
    memo = resources.root(next(iter(resources))).memo
    key = ("weight", *resources)
    if key not in memo:
        objects = [each for uri in resources for each in keyword_objects(resources.root(uri).value)]
        found = [_own_weight(keywords) for _, keywords in objects]
        largest = max((messages * (_OF_PROBLEM + text * _COPIES) for messages, text in found), default=0)
        messages, text = 1 + sum([count for count, _ in found]), sum([count * text for count, text in found])
        memo[key] = _Weight(messages, text, largest, sum([_is_alias(*each) for each in objects]))
    weight: _Weight = memo[key]
    return weight


def _is_alias(pointer: str, keywords: dict[str, JsonValue]) -> bool:
    """Whether a definition is another one."""
    is_definition = pointers.parent(pointer).endswith(tuple(f"/{name}" for name in DEFINITIONS))
    return is_definition and any(name in keywords for name in REFERENCES)


def _own_weight(keywords: dict[str, JsonValue]) -> tuple[int, int]:
    names = [keywords.get("required"), *_lists_in(keywords, "dependentRequired"), *_lists_in(keywords, "dependencies")]
    return len(keywords) + sum([len(each) for each in names if isinstance(each, list)]), _written(keywords)


def _lists_in(keywords: dict[str, JsonValue], name: str) -> list[JsonValue]:
    members = keywords.get(name)
    return list(members.values()) if isinstance(members, dict) else []


def _written(keywords: dict[str, JsonValue]) -> int:
    """The memory of the values that problems of a schema hold."""
    values = [keywords[name] for name in _WRITTEN if name in keywords]
    return sum([sizes_of(value)[id(value)] for value in values])


@dataclass
class Listing:
    """The problems of a document by the parts that are refused."""

    find_judge: Callable[[Node], Any]
    """What judges by a subschema alone; None where the library cannot."""
    sizes: dict[int, int]
    judges: dict[Node, Any] = field(default_factory=dict)
    """What judges by each subschema that was asked."""
    _anchors: dict[Node, frozenset[str]] = field(default_factory=dict)
    _texts: dict[Node, int] = field(default_factory=dict)

    def can_list_all(self, place: Place) -> bool:
        """Whether all problems of a part can be listed."""
        return self._bytes(place, MOST_BYTES) <= MOST_BYTES

    def first(self, place: Place) -> Iterator[Place]:
        """The first refused parts that can be listed, in the order of the document; none where alternatives refuse."""
        left, tried, todo = FIRST_BYTES, 0, [place]
        while todo and tried < _MOST_TRIED:
            place = todo.pop()
            if self._holds(place):
                continue
            cost = self._bytes(place, FIRST_BYTES) if self._stands_alone(place) else FIRST_BYTES + 1
            if left < cost <= FIRST_BYTES:
                return
            if cost <= left:
                left -= cost
                yield place
            else:
                tried += 1
                todo += reversed(list(_asserted(place)))

    def _bytes(self, place: Place, most: int) -> int:
        """The memory that the problems of a part take; more than ``most`` where counting ended there."""
        total, todo = 0, [place]
        while todo and total <= most:
            place = todo.pop()
            if not self._holds(place):
                total += self._own_bytes(place)
                todo += _asked(place)
        return total

    def _own_bytes(self, place: Place) -> int:
        node = place.node
        if node not in self._texts:
            self._texts[node] = _written(node.value) if isinstance(node.value, dict) else 0
        held = self.sizes.get(id(place.value)) or size_of(place.value, self.sizes)  # a name is no part
        alone = _OF_PROBLEM + place.steps * _OF_LEVEL + held
        return _count_missing(node, place.value) * alone + _count_messages(node) * (
            alone + held + _COPIES * self._texts[node]
        )

    def _holds(self, place: Place) -> bool:
        """Whether a part is surely valid, so that nothing in it has a problem."""
        if not self._stands_alone(place):
            return False
        node = place.node
        if node not in self.judges:
            self.judges[node] = self.find_judge(node)
        try:
            return self.judges[node] is not None and bool(self.judges[node].is_valid(place.value))
        except Exception:  # a document that the library cannot take
            return False

    def _stands_alone(self, place: Place) -> bool:
        """Whether dynamic references mean the same when a validator begins at the subschema."""
        if not place.scope:
            return True
        outermost = place.scope[0]
        if (outermost.document, outermost.root) != (place.node.document, place.node.root):
            return False
        known = self._names(outermost)
        return all(self._names(entered) <= known for entered in place.scope[1:])

    def _names(self, resource: Node) -> frozenset[str]:
        """The names of the dynamic anchors of a resource."""
        if resource not in self._anchors:
            objects = [keywords for _, keywords in keyword_objects(resource.value)]
            names = [str(keywords[name]) for keywords in objects for name in _DYNAMIC if name in keywords]
            self._anchors[resource] = frozenset(names)
        return self._anchors[resource]


def _count_messages(node: Node) -> int:
    """The most problems that the keywords of a schema itself have with a value, missing members apart."""
    if not isinstance(node.value, dict):
        return 1
    known = (node.dialect.judging_names - node.dialect.applying_names) | _LOUD
    return sum([name in known for name in judging(node)])


def _count_missing(node: Node, value: JsonValue) -> int:
    """The members that an object needs and does not have: each is a problem, which does not print the object."""
    if not isinstance(node.value, dict) or not isinstance(value, dict):
        return 0
    keywords = judging(node)
    lists = [keywords.get("required")]
    for name in ("dependentRequired", "dependencies"):
        members = keywords.get(name)
        lists += [members[key] for key in members if key in value] if isinstance(members, dict) else []
    return sum([sum([name not in value for name in each]) for each in lists if isinstance(each, list)])


def _asked(place: Place) -> Iterator[Place]:
    """What a schema asks of a part and of what is in it; tests are not among them, they have no problems."""
    node, scope, value = place.node, place.scope, place.value
    for subschema in applied_subschemas(node, scope, Relation.IN_PLACE):
        if not subschema.is_test:
            yield Place(subschema.node, subschema.scope, value, steps=place.steps + 1)
    if isinstance(value, dict):
        for subschema in applied_subschemas(node, scope, Relation.NAME):
            yield from (Place(subschema.node, subschema.scope, name, steps=place.steps + 1) for name in value)
    for _, part, subschema in _for_parts(place):
        if subschema.node.value is not False or subschema.keyword not in _LOUD:  # one problem names all
            yield Place(subschema.node, subschema.scope, part, steps=place.steps + 2)


def _asserted(place: Place) -> Iterator[Place]:
    """The subschemas that have to hold whatever else does, so that their problems are the document's."""
    for subschema in applied_subschemas(place.node, place.scope, Relation.IN_PLACE):
        if subschema.keyword in ("$ref", "allOf"):
            way = _way(place, subschema)
            yield Place(subschema.node, subschema.scope, place.value, place.at, way, place.steps + 1)
    for key, part, subschema in _for_parts(place):
        if subschema.keyword not in _UNEVALUATED:
            at = pointers.join(place.at, key)
            yield Place(subschema.node, subschema.scope, part, at, _way(place, subschema), place.steps + 2)


def _for_parts(place: Place) -> Iterator[tuple[str | int, JsonValue, Applied]]:
    """The members or items of a part, each with the subschemas for it."""
    node, scope, value = place.node, place.scope, place.value
    if isinstance(value, dict):
        for name, member in value.items():
            yield from ((name, member, subschema) for subschema in for_member(node, name, scope))
    elif isinstance(value, list) and applied_subschemas(node, scope, Relation.ITEM):
        for index, item in enumerate(value):
            yield from ((index, item, subschema) for subschema in for_item(node, index, scope) if not subschema.is_test)


def _way(place: Place, subschema: Applied) -> str:
    way = pointers.join(place.way, subschema.keyword)
    return way if subschema.key is None else pointers.join(way, subschema.key)
