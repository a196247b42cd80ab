"""Words that every sentence about JSON shares: types with articles, lists, amounts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from accordant.findings import JsonValue

JSON_TYPES: Final = ("null", "boolean", "integer", "number", "string", "array", "object")
"""The types that schemas name (Validation 6.1.1)."""


LONGEST_VALUE: Final = 60
"""A longer value is cut, so that a sentence stays one line of a terminal or two; evidence holds the whole one."""


_ESCAPED: Final = re.compile(r"\\.")


def cut(text: str, longest: int) -> str:
    """A text of at most this many characters.

    >>> cut("one and two", 11), cut("one and two", 9)
    ('one and two', 'one an...')
    """
    return text if len(text) <= longest else text[: longest - 3] + "..."


def format_value(value: JsonValue) -> str:
    """A value for a sentence: JSON on one line, what cannot be printed as escapes, cut where it is long.

    >>> format_value({"a": [1, "\\x7f"]})
    '{"a": [1, "\\\\u007f"]}'
    >>> format_value("a" * 80)[-6:]
    'aa..."'
    """
    written = json.dumps(value, ensure_ascii=False)[: LONGEST_VALUE + 1]  # what follows is never shown
    text = "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in written)
    if len(text) <= LONGEST_VALUE:
        return text
    shown = cut(text, LONGEST_VALUE - 1)
    is_open = _ESCAPED.sub("", shown).count('"') % 2 == 1
    return f'{shown}"' if is_open else shown


def with_article(name: str) -> str:
    """A type's name behind its article.

    >>> with_article("integer"), with_article("string"), with_article("null")
    ('an integer', 'a string', 'null')
    """
    if name == "null":
        return name
    return f"an {name}" if name[:1] in "aeio" else f"a {name}"


def enumeration(words: Sequence[str], last: str = "or") -> str:
    """``a, b or c``; empty text where there are no words."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def amount(least: int, most: int | None, singular: str, plural: str) -> str:
    """How many there are to be, both limits included.

    >>> amount(1, None, "item", "items"), amount(0, 0, "item", "items"), amount(2, 3, "item", "items")
    ('at least 1 item', 'no items', 'between 2 and 3 items')
    """
    if most is None:
        return f"at least {least} {singular if least == 1 else plural}"
    if least == most and least:
        return f"exactly {least} {singular if least == 1 else plural}"
    if least:
        return f"between {least} and {most} {plural}"
    return f"at most {most} {singular if most == 1 else plural}" if most else f"no {plural}"


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``, ``11th``.

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
