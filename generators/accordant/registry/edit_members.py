"""Adds members to objects of a JSON or YAML text, and replaces them; all other characters stay."""

from __future__ import annotations

import copy
import json
import re
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.registry.replace_scalars import is_plain
from accordant.registry.text_spans import Span, find_spans
from accordant.schema import documents, pointers
from accordant.schema.documents import Document
from accordant.schema.json_values import canonical

_PLAIN: Final = re.compile(r"[A-Za-z$_][A-Za-z0-9$_-]*")
"""A key that YAML takes without quotes; those that mean something else are quoted."""
_WORDS: Final = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}


def add_member(document: Document, pointer: str, key: str, value: JsonValue, *, after: str | None = None) -> str:
    """The document's text with one more member in an object.

    Args:
        document: parsed from the text.
        pointer: leads to the object, which does not have the key.
        key: the name of the member.
        value: its value.
        after: the member after which it stands; empty: it becomes the first one. Default: it becomes the last one.

    Raises:
        InputError: the object is written in a way in which nothing can be added.
    """
    members = list(pointers.follow(document.value, pointer))
    spans = find_spans(document)
    place = _Place(document, spans[pointer], [spans[pointers.join(pointer, name)] for name in members])
    is_first = not members or after == "" or (after is not None and after not in members)
    text = place.put_first(key, value) if is_first else place.put_after(members.index(after or members[-1]), key, value)
    expected = copy.deepcopy(document.value)
    pointers.follow(expected, pointer)[key] = value
    return _check(document, text, expected, pointer)


def replace_member(document: Document, pointer: str, key: str, value: JsonValue) -> str:
    """The document's text with another key and value in the place of a member.

    Raises:
        InputError: the member is written in a way in which it cannot be replaced.
    """
    span = find_spans(document)[pointer]
    text = document.text[: span.key] + _member(document, key, value) + document.text[span.end :]
    expected = copy.deepcopy(document.value)
    holder = pointers.follow(expected, pointers.parent(pointer))
    del holder[pointers.split(pointer)[-1]]
    holder[key] = value
    return _check(document, text, expected, pointer)


class _Place:
    """An object in the text, with its members."""

    def __init__(self, document: Document, whole: Span, members: list[Span]) -> None:
        self.document, self.text = document, document.text
        self.whole, self.members = whole, members

    def put_first(self, key: str, value: JsonValue) -> str:
        """The text with a member before all others."""
        if self.whole.is_block:
            start = self.members[0].key
            return self.text[:start] + f"{self._lay_out(key, value)}\n{self._indent}" + self.text[start:]
        after_brace = self.whole.start + 1
        if not self.members:
            return f"{self.text[:after_brace]}{self._lay_out(key, value)}{self.text[self.whole.end - 1 :]}"
        gap = self._gap
        comma = "," if gap else ", "
        return f"{self.text[:after_brace]}{gap}{self._lay_out(key, value)}{comma}{self.text[after_brace:]}"

    def put_after(self, index: int, key: str, value: JsonValue) -> str:
        """The text with a member after one of the others."""
        end = self.members[index].end
        if not self.whole.is_block:
            return f"{self.text[:end]},{self._gap or ' '}{self._lay_out(key, value)}{self.text[end:]}"
        line_end = self.text.find("\n", end)
        line_end = len(self.text) if line_end < 0 else line_end
        return f"{self.text[:line_end]}\n{self._indent}{self._lay_out(key, value)}{self.text[line_end:]}"

    @property
    def _gap(self) -> str:
        """The line break and indent between two members; empty where they stand on one line."""
        between = self.text[self.whole.start + 1 : self.members[0].key]
        return f"\n{self._indent}" if "\n" in between else ""

    @property
    def _indent(self) -> str:
        start = self.members[0].key if self.members else self.whole.start
        line = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        return re.sub(r"[^\t]", " ", line)

    def _lay_out(self, key: str, value: JsonValue) -> str:
        """The member as its neighbours are written: over several lines where they are."""
        is_tall = any("\n" in self.text[member.start : member.end] for member in self.members)
        if is_tall and not self.whole.is_block and not _is_yaml(self.document) and isinstance(value, dict | list):
            lines = json.dumps(value, indent=_unit(self.text), ensure_ascii=False).split("\n")
            return f"{_key(self.document, key)}: " + f"\n{self._indent}".join(lines)
        return _member(self.document, key, value)


def _unit(text: str) -> int | str:
    """The indent of the first line that has one."""
    match = re.search(r"\n(\t| +)\S", text)
    return 2 if match is None else "\t" if match[1] == "\t" else len(match[1])


def _member(document: Document, key: str, value: JsonValue) -> str:
    return f"{_key(document, key)}: {_flow(document, value)}"


def _key(document: Document, key: str) -> str:
    is_plain = _is_yaml(document) and _PLAIN.fullmatch(key) and key.lower() not in _WORDS
    return key if is_plain else json.dumps(key, ensure_ascii=False)


def _flow(document: Document, value: JsonValue) -> str:
    """The value on one line; in YAML with plain keys."""
    if isinstance(value, dict):
        return "{" + ", ".join(_member(document, key, part) for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(document, part) for part in value) + "]"
    if isinstance(value, str) and _is_yaml(document) and is_plain(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_yaml(document: Document) -> bool:
    return document.path.endswith((".yaml", ".yml"))


def _check(document: Document, text: str, expected: JsonValue, pointer: str) -> str:
    """The text, where it says what was meant and nothing else is different."""
    try:
        is_right = canonical(documents.parse(text, document.path).value) == canonical(expected)
    except InputError:
        is_right = False
    if not is_right:
        reason, step = "this object cannot be edited in place", "write it over several lines, one member on each"
        raise InputError(reason, document.place(pointer), next_step=step)
    return text
