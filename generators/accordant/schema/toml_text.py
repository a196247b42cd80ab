"""TOML texts: JSON values on one line, and files that are changed in place."""

from __future__ import annotations

import json
from typing import Any

from accordant.errors import InputError
from accordant.findings import JsonValue, Place


def write_toml(value: JsonValue) -> str:
    r"""A value without null as TOML; texts as JSON writes them, with DEL as an escape too.

    >>> write_toml({"a": ["x\n", 1, True]}), write_toml("\U0001f600\x7f")
    ('{ a = ["x\\n", 1, true] }', '"😀\\u007f"')
    """
    match value:
        case dict():
            return "{ " + ", ".join(f"{key} = {write_toml(member)}" for key, member in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(write_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def parse_toml(text: str, path: str) -> Any:
    """The document of tomlkit, which keeps comments, order and quoting when it is changed and written again.

    Raises:
        InputError: the library takes less than TOML admits, such as 100 levels at most.
    """
    import tomlkit
    from tomlkit.exceptions import ParseError

    try:
        return tomlkit.parse(text)
    except ParseError as error:
        reason = "the file cannot be changed: it is written in a way that the tool only reads"
        step = "write what is there as tables of its own, at most 100 levels deep"
        raise InputError(reason, Place(path, error.line, error.col), next_step=step) from error
