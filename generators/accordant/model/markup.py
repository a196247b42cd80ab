"""How sentences about constraints are written: in messages, in docstrings of types; pages have their own markup."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accordant.findings import JsonValue
from accordant.model import constraints as R
from accordant.schema import pointers
from accordant.schema.vocabulary import enumeration

LONGEST = 160
LISTED: Final = "of these must hold: "
"""Before alternatives with a number each."""
LOOSE = "urn:accordant:schema"
"""The address of a schema that belongs to no registry; it is not a word for people."""
_ESCAPES: Final = {"\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r"}


@dataclass(frozen=True, slots=True)
class Markup:
    """How the parts of a sentence are written."""

    name: Callable[[str], str]
    """A member's name or a JSON Pointer."""
    value: Callable[[JsonValue], str]
    listing: Callable[[R.IsOneOf], str]
    """The values of a list, behind *must be*."""
    pattern: Callable[[str], str]
    schema: Callable[[str], str]
    """What a value is that satisfies a called schema, by the schema's location (``document#pointer``)."""
    relation: Callable[[str], str]
    """``>=``, ``>``, ``<=`` or ``<`` in front of a number."""
    number: Callable[[int | float], str]
    by_pointer: bool = False
    """Places are called by their pointers from the value that the constraint is about."""
    values: int = 8
    """The most values of a list that are shown."""

    def join(self, words: Sequence[str], last: str = "or") -> str:
        """``a, b or c``, with an ellipsis where there are more than are shown."""
        return join_alternatives(words, self.values, last)

    def join_names(self, names: Iterable[str], last: str) -> str:
        """Names of members or pointers, joined likewise."""
        return self.join([self.name(name) for name in names], last)


@dataclass(frozen=True, slots=True)
class SubjectWords:
    """What a clause speaks about."""

    words: str
    pointer: str = ""
    """From the value that the sentence is about; ``*`` is any index, ``…`` any name."""
    present: frozenset[str] = frozenset()
    """Names of members that are always there."""


def truncate(text: str, longest: int = LONGEST) -> str:
    """The text, with an ellipsis where it is longer."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _short_name(place: str) -> str:
    """A schema by the word that people know it by: the name of a definition, else of the document."""
    document, _, pointer = place.partition("#")
    *before, last = pointers.split(pointer) or [""]
    if before and before[-1] in ("$defs", "definitions"):
        return f"a valid {_last_word(last) or last}"
    if pointer:
        return f"what {pointer} describes"
    name = _last_word(document)
    return f"a valid {name}" if name and document != LOOSE else "what the schema describes"


def _last_word(address: str) -> str:
    """The word for which an address or a path is known: its last one, without version and ending."""
    words = [word for word in re.split(r"[:/]", address) if word and not re.fullmatch(r"v?[0-9.]+", word)]
    return words[-1].removesuffix(".json").removesuffix(".yaml").removesuffix(".schema") if words else ""


def join_alternatives(words: Sequence[str], most: int, last: str = "or") -> str:
    """``a, b or c``, with an ellipsis behind the first ``most`` where there are more."""
    return enumeration([*words[:most], *(["…"] if len(words) > most else [])], last) or "none of any values"


def visible_pattern(pattern: str) -> str:
    r"""The pattern with escapes for line ends and for blanks that look like others.

    >>> visible_pattern("a\u3000b\n")
    'a\\u3000b\\n'
    """
    return "".join(map(_make_visible, pattern))


def _make_visible(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return _ESCAPES.get(character) or (f"\\u{code:04x}" if code < 0x10000 else f"\\u{{{code:x}}}")


def _value(value: JsonValue) -> str:
    return truncate(json.dumps(value, ensure_ascii=False), 60)


PLAIN: Final = Markup(
    name=lambda name: f"`{name}`",
    value=_value,
    listing=lambda listing: join_alternatives([_value(value) for value in listing.values], 8),
    pattern=lambda pattern: truncate(visible_pattern(pattern), 80),
    schema=_short_name,
    relation=str,
    number=str,
)
"""Messages, which stand beside the member that they are about."""

BY_POINTER: Final = replace(PLAIN, by_pointer=True)
"""Docstrings, which describe everything inside a value."""
