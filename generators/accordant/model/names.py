"""One table of names for all languages: from definitions, titles and paths, never from counters.

A name that an earlier run chose (the lock) is kept while it is free; so an additive change renames nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.model.reserved import FIELD_NAMES, FIXED_FIELDS, PYTHON_KEYWORDS, TYPE_NAMES, TYPESCRIPT_KEYWORDS

LONGEST: Final = 72
_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_TYPE_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9]*\Z")


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
    is_root: bool = False
    """Whether it is the type of a document, whose name others do not take."""


def pascal(text: str) -> str:
    """Words joined with capital first letters; characters that identifiers lack are spelt as their code points.

    >>> pascal("grouped_violations"), pascal("HTTPServer"), pascal("名"), pascal("2.0")
    ('GroupedViolations', 'HTTPServer', 'U540d', 'N20')
    """
    spelt = "".join(letter if letter.isascii() else f" u{ord(letter):x} " for letter in text)
    words = re.findall(r"[A-Za-z0-9]+", spelt)
    name = "".join(word[0].upper() + word[1:] for word in words)
    return f"N{name}" if name[:1].isdigit() else name


def snake(name: str) -> str:
    """A type's name as functions are called.

    >>> snake("HTTPServerState")
    'http_server_state'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def constant(text: str) -> str:
    """A name for a constant: ``error-kinds`` is ``ERROR_KINDS``."""
    return snake(pascal(text)).upper() or "EMPTY"


def type_names(
    requests: Sequence[NameRequest], lock: Mapping[str, str] | None = None, busy: frozenset[str] = frozenset()
) -> dict[str, str]:
    """The name of each wanted type, by key; ``busy`` names are taken by something else.

    Documents choose first, then definitions, which keep their own names where these are free; names that collide are
    made longer, all of them, by what tells them apart.
    """
    names: dict[str, str] = {f"busy {name}": name for name in busy}
    kept = lock or {}
    titles = Counter(pascal(request.title) for request in requests if request.title)
    for request in requests:
        old = kept.get(request.place, "")
        usable = _TYPE_NAME.match(old) and old not in TYPE_NAMES and old not in names.values()
        if usable:
            names[request.key] = old
    for group in (
        [request for request in requests if request.is_root and request.key not in names],
        [request for request in requests if not (request.is_root or request.owner) and request.key not in names],
        [request for request in requests if request.owner and request.key not in names],
    ):
        proposals = {request.key: _proposal(request, names, titles) for request in group}
        _settle(group, proposals, names)
    return {key: name for key, name in names.items() if not key.startswith("busy ")}


def _proposal(request: NameRequest, names: Mapping[str, str], titles: Mapping[str, int]) -> str:
    words = "".join(pascal(word) for word in request.words)
    if request.owner:
        title = pascal(request.title)
        if _TYPE_NAME.match(title) and titles[title] == 1 and len(title) <= 30 and title not in names.values():
            return title
        words = names.get(request.owner, "") + words
    name = words or "Empty"
    if len(name) > LONGEST:
        name = name[: LONGEST - 6] + _digest(request.place)
    return f"{name}Info" if name in TYPE_NAMES or name.lower() in TYPESCRIPT_KEYWORDS & PYTHON_KEYWORDS else name


def _settle(group: Sequence[NameRequest], proposals: dict[str, str], names: dict[str, str]) -> None:
    """Give each its proposal; where several want one name, who is spelt so keeps it, others say where they stand."""
    for request in group:
        if proposals[request.key] == "Empty" and request.owner:
            proposals[request.key] = names.get(request.owner, "") + "Part"
    roots = set(names.values())
    for request in group:
        if not request.owner and proposals[request.key] in roots:
            proposals[request.key] += "Definition"
    taken = Counter([*proposals.values(), *names.values()])
    for request in group:
        name = proposals[request.key]
        exact = not request.owner and request.words[-1:] == (name,) and name not in names.values()
        if taken[name] > 1 and not exact:
            name += pascal(_digest(request.place))
        names[request.key] = name
    again = Counter(names.values())
    for request in group:
        if again[names[request.key]] > 1:
            names[request.key] += pascal(_digest(request.key))


def _digest(text: str) -> str:
    return "X" + hashlib.sha256(text.encode()).hexdigest()[:5]


def field_names(wires: Iterable[str], busy: frozenset[str] = frozenset()) -> dict[str, str]:
    """The Python attribute of each member name; ``busy`` are names that annotations in the module use."""
    wires = list(wires)
    folded = {wire: _field(wire, busy) for wire in wires}
    counts = Counter(folded.values())
    return {
        wire: name if counts[name] == 1 or name == wire else f"{name.rstrip('_')}_{_digest(wire).lower()}"
        for wire, name in folded.items()
    }


def _field(wire: str, busy: frozenset[str]) -> str:
    if wire in FIXED_FIELDS:
        return FIXED_FIELDS[wire]
    name = wire
    if not _IDENTIFIER.match(name):
        spelt = "".join(letter if letter.isascii() else f"u{ord(letter):x}" for letter in wire)
        name = re.sub(r"[^A-Za-z0-9_]+", "_", spelt).strip("_")
        name = f"n{name}" if name[:1].isdigit() else name or "empty"
        name = name if name == wire else f"{name}_"
    if name in PYTHON_KEYWORDS or name in FIELD_NAMES or name in TYPE_NAMES or name in busy:
        name += "_"
    return name
