"""Schemas as the validator libraries take them: with each pattern in the spelling of the library's engine.

JSON Schema's patterns are ECMA-262 (Core 2020-12, 6.4). jsonschema-rs matches with `fancy-regex` and jsonschema with
Python's `re`: both refuse some patterns, and give `\\b`, `$` and others a meaning of their own. A pattern that an
engine reads as we do stays as it is, so that the library's reading of it is an opinion of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from operator import is_
from typing import Final
from urllib.parse import quote, unquote

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES, is_map_of_schemas
from accordant.schema.json_values import values_in
from accordant.schema.patterns import patterns, possible_patterns
from accordant.schema.subschemas import holds_data

Spelling = Callable[[str], str]
"""A pattern as an engine spells it; UnreadablePattern or NotExpressible where it cannot."""
FRAGMENT: Final = "/~!$&'()*+,;=:@-._?"
"""The characters that stand in the fragment of an address as they are."""

_MAP: Final = "patternProperties"
_MOST_STEPS: Final = 1_000_000
"""Steps of an engine that backtracks: some hundredths of a second."""
_MOST_STEPS_COUNTED: Final = 100_000_000
"""The same where they are counted, in all texts: a second."""
_LONGEST_COUNTED: Final = 24
"""Longest text in which steps are counted, as witnesses and codes are."""
_MOST_COUNTED: Final = 200
"""Most texts in which steps are counted."""
_REFUSED: Final = "(unspelt"
"""Both libraries refuse it: jsonschema-rs with the whole schema, jsonschema where it meets a string for it."""
_ESCAPED: Final = r"\\[tnr.*+?^$(){}|/\[\]\\]"
_GROUP: Final = r"\((?!\?)|\(\?i?:"
_PLAIN: Final = re.compile(
    rf"(?:[^\\[(]|{_GROUP}|\[(?!\^])\^?(?:[^]\\[&~]|\\[dDwWsS.])+]|\\[dDwWsS]|{_ESCAPED})*"
    rf"|(?:[^\\[(.]|{_GROUP}|\(\?[=!]|\[(?!\^])\^?[^]\\[&~|]+]|{_ESCAPED})*"
)
"""Patterns of the `u` syntax that fancy-regex reads alike: no edges of words, no references, plain sets.

A group that ignores case is among them: the engine has that flag itself. With a look-ahead, jsonschema-rs gives the
engine the classes and the dot as they are, with the meaning that Rust has for them.
"""
_PLAIN_IN_PYTHON: Final = re.compile(rf"(?:[^\\[(.$]|\((?!\?)|\(\?[:=!]|\[(?!\^])\^?[^]\\[&~|]+]|{_ESCAPED})*")
"""Patterns of the `u` syntax that Python's `re` reads alike: also no dot, no end and no classes."""


@lru_cache(maxsize=4096)
def for_jsonschema_rs(text: str) -> str:
    """A pattern for jsonschema-rs.

    Raises:
        UnreadablePattern: it is not a pattern.
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
    """A pattern for jsonschema, which calls `re.search` without flags; the same errors."""
    from accordant.regex.escapes import Syntax
    from accordant.regex.parser import parse
    from accordant.regex.printers import python_re

    pattern = parse(text)
    if pattern.syntax is Syntax.UNICODE and _is_plain(text, _PLAIN_IN_PYTHON):
        return text
    return f"(?a){python_re.print_pattern(pattern)}"


def _is_plain(text: str, plain: re.Pattern[str]) -> bool:
    return plain.fullmatch(text) is not None and "--" not in text and ":)" not in text


@dataclass(frozen=True, slots=True)
class Respelt:
    """A schema whose patterns are respelt, and the keys of ``patternProperties`` that changed: old to new.

    A pattern that the library cannot look for is replaced by one that it refuses as soon as it looks for it.
    """

    value: JsonValue
    keys: dict[str, str] = field(default_factory=dict)

    def pointer(self, written: str) -> str:
        """A pointer of the schema as it is written, in the respelt one."""
        return _rename(written, self.keys)

    def written(self, pointer: str) -> str:
        """A pointer of the respelt schema, in the one that is written."""
        return _rename(pointer, {new: old for old, new in self.keys.items()})


def respell(schema: JsonValue, spell: Spelling, texts: Iterable[str] | None = None) -> Respelt:
    """A schema with each pattern as ``spell`` writes it; the same object where none changes.

    Args:
        schema: the schema.
        spell: how a library writes a pattern.
        texts: all patterns of the schema, where they are known.
    """
    if not any(_changes(text, spell) for text in (possible_patterns(schema) if texts is None else texts)):
        return Respelt(schema)
    keys = _new_keys(schema, spell)
    return Respelt(_respelt(schema, spell, keys), keys)


def unspelt(schema: JsonValue, spell: Spelling) -> str:
    """The first pattern that a library cannot look for, with its place and the reason; empty where there is none."""
    for text, at in patterns(schema):
        try:
            spell(text)
        except ValueError as error:
            return f"the pattern {text!r} at {at}: {error}"
    return ""


def _respelt(value: JsonValue, spell: Spelling, keys: dict[str, str], *, is_map: bool = False) -> JsonValue:
    """A value in a schema with its patterns respelt: a copy of what changes."""
    if isinstance(value, list):
        items = [_respelt(item, spell, keys) for item in value]
        return value if all(map(is_, items, value)) else items
    if not isinstance(value, dict):
        return value
    members = {
        key: _respelt(item, spell, keys) if is_map else _respelt_keyword(key, item, spell, keys)
        for key, item in value.items()
    }
    return value if all(map(is_, members.values(), value.values())) else members


def _respelt_keyword(name: str, value: JsonValue, spell: Spelling, keys: dict[str, str]) -> JsonValue:
    if name == "pattern" and isinstance(value, str):
        return _spell(value, spell)
    if name in REFERENCES and isinstance(value, str):
        return _with_renamed_keys(value, keys)
    if holds_data(name):
        return value
    inner = _respelt(value, spell, keys, is_map=is_map_of_schemas(name))
    if name == _MAP and isinstance(inner, dict) and not keys.keys().isdisjoint(inner):
        return {keys.get(text, text): member for text, member in inner.items()}
    return inner


def is_quick(patterns: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether jsonschema is done soon with any of some patterns and any of some texts.

    By the form of the patterns; where that says nothing, the ways through short texts are counted.
    """
    longest = max(map(len, texts := set(texts)), default=0)
    slow = [pattern for pattern in dict.fromkeys(patterns) if _most_steps(pattern, longest) > _MOST_STEPS]
    if not slow:
        return True
    if longest > _LONGEST_COUNTED or len(texts) > _MOST_COUNTED:
        return False
    return sum(_steps(pattern, text) for pattern in slow for text in texts) <= _MOST_STEPS_COUNTED


@lru_cache(maxsize=4096)
def _most_steps(text: str, length: int) -> int:
    from accordant.regex.backtracking import most_steps
    from accordant.regex.errors import UnreadablePattern
    from accordant.regex.parser import parse

    try:
        steps = most_steps(parse(text).tree, length)
    except UnreadablePattern:
        return 0  # it is refused at once
    return _MOST_STEPS + 1 if steps is None else steps


@lru_cache(maxsize=4096)
def _steps(pattern: str, text: str) -> int:
    from accordant.regex.parser import parse
    from accordant.regex.searching import steps_in

    steps = steps_in(parse(pattern).tree, text)
    return _MOST_STEPS_COUNTED + 1 if steps is None else steps


def _changes(text: str, spell: Spelling) -> bool:
    return _spell(text, spell) != text


def _spell(text: str, spell: Spelling) -> str:
    try:
        return spell(text)
    except ValueError:
        return _REFUSED


def _new_keys(schema: JsonValue, spell: Spelling) -> dict[str, str]:
    """The new spelling of each key of ``patternProperties`` that changes; two of one spelling stay apart."""
    maps = [part[_MAP] for part in values_in(schema) if isinstance(part, dict) and isinstance(part.get(_MAP), dict)]
    written = dict.fromkeys(text for members in maps for text in members)
    taken, keys = set(written), dict[str, str]()
    for text in written:
        new = _spell(text, spell)
        while new != text and new in taken:
            new += "(?:)"
        if new != text:
            keys[text] = new
            taken.add(new)
    return keys


def _rename(pointer: str, keys: dict[str, str]) -> str:
    if not keys or _MAP not in pointer:
        return pointer
    tokens = pointers.split(pointer)
    for at in range(1, len(tokens)):
        if tokens[at - 1] == _MAP:
            tokens[at] = keys.get(tokens[at], tokens[at])
    return pointers.write(tokens)


def _with_renamed_keys(reference: str, keys: dict[str, str]) -> str:
    """A reference that leads through a renamed key, so that it leads there still."""
    address, _, fragment = reference.partition("#")
    pointer = unquote(fragment)
    if not pointer.startswith("/") or _rename(pointer, keys) == pointer:
        return reference
    return f"{address}#{quote(_rename(pointer, keys), safe=FRAGMENT)}"
