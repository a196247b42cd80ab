"""Plainer witnesses: another document, where the one found is hard to see or convinces only some readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import JsonValue
from accordant.schema.confirmation import confirm
from accordant.schema.json_values import has_member, texts_in
from accordant.schema.references import Node
from accordant.schema.validation import Validator, validator_of

_NAMES: Final = ("a", "b", "c", "key")
_AROUND: Final = (("a", "b"), ("", "a"), ("", "0"))
"""What is written around a line end: in Python a pattern's end also matches before a last one."""


def simplify(document: JsonValue, writer: Node, reader: Node) -> JsonValue:
    """The document with empty member names and last line ends replaced, where it is still written and refused.

    An empty name is hard to see in a report. Of a text that ends in a line end, readers with an engine of their own
    language think differently.
    """
    sides = validator_of(writer), validator_of(reader)
    for changed in _without_last_line_ends(document):
        if _both_confirm(*sides, changed):
            document = changed
            break
    for name in _NAMES if has_member(document, "") else ():
        renamed = _with_names(document, name)
        if renamed is not None and confirm(*sides, renamed).confirmed:
            return renamed
    return document


def _both_confirm(writer: Validator, reader: Validator, document: JsonValue) -> bool:
    """Whether both libraries say that the document may be written and is refused."""
    return all(
        opinion(writer, document) is True and opinion(reader, document) is False
        for opinion in (Validator.first_opinion, Validator.second_opinion)
    )


def _without_last_line_ends(document: JsonValue) -> Iterator[JsonValue]:
    """The document with other characters around the line end of each value that ends in one."""
    if any(text.endswith("\n") for text in texts_in(document)):
        for before, after in _AROUND:
            yield _with_line_ends_inside(document, before, after)


def _with_line_ends_inside(value: JsonValue, before: str, after: str) -> JsonValue:
    if isinstance(value, str) and value.endswith("\n"):
        return f"{before}{value}{after}"
    if isinstance(value, list):
        return [_with_line_ends_inside(item, before, after) for item in value]
    if isinstance(value, dict):
        return {key: _with_line_ends_inside(item, before, after) for key, item in value.items()}
    return value


def _with_names(value: JsonValue, name: str) -> JsonValue | None:
    """A copy with ``name`` for every empty name; None where an object has both."""
    if isinstance(value, list):
        items = [_with_names(item, name) for item in value]
        return None if any(new is None and old is not None for new, old in zip(items, value, strict=True)) else items
    if not isinstance(value, dict):
        return value
    if "" in value and name in value:
        return None
    members = {key or name: _with_names(item, name) for key, item in value.items()}
    lost = any(members[key or name] is None and item is not None for key, item in value.items())
    return None if lost else members
