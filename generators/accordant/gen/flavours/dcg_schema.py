"""The type model as a small JSON Schema of types alone: what datamodel-code-generator gets to see.

It is written from the model, never copied from a schema: references lead to ``#/$defs/Name`` only, so there is nothing
to fetch or to open, and no member is there that a generator could take for code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from accordant.gen.flavours.facts import FlavourFacts
from accordant.gen.printing.encoding import lines_of
from accordant.model.types import (
    ListOf,
    Literal,
    MapOf,
    Model,
    Record,
    Ref,
    Scalar,
    SchemaAnnotations,
    Shape,
    TupleOf,
    TypeParam,
    UnionOf,
    parts_of,
)

Schema = dict[str, Any]


def schema_of(model: Model, flavour: FlavourFacts) -> Schema:
    """All named types of a model as definitions; an alias inside itself is any value where the flavour needs that."""
    names = _Names(model, flavour, frozenset() if flavour.nests_aliases else aliases_inside_themselves(model))
    return {"$defs": {one.name: {**_docs(one.docs), **_schema(one.type.shape, names)} for one in model.types.values()}}


def aliases_inside_themselves(model: Model) -> frozenset[str]:
    """The keys of types that are no records and lead to themselves through no record: a tree of arrays, for example."""
    beside = {key: set(_aliases(one.type.shape, model)) for key, one in model.types.items()}
    reached = {key: set(found) for key, found in beside.items()}
    for _ in beside:
        grown = {key: found.union(*(reached[one] for one in found)) for key, found in reached.items()}
        if grown == reached:
            break
        reached = grown
    return frozenset(key for key, found in reached.items() if key in found)


def _aliases(shape: Shape, model: Model) -> Iterator[str]:
    """The named types without a record between, as far as they are aliases themselves."""
    if isinstance(shape, Ref):
        if not isinstance(model.types[shape.key].type.shape, Record):
            yield shape.key
    elif not isinstance(shape, Record):
        for part in parts_of(shape):
            yield from _aliases(part.shape, model)


@dataclass(frozen=True, slots=True)
class _Names:
    """What names may be used: of types (a reference to one in ``cut`` takes any value), and of members."""

    model: Model
    flavour: FlavourFacts
    cut: frozenset[str]


def _schema(shape: Shape, names: _Names) -> Schema:
    match shape:
        case Scalar(kind):
            return {"type": kind}
        case Literal(values, is_open):
            return _any_of(_kinds(values)) if is_open else {"enum": list(values)}
        case ListOf(item):
            return {"type": "array", "items": _schema(item.shape, names)}
        case TupleOf(items, rest):
            found = [_schema(one.shape, names) for one in (*items, *([rest] if rest else []))]
            return {"type": "array", "items": _any_of(found)}
        case MapOf(value):
            return {"type": "object", "additionalProperties": _schema(value.shape, names)}
        case UnionOf(options):
            return _any_of(_schema(one.shape, names) for one in options)
        case Ref(key):
            return {} if key in names.cut else {"$ref": f"#/$defs/{names.model.types[key].name}"}
        case TypeParam(_, bound):
            return _schema(bound.shape, names)
        case Record():
            return _record(shape, names)
        case _:
            return {}


def _record(shape: Record, names: _Names) -> Schema:
    fields = [one for one in shape.fields if names.flavour.takes_name(one.wire)]
    return {
        "type": "object",
        "properties": {one.wire: {**_docs(one.docs), **_schema(one.type.shape, names)} for one in fields},
        "required": [one.wire for one in fields if one.required],
        "additionalProperties": _extra(shape, names, whole=len(fields) == len(shape.fields)),
    }


def _extra(shape: Record, names: _Names, *, whole: bool) -> Schema | bool:
    """What other members hold; a record that lacks a member of its own has to take it there."""
    if not whole:
        return True
    return shape.extra is not None and (_schema(shape.extra.shape, names) or True)


def _any_of(options: Iterable[Schema]) -> Schema:
    """The union without repeated options; where one takes everything, so does the union."""
    found: list[Schema] = []
    for one in options:
        if not one:
            return {}
        if one not in found:
            found.append(one)
    return found[0] if len(found) == 1 else {"anyOf": found} if found else {}


def _kinds(values: tuple[Any, ...]) -> list[Schema]:
    names = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
    return [{"type": names[type(one)]} for one in values]


def _docs(docs: SchemaAnnotations) -> Schema:
    """The description, one printable line for each of its lines."""
    lines = ["".join(one if one.isprintable() else " " for one in line) for line in lines_of(docs.description)]
    text = "\n".join(lines).strip()
    return {"description": text} if text else {}
