"""Where the codes of a version stand in its documents: the fields that carry a list, and examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from accordant.contract import CodeList, Entry, Example
from accordant.docs.places import Book, field_anchor, section_anchor
from accordant.findings import JsonValue
from accordant.model.fields.reader import FieldFacts, FieldReader, Section
from accordant.schema.bindings import Binding, binding_of
from accordant.schema.references import UnresolvableReference


@dataclass(frozen=True, slots=True)
class Carrier:
    """A field that carries identifiers of a list."""

    section: Section
    pointer: str
    anchor: str
    """On the page of the version."""
    binding: Binding


@dataclass(frozen=True, slots=True)
class Sighting:
    """A document of an example that carries a code, and the innermost object of it that does."""

    example: Example
    document: JsonValue
    part: JsonValue


class Carriers:
    """The fields of one version that carry codes, found once for all its lists."""

    def __init__(self, book: Book) -> None:
        self._book = book

    @cached_property
    def by_list(self) -> Mapping[str, tuple[Carrier, ...]]:
        """The fields that carry each list, in the order of the version's page."""
        found: dict[str, list[Carrier]] = {}
        for carrier in self._all():
            found.setdefault(carrier.binding.list_name, []).append(carrier)
        return {name: tuple(carriers) for name, carriers in found.items()}

    def of(self, listed_codes: CodeList, entry: Entry) -> tuple[Carrier, ...]:
        """The fields that may carry a code."""
        carriers = self.by_list.get(listed_codes.name, ())
        return tuple(carrier for carrier in carriers if entry in listed_codes.select(carrier.binding.where))

    def find_example(self, listed_codes: CodeList, entry: Entry) -> Sighting | None:
        """The smallest valid example that carries a code where a field for it stands."""
        return self._sightings.get(listed_codes.name, {}).get(entry.id)

    @cached_property
    def _sightings(self) -> Mapping[str, Mapping[JsonValue, Sighting]]:
        names = {
            name: frozenset(_member_name(carrier.pointer) for carrier in carriers)
            for name, carriers in self.by_list.items()
        }
        found: dict[str, dict[JsonValue, Sighting]] = {name: {} for name in names}
        for sighting, member, value in self._list_carried():
            for name, members in names.items():
                if member in members:
                    found[name].setdefault(value, sighting)
        return found

    def _list_carried(self) -> Iterator[tuple[Sighting, str, str | int]]:
        """Every string and integer in the valid examples, the smallest first, with the name of its member."""
        valid = [example for example in self._book.version.examples if example.valid]
        valid.sort(key=lambda example: (sum(len(document.text) for document in example.documents), example.name))
        for example in valid:
            for document in example.documents:
                for member, value, part in _scalars(document.value):
                    yield Sighting(example, document.value, part), member, value

    def _all(self) -> Iterator[Carrier]:
        reader = self._book.reader
        for section in reader.sections.values():
            try:
                yield from _carriers_of(reader, section)
            except UnresolvableReference:
                continue  # the version's page says that the reference leads nowhere


def _carriers_of(reader: FieldReader, section: Section) -> Iterator[Carrier]:
    for field in reader.fields(section):
        binding = _binding(field)
        if binding is not None:
            outer = section_anchor(section.schema, section.name)
            anchor = field_anchor(outer, field.anchors[0])
            yield Carrier(section, field.facts.place.pointer, anchor, binding)


def _binding(field: FieldFacts) -> Binding | None:
    found = (binding_of(site.schema) for site in (field.facts.site, *field.facts.own))
    return next((binding for binding in found if binding is not None), None)


def _member_name(pointer: str) -> str:
    """The last name of a pointer; that of the array for its items."""
    tokens = [token for token in pointer.split("/") if token != "*"]
    return tokens[-1].replace("~1", "/").replace("~0", "~") if tokens else ""


def _scalars(value: JsonValue, member: str = "", part: JsonValue = None) -> Iterator[tuple[str, str | int, JsonValue]]:
    """The strings and integers of a document, each with the name of its member and the object around it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _scalars(inner, name, value)
    elif isinstance(value, list):
        for item in value:
            yield from _scalars(item, member, part)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield member, value, part
