"""Long lists of values that generated code compares with: each is written once, as a constant, and used by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant.model.names import constant, shorten
from accordant.schema import pointers

LONGEST_INLINE: Final = 6
"""Longer lists get a name."""
_KEYWORDS: Final = frozenset(
    {"enum", "const", "oneOf", "anyOf", "allOf", "not", "if", "then", "else", "contains", "properties", "items", "type"}
)


@dataclass
class ValueLists:
    """The constants of one module, by what is in them."""

    prefix: str = ""
    """What all names begin with."""
    names: dict[tuple[str, ...], str] = field(default_factory=dict)

    def name_of(self, values: Iterable[str], at: str) -> str:
        """The name of a list of expressions that stands at a place of a schema; empty where it is short."""
        key = tuple(values)
        if len(key) <= LONGEST_INLINE:
            return ""
        if key not in self.names:
            self.names[key] = self._free_name(at)
        return self.names[key]

    def used(self, blocks: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The names and lists that the blocks use."""
        words = {word for block in blocks for word in re.findall(r"\w*VALUES(?:_\d+)?\b", block)}
        yield from ((name, values) for values, name in self.names.items() if name in words)

    def _free_name(self, at: str) -> str:
        """A name from the member or definition that the list belongs to."""
        words = [word for word in pointers.split(at.partition("#")[2]) if word not in _KEYWORDS and not word.isdigit()]
        name = self.prefix + (constant(shorten(words[-1], 40)) + "_VALUES" if words else "VALUES")
        same = sum(re.fullmatch(rf"{name}(_\d+)?", other) is not None for other in self.names.values())
        return f"{name}_{same + 1}" if same else name
