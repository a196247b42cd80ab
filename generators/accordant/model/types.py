"""The type model: what types of any language can say about a schema, and the rules that remain.

A **shape** is never narrower than the schema. What a shape does not enforce stands beside it as **rules**: conditions
over the raw JSON. :mod:`accordant.gen.model_json.printer` writes the model as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from accordant.findings import JsonValue
from accordant.model.constraints import Constraint
from accordant.schema.references import Node, Scope


@dataclass(frozen=True, slots=True)
class SchemaAnnotations:
    """The annotations of a schema, as they stand in it (Validation 2020-12, 9)."""

    title: str = ""
    description: str = ""
    deprecated: bool = False
    format: str = ""
    unit: str = ""
    default: tuple[JsonValue, ...] = ()
    """Empty, or the one default: None is a default too."""
    examples: tuple[JsonValue, ...] = ()
    read_only: bool = False
    write_only: bool = False
    values: tuple[tuple[str, str], ...] = ()
    """Single values, or types of alternatives, and what the schema says about each: see ``describe_values``."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """``null``, ``boolean``, ``integer``, ``number`` or ``string`` with the bounds that shapes enforce."""

    kind: str
    bounds: tuple[tuple[str, int | float], ...] = ()
    """Relation (``>=``, ``>``, ``<=``, ``<``) and limit."""
    least: int = 0
    most: int | None = None
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Literal:
    """One of some strings, integers, booleans, null; with ``open`` also what later releases add.

    Without values it is any value of the open types that nothing else names.
    """

    values: tuple[JsonValue, ...]
    open: tuple[str, ...] = ()
    """The JSON types of members that later releases may add; the closed reading refuses them."""
    codes: str = ""
    """The code list that the values come from."""


@dataclass(frozen=True, slots=True)
class ListOf:
    """An array of one type of item."""

    item: Typed
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class TupleOf:
    """An array with types by position; ``rest`` is None where nothing may follow. Positions may be missing."""

    items: tuple[Typed, ...]
    rest: Typed | None
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object without declared members."""

    value: Typed


@dataclass(frozen=True, slots=True)
class UnionOf:
    """One of several types; ``tag`` is a member whose fixed value tells them apart, ``exclusive`` means exactly one."""

    options: tuple[Typed, ...]
    tag: str = ""
    exclusive: bool = False
    tags: tuple[tuple[str, ...], ...] = ()
    """The values of the tag that select each option, where there is one more that reads all other values."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A named type of the model, by its key."""

    key: str


@dataclass(frozen=True, slots=True)
class TypeParam:
    """A place where the user of the types puts a type; ``bound`` is what the schema allows there."""

    name: str
    bound: Typed


@dataclass(frozen=True, slots=True)
class Unknown:
    """Any JSON value."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value."""


@dataclass(frozen=True, slots=True)
class Field:
    """A declared member of an object."""

    wire: str
    type: Typed
    required: bool
    docs: SchemaAnnotations
    at: str

    @property
    def nullable(self) -> bool:
        """Whether null is among the values (absence is another matter)."""
        return any(shape == Scalar("null") for shape in shapes_of(self.type.shape, deep=False))


@dataclass(frozen=True, slots=True)
class Record:
    """An object with declared members; ``extra`` is the type of others, None where there may be none."""

    fields: tuple[Field, ...]
    extra: Typed | None
    sealed: bool = False
    """Whether the closed reading refuses the others, which the open reading keeps."""


Shape: TypeAlias = Scalar | Literal | ListOf | TupleOf | MapOf | UnionOf | Ref | TypeParam | Unknown | Nothing | Record


@dataclass(frozen=True, slots=True)
class Typed:
    """A shape and the rules that it leaves open."""

    shape: Shape
    rules: tuple[Constraint, ...] = ()


ANYTHING = Typed(Unknown())


@dataclass(frozen=True, slots=True)
class Source:
    """A schema that a type stands for, or that others speak for in part: ``without`` these keywords."""

    node: Node
    scope: Scope
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class NamedType:
    """A type that users can import: a record, or an alias of any other shape."""

    key: str
    name: str
    type: Typed
    docs: SchemaAnnotations
    at: str
    whole: Constraint
    """Everything that the schema asks: what a type guard checks."""
    parameters: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    """The schemas that all judge its values; a record is what objects among the values are."""


@dataclass(frozen=True, slots=True)
class Codes:
    """A code list as types see it: ``type_name`` stands for the identifiers in use, ``constant`` for all the facts."""

    name: str
    type_name: str
    constant: str
    values: tuple[str | int, ...]
    """The identifiers that documents may carry now; retired ones are among the facts only."""
    known_name: str = ""
    """The type of the identifiers that the list names; empty where there are no others."""

    @property
    def listed_name(self) -> str:
        """The type of exactly the identifiers that documents may carry now."""
        return self.known_name or self.type_name

    @property
    def type_names(self) -> tuple[str, ...]:
        """Every name of a type that the list takes."""
        return (self.type_name, *([self.known_name] if self.known_name else []))


@dataclass(frozen=True, slots=True)
class Unhonoured:
    """A keyword that generated code does not honour, where it stands, and why."""

    keyword: str
    at: str
    reason: str


@dataclass(frozen=True, eq=False)  # no slots: weakly referenced; one model is asked about again and again
class Model:
    """All types of one schema document, in the order of their dependencies."""

    root: str
    """The key of the root type."""
    types: Mapping[str, NamedType]
    checks: Mapping[str, Constraint]
    """Conditions of referenced schemas, by the key that calls name."""
    check_names: Mapping[str, str]
    unhonoured: tuple[Unhonoured, ...] = ()
    codes: Mapping[str, Codes] = field(default_factory=dict)
    """The code lists of the version, by name."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What the lock keeps: the place of each named type, and its name."""
    derived: frozenset[str] = frozenset()
    """Where the fields stand (:attr:`Field.at`) that only the producer computes: read-only for users of the types."""
    computed: frozenset[str] = frozenset()
    """Those of them that follow from the exit code: nobody gives them to a constructor."""
    two_readings: bool = False
    """Whether documents may be read openly, as those of a later release, besides exactly."""
    assumed_objects: int = 0
    """How many schemas were taken for objects on request, though they do not say so."""
    opening: frozenset[str] = frozenset()
    """The keys of the conditions in which the two readings differ."""


def list_of(literal: Literal, lists: Mapping[str, Codes]) -> tuple[Codes, tuple[JsonValue, ...]] | None:
    """The code list that a literal has all identifiers of, and its other values; None where there is none."""
    codes = lists.get(literal.codes)
    if codes is None or not codes.values or not {*map(repr, codes.values)} <= {*map(repr, literal.values)}:
        return None
    listed = {*map(repr, codes.values)}
    return codes, tuple(value for value in literal.values if repr(value) not in listed)


def shapes_of(shape: Shape, *, deep: bool = True) -> Iterator[Shape]:
    """A shape and the shapes in it: options of unions always, items, values and members only if ``deep``."""
    yield shape
    for typed in parts_of(shape, deep=deep):
        yield from shapes_of(typed.shape, deep=deep)


def parts_of(shape: Shape, *, deep: bool = True) -> Iterator[Typed]:
    """The types directly inside a shape; without ``deep`` only the options of a union."""
    if isinstance(shape, UnionOf):
        yield from shape.options
    elif not deep:
        return
    elif isinstance(shape, ListOf):
        yield shape.item
    elif isinstance(shape, TupleOf):
        yield from shape.items
        if shape.rest is not None:
            yield shape.rest
    elif isinstance(shape, MapOf):
        yield shape.value
    elif isinstance(shape, TypeParam):
        yield shape.bound
    elif isinstance(shape, Record):
        yield from (field.type for field in shape.fields)
        if shape.extra is not None:
            yield shape.extra


def distinct(options: Iterable[Typed]) -> list[Typed]:
    """Each option once. They are told apart as written: to Python ``1`` and ``True`` are equal."""
    return list({repr(option): option for option in options}.values())


def type_parameters(typed: Typed) -> dict[str, Typed]:
    """The type parameters of a type, in order, with what the schema allows there."""
    parameters = {typed.shape.name: typed.shape.bound} if isinstance(typed.shape, TypeParam) else {}
    for part in parts_of(typed.shape):
        parameters |= {name: bound for name, bound in type_parameters(part).items() if name not in parameters}
    return parameters
