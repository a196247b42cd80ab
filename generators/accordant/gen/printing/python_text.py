"""Encoders of Python, for the targets that print it: the only ways in which text of a schema becomes part of code."""

from __future__ import annotations

from accordant.findings import JsonValue
from accordant.gen.printing.encoding import lines_of, quote, without_blank_ends
from accordant.gen.printing.wrapping import WIDTH, wrap_words


def literal(value: JsonValue) -> str:
    """A JSON value as a Python expression.

    >>> literal({"a": [1, True, None, 'x"y']})
    '{"a": [1, True, None, "x\\\\"y"]}'
    """
    if isinstance(value, str):
        return quote(value, _escape)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    return repr(value)


def pattern(text: str) -> str:
    """A regular expression: a raw string where backslashes make that plainer, else :func:`literal`."""
    plain = text.isprintable() and text.isascii() and '"' not in text and "\\" in text and not text.endswith("\\")
    return f'r"{text}"' if plain else literal(text)


def tuple_of(values: list[str]) -> str:
    """Expressions as a tuple."""
    return f"({', '.join(values)}{',' if len(values) == 1 else ''})"


def docstring_line(line: str) -> str:
    """A line inside a docstring, where something precedes and follows it."""
    return line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def docstring(lines: list[str], indent: str) -> str:
    """Lines as a docstring, quotes and backslashes escaped."""
    wrapped = [short for line in lines for short in wrap_words(line, WIDTH - len(indent) - len('""""""'))]
    kept = without_blank_ends([docstring_line(line) for line in wrapped])
    if not kept:
        return ""
    if len(kept) == 1:
        line = kept[0]
        if line.endswith('"') and not line.endswith('\\"\\"\\"'):
            line = line[:-1] + '\\"'
        return f'{indent}"""{line}"""'
    if kept[0].startswith('"'):
        kept[0] = "\\" + kept[0]
    inner = "\n".join(f"{indent}{line}" if line and index else line for index, line in enumerate(kept))
    return f'{indent}"""{inner}\n{indent}"""'


def comment(text: str) -> list[str]:
    """A text as comment lines."""
    return [f"# {line}".rstrip() for line in lines_of(text)]


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
