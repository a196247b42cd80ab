"""A document with links: each of its members leads to the field that it is an example of."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from accordant.docs.markdown import visible
from accordant.docs.places import field_anchor, section_anchor
from accordant.findings import JsonValue
from accordant.model.fields.reader import FieldFacts, FieldReader, Section
from accordant.model.scoped_schema import ScopedSchema
from accordant.schema import pointers
from accordant.schema.lost_references import UnresolvableReference

_Places: TypeAlias = tuple[tuple[Section, str], ...]

_LONGEST: Final = 200
"""Letters of a text; the rest of a longer one is left out."""


class WorkedExample:
    """Writes documents of one schema as blocks of code with links to the rows of its tables."""

    def __init__(self, reader: FieldReader, schema: str) -> None:
        self._reader = reader
        self._root = reader.sections_of(schema)[0]
        self._fields: dict[tuple[str, str], Mapping[str, FieldFacts]] = {}

    def block(self, document: JsonValue) -> str:
        """The document, indented by two; a member's name is a link where its schema declares it.

        Every line is one of HTML, so that no line of a document can end the block.
        """
        lines = "".join(self._value(document, ((self._root, ""),), 0))
        return f'<div class="highlight worked"><pre><code>{lines}</code></pre></div>'

    def _value(self, value: JsonValue, places: _Places, depth: int) -> Iterator[str]:
        """A value, with the sections that say what is below it, and the pointer to it in each of them."""
        if isinstance(value, dict) and value:
            lines = [
                (f"{self._name(places, name)}: ", inner, self._below(places, pointers.join("", name)))
                for name, inner in value.items()
            ]
            yield from self._container("{}", lines, depth)
        elif isinstance(value, list) and value:
            items = self._below(places, "/*")
            yield from self._container("[]", [("", item, items) for item in value], depth)
        else:
            yield _scalar(value)

    def _container(self, marks: str, lines: list[tuple[str, JsonValue, _Places]], depth: int) -> Iterator[str]:
        yield f"{marks[0]}\n"
        for index, (start, inner, places) in enumerate(lines):
            yield "  " * (depth + 1) + start
            yield from self._value(inner, places, depth + 1)
            yield ",\n" if index + 1 < len(lines) else "\n"
        yield "  " * depth + marks[1]

    def _below(self, places: _Places, step: str) -> _Places:
        """The places of a member or an item: those in the same sections, and sections of its own."""
        below = [(section, f"{pointer}{step}") for section, pointer in places]
        for section, pointer in places:
            field = self._fields_of(section).get(pointer if step == "/*" else f"{pointer}{step}")
            sites = _item_sites(field) if step == "/*" else field.facts.own if field else ()
            below += [(other, "") for site in sites for other in self._sections_of(site)]
        return tuple(below)

    def _sections_of(self, site: ScopedSchema) -> Iterator[Section]:
        """The sections that a schema refers to for the same value."""
        for target in (site, *self._reader.find_references(site)):
            if target.key in self._reader.sections:
                yield self._reader.sections[target.key]

    def _fields_of(self, section: Section) -> Mapping[str, FieldFacts]:
        key = (section.schema, section.name)
        if key not in self._fields:
            fields: dict[str, FieldFacts] = {}
            try:
                for field in self._reader.fields(section):
                    fields.setdefault(field.facts.place.pointer, field)
            except UnresolvableReference:
                fields = {}  # the section says so
            self._fields[key] = fields
        return self._fields[key]

    def _name(self, places: _Places, name: str) -> str:
        shown = f'<span class="nt">{_text(name)}</span>'
        for section, pointer in places:
            field = self._fields_of(section).get(pointers.join(pointer, name))
            if field is not None:
                anchor = field_anchor(section_anchor(section.schema, section.name), field.anchors[0])
                return f'<a href="#{html.escape(anchor)}">{shown}</a>'
        return shown


def _item_sites(field: FieldFacts | None) -> Iterator[ScopedSchema]:
    """The schemas of the items of a field that is an array."""
    for site in field.facts.own if field else ():
        if isinstance(site.schema, dict) and isinstance(site.schema.get("items"), dict):
            yield site.child("items")


def _scalar(value: JsonValue) -> str:
    if isinstance(value, str):
        return f'<span class="s2">{_text(value if len(value) <= _LONGEST else value[:_LONGEST] + "...")}</span>'
    written = json.dumps(value)
    return f'<span class="{"mi" if written[-1:].isdigit() else "kc"}">{written}</span>'


def _text(value: str) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return html.escape(visible(written)) if written.isprintable() else html.escape(json.dumps(value))
