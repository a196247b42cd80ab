"""The release that brought each field: worked out once from the frozen releases of a version, and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from accordant.contract.validity import require_schemas_in
from accordant.docs.places import Book
from accordant.docs.schema_parts import digest_of_release
from accordant.findings import JsonValue
from accordant.model.fields.reader import FieldReader, Section
from accordant.schema.lost_references import UnresolvableReference


class FieldHistory:
    """When the fields of a version came."""

    def __init__(self, book: Book) -> None:
        self._book = book

    @classmethod
    def of_version(cls, book: Book) -> FieldHistory:
        """That of the version of a book, the same on every page."""
        return book.once(cls, lambda: cls(book))

    def since(self, section: Section) -> Mapping[str, list[str]]:
        """The pointers of a section's fields by the release that declares them first, the first release first."""
        first: dict[str, list[str]] = {release.name: [] for release in self._book.version.releases[:1]}
        return {**first, **self._releases.get(section.schema, {}).get(section.name, {})}

    @cached_property
    def _releases(self) -> Mapping[str, Mapping[str, Mapping[str, list[str]]]]:
        """The pointers by the release, by section and by schema."""
        marks: list[JsonValue] = [digest_of_release(release) for release in self._book.version.releases]
        releases: dict[str, dict[str, dict[str, list[str]]]] = {}
        kept = self._book.recall(["fields of releases", marks], self._read_releases)
        for row in kept if isinstance(kept, list) else ():
            match row:
                case [str(schema), str(name), str(release), list(pointers)]:
                    releases.setdefault(schema, {}).setdefault(name, {})[release] = [
                        str(pointer) for pointer in pointers
                    ]
        return releases

    def _read_releases(self) -> list[JsonValue]:
        """What each release declares that none before it does: schema, section, release, pointers.

        Raises:
            InputError: a release holds something else where a schema stands.
        """
        known: dict[tuple[str, str], set[str]] = {}
        added: list[JsonValue] = []
        for release in self._book.version.releases:
            state = release.read()
            require_schemas_in(state)
            reader = FieldReader.of(state)
            for section in reader.sections.values():
                before = known.setdefault((section.schema, section.name), set())
                new = _declared(reader, section) - before
                before |= new
                added += [[section.schema, section.name, release.name, sorted(new)]] if new else []
        return added


def _declared(reader: FieldReader, section: Section) -> set[str]:
    try:
        return reader.declared_pointers(section)
    except UnresolvableReference:
        return set()
