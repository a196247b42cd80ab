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
_REFUSED: Final = "(unspelt"
"""Both libraries refuse it: jsonschema-rs with the whole schema, jsonschema where it meets a string for it."""
_ESCAPED: Final = r"\\[tnr.*+?^$(){}|/\[\]\\]"
_PLAIN: Final = re.compile(
    rf"(?:[^\\[(]|\((?!\?)|\(\?i?[:=!]|\[(?!\^])\^?(?:[^]\\[&~]|\\[dDwWsS.])+]|\\[dDwWsS]|{_ESCAPED})*"
)
"""Patterns of the `u` syntax that fancy-regex reads alike: no edges of words, no references, plain sets.

A group that ignores case is among them: the engine has that flag itself."""
_PLAIN_IN_PYTHON: Final = re.compile(rf"(?:[^\\[(.$]|\((?!\?)|\(\?[:=!]|\[(?!\^])\^?[^]\\[&~|]+]|{_ESCAPED})*")
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
    unspelt: str = ""
    """The first pattern that the library cannot look for, with its place and the reason; empty where there is none."""

    def pointer(self, written: str) -> str:
        """A pointer of the schema as it is written, in the respelt one."""
        return _renamed(written, self.keys)

    def written(self, pointer: str) -> str:
        """A pointer of the respelt schema, in the one that is written."""
        return _renamed(pointer, {new: old for old, new in self.keys.items()})


def respell(schema: JsonValue, spell: Spelling) -> Respelt:
    """A schema with each pattern as ``spell`` writes it; the same object where none changes."""
    if not any(_changes(text, spell) for text in possible_patterns(schema)):
        return Respelt(schema)
    respelt = copy.deepcopy(schema)
    # A schema made by a program may hold one object at several places; it is respelt once.
    places = list({id(keywords): (pointer, keywords) for pointer, keywords in keyword_objects(respelt)}.values())
    keys = _new_keys(places, spell)
    for _, keywords in places:
        if isinstance(keywords.get("pattern"), str):
            keywords["pattern"] = _spelt(keywords["pattern"], spell)
        if isinstance(keywords.get(_MAP), dict):
            keywords[_MAP] = {keys.get(text, text): member for text, member in keywords[_MAP].items()}
    if keys:
        _rename_in_references(places, keys)
    return Respelt(respelt, keys, _unspelt(schema, spell))


def is_quick(schema: JsonValue, length: int) -> bool:
    """Whether jsonschema is done soon with any pattern of a schema and a text of some length."""
    return all(_most_steps(text, length) <= _MOST_STEPS for text in possible_patterns(schema))


def _most_steps(text: str, length: int) -> int:
    from accordant.regex.backtracking import most_steps
    from accordant.regex.errors import UnreadablePattern
    from accordant.regex.parser import parse

    try:
        steps = most_steps(parse(text).tree, length)
    except UnreadablePattern:
        return 0  # it is refused at once
    return _MOST_STEPS + 1 if steps is None else steps


def _changes(text: str, spell: Spelling) -> bool:
    return _spelt(text, spell) != text


def _spelt(text: str, spell: Spelling) -> str:
    try:
        return spell(text)
    except ValueError:
        return _REFUSED


def _unspelt(schema: JsonValue, spell: Spelling) -> str:
    for pointer, keywords in keyword_objects(schema):
        members = keywords.get(_MAP)
        texts = {text: pointers.join(pointer, _MAP, text) for text in (members if isinstance(members, dict) else ())}
        if isinstance(keywords.get("pattern"), str):
            texts[keywords["pattern"]] = pointers.join(pointer, "pattern")
        for text, at in texts.items():
            try:
                spell(text)
            except ValueError as error:
                return f"the pattern {text!r} at {at}: {error}"
    return ""


def _new_keys(places: Sequence[tuple[str, dict[str, JsonValue]]], spell: Spelling) -> dict[str, str]:
    """The new spelling of each key of ``patternProperties`` that changes; two of one spelling stay apart."""
    maps = [keywords[_MAP] for _, keywords in places if isinstance(keywords.get(_MAP), dict)]
    written = dict.fromkeys(text for members in maps for text in members)
    taken, keys = set(written), dict[str, str]()
    for text in written:
        new = _spelt(text, spell)
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
