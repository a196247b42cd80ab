"""The schemas that generated models state: those of the contract in the words of 2020-12, as text inside of Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from accordant.export.flatten import Copies
from accordant.export.forms import Form
from accordant.export.keywords import Keywords
from accordant.findings import JsonValue
from accordant.gen.printing.wrapping import WIDTH
from accordant.model.names import parameter_name, pascal
from accordant.model.scoped_schema import TYPE_PARAMETER
from accordant.model.types import Model, NamedType, Record, Source
from accordant.schema.json_values import has_member
from accordant.schema.subschemas import holds_data, keyword_objects

_INDENT: Final = "  "


def stated_schemas(model: Model) -> dict[str, JsonValue]:
    """The schema of each named type by its name, and what several of them refer to; references are ``#/$defs/NAME``."""
    copies = Copies(Form(), {}, spell=pascal)
    for named in model.types.values():
        if _is_whole(named):
            source = named.sources[0]
            copies.given.setdefault((source.node, source.scope), named.name)
    copies.reserved.update(named.name for named in model.types.values())
    schemas = {named.name: _schema_of(named, copies) for named in model.types.values()}
    schemas |= copies.definitions()
    for schema in schemas.values():
        for _, keywords in keyword_objects(schema):
            _adapt(keywords)
    return schemas


def _adapt(keywords: Keywords) -> None:
    """Let pydantic take a schema: it looks for references in data too, and fails on what only looks like one."""
    if isinstance(keywords.get(TYPE_PARAMETER), str):
        keywords[TYPE_PARAMETER] = parameter_name(keywords[TYPE_PARAMETER])
    for name in [name for name, value in keywords.items() if holds_data(name) and has_member(value, "$ref")]:
        del keywords[name]


def _is_whole(named: NamedType) -> bool:
    """Whether a type is all that its one schema asks; a record may be the objects among other values alone."""
    return len(named.sources) == 1 and not named.sources[0].without and not named.key.endswith(" object")


def _schema_of(named: NamedType, copies: Copies) -> JsonValue:
    schemas = [_copy(source, copies) for source in named.sources]
    schema = schemas[0] if len(schemas) == 1 else {"allOf": schemas}
    if not isinstance(named.type.shape, Record) or not isinstance(schema, dict):
        return schema
    return {**schema, "type": "object"}


def _copy(source: Source, copies: Copies) -> JsonValue:
    return copies.schema(source.node, source.scope, source.without)


def as_text(schemas: dict[str, JsonValue]) -> str:
    """Schemas as JSON inside of a text in Python, its lines no longer than others."""
    lines = ['"""', *(line.replace("\\", "\\\\") for line in _lines(schemas, "")), '"""']
    return "\n".join(short for line in lines for short in _cut(line))


def _lines(value: JsonValue, indent: str, before: str = "", after: str = "") -> Iterator[str]:
    """A value as JSON between two texts, over several lines where it does not fit into one."""
    short = f"{indent}{before}{json.dumps(value)}{after}"
    if len(short) <= WIDTH or not isinstance(value, dict | list) or not value:
        yield short
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    members = value.items() if isinstance(value, dict) else ()
    items = [(f"{json.dumps(key)}: ", item) for key, item in members] or [("", item) for item in value]
    yield f"{indent}{before}{opening}"
    for index, (key, item) in enumerate(items, 1):
        yield from _lines(item, indent + _INDENT, key, "," if index < len(items) else "")
    yield f"{indent}{closing}{after}"


def _cut(line: str) -> Iterator[str]:
    """A line of a text, the end of each shorter one escaped."""
    while len(line) > WIDTH:
        end = line.rfind(" ", WIDTH // 2, WIDTH - 1) + 1 or WIDTH - 1
        end -= (end - len(line[:end].rstrip("\\"))) % 2  # an escape stays whole
        yield line[:end] + "\\"
        line = line[end:]
    yield line
