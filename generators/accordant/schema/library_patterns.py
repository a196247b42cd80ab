"""Schemas as the validator libraries take them: with each pattern in the spelling of the library's engine.

JSON Schema's patterns are ECMA-262 (Core 2020-12, 6.4). jsonschema-rs matches with `fancy-regex` and jsonschema with
Python's `re`: both refuse some patterns, and give `\\b`, `$` and others a meaning of their own. A pattern that an
engine reads as we do stays as it is, so that the library's reading of it is an opinion of its own.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote

from accordant.errors import AccordantError
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES
from accordant.schema.patterns import possible_patterns
from accordant.schema.subschemas import keyword_objects

Spelling = Callable[[str], str]
"""A pattern as an engine spells it; UnreadablePattern or NotExpressible where it cannot."""
FRAGMENT: Final = "/~!$&'()*+,;=:@-._?"
"""The characters that stand in the fragment of an address as they are."""

_MAP: Final = "patternProperties"
_MOST_STEPS: Final = 1_000_000
"""Steps of an engine that backtracks: some hundredths of a second."""
_REFUSED: Final = "("
_ESCAPED: Final = r"\\[tnr.*+?^$(){}|/\[\]\\]"
_PLAIN: Final = re.compile(
    rf"(?:[^\\[(]|\((?!\?)|\(\?i?[:=!]|\[(?!\^])\^?(?:[^]\\[&~]|\\[dDwWsS.])+]|\\[dDwWsS]|{_ESCAPED})*"
)
"""Patterns of the `u` syntax that fancy-regex reads alike: no edges of words, no references, plain sets.

A group that ignores case is among them: the engine has that flag itself."""
_PLAIN_IN_PYTHON: Final = re.compile(rf"(?:[^\\[(.$]|\((?!\?<)|\[(?!\^])\^?[^]\\[&~|]+]|{_ESCAPED})*")
"""Patterns of the `u` syntax that Python's `re` reads alike: also no dot, no end and no classes."""


@lru_cache(maxsize=4096)
def for_jsonschema_rs(text: str) -> str:
    """A pattern for jsonschema-rs.

    Raises:
        UnreadablePattern: it is no pattern.
        NotExpressible: the engine cannot look for it.
    """
    # Loading the parser takes some milliseconds, and many schemas have no patterns.
    from accordant.regex.escapes import Syntax
    from accordant.regex.parser import parse
    from accordant.regex.printers import fancy

    pattern = parse(text)
    if pattern.syntax is Syntax.UNICODE and _is_plain(text, _PLAIN):
        return text
    return fancy.print_pattern(pattern)


@lru_cache(maxsize=4096)
def for_jsonschema(text: str) -> str:
    """A pattern for jsonschema, which calls `re.search` without flags.

    One that Python cannot look for becomes a text that Python refuses: jsonschema compiles a pattern where it meets a
    string for it, and judges documents that have none there.
    """
    from accordant.regex.errors import NotExpressible, UnreadablePattern
    from accordant.regex.escapes import Syntax
    from accordant.regex.parser import parse
    from accordant.regex.printers import python_re

    try:
        pattern = parse(text)
        if pattern.syntax is Syntax.UNICODE and _is_plain(text, _PLAIN_IN_PYTHON):
            return text
        return f"(?a){python_re.print_pattern(pattern)}"
    except (NotExpressible, UnreadablePattern):
        return _REFUSED


def _is_plain(text: str, plain: re.Pattern[str]) -> bool:
    return plain.fullmatch(text) is not None and "--" not in text and ":)" not in text


@dataclass(eq=False)
class UnusablePattern(AccordantError):
    """A pattern that a library cannot look for: the pattern, its JSON Pointer, and why."""

    text: str
    pointer: str
    reason: str

    def __str__(self) -> str:
        return f"the pattern {self.text!r} at {self.pointer}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Respelt:
    """A schema whose patterns are respelt, and the keys of ``patternProperties`` that changed: old to new."""

    value: JsonValue
    keys: dict[str, str] = field(default_factory=dict)

    def pointer(self, written: str) -> str:
        """A pointer of the schema as it is written, in the respelt one."""
        return _renamed(written, self.keys)

    def written(self, pointer: str) -> str:
        """A pointer of the respelt schema, in the one that is written."""
        return _renamed(pointer, {new: old for old, new in self.keys.items()})


def respell(schema: JsonValue, spell: Spelling) -> Respelt:
    """A schema with each pattern as ``spell`` writes it; the same object where none changes.

    Raises:
        UnusablePattern: the library cannot look for a pattern.
    """
    if not any(_changes(text, spell) for text in possible_patterns(schema)):
        return Respelt(schema)
    respelt = copy.deepcopy(schema)
    places = list(keyword_objects(respelt))
    keys = _new_keys(places, spell)
    for pointer, keywords in places:
        if isinstance(keywords.get("pattern"), str):
            keywords["pattern"] = _spelt(keywords["pattern"], pointers.join(pointer, "pattern"), spell)
        if isinstance(keywords.get(_MAP), dict):
            keywords[_MAP] = {keys.get(text, text): member for text, member in keywords[_MAP].items()}
    if keys:
        _rename_in_references(places, keys)
    return Respelt(respelt, keys)


def is_quick(schema: JsonValue, length: int) -> bool:
    """Whether an engine that backtracks is done soon with any pattern of a schema and a text of some length."""
    from accordant.regex.backtracking import most_steps
    from accordant.regex.errors import UnreadablePattern
    from accordant.regex.parser import parse

    try:
        steps = [most_steps(parse(text).tree, length) for text in possible_patterns(schema)]
    except UnreadablePattern:
        return False
    return all(count is not None and count <= _MOST_STEPS for count in steps)


def _changes(text: str, spell: Spelling) -> bool:
    """Whether the spelling of a pattern changes; also where there is none, which is said with its place."""
    try:
        return spell(text) != text
    except ValueError:
        return True


def _spelt(text: str, pointer: str, spell: Spelling) -> str:
    try:
        return spell(text)
    except ValueError as error:
        raise UnusablePattern(text, pointer, str(error)) from error


def _new_keys(places: Sequence[tuple[str, dict[str, JsonValue]]], spell: Spelling) -> dict[str, str]:
    """The new spelling of each key of ``patternProperties`` that changes; two of one spelling stay apart."""
    maps = [(pointers.join(pointer, _MAP), keywords.get(_MAP)) for pointer, keywords in places]
    written = {text: at for at, members in maps if isinstance(members, dict) for text in members}
    taken, keys = set(written), dict[str, str]()
    for text, at in written.items():
        new = _spelt(text, pointers.join(at, text), spell)
        while new != text and new in taken:
            new += "(?:)"
        if new != text:
            keys[text] = new
            taken.add(new)
    return keys


def _renamed(pointer: str, keys: dict[str, str]) -> str:
    if not keys or _MAP not in pointer:
        return pointer
    tokens = pointers.split(pointer)
    for at in range(1, len(tokens)):
        if tokens[at - 1] == _MAP:
            tokens[at] = keys.get(tokens[at], tokens[at])
    return pointers.write(tokens)


def _rename_in_references(places: Sequence[tuple[str, dict[str, JsonValue]]], keys: dict[str, str]) -> None:
    """Let references that lead through a renamed key lead there still."""
    for _, keywords in places:
        for name in REFERENCES:
            address, hash_sign, fragment = str(keywords.get(name, "")).partition("#")
            pointer = unquote(fragment)
            if pointer.startswith("/") and _renamed(pointer, keys) != pointer:
                keywords[name] = f"{address}{hash_sign}{quote(_renamed(pointer, keys), safe=FRAGMENT)}"
