"""Where what a change names has its page: a code, a field, a code list, a schema, a version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from accordant.docs.change_groups import name_of
from accordant.docs.change_values import Change
from accordant.docs.fields import shown_fields
from accordant.docs.markdown import code, link
from accordant.docs.places import Book, field_anchor, part_anchor, schema_anchor, section_anchor
from accordant.findings import JsonValue
from accordant.schema.lost_references import UnresolvableReference


@dataclass(frozen=True)
class ChangeLinks:
    """Links from a page to what changed between two releases."""

    books: Sequence[Book]
    """The versions of the contract, seen from the page; the one in which a change stands is asked first."""
    _fields: dict[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)

    def subject(self, change: Change) -> str:
        """Where a change stands, with a link."""
        target = next((target for book in self._asked(change) if (target := _page_of(book, change.subject))), "")
        return link(code(change.subject), target) if target else code(change.subject)

    def name(self, change: Change) -> str:
        """What a change is about, with a link where it has a page or a row."""
        name = name_of(change)
        target = next((target for book in self._asked(change) if (target := self._target(book, change, name))), "")
        return link(code(name), target) if target else code(name)

    def _asked(self, change: Change) -> list[Book]:
        return sorted(self.books, key=lambda book: not f"{change.subject}/".startswith(f"{book.name}/"))

    def _target(self, book: Book, change: Change, name: str) -> str:
        part = change.subject.split("/", 2)[2:]
        if not part:
            return _page_of(book, f"{book.name}/{name}") if _declares(book, name) else ""
        listed_codes = book.version.state.code_lists.get(part[0])
        if listed_codes is not None:
            entry = next((entry for entry in listed_codes.entries if str(entry.id) == name), None)
            return book.to(book.code(listed_codes.name, entry.id)) if entry else ""
        anchor = _rule_row(book, change, name) or self._anchors(book, part[0]).get(name)
        return book.to(book.index, anchor) if anchor else ""

    def _anchors(self, book: Book, schema: str) -> Mapping[str, str]:
        """The row of each field of a schema, by its pointer."""
        key = (book.name, schema)
        if key not in self._fields:
            self._fields[key] = _rows_of(book, schema) if schema in book.version.state.schemas else {}
        return self._fields[key]


def _rows_of(book: Book, schema: str) -> Mapping[str, str]:
    """The anchor of the row of each field of a schema, by its pointer; the same on every page."""
    return book.once((_rows_of, schema), lambda: book.of_schema(schema, "rows", lambda: _find_rows(book, schema)))


def _find_rows(book: Book, schema: str) -> dict[str, JsonValue]:
    reader = book.reader
    try:
        fields = [
            field
            for part in reader.sections_of(schema)
            if not part.name
            for field in shown_fields(reader, reader.whole(part), reader.fields(part))
        ]
    except UnresolvableReference:
        return {}  # the version's page says that the reference leads nowhere
    outer = section_anchor(schema, "")
    return {field.facts.place.pointer: field_anchor(outer, field.anchors[0]) for field in fields}


def _declares(book: Book, name: str) -> bool:
    return name in book.version.state.schemas or name in book.version.state.code_lists


def _rule_row(book: Book, change: Change, name: str) -> str:
    """The row of a rule of the version that a change is about; "" where it has none."""
    is_rule = change.message.startswith("The rule `")
    known = is_rule and any(entry.get("id") == name for entry in book.version.behaviour.rules)
    return part_anchor("rule", name) if known else ""


def _page_of(book: Book, subject: str) -> str:
    """The page of a code list, of a schema or of a version; "" where the version has no such part."""
    part = subject.removeprefix(book.name).removeprefix("/")
    state = book.version.state
    if not f"{subject}/".startswith(f"{book.name}/"):
        return ""
    if part in state.code_lists:
        return book.to(book.codes(part))
    return book.to(book.index, schema_anchor(part)) if part in state.schemas else book.to(book.index)
