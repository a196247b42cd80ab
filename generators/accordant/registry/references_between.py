"""References from one schema file to another."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from accordant.findings import JsonValue
from accordant.schema.addresses import scheme_of
from accordant.schema.dialects import REFERENCES
from accordant.schema.subschemas import keyword_objects


def references_of(schema: JsonValue) -> Iterator[tuple[str, str, str]]:
    """Every reference of a schema: the pointer of its object, the keyword, the reference."""
    for pointer, keywords in keyword_objects(schema):
        for keyword in REFERENCES:
            if isinstance(keywords.get(keyword), str):
                yield pointer, keyword, keywords[keyword]


def file_of(reference: str, path: str) -> str:
    """The file that a relative reference names, seen from the file at ``path``; empty for any other reference."""
    address = unquote(reference.partition("#")[0])
    if not address or scheme_of(address) or address.startswith("/") or "\0" in address:
        return ""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
