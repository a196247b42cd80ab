"""The fields of a schema as rows, in the order of the schema: one walk, without following references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract.doc_links import encoded
from accordant.findings import JsonValue
from accordant.schema import pointers

_DEFINITIONS: Final = ("$defs", "definitions")
_FORMS: Final = ("anyOf", "oneOf", "allOf")


@dataclass(frozen=True, slots=True)
class Row:
    """A place in a document: what the schema says there, and how it is called."""

    pointer: str
    """JSON Pointer in the document; ``*`` stands for any index, ``…`` for any name."""
    tokens: tuple[str, ...]
    """The same as parts of an anchor, unlike those of any other row of the section."""
    node: JsonValue
    at: str
    """JSON Pointer in the schema's section."""
    presence: str = ""
    """``yes``, ``no``, or "" where the question has no meaning (items) or is answered where a ``$ref`` leads."""
    form: str = ""
    """Which alternative declares it."""


def rows(node: JsonValue) -> Iterator[Row]:
    """Every field below a schema, parents first."""
    yield from _below(Row("", (), node, ""))


def definitions(schema: JsonValue) -> Iterator[tuple[str, str, JsonValue]]:
    """The shared parts of a schema: name, pointer, subschema."""
    for word in _DEFINITIONS:
        found = schema.get(word) if isinstance(schema, dict) else None
        for name, one in found.items() if isinstance(found, dict) else ():
            yield name, pointers.join("", word, name), one


def rule_bearers(node: JsonValue) -> Iterator[Row]:
    """The schema itself and its rows: every place where rules of the section may stand."""
    yield Row("", (), node, "")
    yield from rows(node)


def _below(row: Row) -> Iterator[Row]:
    node = row.node
    if not isinstance(node, dict):
        return
    yield from _fields(row, node)
    items = node.get("items")
    if isinstance(items, dict) and _has_inside(items):
        yield from _with(_step(row, "*", "~", items, ("items",)), shown=not _is_plain(items))
    lists = [("prefixItems", node.get("prefixItems")), ("items", items)]
    for word, several in lists:
        for index, one in enumerate(several if isinstance(several, list) else ()):
            yield from _with(_step(row, str(index), str(index), one, (word, str(index))))
    values = node.get("additionalProperties")
    if isinstance(values, dict) and (node.get("properties") or _has_inside(values)):
        yield from _with(_step(row, "…", "~~", values, ("additionalProperties",)))
    patterns = node.get("patternProperties")
    for pattern, one in patterns.items() if isinstance(patterns, dict) else ():
        yield from _with(
            _step(
                row, "…", f"~match{encoded(pattern)}", one, ("patternProperties", pattern), form=f"names like {pattern}"
            )
        )
    for word in _FORMS:
        branches = node.get(word)
        for index, one in enumerate(branches if isinstance(branches, list) else ()):
            if isinstance(one, dict) and "if" not in one:
                form = f"form {index + 1}" if word != "allOf" else ""
                tokens = (*row.tokens, f"~{word}{index + 1}")
                yield from _below(Row(row.pointer, tokens, one, pointers.join(row.at, word, index), "", form))


def _fields(row: Row, node: Mapping[str, JsonValue]) -> Iterator[Row]:
    properties, required = node.get("properties"), node.get("required")
    names = required if isinstance(required, list) else []
    for name, one in properties.items() if isinstance(properties, dict) else ():
        presence = "yes" if name in names else "no" if "$ref" not in node else ""
        yield from _with(_step(row, pointers.escape(name), encoded(name), one, ("properties", name), presence=presence))


def _step(
    row: Row, shown: str, token: str, node: JsonValue, way: tuple[str, ...], presence: str = "", form: str = ""
) -> Row:
    at = pointers.join(row.at, *way)
    return Row(f"{row.pointer}/{shown}", (*row.tokens, token), node, at, presence, form or row.form)


def _with(row: Row, *, shown: bool = True) -> Iterator[Row]:
    if shown:
        yield row
    yield from _below(row)


def _has_inside(node: Mapping[str, JsonValue]) -> bool:
    """Whether items say more than the type that their array's cell names."""
    return bool(set(node) - {"type", "$ref", "title", "$comment"})


def _is_plain(node: Mapping[str, JsonValue]) -> bool:
    """Whether an item is only the object around further fields."""
    return set(node) <= {"$ref", "type", "properties", "required", "items"}
