"""Derived fields: those that a producer computes, and those that generated code can compute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from accordant.contract import Version
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.paths import schemas_at
from accordant.schema.references import Node

Kind: TypeAlias = Literal["succeeded", "exit-code", "milliseconds", "seconds", "now", ""]
"""What a field is computed as; empty where only the producer knows how."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number to compute: of the values that stand at some places, in which ``*`` is any index."""

    places: tuple[str, ...]
    distinct: bool
    """Count different texts instead."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A field of the default schema that a producer computes."""

    pointer: str
    source: str
    """`exit-code`, `clock` or `field:/pointer`."""
    says: str
    kind: Kind
    count: Count | None = None
    beside: str = ""
    """The field beside which a count is written where its own field is optional."""
    always: bool = False
    """Whether an optional field is set in every response."""


def find_derived_fields(version: Version) -> tuple[Derived, ...]:
    """The derived fields of a version's default schema, those of schemas that it consists of included."""
    state = version.state
    if version.default_schema not in state.schemas or not version.behaviour.derived:
        return ()
    root = state.root(version.default_schema)
    return tuple(
        Derived(
            pointer,
            str(table["from"]),
            str(table.get("says", "")),
            _kind(root, pointer, table),
            _count(table),
            str(table.get("beside") or str(table["from"]).removeprefix("field:")),
            table.get("always") is True,
        )
        for table, node in _tables(version)
        if "*" not in pointers.split(pointer := str(table["field"])) and _is_part(node, root)
    )


def _count(table: Mapping[str, JsonValue]) -> Count | None:
    places = table.get("count")
    return Count(tuple(map(str, places)), table.get("distinct") is True) if isinstance(places, list) else None


def _is_part(node: Node, root: Node) -> bool:
    """Whether a schema judges the documents of another whole."""
    return _place(node) == _place(root) or any(_place(node) == _place(schema) for schema in schemas_at(root, ""))


def read_only_places(version: Version) -> Iterator[Node]:
    """The schemas of all derived fields of a version."""
    for table, node in _tables(version):
        yield from schemas_at(node, str(table["field"]))


def computed_places(version: Version) -> Iterator[Node]:
    """The schemas of the fields that follow from the exit code, and are never given."""
    for table, node in _tables(version):
        if table["from"] == "exit-code":
            yield from schemas_at(node, str(table["field"]))


def _tables(version: Version) -> Iterator[tuple[Mapping[str, JsonValue], Node]]:
    for table in version.behaviour.derived:
        schema = str(table.get("schema") or version.default_schema)
        if schema in version.state.schemas:
            yield table, version.state.root(schema)


def _place(node: Node) -> tuple[str, str]:
    return node.document, node.pointer


def _kind(root: Node, pointer: str, table: Mapping[str, JsonValue]) -> Kind:
    source = table["from"]
    facts: dict[str, object] = {"format": table["format"]} if "format" in table else {}
    for node in schemas_at(root, pointer):
        if isinstance(node.value, dict):
            facts = {**node.value, **facts}
    type_, unit = facts.get("type"), facts.get("x-unit")
    if source == "exit-code":
        return "succeeded" if type_ == "boolean" else "exit-code"
    if source != "clock":
        return ""
    if type_ == "string":
        return "now" if facts.get("format") == "date-time" else ""
    return _CLOCKS.get(str(unit), "")


_CLOCKS: Final[Mapping[str, Kind]] = {"ms": "milliseconds", "s": "seconds"}
