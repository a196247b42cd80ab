"""Warns about a word of OpenAPI 3.0 in a JSON Schema file, where it judges nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from accordant.schema import pointers
from accordant.schema.subschemas import keyword_objects

if TYPE_CHECKING:
    from accordant.findings import Finding
    from accordant.schema.documents import Document

_NULLABLE: Final = "nullable"


def of_document(document: Document, subject: str = "") -> Iterator[Finding]:
    """A warning about each ``nullable: true``: JSON Schema has no such keyword, and null is refused there."""
    for pointer, keywords in keyword_objects(document.value):
        if keywords.get(_NULLABLE) is True:
            from accordant.lint.keywords import UNKNOWN

            yield UNKNOWN.finding(
                f"{_NULLABLE!r} is a word of OpenAPI 3.0, not a keyword of JSON Schema: null is refused here",
                document.place(pointers.join(pointer, _NULLABLE)),
                way_out='write it as a type: "type": ["string", "null"]',
                subject=subject,
            )
