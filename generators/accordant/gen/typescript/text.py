"""Encoders: the only ways in which text of a schema becomes part of TypeScript code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from accordant.findings import JsonValue
from accordant.gen.printing.encoding import lines_of, quote, without_blank_ends
from accordant.gen.printing.header import header_comment
from accordant.gen.printing.wrapping import WIDTH, wrap_words
from accordant.model.origin import Origin

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")


def literal(value: JsonValue) -> str:
    """A JSON value as a TypeScript expression.

    >>> literal({"a": [1, True, None, 'x"y']})
    '{ a: [1, true, null, "x\\\\"y"] }'
    """
    if isinstance(value, str):
        return quote(value, _escape)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)}: {literal(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value)
    return json.dumps(value)


def _number(value: int | float) -> str:
    """The double that a reader of JSON makes of a number: nothing is written that the language would round."""
    try:
        double = float(value)
    except OverflowError:
        return "Infinity" if value > 0 else "-Infinity"
    return repr(int(double) if double.is_integer() and abs(double) < 1e21 else double).replace("inf", "Infinity")


def value_type(value: JsonValue) -> str:
    """The type of one JSON value.

    >>> value_type({"a": [1, "x"], "b": {}})
    '{ a: [1, "x"]; b: { [key: string]: never } }'
    """
    if isinstance(value, list):
        return "[" + ", ".join(map(value_type, value)) + "]"
    if isinstance(value, dict):
        inner = "; ".join(f"{member(key)}: {value_type(item)}" for key, item in value.items())
        return f"{{ {inner or '[key: string]: never'} }}"
    written = literal(value)
    return "number" if written in ("Infinity", "-Infinity") else written


def values_type(values: Iterable[JsonValue]) -> str:
    """The union of the types of some values."""
    types = dict.fromkeys(map(value_type, values))
    if "true" in types and "false" in types:
        types = dict.fromkeys("boolean" if type_ == "true" else type_ for type_ in types if type_ != "false")
    return " | ".join(types) or "never"


def member(name: str) -> str:
    """A member's name in a type: quoted unless it is a plain identifier."""
    return name if _NAME.match(name) and name not in ("__proto__", "constructor") else literal(name)


def _key(name: str) -> str:
    """A member's name in an object: computed where writing it would set the prototype."""
    return '["__proto__"]' if name == "__proto__" else member(name)


def doc_comment(lines: list[str], indent: str) -> str:
    """Lines as a documentation comment that nothing in them can end."""
    width = WIDTH - len(indent) - len("/**  */")
    wrapped = [short for line in lines for short in ([line] if line.startswith(TAG) else wrap_words(line, width))]
    kept = without_blank_ends([_escape_comment(line) for line in wrapped])
    if not kept:
        return ""
    if len(kept) == 1:
        return f"{indent}/** {kept[0]} */"
    inner = "\n".join(f"{indent} * {line}".rstrip() for line in kept)
    return f"{indent}/**\n{inner}\n{indent} */"


def camel(name: str) -> str:
    """Words joined by hyphens or underscores, in camel case.

    >>> camel("side-effects")
    'sideEffects'
    """
    first, *rest = name.replace("-", "_").split("_")
    return first + "".join(word.capitalize() for word in rest)


def comment(text: str) -> list[str]:
    """A text as comment lines."""
    return [f"// {line}".rstrip() for line in lines_of(text)]


def file_header(origin: Origin, title: str) -> str:
    """The comments at the head of a file: its header, then its title."""
    return header_comment(origin, comment) + "\n".join(comment(title))


def _escape_comment(line: str) -> str:
    line = line.replace("*/", "*\\/")
    return "\\" + line if line.lstrip().startswith("@") and not line.startswith(TAG) else line.removeprefix(TAG)


TAG = "\x00"
"""A mark before a line that is a TSDoc tag, as ``@deprecated``; text of schemas never contains it."""


def _escape(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\u{{{code:x}}}"
