"""Adds keys and tables to a TOML text; comments, order and quoting stay."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import toml_positions
from accordant.schema.lines import lines_of
from accordant.schema.toml_text import parse_toml

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_HEAD: Final = re.compile(r"\s*\[(?!\[)\s*([^\[\]\"',=]+?)\s*\]\s*(#.*)?")
_ANY_HEAD: Final = re.compile(r"\s*\[\[?\s*[^\[\],=]+?\s*\]\]?\s*(#.*)?")


def add_key(text: str, table: tuple[str, ...], key: str, value: JsonValue, path: str) -> str:
    """The text with one more key at the end of a table, which is made where it is missing.

    Args:
        text: TOML that parses.
        table: the names that lead to the table; empty for the top of the file.
        key: a key that the table does not have.
        value: text, number, boolean, or a list of these.
        path: the file, for messages.

    Raises:
        InputError: the file cannot be changed as it is written.
    """
    expected: Any = copy.deepcopy(toml_positions.read(text, path))
    holder = expected
    for name in table:
        holder = holder.setdefault(name, {})
    holder[key] = value
    candidates = (_in_place(text, table, key, value), through_library(text, table, key, value, path))
    for candidate in chain.from_iterable(candidates):
        if _says(candidate, expected):
            return candidate
    raise AssertionError(f"{key} of {table} cannot be added")  # the library's own text has it


def _says(text: str, expected: JsonValue) -> bool:
    try:
        return bool(toml_positions.read(text, "") == expected)
    except InputError:
        return False


def add_table(text: str, table: tuple[str, ...], fields: Mapping[str, JsonValue], *, before: str = "") -> str:
    """The text with one more table, which stands after its sisters, else before those called ``before``, else last."""
    lines = lines_of(text)
    written = [f"[{_join_dotted(table)}]", *(_line(key, value) for key, value in fields.items())]
    heads = list(_heads(lines))
    sisters = [number for number, name in heads if len(name) > 1 and name[:-1] == table[:-1]]
    later = [number for number, name in heads if name[0] == before]
    end = _end_of(lines, sisters[-1]) if sisters else _end_before(lines, later[0]) if later else _last_line(lines)
    return "\n".join([*lines[:end], "", *written, *lines[end:]]).strip("\n") + "\n"


def _in_place(text: str, table: tuple[str, ...], key: str, value: JsonValue) -> Iterator[str]:
    """The text with the key as the last line of the table's own lines, where the table has a head."""
    lines = lines_of(text)
    starts = [number for number, name in _heads(lines) if name == table] if table else [-1]
    if not starts:
        yield add_table(text, table, {key: value})
        return
    end = _end_of(lines, starts[0])
    yield "\n".join([*lines[:end], _line(key, value), *lines[end:]]).strip("\n") + "\n"


def through_library(text: str, table: tuple[str, ...], key: str, value: JsonValue, path: str) -> Iterator[str]:
    """The same through tomlkit, which knows inline tables and dotted keys."""
    import tomlkit

    document = parse_toml(text, path)
    holder = document
    for name in table:
        holder = holder.setdefault(name, tomlkit.table())
    holder[key] = value
    yield tomlkit.dumps(document)


def _heads(lines: list[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The line of each head of a plain table, and the names in it."""
    for number, line in enumerate(lines):
        head = _HEAD.fullmatch(line)
        if head:
            yield number, tuple(part.strip() for part in head[1].split("."))


def _end_of(lines: list[str], head: int) -> int:
    """The line after the last one of a table that is neither blank nor a comment."""
    following = [number for number in range(head + 1, len(lines)) if _ANY_HEAD.fullmatch(lines[number])]
    return max(head + 1, _end_before(lines, following[0]) if following else _last_line(lines))


def _end_before(lines: list[str], head: int) -> int:
    """The line after the last one before a head that is neither blank nor a comment."""
    while head and (not lines[head - 1].strip() or lines[head - 1].lstrip().startswith("#")):
        head -= 1
    return head


def _last_line(lines: list[str]) -> int:
    """The line after the last one that is not blank."""
    return len("\n".join(lines).rstrip().split("\n"))


def _join_dotted(table: tuple[str, ...]) -> str:
    return ".".join(_name(part) for part in table)


def _name(key: str) -> str:
    import tomlkit

    return key if _BARE.fullmatch(key) else tomlkit.string(key).as_string()


def _line(key: str, value: JsonValue) -> str:
    import tomlkit

    return f"{_name(key)} = {tomlkit.item(value).as_string()}"
