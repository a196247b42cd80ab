"""What the sections about a version's behaviour read from its entries: words, links, and who says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from accordant.docs.markdown import code, link, spot, text
from accordant.docs.places import Book, part_anchor, schema_anchor
from accordant.findings import JsonValue

Table: TypeAlias = Mapping[str, JsonValue]


def linked_word(kind: str, entry: Table) -> str:
    """The word of an entry, as a link to itself."""
    anchor = part_anchor(kind, word(entry, "id"))
    return f"{spot(anchor)}{link(code(word(entry, 'id')), f'#{anchor}')}"


def schema_link(book: Book, entry: Table) -> str:
    """The schema that an entry names, as a link where there is one."""
    name = word(entry, "schema")
    known = name in book.version.state.schemas
    return link(text(name), book.to(book.index, schema_anchor(name))) if known else text(name)


def field(entry: Table) -> str:
    """The pointer of the field that an entry is about."""
    return code(word(entry, "field"))


def said(entry: Table, key: str) -> str:
    """What an entry says under a key, and below it who says so."""
    return f"{text(word(entry, key))}{source(entry)}"


def source(entry: Table) -> str:
    """Who says so: a line of small print below what an entry says; empty where nobody is named."""
    said = text(word(entry, "source"))
    ours = " (ours)" if entry.get("ours") is True else ""
    return f" <small>Source: {said}{ours}</small>" if said else f" <small>{ours.strip()}</small>" if ours else ""


def word(entry: Table, key: str) -> str:
    """The text of an entry under a key; empty where it has none."""
    given = entry.get(key, "")
    return given if isinstance(given, str) else str(given)


def words(entry: Table, key: str) -> list[str]:
    """The texts of an entry under a key, of which one may stand alone."""
    given = entry.get(key, [])
    return [str(part) for part in given] if isinstance(given, list) else [str(given)]
