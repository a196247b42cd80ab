"""One table of names for all languages: from definitions, titles and paths; digits only where nothing else tells apart.

A name that an earlier run chose (the lock) is kept while it is free; so an additive change renames nothing.
"""

from __future__ import annotations

import builtins
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.model.letters import plain
from accordant.model.reserved import FIELD_NAMES, FIXED_FIELDS, PYTHON_KEYWORDS, TYPE_NAMES, TYPESCRIPT_KEYWORDS

LONGEST: Final = 60
LONGEST_TITLE: Final = 30
"""Longer titles are sentences, and no names."""
_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_TYPE_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9]*\Z")
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(//|[^ ]*[:/])")
_SUFFIX: Final = re.compile(r"(\.schema)?\.(json|ya?ml)\Z")
_SIGNS: Final = {
    "+": "plus", "-": "minus", "$": "dollar", "@": "at", ".": "dot", "/": "slash", "*": "star", "#": "hash",
    "%": "percent", "&": "and", ":": "colon", " ": "space", "_": "_", "!": "not", "?": "question", "=": "equals",
    "<": "less", ">": "greater", "~": "tilde", "|": "bar", ",": "comma", "^": "caret",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NameRequest:
    """A type that needs a name: where it stands, and the words for it."""

    key: str
    place: str
    """Stable text that the lock uses."""
    owner: str
    """The key of the type in which it lies; "" for definitions."""
    words: tuple[str, ...]
    title: str = ""
    path: tuple[str, ...] = ()
    """All the words for where it stands, for where the first ones are not enough."""
    is_root: bool = False
    """Whether it is the type of a document, whose name others do not take."""


def pascal(text: str) -> str:
    """Words joined with capital first letters, in ASCII; letters without a spelling there are their code points.

    >>> pascal("grouped_violations"), pascal("HTTPServer"), pascal("Größe"), pascal("名"), pascal("2.0")
    ('GroupedViolations', 'HTTPServer', 'Grosse', 'U540d', 'N20')
    """
    words = re.findall(r"[A-Za-z0-9]+", _in_ascii(text))
    name = "".join(word[0].upper() + word[1:] for word in words)
    return f"N{name}" if name[:1].isdigit() else name


def parameter_name(text: str) -> str:
    """A type parameter as it is written, where that is a free name in ASCII, else as words of its own.

    >>> parameter_name("T"), parameter_name("data_1"), parameter_name("Any"), parameter_name("T = 1; x")
    ('T', 'data_1', 'AnyParameter', 'T1XParameter')
    """
    taken = TYPE_NAMES | PYTHON_KEYWORDS | TYPESCRIPT_KEYWORDS
    is_free = _IDENTIFIER.match(text) and text not in taken and not hasattr(builtins, text)
    return text if is_free and len(text) <= LONGEST else f"{pascal(text)[: LONGEST - 16]}Parameter"


def snake(name: str) -> str:
    """A type's name as functions are called.

    >>> snake("HTTPServerState")
    'http_server_state'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def constant(text: str) -> str:
    """A name for a constant: ``error-kinds`` is ``ERROR_KINDS``."""
    return snake(pascal(text)).upper() or "EMPTY"


def word(text: str) -> str:
    """The text, or the last word of an address.

    >>> word("https://example.com/schemas/order.schema.json"), word("a-b"), word("urn:example:order")
    ('order', 'a-b', 'order')
    """
    if not _ADDRESS.match(text):
        return text
    parts = [part for part in re.split(r"[/#?:]", text) if part]
    return _SUFFIX.sub("", parts[-1])


def shorten(name: str, longest: int = LONGEST) -> str:
    """The name without words of its middle where it is too long: it keeps how it begins and ends.

    >>> shorten("ErrorWithLookupHistoryItem", 20)
    'ErrorHistoryItem'
    """
    words = re.findall(r"[A-Z]+[^A-Z]*|[^A-Z]+", name)
    while len(words) > 2 and sum(map(len, words)) > longest:
        del words[max(1, len(words) // 3)]
    return "".join(words)[:longest]


def type_names(
    requests: Sequence[NameRequest], lock: Mapping[str, str] | None = None, busy: frozenset[str] = frozenset()
) -> dict[str, str]:
    """The name of each wanted type, by key; ``busy`` names are taken by something else.

    Documents choose first, then definitions, which keep their own names where these are free, then what lies in them;
    names that collide are made longer, all of them, by what tells them apart.
    """
    names: dict[str, str] = {}
    kept = lock or {}
    for request in requests:
        old = kept.get(request.place, "")
        if _TYPE_NAME.match(old) and old not in TYPE_NAMES and old not in busy and old not in names.values():
            names[request.key] = old
    titles = Counter(pascal(request.title) for request in requests if request.title)
    for group in _groups([request for request in requests if request.key not in names]):
        taken = busy.union(names.values())
        _settle(group, {request.key: _candidates(request, names, taken, titles) for request in group}, names, taken)
    return names


def _groups(requests: Sequence[NameRequest]) -> Iterator[list[NameRequest]]:
    """Those that choose together, one group after the other: what lies in a type comes after the type."""
    yield [request for request in requests if request.is_root]
    yield [request for request in requests if not (request.is_root or request.owner)]
    waiting = {request.key: request for request in requests if request.owner and not request.is_root}
    while waiting:
        ready = [request for request in waiting.values() if request.owner not in waiting] or list(waiting.values())
        yield ready
        for request in ready:
            del waiting[request.key]


def _candidates(
    request: NameRequest, names: Mapping[str, str], taken: frozenset[str], titles: Mapping[str, int]
) -> list[str]:
    """The names that a type may get, each longer than the one before."""
    words = "".join(pascal(word(text)) for text in request.words)
    path = "".join(map(pascal, request.path))
    if not request.owner:
        choices = [words or "Empty", *([f"{words}Definition"] if words in taken else []), path]
    else:
        title = pascal(request.title)
        is_name = _TYPE_NAME.match(title) and titles[title] == 1 and len(title) <= LONGEST_TITLE
        choices = [
            *([title] if is_name and title not in taken else []),
            names.get(request.owner, "") + (words or "Part"),
            path,
        ]
    return [_avoid_reserved(shorten(name)) for name in choices if name]


def _avoid_reserved(name: str) -> str:
    return f"{name}Info" if name in TYPE_NAMES or name.lower() in TYPESCRIPT_KEYWORDS & PYTHON_KEYWORDS else name


def _settle(
    group: Sequence[NameRequest], candidates: Mapping[str, list[str]], names: dict[str, str], taken: frozenset[str]
) -> None:
    """Give each its first candidate; where several want one name, who is spelt so keeps it, others take their next."""
    chosen = {request.key: 0 for request in group}
    exact = {request.key for request in group if not request.owner and request.words == (candidates[request.key][0],)}
    while True:
        proposals = {key: candidates[key][index] for key, index in chosen.items()}
        wanted = Counter(proposals.values())
        loses = [
            key
            for key, name in proposals.items()
            if (name in taken or (wanted[name] > 1 and not (key in exact and chosen[key] == 0)))
            and chosen[key] + 1 < len(candidates[key])
        ]
        if not loses:
            break
        for key in loses:
            chosen[key] += 1
    final = set(taken)
    for key, name in sorted(proposals.items(), key=lambda item: item[0] not in exact):
        names[key] = _free(name, final)
        final.add(names[key])


def _free(name: str, taken: set[str]) -> str:
    """The name, numbered where it is taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = shorten(name, LONGEST - len(str(number))) + str(number)
    return free


def field_names(wires: Iterable[str], busy: frozenset[str] = frozenset()) -> dict[str, str]:
    """The Python attribute of each member name; ``busy`` are names that annotations in the module use.

    Where several come to one attribute, signs are spelt as words, Latin letters keep their marks, and other letters
    beyond ASCII are their code points.

    >>> field_names(["runs-on", "+1", "-1", "naïve", "naive"])
    {'runs-on': 'runs_on', '+1': 'plus_1', '-1': 'minus_1', 'naïve': 'naïve', 'naive': 'naive'}
    """
    wires = list(wires)
    folded = {wire: _field(wire, busy) for wire in wires}
    counts = Counter(folded.values())
    kept = {wire: name for wire, name in folded.items() if counts[name] == 1 or name == wire}
    taken = set(kept.values())
    for wire in (wire for wire in wires if wire not in kept):
        name = folded[wire] if _IDENTIFIER.match(wire) else _unreserved_field(_spell_apart(wire), busy)
        while name in taken:
            name += "_"
        kept[wire] = name
        taken.add(name)
    return {wire: kept[wire] for wire in wires}


def _field(wire: str, busy: frozenset[str]) -> str:
    if wire in FIXED_FIELDS:
        return FIXED_FIELDS[wire]
    return _unreserved_field(wire if _IDENTIFIER.match(wire) else _fold(wire), busy)


def _fold(text: str) -> str:
    """A text as an identifier in ASCII; other characters are underscores.

    >>> _fold("naïve"), _fold("日本"), _fold("２e")
    ('naive', 'u65e5_u672c', 'uff12_e')
    """
    name = re.sub(r"[^A-Za-z0-9_]+", "_", _in_ascii(text)).strip("_")
    return f"n{name}" if name[:1].isdigit() else name or "empty"


def _in_ascii(text: str) -> str:
    """The text with its letters in ASCII; what has no spelling there is a word with its code point."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(_code_point(letter) if (spelt := plain(letter)) is None else spelt for letter in composed)


def _code_point(letter: str) -> str:
    return f" u{ord(letter):x} "


def _spell_apart(wire: str) -> str:
    """A name that says what tells it from others; letters that may look like others are their code points."""
    if wire.isidentifier() and unicodedata.is_normalized("NFKC", wire) and all(map(_is_latin, wire)):
        return wire
    words = (f"_{_SIGNS[sign]}_" if sign in _SIGNS else sign if sign.isascii() else _code_point(sign) for sign in wire)
    return _fold("".join(words).replace("__", "_"))


def _is_latin(letter: str) -> bool:
    spelt = unicodedata.normalize("NFD", letter)
    return spelt[0].isascii() and all(map(unicodedata.combining, spelt[1:]))


def _unreserved_field(name: str, busy: frozenset[str]) -> str:
    is_busy = name in PYTHON_KEYWORDS or name in FIELD_NAMES or name in TYPE_NAMES or name in busy
    return f"{name}_" if is_busy else name
