"""The context fields of a list's codes, as rows of tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from accordant.contract import CodeList, Entry
from accordant.docs.fields import FieldTables
from accordant.docs.markdown import code, rich
from accordant.docs.places import Book
from accordant.findings import JsonValue
from accordant.model.fields.reader import FieldReader, SchemaFacts
from accordant.schema import pointers
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.references import Resources

TITLES: Final = ("Context field", "Type", "Present", "Constraints", "Description")

_CONTEXT: Final = "urn:accordant:context"
"""The address of the schema that is made of a code's context fields."""


class ContextTables:
    """Writes the context fields of a list's codes: the fields of objects that have them all."""

    def __init__(self, book: Book, listed_codes: CodeList) -> None:
        self._book, self._listed = book, listed_codes
        entries = {
            str(entry.id): {field.name: field.schema for field in entry.context} for entry in listed_codes.entries
        }
        objects = {name: {"type": "object", "properties": fields} for name, fields in entries.items()}
        self._schema: dict[str, JsonValue] = {"type": "object", "properties": objects}

    @cached_property
    def _cells(self) -> JsonValue:
        """The type of each field and its constraints, by the pointer of code and name."""
        on = self._book.schema_digests.of_value(self._schema, _CONTEXT)
        return self._book.recall(["contexts", self._listed.name, self._book.here, on], self._find_cells)

    def _find_cells(self) -> dict[str, JsonValue]:
        """The cells of all fields; none where a reference leads nowhere."""
        state = self._book.version.state
        root = Resources.of(self._schema, state.resources, _CONTEXT)
        roots = {"": root, **{name: root.resources.root(schema.uri) for name, schema in state.schemas.items()}}
        reader = FieldReader(roots)
        try:
            fields = reader.fields(reader.sections_of("")[0])
        except UnresolvableReference:
            return {}
        tables = FieldTables(reader, self._book)
        names = {_pointer(entry, field.name) for entry in self._listed.entries for field in entry.context}
        known = {field.facts.place.pointer: field.facts for field in fields}
        return {at: [tables.types.of(known[at]), _phrases(tables, known[at])] for at in sorted(names & known.keys())}

    def rows(self, entry: Entry) -> Iterator[tuple[str, ...]]:
        """A row for each context field of a code."""
        cells = self._cells if isinstance(self._cells, dict) else {}
        for field in entry.context:
            cell = cells.get(_pointer(entry, field.name))
            type_, phrases = map(str, cell) if isinstance(cell, list) else ("", "")
            yield code(field.name), type_, "always" if field.always else "sometimes", phrases, rich(field.description)


def _pointer(entry: Entry, field: str) -> str:
    return pointers.join("", str(entry.id), field)


def _phrases(tables: FieldTables, facts: SchemaFacts) -> str:
    return "; ".join(tables.constraints.phrases(facts))
