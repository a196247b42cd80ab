"""Characters in the syntax that pydantic's engine and Python's `re` share."""

from __future__ import annotations

from typing import Final

from accordant.regex.charsets import CLASSES, LINE_END, SURROGATES, Charset, complement, union
from accordant.regex.errors import NotExpressible
from accordant.regex.tree import DOT, Characters, ClassEscape, Item, Property, Range

OUTSIDE: Final = "^$\\.*+?()[]{}|"
"""The characters that need a backslash outside brackets."""
INSIDE: Final = OUTSIDE + "-&~#"
"""The characters that need one in brackets; pydantic's engine has operators on sets."""


def literal(point: int, special: str) -> str:
    """A code point as a literal, with a backslash before the special characters."""
    character = chr(point)
    if character.isascii() and character.isalnum():
        return character
    if character in special:
        return "\\" + character
    if 32 <= point < 127 or (point > 0xA0 and character.isprintable()):
        return character
    if point < 256:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else character


def in_brackets(charset: Charset) -> str:
    """Ranges of code points as they stand in brackets."""
    return "".join(_range(low, high) for low, high in charset)


def _range(low: int, high: int) -> str:
    return literal(low, INSIDE) if low == high else f"{literal(low, INSIDE)}-{literal(high, INSIDE)}"


def without_surrogates(charset: Charset) -> Charset:
    """The set without surrogates, which texts of these engines do not have."""
    return complement(union(complement(charset), (SURROGATES,)))


def characters(tree: Characters, properties: bool) -> str:
    """A set of characters; `properties`: the engine knows `\\p{...}`.

    `\\d`, `\\w` and `\\s` are written out: these engines give them other members than ECMA-262 does. Halves of
    surrogate pairs are left out: texts of these engines have none.

    Raises:
        NotExpressible: a property where the engine knows none.
    """
    if tree == DOT:
        return f"[{in_brackets(without_surrogates(complement(LINE_END)))}]"
    inside = "".join(_item(item, properties) for item in tree.items)
    if not inside:
        return f"[{_EVERYTHING}]" if tree.negative else f"[^{_EVERYTHING}]"
    item = tree.items[0]
    if len(tree.items) == 1 and not tree.negative:
        if isinstance(item, Range) and item.low == item.high:
            return literal(item.low, OUTSIDE)
        if isinstance(item, Property):
            return inside
    return f"[{'^' if tree.negative else ''}{inside}]"


def _item(item: Item, properties: bool) -> str:
    match item:
        case Range(low, high):
            return in_brackets(without_surrogates(((low, high),)))
        case ClassEscape(letter):
            return in_brackets(without_surrogates(CLASSES[letter]))
        case Property(name, value, negative):
            if not properties:
                raise NotExpressible("a Unicode property")
            return f"\\{'P' if negative else 'p'}{{{name}{'=' if value else ''}{value}}}"


_EVERYTHING: Final = in_brackets(without_surrogates(complement(())))
