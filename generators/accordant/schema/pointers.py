"""JSON Pointers (RFC 6901): written, read, and followed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from accordant.findings import JsonValue

_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,17}")


class PointerError(LookupError, ValueError):
    """A text is not a JSON Pointer, so that it leads nowhere."""


def escape(token: str) -> str:
    """One token as a pointer writes it."""
    return token.replace("~", "~0").replace("/", "~1")


def join(pointer: str, *tokens: str | int) -> str:
    """``pointer`` extended by tokens.

    >>> join("/a", "b/c", 0)
    '/a/b~1c/0'
    """
    for token in tokens:
        if isinstance(token, str) and ("~" in token or "/" in token):
            token = escape(token)
        pointer = f"{pointer}/{token}"
    return pointer


def write(tokens: Iterable[str | int]) -> str:
    """The pointer of a path of keys and indexes."""
    return join("", *tokens)


def split(pointer: str) -> list[str]:
    """The tokens of a pointer.

    Raises:
        PointerError: it is neither empty nor starts with a slash.
    """
    if not pointer:
        return []
    if not pointer.startswith("/"):
        raise PointerError(f"not a JSON Pointer: {pointer!r}")
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def index_of(token: str) -> int | None:
    """The index that a token writes; None where it writes none, or one that no list has."""
    return int(token) if _INDEX.fullmatch(token) else None


def parent(pointer: str) -> str:
    """The pointer without its last token ("" stays "")."""
    return pointer.rpartition("/")[0]


def follow(value: JsonValue, pointer: str) -> JsonValue:
    """The value that a pointer names.

    Raises:
        LookupError: there is nothing.
    """
    for token in split(pointer):
        if isinstance(value, dict):
            value = value[token]
        elif isinstance(value, list) and (index := index_of(token)) is not None:
            value = value[index]
        else:
            raise LookupError(pointer)
    return value


def replace(value: JsonValue, pointer: str, part: JsonValue) -> JsonValue:
    """A copy of a value with another part at a pointer; only the way to it is copied.

    Raises:
        LookupError: nothing stands there.
    """
    tokens = split(pointer)
    follow(value, pointer)
    if not tokens:
        return part
    copied = value.copy()
    here = copied
    for token in tokens[:-1]:
        key: str | int = int(token) if isinstance(here, list) else token
        here[key] = here[key].copy()
        here = here[key]
    here[int(tokens[-1]) if isinstance(here, list) else tokens[-1]] = part
    return copied


def has(value: JsonValue, pointer: str) -> bool:
    """Whether a pointer leads to something."""
    try:
        follow(value, pointer)
    except LookupError:
        return False
    return True
