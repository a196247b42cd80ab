"""Long lists of values that guards compare with: each is written once, as a constant, and used by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant.model.constraints import IsOneOf
from accordant.model.names import constant, shorten
from accordant.schema import pointers

LONGEST_INLINE: Final = 6
"""Longer lists get a name."""
_KEYWORDS: Final = frozenset({"enum", "const", "oneOf", "anyOf", "allOf", "properties", "items", "type"})


@dataclass
class ValueLists:
    """The constants of one module, by what is in them."""

    names: dict[tuple[str, ...], str] = field(default_factory=dict)

    def arguments(self, listed: IsOneOf, scalars: list[str]) -> list[str]:
        """The values as arguments of a call."""
        if len(scalars) <= LONGEST_INLINE:
            return scalars
        values = tuple(scalars)
        if values not in self.names:
            self.names[values] = self._free_name(listed.at)
        return [f"...{self.names[values]}"]

    def declarations(self, blocks: Iterable[str]) -> Iterator[str]:
        """The constants that the blocks use."""
        used = {name for block in blocks for name in re.findall(r"\.\.\.([A-Z]\w+)", block)}
        for values, name in self.names.items():
            if name in used:
                yield "\n".join([f"const {name} = [", *(f"  {value}," for value in values), "] as const;"])

    def _free_name(self, at: str) -> str:
        """A name from the member or definition that the list belongs to."""
        words = [word for word in pointers.split(at.partition("#")[2]) if word not in _KEYWORDS and not word.isdigit()]
        name = constant(shorten(words[-1], 40)) + "_VALUES" if words else "VALUES"
        same = sum(re.fullmatch(rf"{name}(_\d+)?", other) is not None for other in self.names.values())
        return f"{name}_{same + 1}" if same else name
