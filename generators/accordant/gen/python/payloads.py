"""Functions that read a member as the type that another member, the tag, selects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from accordant.gen.printing.python_text import literal, tuple_of
from accordant.model.names import snake
from accordant.model.payloads import Payload, payloads_of
from accordant.model.types import ANYTHING, Field, MapOf, Model, NamedType, Record, Ref, Scalar, Typed, UnionOf

NEEDED: Final = frozenset({"Any", "Final", "Literal", "Mapping", "ValidationError", "is_object", "overload"})
"""Names that modules with such functions import, besides the base class of their records."""


Typings: TypeAlias = Mapping[tuple[str, str], Payload]
"""The payloads whose fields hold their types, by the key of the record and the name of the member."""


def typed(model: Model) -> tuple[Model, Typings]:
    """The model with the types of payloads in the fields that hold them, beside objects of any other form.

    A field is typed where its schema leaves its object open, and where the tag stands before it: fields are read in
    their order.
    """
    types: dict[str, NamedType] = {}
    typings: dict[tuple[str, str], Payload] = {}
    for key, named in model.types.items():
        types[key] = named
        for payload in [] if named.parameters else _records_payloads(model, named):
            record = types[key].type.shape
            assert isinstance(record, Record)
            fields = tuple(_typed_field(field, payload) for field in record.fields)
            typings[key, payload.member] = payload
            types[key] = replace(named, type=replace(named.type, shape=replace(record, fields=fields)))
    return (replace(model, types=types) if typings else model), typings


def _records_payloads(model: Model, named: NamedType) -> Iterator[Payload]:
    record = named.type.shape
    if isinstance(record, Record):
        places = {field.wire: index for index, field in enumerate(record.fields)}
        open_ = {field.wire for field in record.fields if _is_open_object(field.type)}
        for payload in payloads_of(model, named, record):
            generic = any(model.types[key].parameters for _, key in payload.types)
            if payload.member in open_ and places[payload.tag] < places[payload.member] and not generic:
                yield payload


def _is_open_object(type_: Typed) -> bool:
    options = type_.shape.options if isinstance(type_.shape, UnionOf) else (type_,)
    shapes = [option.shape for option in options]
    open_ = MapOf(ANYTHING)
    return not type_.rules and open_ in shapes and all(shape in (open_, Scalar("null")) for shape in shapes)


def _typed_field(field: Field, payload: Payload) -> Field:
    if field.wire != payload.member:
        return field
    known = [Typed(Ref(key)) for key in dict.fromkeys(key for _, key in payload.types)]
    others = field.type.shape.options if isinstance(field.type.shape, UnionOf) else (field.type,)
    return replace(field, type=Typed(UnionOf((*known, *others))))


def mark(payload: Payload, names: Mapping[str, str]) -> str:
    """What stands beside the annotation of such a field: the tag, and the texts for each type in turn."""
    texts: dict[str, list[str]] = {}
    for text, key in payload.types:
        texts.setdefault(key, []).append(literal(text))
    return f"PayloadBy({', '.join([literal(names[payload.tag]), *map(tuple_of, texts.values())])})"


def base_of(model: Model) -> str:
    """The base class of a model's records."""
    return "OpenModel" if model.two_readings else "ContractModel"


def functions(
    model: Model, named: NamedType, names: Mapping[str, str], render: Callable[..., str]
) -> Iterator[tuple[str, str]]:
    """(name, text) of each function beside a record; ``names`` are the attributes of its members.

    Generic records have none: the function would need their type arguments.
    """
    record = named.type.shape
    if named.parameters or not isinstance(record, Record):
        return
    for payload in payloads_of(model, named, record):
        types = {literal(text): model.types[key].name for text, key in payload.types}
        tag, member = names[payload.tag], names[payload.member]
        name = f"{snake(named.name)}_{member.strip('_')}_by_{tag.strip('_')}"
        facts: dict[str, Any] = {
            "function": name,
            "constant": name.upper(),
            "record": named.name,
            "parameter": "value" if tag == "record" else "record",
            "tag": tag,
            "member": member,
            "base": base_of(model),
            "read": "read" if model.two_readings else "model_validate",
            "types": types.items(),
            "overloads": [
                (type_, [text for text, its in types.items() if its == type_])
                for type_ in dict.fromkeys(types.values())
            ],
        }
        yield name, render(**facts)
