"""YAML as JSON data: the core schema of YAML 1.2, no aliases, no tags, no surprises, every value with its place."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema import pointers
from accordant.schema.json_values import is_vast
from accordant.schema.strict_lines import out_of_range
from accordant.schema.syntax_reasons import yaml_reason

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that no YAML document holds (YAML 1.2, 5.1)."""
_CONTROL = "a control character: write it as an escape in double quotes"
_NULL = {"", "~", "null", "Null", "NULL"}
_TRUE = {"true", "True", "TRUE"}
_FALSE = {"false", "False", "FALSE"}
_NEXT = {
    "alias": "write the value out",
    "duplicate-key": "remove one of the two",
    "syntax": "write what JSON can say, in the core schema of YAML 1.2",
    "too-deep": "nest less deeply",
}
"""The next step after each kind of error."""

_CORE_TAGS = {"tag:yaml.org,2002:" + name for name in ("str", "int", "float", "bool", "null", "seq", "map")}


def read(text: str, path: str, max_depth: int) -> tuple[JsonValue, dict[str, tuple[int, int]]]:
    """One YAML document as a JSON value, and (line, column) of every value by JSON Pointer.

    Raises:
        InputError: several documents, an alias, a foreign tag, a key that is not a string or occurs twice, a number
            that is not finite, nesting deeper than ``max_depth``, or a syntax error.
    """
    import yaml

    try:
        return _Builder(path, max_depth).build(_events(text))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else _unreadable_place(text)
        problem = getattr(error, "problem", None) or ""
        if "nesting depth" in problem:  # the parser's own bound, which it checks some tokens ahead of us
            raise InputError(
                f"nested deeper than {max_depth} levels", Place(path, line, column), next_step=_NEXT["too-deep"],
                rule="too-deep",
            ) from error  # fmt: skip
        place = Place(path, line, column)
        reason = _CONTROL if isinstance(error, yaml.reader.ReaderError) else yaml_reason(problem)
        raise InputError(f"not YAML: {reason}", place, next_step=_NEXT["syntax"], rule="syntax") from error
    except RecursionError as error:
        reason = f"nested deeper than {max_depth} levels"
        raise InputError(reason, Place(path), next_step=_NEXT["too-deep"], rule="too-deep") from error


def _unreadable_place(text: str) -> tuple[int, int]:
    """The place of the first character that YAML does not have."""
    match = _UNREADABLE.search(text)
    if match is None:
        return 0, 0
    return text.count("\n", 0, match.start()) + 1, match.start() - text.rfind("\n", 0, match.start())


def _events(text: str) -> Iterator[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return iter(yaml.parse(text, Loader=loader))


class _Builder:
    """Builds the value from events with an explicit stack, so that its depth can be bounded."""

    def __init__(self, path: str, max_depth: int) -> None:
        self.path = path
        self.max_depth = max_depth
        self.positions: dict[str, tuple[int, int]] = {}
        self.stack: list[_Open] = []
        self.root: JsonValue = None
        self.documents = 0

    def build(self, events: Iterator[Any]) -> tuple[JsonValue, dict[str, tuple[int, int]]]:
        import yaml

        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    self._refuse(event, "a second document; one file holds one document", "syntax")
            elif isinstance(event, yaml.AliasEvent):
                self._refuse(event, "aliases are not read", "alias")
            elif isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self._open(event, isinstance(event, yaml.MappingStartEvent))
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self.stack.pop()
        return self.root, self.positions

    def _open(self, event: Any, is_object: bool) -> None:
        self._refuse_tag(event)
        if self.stack and self.stack[-1].wants_key():
            self._refuse(event, "a key that is not a string", "syntax")
        if len(self.stack) >= self.max_depth:
            self._refuse(event, f"nested deeper than {self.max_depth} levels", "too-deep")
        value: JsonValue = {} if is_object else []
        pointer = self._place(value, event)
        self.stack.append(_Open(value, pointer))

    def _scalar(self, event: Any) -> None:
        self._refuse_tag(event)
        if self.stack and self.stack[-1].wants_key():
            self._key(event)
            return
        self._place(plain_value(event, self.path) if event.implicit[0] else event.value, event)

    def _key(self, event: Any) -> None:
        top = self.stack[-1]
        key = event.value
        pointer = pointers.join(top.pointer, key)
        if key in top.value:
            self._refuse(event, f"the key {key!r} occurs twice in one object", "duplicate-key", pointer)
        top.key = key
        self.positions[pointer] = (event.start_mark.line + 1, event.start_mark.column + 1)

    def _place(self, value: JsonValue, event: Any) -> str:
        if not self.stack:
            self.root = value
            pointer = ""
        else:
            top = self.stack[-1]
            if isinstance(top.value, dict):
                pointer = pointers.join(top.pointer, str(top.key))
                top.value[top.key] = value
                top.key = None
            else:
                pointer = pointers.join(top.pointer, len(top.value))
                top.value.append(value)
        self.positions.setdefault(pointer, (event.start_mark.line + 1, event.start_mark.column + 1))
        return pointer

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None and event.tag not in _CORE_TAGS and event.tag != "!":
            self._refuse(event, f"the tag {event.tag!r} is not read", "syntax")

    def _refuse(self, event: Any, reason: str, rule: str, pointer: str = "") -> NoReturn:
        _refuse(event, self.path, reason, rule, pointer)


def plain_value(event: Any, path: str) -> JsonValue:
    """What an unquoted scalar means in the core schema of YAML 1.2.

    Raises:
        InputError: a number that JSON does not have.
    """
    text = event.value
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    number: float
    if _INT.fullmatch(text) and len(text) < 4000:  # Python converts at most 4,300 digits
        number = int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    elif _INT.fullmatch(text):
        number = math.inf
    elif _FLOAT.fullmatch(text):
        number = float(text)
    else:
        return str(text)
    if is_vast(number):
        _refuse(event, path, out_of_range(text), "syntax")
    return number


def _refuse(event: Any, path: str, reason: str, rule: str, pointer: str = "") -> NoReturn:
    mark = event.start_mark
    place = Place(path, mark.line + 1, mark.column + 1, pointer)
    raise InputError(reason, place, next_step=_NEXT[rule], rule=rule)


class _Open:
    """A mapping or sequence that is still open."""

    __slots__ = ("key", "pointer", "value")

    def __init__(self, value: JsonValue, pointer: str) -> None:
        self.value = value
        self.pointer = pointer
        self.key: str | None = None

    def wants_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None
