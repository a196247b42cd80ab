"""Encoders: the only ways in which text of a schema becomes part of Python code."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from accordant.findings import JsonValue

_LINE_ENDS: Final = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_PLAIN: Final = re.compile(r"[ -~]*").fullmatch
_HARMLESS: Final = re.compile(r"[ !#-\[\]-~]*").fullmatch
"""Texts of printable ASCII, without quotes and backslashes: most of them, and quickly told."""
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def lines_of(text: str) -> list[str]:
    """The lines of a text, whatever ends them; nothing that a reader cannot see is left in one."""
    return [(line if _PLAIN(line) else "".join(map(_seen, line))).rstrip() for line in _LINE_ENDS.split(text)]


def literal(value: JsonValue) -> str:
    """A JSON value as a Python expression.

    >>> literal({"a": [1, True, None, 'x"y']})
    '{"a": [1, True, None, "x\\\\"y"]}'
    """
    if isinstance(value, str):
        return f'"{value}"' if _HARMLESS(value) else '"' + "".join(map(_quoted, value)) + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(key)}: {literal(one)}" for key, one in value.items()) + "}"
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    return repr(value)


def pattern(text: str) -> str:
    """A regular expression as a raw string where that can be read, else as :func:`literal`."""
    plain = text.isprintable() and text.isascii() and '"' not in text and "\\" in text and not text.endswith("\\")
    return f'r"{text}"' if plain else literal(text)


def tuple_of(values: list[str]) -> str:
    """Expressions as a tuple."""
    return f"({', '.join(values)}{',' if len(values) == 1 else ''})"


def docstring(lines: list[str], indent: str) -> str:
    """Lines as a docstring, quotes and backslashes escaped."""
    kept = [line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"') for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    while kept and not kept[0]:
        kept.pop(0)
    if not kept:
        return ""
    if len(kept) == 1:
        line = kept[0]
        if line.endswith('"'):
            line = line[:-1] + '\\"'
        return f'{indent}"""{line}"""'
    if kept[0].startswith('"'):
        kept[0] = "\\" + kept[0]
    inner = "\n".join(f"{indent}{line}" if line and index else line for index, line in enumerate(kept))
    return f'{indent}"""{inner}\n{indent}"""'


def comment(text: str) -> list[str]:
    """A text as comment lines."""
    return [f"# {line}".rstrip() for line in lines_of(text)]


def _seen(character: str) -> str:
    if character == "\t":
        return "    "
    if character in _BIDI or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return f"<U+{ord(character):04X}>"
    return character


def _quoted(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    code = ord(character)
    if 32 <= code < 127 or (code > 0xA0 and character.isprintable()):
        return character
    if character in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character]
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
