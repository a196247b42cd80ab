"""JSON values as TOML on one line."""

from __future__ import annotations

import json

from accordant.findings import JsonValue


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
