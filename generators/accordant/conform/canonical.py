"""The canonical form of a document: its keys, lists and bytes as the serialisation rules of its contract state."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from accordant.findings import JsonValue
from accordant.schema import pointers


def write_canonical(value: JsonValue, serialisation: Mapping[str, JsonValue]) -> str:
    """A document as text, with the line end that the contract asks for.

    Args:
        value: the document; it is not changed.
        serialisation: the table of the contract. `key-order` puts the named top-level keys first, the others keep their
            order; `sort` orders lists, stably; `single-line` writes on one line, else two spaces indent.
    """
    form = _sorted(_ordered(value, serialisation), serialisation)
    line_end = "" if serialisation.get("trailing-newline") == "forbidden" else "\n"
    if serialisation.get("single-line"):
        return _compact(form) + line_end
    return json.dumps(form, indent=2, ensure_ascii=False, allow_nan=False) + line_end


def write_canonical_line(value: JsonValue, serialisation: Mapping[str, JsonValue]) -> str:
    """A line of a stream: always on one line, always ended by LF; else as :func:`write_canonical`."""
    return _compact(_sorted(_ordered(value, serialisation), serialisation)) + "\n"


def _compact(value: JsonValue) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _ordered(value: JsonValue, serialisation: Mapping[str, JsonValue]) -> JsonValue:
    if not isinstance(value, dict):
        return value
    first = [key for key in serialisation.get("key-order", ()) if key in value]
    return {**{key: value[key] for key in first}, **value}


def _sorted(value: JsonValue, serialisation: Mapping[str, JsonValue]) -> JsonValue:
    for rule in serialisation.get("sort", ()):
        value = _sort_below(value, pointers.split(rule["list"]), rule)
    return value


def _sort_below(value: JsonValue, path: list[str], rule: Mapping[str, JsonValue]) -> JsonValue:
    """A copy in which the lists at a path are sorted; `*` in the path is any index or key."""
    if not path:
        return sorted(value, key=lambda item: _sort_key(item, rule)) if isinstance(value, list) else value
    return _with_parts(value, {at: _sort_below(part, path[1:], rule) for at, part in _parts(value, path[0])})


def _parts(value: JsonValue, token: str) -> Iterator[tuple[Any, JsonValue]]:
    entries = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    return ((at, part) for at, part in entries if token == "*" or str(at) == token)


def _with_parts(value: JsonValue, parts: Mapping[Any, JsonValue]) -> JsonValue:
    if isinstance(value, dict):
        return {**value, **parts}
    return [parts.get(index, item) for index, item in enumerate(value)] if isinstance(value, list) else value


def _sort_key(item: JsonValue, rule: Mapping[str, JsonValue]) -> list[tuple[int, int, Any]]:
    """What an item is sorted by: each key in turn; a missing one first or last, numbers before texts."""
    keys = rule.get("keys")
    values = [item] if not keys else [item.get(key) if isinstance(item, dict) else None for key in keys]
    missing = -1 if rule.get("missing") == "first" else 1
    return [_rank(value, missing) for value in values]


def _rank(value: JsonValue, missing: int) -> tuple[int, int, Any]:
    if value is None:
        return missing, 0, 0
    if isinstance(value, int | float):
        return 0, 0, value
    return 0, 1, value if isinstance(value, str) else json.dumps(value, sort_keys=True)
