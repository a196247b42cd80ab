"""The type model as a small JSON Schema of types alone: what datamodel-code-generator gets to see.

It is written from the model, never copied from a schema: references lead to ``#/$defs/Name`` only, so there is nothing
to fetch or to open, and no member is there that a generator could take for code.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accordant.gen.model import (
    Docs,
    ListOf,
    Literal,
    MapOf,
    Model,
    Record,
    Ref,
    Scalar,
    Shape,
    TupleOf,
    TypeParam,
    UnionOf,
)
from accordant.gen.python.text import lines_of

Schema = dict[str, Any]


def schema_of(model: Model) -> Schema:
    """All named types of a model as definitions."""
    return {"$defs": {one.name: {**_docs(one.docs), **_schema(one.type.shape, model)} for one in model.types.values()}}


def _schema(shape: Shape, model: Model) -> Schema:
    match shape:
        case Scalar(kind):
            return {"type": kind}
        case Literal(values, is_open):
            return _any_of(_kinds(values)) if is_open else {"enum": list(values)}
        case ListOf(item):
            return {"type": "array", "items": _schema(item.shape, model)}
        case TupleOf(items, rest):
            found = [_schema(one.shape, model) for one in (*items, *([rest] if rest else []))]
            return {"type": "array", "items": _any_of(found)}
        case MapOf(value):
            return {"type": "object", "additionalProperties": _schema(value.shape, model)}
        case UnionOf(options):
            return _any_of(_schema(one.shape, model) for one in options)
        case Ref(key):
            return {"$ref": f"#/$defs/{model.types[key].name}"}
        case TypeParam(_, bound):
            return _schema(bound.shape, model)
        case Record():
            return _record(shape, model)
        case _:
            return {}


def _record(shape: Record, model: Model) -> Schema:
    return {
        "type": "object",
        "properties": {one.wire: {**_docs(one.docs), **_schema(one.type.shape, model)} for one in shape.fields},
        "required": [one.wire for one in shape.fields if one.required],
        "additionalProperties": shape.extra is not None and (_schema(shape.extra.shape, model) or True),
    }


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


def _docs(docs: Docs) -> Schema:
    """The description, one printable line for each of its lines."""
    lines = ["".join(one if one.isprintable() else " " for one in line) for line in lines_of(docs.description)]
    text = "\n".join(lines).strip()
    return {"description": text} if text else {}
