"""Writing JSON that every reader takes: what readers refuse is refused here, at its place."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

from accordant.gen.python.runtime import is_array, is_object, plain
from accordant.schema.strict_lines import LONE, MOST_DEPTH

_VAST: Final = re.compile(r"[eE]\+?[0-9]{3}|[0-9]{300}")
"""Found in a text that may hold a number out of the range of a double."""
_LONG: Final = re.compile("[0-9]{309}")
"""The same for a text that was written here: its floats are within the range."""
_HALF: Final = "\\ud"
"""Found in a text written here that may hold half of a surrogate pair."""
_TEXT: Final = frozenset([str])
_NESTING: Final = frozenset([dict, list])
_TOO_DEEP: Final = f"is nested deeper than {MOST_DEPTH} levels"
_TOO_VAST: Final = "is a number out of the range of a double"


class NoJson(ValueError):
    """A value that is not JSON that all readers agree on: where (JSON Pointer), and why."""

    def __init__(self, pointer: str, reason: str) -> None:
        """Keep both."""
        self.pointer = pointer
        self.reason = reason
        super().__init__(f"{pointer or 'the value'} {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        """What makes it again in another process."""
        return type(self), (self.pointer, self.reason)


def written(document: object) -> str:
    """The JSON text of a value.

    Raises:
        ValueError: it is not a JSON value, or one that readers refuse: a date, NaN, a number out of the range of a
            double, half of a surrogate pair, a loop, nested too deeply. A `NoJson` says where.
    """
    try:
        value = plain(document)
    except RecursionError:
        raise NoJson("", _TOO_DEEP) from None
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        text = ""
    if not text or not _is_simple(value) or _HALF in text or _LONG.search(text):
        _require_sound(value)
    if not text:
        raise NoJson("", "is not a JSON value")
    return text


def require_sound(text: str, value: Any) -> None:
    """Refuse what a text says where readers differ about it, but pydantic's does not; most need no look at the value.

    Raises:
        NoJson: a number is out of the range of a double, or it is nested too deeply.
    """
    is_deep = text.count("[") + text.count("{") > MOST_DEPTH and not _is_simple(value)
    if is_deep or _VAST.search(text):
        _require_sound(value)


def _is_simple(value: Any) -> bool:
    """Whether all names of members are texts, and nothing is nested too deeply; level by level, without recursion."""
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH + 1):
        level = [part for part in level if type(part) in _NESTING]
        if not level:
            return True
        inner: list[Any] = []
        for part in level:
            if is_object(part) and not _TEXT.issuperset(map(type, part)):
                return False
            inner += part.values() if is_object(part) else part
        level = inner
    return False


def _require_sound(value: Any) -> None:
    todo: list[tuple[str, Any, int]] = [("", value, 0)]
    while todo:
        pointer, part, depth = todo.pop()
        reason = _fault_of(part, depth)
        if reason:
            raise NoJson(pointer, reason)
        todo += [(pointer + step, inner, depth + 1) for step, inner in reversed([*_parts(part)])]


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if is_object(value):
        for name, inner in value.items():
            yield "/" + name.replace("~", "~0").replace("/", "~1"), inner
    elif is_array(value):
        for index, inner in enumerate(value):
            yield f"/{index}", inner


def _fault_of(part: Any, depth: int) -> str:
    if is_object(part) or is_array(part):
        return _TOO_DEEP if depth >= MOST_DEPTH else _fault_of_names(part)
    if isinstance(part, str):
        return "holds half of a surrogate pair" if LONE.search(part) else ""
    if part is None:
        return ""
    return _fault_of_number(part) if isinstance(part, int | float) else f"is not a JSON value: {type(part).__name__}"


def _fault_of_names(part: Any) -> str:
    for name in part if is_object(part) else ():
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            return f"has a member whose name is {name!r}, which is not text"
        if LONE.search(name):
            return "has a key that holds half of a surrogate pair"
    return ""


def _fault_of_number(number: float) -> str:
    try:
        value = float(number)
    except OverflowError:
        return _TOO_VAST
    return "is not a JSON value: NaN" if math.isnan(value) else _TOO_VAST if math.isinf(value) else ""
