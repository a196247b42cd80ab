"""Where the codes of a version stand in its documents: the fields that carry a list, and examples."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from accordant.contract import CodeList, Entry, Example
from accordant.contract.behaviour import EXIT_CODE
from accordant.docs.code_places import CodePlace, PlaceBindings
from accordant.docs.document_places import DocumentPlace, document_places
from accordant.docs.places import Book, field_anchor, section_anchor
from accordant.findings import JsonValue
from accordant.model.fields.reader import FieldFacts, FieldReader, Section
from accordant.schema import pointers
from accordant.schema.bindings import Binding, binding_of, read_binding
from accordant.schema.embedded import KeywordPlaces
from accordant.schema.lost_references import UnresolvableReference

_OF_FAILURES: Final = ("code", "error", "kind")
"""What lists of errors call their identifiers."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A field that carries identifiers of a list."""

    section: Section
    pointer: str
    anchor: str
    """On the page of the version."""
    binding: Binding
    conditions: frozenset[str]
    """A name for the condition under which its schema declares it; none: always."""


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
        self._placed: dict[str, KeywordPlaces] = {}

    @classmethod
    def of_version(cls, book: Book) -> Carriers:
        """Those of the version of a book, the same on every page."""
        return book.once(cls, lambda: cls(book))

    @cached_property
    def by_list(self) -> Mapping[str, tuple[Carrier, ...]]:
        """The fields that carry each list, in the order of the version's page."""
        lists: dict[str, list[Carrier]] = {}
        for carrier in self._all():
            lists.setdefault(carrier.binding.list_name, []).append(carrier)
        return {name: tuple(carriers) for name, carriers in lists.items()}

    def places(self, listed_codes: CodeList) -> tuple[CodePlace, ...]:
        """Where documents carry a list, each place once."""
        bound = ((at, bindings_at) for at, bindings_at in self._bound.items() if bindings_at.carries(listed_codes.name))
        code_lists = self._book.version.state.code_lists
        return tuple(bindings_at.place(*at, listed_codes, code_lists) for at, bindings_at in bound)

    @cached_property
    def _bound(self) -> Mapping[tuple[str, str], PlaceBindings]:
        """What is bound at each place of documents, by schema and pointer."""
        places: dict[tuple[str, str], PlaceBindings] = {}
        for carrier in itertools.chain.from_iterable(self.by_list.values()):
            for schema, pointer, conditions in self._places_of_field(carrier):
                at = places.setdefault((schema, pointer), PlaceBindings())
                at.add(carrier.binding, carrier.anchor, len(carrier.pointer), conditions | carrier.conditions)
        return places

    def _places_of_field(self, carrier: Carrier) -> Iterator[DocumentPlace]:
        """Where documents hold the field; nowhere where its definition is used by no document."""
        for outer in self._outer_places[carrier.section.site.node.location]:
            yield outer._replace(pointer=outer.pointer + carrier.pointer)

    @cached_property
    def _outer_places(self) -> Mapping[str, tuple[DocumentPlace, ...]]:
        nodes = (carrier.section.site.node for carriers in self.by_list.values() for carrier in carriers)
        return document_places(self._book.version.state, nodes)

    def find_example(self, listed_codes: CodeList, entry: Entry) -> Sighting | None:
        """The smallest valid example that carries a code where a field for it stands."""
        return self._sightings.get(listed_codes.name, {}).get(entry.id)

    @cached_property
    def _sightings(self) -> Mapping[str, Mapping[JsonValue, Sighting]]:
        sightings: dict[str, dict[JsonValue, Sighting]] = {}
        successes_first = sorted(self._carried, key=lambda row: self._is_failure(row[0].example))
        for sighting, binding, value in successes_first:
            codes = self._book.version.state.code_lists.get(binding.list_name)
            if codes is not None and isinstance(value, str | int) and _selects(codes, binding, value):
                sightings.setdefault(codes.name, {}).setdefault(value, sighting)
        return sightings

    def find_shown(self, subject: str) -> tuple[Example | None, Example | None]:
        """The smallest success among the examples of a schema, else its smallest example; then the smallest failure."""
        valid = [example for example in self._by_size if example.subject == subject and not example.is_stream]
        valid.sort(key=self._is_failure)
        first = next(iter(valid), None)
        is_success = first is not None and not self._is_failure(first)
        return first, next(filter(self._is_failure, valid), None) if is_success else None

    @cached_property
    def _by_size(self) -> Sequence[Example]:
        valid = [example for example in self._book.version.examples if example.valid]
        return sorted(
            valid, key=lambda example: (sum(len(document.text) for document in example.documents), example.name)
        )

    @cached_property
    def _carried(self) -> Sequence[tuple[Sighting, Binding, JsonValue]]:
        return list(self._list_carried())

    @cached_property
    def _failures(self) -> frozenset[str]:
        """The paths of examples that carry the code of a failure: of an error, or an exit code that is not 0."""
        carried = self._carried
        return frozenset(
            sighting.example.path for sighting, binding, value in carried if self._tells_failure(binding, value)
        )

    def _is_failure(self, example: Example) -> bool:
        return example.path in self._failures

    def _tells_failure(self, binding: Binding, value: JsonValue) -> bool:
        codes = self._book.version.state.code_lists.get(binding.list_name)
        if codes is None or value is None:
            return False
        return value != 0 if codes.identifier == EXIT_CODE else codes.identifier in _OF_FAILURES

    def _list_carried(self) -> Iterator[tuple[Sighting, Binding, JsonValue]]:
        """Every value in the valid examples that a schema binds to a list; the smallest examples come first."""
        for example in self._by_size:
            schema = self._schema_of(example)
            if schema is None:
                continue
            for document in example.documents:
                for at, value, node in self._places_of(schema).of(document.value):
                    binding = binding_of(node.value)
                    if binding is not None:
                        yield Sighting(example, document.value, _object_around(document.value, at)), binding, value

    def _schema_of(self, example: Example) -> str | None:
        """The name of the schema of an example's documents; None where the version has none."""
        state = self._book.version.state
        stream = state.streams.get(example.subject)
        schema = stream.line if stream is not None else example.subject
        return schema if schema in state.schemas else None

    def _places_of(self, schema: str) -> KeywordPlaces:
        """Where documents of a schema hold codes."""
        if schema not in self._placed:
            self._placed[schema] = KeywordPlaces(self._book.version.state.root(schema), "x-codes")
        return self._placed[schema]

    def _all(self) -> Iterator[Carrier]:
        reader = self._book.reader
        for section in reader.sections.values():
            find = partial(_find_carriers, reader, section)
            rows = self._book.of_schema(section.schema, ["carriers", section.name], find)
            yield from _read_carriers(section, rows)


def _find_carriers(reader: FieldReader, section: Section) -> list[JsonValue]:
    """The fields of a section that carry codes, as they are remembered."""
    try:
        return list(_carriers_of(reader, section))
    except UnresolvableReference:
        return []  # the version's page says that the reference leads nowhere


def _carriers_of(reader: FieldReader, section: Section) -> Iterator[JsonValue]:
    for field in reader.fields(section):
        anchor = field_anchor(section_anchor(section.schema, section.name), field.anchors[0])
        for codes in _bindings(field):
            yield [field.facts.place.pointer, anchor, codes, not field.branches]


def _read_carriers(section: Section, rows: JsonValue) -> Iterator[Carrier]:
    for row in rows if isinstance(rows, list) else ():
        match row:
            case [str(pointer), str(anchor), codes, bool(is_certain)] if (binding := read_binding(codes)) is not None:
                yield Carrier(section, pointer, anchor, binding, frozenset() if is_certain else frozenset([anchor]))


def _bindings(field: FieldFacts) -> list[JsonValue]:
    """What the schemas of a field bind it to, each binding once."""
    found: list[JsonValue] = []
    for binding in (binding_of(site.schema) for site in (field.facts.site, *field.facts.own)):
        codes = binding and {"list": binding.list_name, "where": dict(binding.where)}
        if codes is not None and codes not in found:
            found.append(codes)
    return found


def _selects(codes: CodeList, binding: Binding, value: str | int) -> bool:
    """Whether a value is a code that a binding takes from a list."""
    selected = codes.select(binding.where, retired=True)
    return not isinstance(value, bool) and any(entry.id == value for entry in selected)


def _object_around(document: JsonValue, pointer: str) -> JsonValue:
    """The innermost object of a document that holds what stands at a pointer."""
    at = pointers.parent(pointer)
    while at and not isinstance(pointers.follow(document, at), dict):
        at = pointers.parent(at)
    return pointers.follow(document, at)
