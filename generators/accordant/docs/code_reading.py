"""Where a program finds a code in a document: the field, what is around it, and the facts that it may act by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from accordant.contract import CodeList
from accordant.docs.code_carriers import Carriers
from accordant.docs.places import Book
from accordant.findings import JsonValue
from accordant.model.codes import facts_of
from accordant.schema import pointers
from accordant.schema.lost_references import UnresolvableReference

ACTED_BY: Final = ("retryable", "exit_code", "action", "meaning")
"""The facts of a code by which a program acts."""


@dataclass(frozen=True, slots=True)
class CodeReading:
    """A field that carries the codes of a list, as a program comes to it from a document of a schema."""

    codes: CodeList
    schema: str
    holder: str
    """The member of the document with the object, or the list, that has the code; "" where the document has it."""
    is_list: bool
    """Whether the holder is a list."""
    name: str
    """The member with the code; "" where the items of a list are codes."""
    may_lack: bool
    """Whether the holder may be missing."""
    may_be_null: bool

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts that some code in use has."""
        known = {fact for entry in self.codes.entries if not entry.retired for fact in facts_of(entry)}
        return tuple(fact for fact in ACTED_BY if fact in known)


def choose_reading(book: Book) -> CodeReading | None:
    """How a program reads a code of the version's errors, or of another list; None where no field is near enough."""
    lists = [codes for codes in book.version.state.code_lists.values() if codes.identifier != "exit-code"]
    lists.sort(key=lambda codes: (not codes.name.startswith("error"), codes.identifier not in ("code", "kind")))
    return next((found for codes in lists for found in _readings(book, codes)), None)


def _readings(book: Book, codes: CodeList) -> Iterator[CodeReading]:
    """The fields with the codes of a list, those of the default schema first, of which the version has examples."""
    shown = {example.subject for example in book.version.examples if example.valid}
    places = [place for place in Carriers.of_version(book).places(codes) if place.schema in shown and place.codes]
    places.sort(key=lambda place: place.schema != book.version.default_schema)
    for place in places:
        match pointers.split(place.pointer):
            case [name] if name not in ("*", "…"):
                yield CodeReading(codes, place.schema, "", False, name, False, False)
            case [holder, *inner] if inner[-1] != "…" and inner[:-1] in ([], ["*"]) and holder not in ("*", "…"):
                is_list, name = inner[0] == "*", inner[-1] if inner != ["*"] else ""
                known = _holder(book, place.schema, holder, "array" if is_list else "object")
                if known is not None:
                    yield CodeReading(codes, place.schema, holder, is_list, name, *known)


def _holder(book: Book, schema: str, name: str, kind: str) -> tuple[bool, bool] | None:
    """Whether a member of a schema may be missing, and null; None where it may be of another type than asked."""
    found = book.of_schema(schema, ["holder", name], lambda: _find_holder(book, schema, name))
    match found:
        case [bool(may_lack), *types] if set(types) - {"null"} == {kind}:
            return may_lack, "null" in types
    return None


def _find_holder(book: Book, schema: str, name: str) -> list[JsonValue]:
    """Whether the member may be missing, and its types; nothing where no row of the schema or its bases tells."""
    try:
        section = next(part for part in book.reader.sections_of(schema) if not part.name)
        for site in (section.site, *book.reader.find_references(section.site)):
            for field in book.reader.fields(book.reader.sections[site.key]):
                is_it = field.facts.place.pointer == pointers.join("", name) and not field.branches
                if is_it and field.presence is not None:
                    return [field.presence.required != "yes", *sorted(field.facts.types)]
    except UnresolvableReference:
        pass  # the version's page says that the reference leads nowhere
    return []
