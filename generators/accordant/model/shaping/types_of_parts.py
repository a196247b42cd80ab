"""The interface of the builder that shape functions use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from accordant.model.constraints import Constraint, Seen
from accordant.model.keywords import Compiler
from accordant.model.scoped_schema import Places, ScopedSchema
from accordant.model.shaping.parts import Part
from accordant.model.shaping.scalars import Taken
from accordant.model.types import Typed


@dataclass(frozen=True, slots=True)
class Path:
    """How a place is reached: the named type in which it lies, and the words that lead there."""

    owner: str
    words: tuple[str, ...] = ()

    def below(self, *words: str) -> Path:
        """The path extended."""
        return Path(self.owner, (*self.words, *words))


class TypesOfParts(Protocol):
    """Builds the types of members, items and branches on behalf of a shape."""

    root: Places
    """How the documents are called in messages."""
    compiler: Compiler

    def type_of(self, judged: Sequence[Part], path: Path) -> Typed:
        """The type of a conjunction of schemas."""

    def rules(self, flat: Sequence[Part], taken: Taken) -> tuple[Constraint, ...]:
        """What the keywords ask that no shape enforces."""

    def seen_members(self, site: ScopedSchema) -> Seen:
        """What the keywords at a site evaluate, apart from its own ``unevaluatedProperties``."""

    def later(
        self, key: str, typed: Typed, site: ScopedSchema, flat: tuple[Part, ...], path: Path, unknown: Constraint
    ) -> None:
        """Name the type of what a union reads whose tag is unknown."""
