"""Where an error on a page that tries a schema leads: the row of the field, that of the rule, another version."""

from __future__ import annotations

import posixpath
from typing import Final

from accordant.contract import Schema
from accordant.contract.version_field import values
from accordant.docs.field_places import FieldPlaces
from accordant.docs.fields import shown_fields
from accordant.docs.places import Book, part_anchor, section_anchor
from accordant.findings import JsonValue

_QUESTION: Final = "rows of fields"


def ways(book: Book, schema: Schema, here: str) -> dict[str, JsonValue]:
    """What leads on from an error; ``here`` is the folder of the page.

    ``page`` is that of the version; ``sections`` has, by its name, the rows of each section by the pointers in it, and
    what members and items lead to; ``rules`` are those with a row; ``others`` are the versions by what a document says.
    """
    rows = book.of_schema(schema.name, [_QUESTION], lambda: _sections(book, schema))
    others = _others(book, here)
    return {
        "page": f"{posixpath.relpath(book.folder, here)}/index.html",
        "sections": rows,
        "rules": {str(rule["id"]): part_anchor("rule", str(rule["id"])) for rule in book.version.behaviour.rules},
        **({"carrier": book.contract.carrier, "others": others} if others else {}),
    }


def _sections(book: Book, schema: Schema) -> JsonValue:
    """The sections that say what documents of a schema hold, the one of the whole first."""
    places = FieldPlaces(book.reader)
    todo = [places.root(schema.name)]
    made: dict[str, JsonValue] = {}
    for section in todo:  # grows
        rows: dict[str, JsonValue] = {}
        by_pointer = places.fields_of(section)
        shown = [*shown_fields(book.reader, book.reader.whole(section), [*by_pointer.values()])] if by_pointer else []
        for pointer, field in by_pointer.items():
            members = [*places.leads_to(section, "", pointer)]
            items = [*places.leads_to(section, pointer, "/*")]
            todo += [other for other in (*members, *items) if other not in todo]
            leads = [[section_anchor(other.schema, other.name) for other in inner] for inner in (members, items)]
            rows[pointer] = [places.anchor(section, field) if field in shown else "", *(leads if any(leads) else ())]
        made[section_anchor(section.schema, section.name)] = rows
    return made


def _others(book: Book, here: str) -> list[JsonValue]:
    """What a document of another version says of its version, the name of that one and the way to its page."""
    contract = book.contract
    if not contract.carrier:
        return []
    return [
        [value, f"{contract.name}/{other.name}", f"{posixpath.relpath(Book(contract, other).folder, here)}/index.html"]
        for other in reversed(contract.versions)
        if other.name != book.version.name
        for value in values(other, contract.carrier)
    ]
