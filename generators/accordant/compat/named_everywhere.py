"""Keys that the writer's schema names, wherever it refers to itself: the closed writer of a recursive schema.

The schema that is made here follows the writer's through its documents. Each place has a definition, which is known by
the writer's schemas that apply there, so that a place inside itself is one definition rather than one for each depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final, TypeAlias

from accordant.compat.key_patterns import may_be_key
from accordant.compat.named_keys import are_free, named_properties
from accordant.compat.sides import apply_to
from accordant.findings import JsonValue
from accordant.schema.declarations import DeclaredItems, DeclaredProperty, TaggedSchema, items, lay_open
from accordant.schema.dialects import DRAFT_2020_12
from accordant.schema.references import Node

NAMED: Final = "urn:accordant:named"
"""The address of the schema."""

_MOST_PLACES: Final = 500
_MOST_CASES: Final = 64
"""Most combinations of tags at one place."""
_MOST_ITEMS: Final = 64
"""Most items of a list that have schemas of their own."""

State: TypeAlias = frozenset[TaggedSchema]
"""The schemas of a property or of an item."""
Kind: TypeAlias = frozenset[DeclaredProperty]
"""What is declared for objects with certain tags: those of one kind name the same keys."""


def kind_of(schemas: Iterable[TaggedSchema]) -> Kind:
    """The kind of the objects to which certain schemas apply."""
    return frozenset(named_properties(list(schemas)))


def named_everywhere(root: Node, closed: Set[Kind] | None, spend: Callable[[int], None]) -> JsonValue | None:
    """A schema that admits only keys which the writer's schema names, in all objects of some kinds.

    Args:
        root: the writer's schema.
        closed: the kinds; None: all.
        spend: counts the work: a step for every schema in every case of a place.

    Returns:
        The schema; None where the writer's documents have too many places.
    """
    follower = _Follower(closed, spend)
    first = follower.refer([TaggedSchema(root)])
    while follower.todo:
        if len(follower.names) > _MOST_PLACES or not follower.follow(follower.todo.pop(0)):
            return None
    return {"$schema": DRAFT_2020_12.uri, **first, "$defs": follower.definitions}


@dataclass
class _Follower:
    """Follows the writer's schema place by place."""

    closed: Set[Kind] | None
    spend: Callable[[int], None]
    names: dict[State, str] = field(default_factory=dict)
    todo: list[State] = field(default_factory=list)
    definitions: dict[str, JsonValue] = field(default_factory=dict)

    def refer(self, schemas: Iterable[TaggedSchema]) -> dict[str, JsonValue]:
        """A reference to the definition of a place; one that accepts everything where the writer says nothing."""
        state = frozenset(schemas)
        if not state:
            return {}
        if state not in self.names:
            self.names[state] = f"p{len(self.names)}"
            self.todo.append(state)
        return {"$ref": f"#/$defs/{self.names[state]}"}

    def follow(self, state: State) -> bool:
        """Define a place; False where it has too many cases."""
        schemas = lay_open(sorted(state, key=lambda schema: (schema.node.document, schema.node.pointer)))
        cases = list(islice(_cases(schemas), _MOST_CASES + 1))
        self.spend(len(schemas) * len(cases))
        listed = list(items(schemas))
        if len(cases) > _MOST_CASES or _count_places(listed) > _MOST_ITEMS:
            return False
        parts = [_where(conditions, self._body(apply_to(schemas, tags).schemas)) for conditions, tags in cases]
        self.definitions[self.names[state]] = {"allOf": parts, **self._items(listed)}
        return True

    def _body(self, schemas: list[TaggedSchema]) -> JsonValue:
        """What objects to which the schemas apply may have as members, and what is asked of these."""
        declared = list(named_properties(schemas))
        names = dict.fromkeys(property_.name for property_ in declared if property_.name is not None)
        further = [property_ for property_ in declared if property_.name is None]
        inner = self.refer(property_.schema for property_ in further)
        body: dict[str, JsonValue] = {
            "properties": {name: self.refer(_schemas_of(name, declared)) for name in names},
            "patternProperties": {
                property_.pattern: {} if any(may_be_key(name, property_) for name in names) else inner
                for property_ in further
                if property_.pattern
            },
        }
        is_of_kind = self.closed is None or frozenset(declared) in self.closed
        is_closed = is_of_kind and not are_free(schemas)
        others: JsonValue = inner if any(not property_.pattern for property_ in further) else not is_closed
        return {**body, "additionalProperties": others}

    def _items(self, listed: list[DeclaredItems]) -> Mapping[str, JsonValue]:
        if not listed:
            return {}
        count = _count_places(listed)
        first = [self.refer(_covering(listed, index)) for index in range(count)]
        rest = self.refer(_covering(listed, count))
        return {"prefixItems": first, "items": rest} if first else {"items": rest}


def _schemas_of(name: str, declared: Iterable[DeclaredProperty]) -> Iterator[TaggedSchema]:
    return (property_.schema for property_ in declared if property_.name == name)


def _covering(listed: Iterable[DeclaredItems], index: int) -> Iterator[TaggedSchema]:
    return (item.schema for item in listed if item.covers(index))


def _count_places(listed: Iterable[DeclaredItems]) -> int:
    """How many first items may have schemas other than those of the rest."""
    return max((item.after if item.index is None else item.index + 1 for item in listed), default=0)


def _cases(schemas: Iterable[TaggedSchema]) -> Iterator[tuple[list[JsonValue], dict[str, JsonValue]]]:
    """Every combination of tags that tells objects apart: its conditions, and the tags of such an object."""
    known: dict[str, set[str]] = {}
    for schema in schemas:
        for name, values in schema.tags.items():
            known.setdefault(name, set()).update(values)
    for choices in product(*(list(_choices(name, sorted(values))) for name, values in sorted(known.items()))):
        yield [condition for condition, _ in choices], {name: tag for _, tags in choices for name, tag in tags.items()}


def _choices(name: str, known: list[str]) -> Iterator[tuple[JsonValue, dict[str, JsonValue]]]:
    """One tag with each of its known values, with another one, and not at all or with what is not a string."""
    for value in known:
        yield _having(name, {"enum": [value]}), {name: value}
    yield _having(name, {"type": "string", "not": {"enum": known}}), {name: f"{known[-1]}+"}
    yield {"not": _having(name, {"type": "string"})}, {}


def _having(name: str, schema: JsonValue) -> JsonValue:
    return {"required": [name], "properties": {name: schema}}


def _where(conditions: list[JsonValue], schema: JsonValue) -> JsonValue:
    return {"anyOf": [{"not": {"allOf": conditions}}, schema]} if conditions else schema
