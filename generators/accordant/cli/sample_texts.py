"""A valid text for every standard format, so that documents that are found for examples read as real ones."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Final

from accordant.findings import JsonValue
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import keyword_objects
from accordant.schema.validation import validator_of

TEXTS: Final[Mapping[str, str]] = {
    "date-time": "2025-01-31T12:00:00Z",
    "date": "2025-01-31",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "email": "name@example.com",
    "idn-email": "name@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "uri-reference": "/a",
    "iri": "https://example.com/",
    "iri-reference": "/a",
    "uri-template": "/a/{id}",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "json-pointer": "/a",
    "relative-json-pointer": "0",
    "regex": "^a$",
    "host-name": "example.com",
    "ip-address": "192.0.2.1",
    "color": "red",
}
"""By the name of the format: those of ``lint.format_names.OF_DRAFTS``, and those of draft-03 alone."""

_TESTS: Final = re.compile(r"(?<!/properties)(?<!/\$defs)(?<!/definitions)(?<!/patternProperties)/(not|if)(/|\Z)")
"""A place in a negation or a test: a schema that accepts less there makes the whole accept more."""
_OF_TEXTS: Final = ("pattern", "minLength", "maxLength")


def with_texts(schema: Node) -> Node:
    """A copy of a schema that takes one valid text wherever a format is named; it may accept less, or something else.

    Whether a document of it is one of the schema itself has to be asked.
    """
    values = {uri: _with_texts(schema.resources.root(uri).value) for uri in schema.resources}
    return Resources(values, schema.dialect).root(schema.document)


def _with_texts(value: JsonValue) -> JsonValue:
    value = copy.deepcopy(value)
    for pointer, keywords in [*keyword_objects(value)]:
        name = keywords.get("format")
        text = TEXTS.get(name) if isinstance(name, str) else None
        if text is not None and not _TESTS.search(pointer) and _may_be(text, keywords):
            keywords["enum"] = [text]
    return value


def _may_be(text: str, keywords: Mapping[str, JsonValue]) -> bool:
    """Whether the keywords beside a format leave the value to it, and take the text."""
    types = keywords.get("type", "string")
    if "enum" in keywords or "const" in keywords or "string" not in ([types] if isinstance(types, str) else types):
        return False
    try:
        return validator_of(Resources.of({key: keywords[key] for key in _OF_TEXTS if key in keywords})).is_valid(text)
    except UnusableSchema:
        return False
