"""The input of a comparison: two sides, the terms of their promise, and who writes and who reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from accordant.compat.comparison import PAIR_SECONDS
from accordant.findings import JsonValue, Place
from accordant.schema import pointers
from accordant.schema.declarations import TaggedSchema, items, lay_open, properties
from accordant.schema.references import Node


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms under which two schemas are compared."""

    direction: str = "output"
    promise: str = "additive"
    enums: str = "open"
    carrier: str = ""
    """JSON Pointer to the value by which documents say their version."""
    same_list: Callable[[str], bool] = lambda _: False
    """Whether both sides have the code list of that name."""
    notes: bool = True
    """Whether additions and changed texts are reported too."""
    narrowings: bool = True
    """Whether a note says what the newer schema refuses of what an older writer could write: a search of its own."""
    seconds: float = PAIR_SECONDS
    """Processor time for all questions about the pair; it is counted as work."""
    every: bool = False
    """Whether everything that an edit leads to is listed, rather than the edits."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a schema: the address of its document, and a JSON Pointer in it."""

    address: str
    pointer: str

    @property
    def parent(self) -> Spot:
        """The part around it."""
        return Spot(self.address, pointers.parent(self.pointer))

    @classmethod
    def at(cls, location: str) -> Spot | None:
        """The part at a location (``document#pointer``); None for an empty one."""
        address, _, pointer = location.partition("#")
        return cls(address, pointer) if address else None

    @classmethod
    def of(cls, node: Node, *tokens: str) -> Spot:
        """A node, or what stands below it."""
        return cls(node.document, pointers.join(node.pointer, *tokens))


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its root node, its name for people, and the place of (document address, pointer)."""

    root: Node
    name: str
    locate: Callable[[str, str], Place]

    def has(self, spot: Spot) -> bool:
        """Whether its schemas have such a part."""
        resources = self.root.resources
        return spot.address in resources and pointers.has(resources.root(spot.address).value, spot.pointer)

    def place(self, spot: Spot | None = None) -> Place:
        """Where a part of the schema stands in its file; the root where no part is given."""
        spot = spot or Spot.of(self.root)
        return self.locate(spot.address, spot.pointer)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Who writes documents and who reads them."""

    writer: Side
    reader: Side
    newer_reads: bool
    """Whether the newer side is the reader (direction ``input``)."""


def exchanges(old: Side, new: Side, direction: str) -> list[Exchange]:
    """Who writes and who reads in a direction: ``full`` has both."""
    output, incoming = Exchange(new, old, newer_reads=False), Exchange(old, new, newer_reads=True)
    return {"output": [output], "input": [incoming], "full": [output, incoming]}[direction]


def pointer_places(path: str) -> Callable[[str, str], Place]:
    """Places in a schema that has no file: the pointer alone."""
    return lambda _, pointer: Place(path, 0, 0, pointer)


@dataclass(frozen=True, slots=True)
class Traced:
    """The subschemas that speak about a part of a document."""

    schemas: list[TaggedSchema]
    selected_by: Mapping[str, str] = field(default_factory=dict)
    """The tags of the part that exclude other subschemas, with their values."""


def trace(root: Node, document: JsonValue, pointer: str) -> Iterator[Traced]:
    """The subschemas of ``root`` that speak about each part of ``document`` on the way to ``pointer``, the whole first.

    Branches that the document's tags exclude are left out. Where nothing speaks about a part itself, the subschemas
    of the nearest part around it stand for it.
    """
    traced = apply_to(lay_open([TaggedSchema(root)]), document)
    yield traced
    value, is_declared = document, True
    for token in pointers.split(pointer):
        inner = _declaring(traced.schemas, value, token) if is_declared else []
        if inner:
            value = _part(value, token)
            traced = apply_to(lay_open(inner), value)
        else:
            is_declared = False
        yield traced


def follow(root: Node, document: JsonValue, pointer: str) -> list[TaggedSchema]:
    """The subschemas of ``root`` that speak about the part of ``document`` at ``pointer``; see :func:`trace`."""
    *_, traced = trace(root, document, pointer)
    return traced.schemas


def _declaring(schemas: list[TaggedSchema], value: JsonValue, token: str) -> list[TaggedSchema]:
    """What schemas declare for one member or item of a value; a property's own declarations before those of a map."""
    if isinstance(value, dict):
        declared = list(properties(schemas))
        own = [property_.schema for property_ in declared if property_.name == token]
        return own or [property_.schema for property_ in declared if property_.name is None]
    index = pointers.index_of(token)
    if isinstance(value, list) and index is not None:
        return [item.schema for item in items(schemas) if item.covers(index)]
    return []


def _part(value: JsonValue, token: str) -> JsonValue:
    """The member or item of a value; None where there is none."""
    if isinstance(value, dict):
        return value.get(token)
    return value[int(token)] if int(token) < len(value) else None


def apply_to(schemas: list[TaggedSchema], value: JsonValue) -> Traced:
    """The subschemas of a value that its tags do not exclude; all of them where none would be left."""
    if not isinstance(value, dict):
        return Traced(schemas)
    chosen, selected_by = list[TaggedSchema](), dict[str, str]()
    for schema in schemas:
        others = _other_tags(schema, value)
        selected_by |= others
        if not others:
            chosen.append(schema)
    return Traced(chosen, selected_by) if chosen else Traced(schemas)


def _other_tags(schema: TaggedSchema, value: Mapping[str, JsonValue]) -> dict[str, str]:
    """The tags of an object that it has with other values than those that select the schema."""
    tags = ((name, value.get(name), values) for name, values in schema.tags.items())
    return {name: tag for name, tag, values in tags if isinstance(tag, str) and tag not in values}
