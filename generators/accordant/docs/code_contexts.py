"""The context fields of a list's codes, as rows of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from accordant.contract import CodeList, Entry
from accordant.docs.fields import FieldTables
from accordant.docs.markdown import code, rich
from accordant.docs.places import Book
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
        state = book.version.state
        entries = {
            str(entry.id): {field.name: field.schema for field in entry.context} for entry in listed_codes.entries
        }
        objects = {name: {"type": "object", "properties": fields} for name, fields in entries.items()}
        root = Resources.of({"type": "object", "properties": objects}, state.resources, _CONTEXT)
        roots = {"": root, **{name: root.resources.root(schema.uri) for name, schema in state.schemas.items()}}
        self._reader = FieldReader(roots)
        self._tables = FieldTables(self._reader, book)

    @cached_property
    def _facts(self) -> Mapping[str, SchemaFacts]:
        """The facts about every field, by the pointer of code and name; empty where a reference leads nowhere."""
        try:
            fields = self._reader.fields(self._reader.sections_of("")[0])
        except UnresolvableReference:
            return {}
        return {field.facts.place.pointer: field.facts for field in fields}

    def rows(self, entry: Entry) -> Iterator[tuple[str, ...]]:
        """A row for each context field of a code."""
        for field in entry.context:
            facts = self._facts.get(pointers.join("", str(entry.id), field.name))
            present = "always" if field.always else "sometimes"
            type_ = self._tables.types.of(facts) if facts else ""
            phrases = "; ".join(self._tables.constraints.phrases(facts)) if facts else ""
            yield code(field.name), type_, present, phrases, rich(field.description)
