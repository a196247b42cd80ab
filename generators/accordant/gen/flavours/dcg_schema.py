"""The type model as a small JSON Schema of types alone, the input of datamodel-code-generator.

It is written from the model, never copied from a schema: references lead to ``#/$defs/Name`` only, so nothing is
fetched or opened, and no member could be taken for code.
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
    """All named types of a model as definitions; recursive aliases take any value if the flavour cannot nest them."""
    names = _Names(model, flavour, frozenset() if flavour.nests_aliases else aliases_inside_themselves(model))
    return {
        "$defs": {
            named.name: {**_docs(named.docs), **_schema(named.type.shape, names)} for named in model.types.values()
        }
    }


def aliases_inside_themselves(model: Model) -> frozenset[str]:
    """The keys of recursive aliases: types that lead to themselves through no record, as a tree of arrays does."""
    beside = {key: set(_aliases(named.type.shape, model)) for key, named in model.types.items()}
    reached = {key: set(keys) for key, keys in beside.items()}
    for _ in beside:
        grown = {key: keys.union(*(reached[other] for other in keys)) for key, keys in reached.items()}
        if grown == reached:
            break
        reached = grown
    return frozenset(key for key, keys in reached.items() if key in keys)


def _aliases(shape: Shape, model: Model) -> Iterator[str]:
    """The aliases that a shape refers to without a record between."""
    if isinstance(shape, Ref):
        if not isinstance(model.types[shape.key].type.shape, Record):
            yield shape.key
    elif not isinstance(shape, Record):
        for part in parts_of(shape):
            yield from _aliases(part.shape, model)


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of types and members; a reference to a type in ``cut`` takes any value."""

    model: Model
    flavour: FlavourFacts
    cut: frozenset[str]


def _schema(shape: Shape, names: _Names) -> Schema:
    match shape:
        case Scalar(kind):
            return {"type": kind}
        case Literal(values, is_open):
            return _any_of(_types_of(values)) if is_open else {"enum": list(values)}
        case ListOf(item):
            return {"type": "array", "items": _schema(item.shape, names)}
        case TupleOf(items, rest):
            schemas = [_schema(item.shape, names) for item in (*items, *([rest] if rest else []))]
            return {"type": "array", "items": _any_of(schemas)}
        case MapOf(value):
            return {"type": "object", "additionalProperties": _schema(value.shape, names)}
        case UnionOf(options):
            return _any_of(_schema(option.shape, names) for option in options)
        case Ref(key):
            return {} if key in names.cut else {"$ref": f"#/$defs/{names.model.types[key].name}"}
        case TypeParam(_, bound):
            return _schema(bound.shape, names)
        case Record():
            return _record(shape, names)
        case _:
            return {}


def _record(shape: Record, names: _Names) -> Schema:
    fields = [field for field in shape.fields if names.flavour.takes_name(field.wire)]
    return {
        "type": "object",
        "properties": {field.wire: {**_docs(field.docs), **_schema(field.type.shape, names)} for field in fields},
        "required": [field.wire for field in fields if field.required],
        "additionalProperties": _extra(shape, names, whole=len(fields) == len(shape.fields)),
    }


def _extra(shape: Record, names: _Names, *, whole: bool) -> Schema | bool:
    """The type of other members; where the flavour cannot name a declared member, any value is taken there."""
    if not whole:
        return True
    return shape.extra is not None and (_schema(shape.extra.shape, names) or True)


def _any_of(options: Iterable[Schema]) -> Schema:
    """The union without repeated options; where one takes everything, so does the union."""
    distinct: list[Schema] = []
    for option in options:
        if not option:
            return {}
        if option not in distinct:
            distinct.append(option)
    return distinct[0] if len(distinct) == 1 else {"anyOf": distinct} if distinct else {}


def _types_of(values: tuple[Any, ...]) -> list[Schema]:
    names = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
    return [{"type": names[type(value)]} for value in values]


def _docs(docs: SchemaAnnotations) -> Schema:
    """The description, one printable line for each of its lines."""
    lines = [
        "".join(character if character.isprintable() else " " for character in line)
        for line in lines_of(docs.description)
    ]
    text = "\n".join(lines).strip()
    return {"description": text} if text else {}
