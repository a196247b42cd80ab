"""Where each value of a JSON or YAML text begins and ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from accordant.schema import pointers
from accordant.schema.documents import Document

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True, slots=True)
class Span:
    """The characters of a value: from ``start`` up to ``end``, both as offsets."""

    key: int
    """Where the member begins: at its key; for an item and for the whole document the same as ``start``."""
    start: int
    end: int
    is_block: bool = False
    """A mapping or sequence of YAML that is written by indentation."""


def find_spans(document: Document) -> dict[str, Span]:
    """The span of every value of a document that was parsed, by JSON Pointer; block values end with their last part."""
    is_yaml = document.path.endswith((".yaml", ".yml"))
    spans = _Spans()
    for kind, start, end, token, is_block in _yaml_events(document.text) if is_yaml else _json_events(document.text):
        spans.take(kind, start, end, token, is_block)
    return spans.spans


_Event = tuple[str, int, int, str, bool]
"""``open``, ``close`` or ``scalar``; start, end, the text of a scalar that may be a key, and whether it is a block."""


def _json_events(text: str) -> Iterator[_Event]:
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in "{[":
            yield "object" if token == "{" else "array", match.start(), match.end(), "", False
        elif token in "}]":
            yield "close", match.start(), match.end(), "", False
        elif token not in ",:":
            word = str(json.loads(token, strict=False)) if token[0] == '"' else token
            yield "scalar", match.start(), match.end(), word, False


def _yaml_events(text: str) -> Iterator[_Event]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for event in yaml.parse(text, Loader=loader):
        start, end = _index(event.start_mark), _index(event.end_mark)
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            kind = "object" if isinstance(event, yaml.MappingStartEvent) else "array"
            yield kind, start, end, "", not event.flow_style
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            yield "close", start, end, "", False
        elif isinstance(event, yaml.ScalarEvent):
            end = len(text[:end].rstrip()) if event.style in ("|", ">") else end
            yield "scalar", start, max(end, start), event.value, False


def _index(mark: Any) -> int:
    return int(mark.index)


class _Spans:
    """Builds the spans from events, with an explicit stack."""

    def __init__(self) -> None:
        self.spans: dict[str, Span] = {}
        self.stack: list[_Open] = []
        self.last_end = 0

    def take(self, kind: str, start: int, end: int, token: str, is_block: bool) -> None:
        """Take one event."""
        top = self.stack[-1] if self.stack else None
        if kind == "close":
            closed = self.stack.pop()
            self.last_end = self.last_end if closed.is_block else end
            self.spans[closed.pointer] = Span(closed.key, closed.start, self.last_end, closed.is_block)
        elif kind == "scalar" and top is not None and top.is_object and not top.member:
            top.member, top.member_key = pointers.join(top.pointer, token), start
        else:
            pointer, key = top.next_part(start) if top is not None else ("", start)
            if kind == "scalar":
                self.spans[pointer] = Span(key, start, end)
            else:
                self.stack.append(_Open(pointer, key, start, kind == "object", is_block))
            self.last_end = end


class _Open:
    """An object or array that is still open."""

    __slots__ = ("index", "is_block", "is_object", "key", "member", "member_key", "pointer", "start")

    def __init__(self, pointer: str, key: int, start: int, is_object: bool, is_block: bool) -> None:
        self.pointer, self.key, self.start = pointer, key, start
        self.is_object, self.is_block = is_object, is_block
        self.index = 0
        self.member, self.member_key = "", 0

    def next_part(self, start: int) -> tuple[str, int]:
        """The pointer of the part that begins now, and where its member or item begins."""
        if self.is_object:
            pointer, key, self.member = self.member, self.member_key, ""
            return pointer, key
        self.index += 1
        return pointers.join(self.pointer, self.index - 1), start
