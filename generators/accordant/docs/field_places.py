"""From a place in a document to the rows that describe it: the fields of sections, and where these lead on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from accordant.docs.places import field_anchor, section_anchor
from accordant.model.fields.reader import FieldFacts, FieldReader, Section
from accordant.model.scoped_schema import ScopedSchema
from accordant.schema.lost_references import UnresolvableReference

Places: TypeAlias = tuple[tuple[Section, str], ...]
"""Sections that say what is below a value, each with the pointer to the value in it."""


class FieldPlaces:
    """Follows documents of a version through the sections of its schemas."""

    def __init__(self, reader: FieldReader) -> None:
        self._reader = reader
        self._fields: dict[tuple[str, str], Mapping[str, FieldFacts]] = {}

    def root(self, schema: str) -> Section:
        """The section of a whole schema."""
        return self._reader.sections_of(schema)[0]

    def below(self, places: Places, step: str) -> Places:
        """The places of a member or an item: those in the same sections, and sections of its own."""
        inside = [(section, f"{pointer}{step}") for section, pointer in places]
        inside += [(other, "") for section, pointer in places for other in self.leads_to(section, pointer, step)]
        return tuple(inside)

    def leads_to(self, section: Section, pointer: str, step: str) -> Iterator[Section]:
        """The sections to which a member or an item of a value leads on."""
        field = self.fields_of(section).get(pointer if step == "/*" else f"{pointer}{step}")
        for site in _item_sites(field) if step == "/*" else field.facts.own if field else ():
            yield from self._sections_of(site)

    def anchor(self, section: Section, field: FieldFacts) -> str:
        """The anchor of the row of a field."""
        return field_anchor(section_anchor(section.schema, section.name), field.anchors[0])

    def _sections_of(self, site: ScopedSchema) -> Iterator[Section]:
        """The sections that a schema refers to for the same value."""
        for target in (site, *self._reader.find_references(site)):
            if target.key in self._reader.sections:
                yield self._reader.sections[target.key]

    def fields_of(self, section: Section) -> Mapping[str, FieldFacts]:
        """The fields of a section by their pointers in it."""
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


def _item_sites(field: FieldFacts | None) -> Iterator[ScopedSchema]:
    """The schemas of the items of a field that is an array."""
    for site in field.facts.own if field else ():
        if isinstance(site.schema, dict) and isinstance(site.schema.get("items"), dict):
            yield site.child("items")
