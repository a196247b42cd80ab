"""What a validator says: why a document is not valid, and why a schema cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accordant.errors import AccordantError


@dataclass(eq=False)
class UnusableSchema(AccordantError):
    """A schema that the validator cannot be built from, and the validator's reason."""

    location: str
    reason: str

    def __str__(self) -> str:
        return f"{self.location}: not usable as a schema: {self.reason}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a document is not valid: where in the document, which keyword at which place, in one sentence.

    `schema_location` is `document#pointer` of the keyword that refused, behind all references; `evaluation`
    is the pointer of the way to it from the root, through references.
    """

    instance: str
    keyword: str
    schema_location: str
    evaluation: str
    message: str
    names: tuple[str, ...] = ()
    """The members that are missing (`required`) or unexpected (`additionalProperties`, `unevaluatedProperties`), or the
    unexpected items as JSON (`unevaluatedItems`)."""
    branches: tuple[tuple[Problem, ...], ...] = ()
    """For `oneOf` and `anyOf`: the problems of each branch. For `unevaluated*`: in one branch, the
    problems by its schema of the members or items that it refuses."""
    is_false: bool = False
    """Whether the schema `false` refused, which stands at `schema_location`."""
    key: str | None = None
    """The refused key where `propertyNames` refused one; `instance` is the object that has it."""
    nearest: str = ""
    """The alternative that asks for this, where nothing selects one and it comes nearest; else empty."""

    @property
    def schema_pointer(self) -> str:
        """The JSON Pointer of the keyword inside its document."""
        return self.schema_location.partition("#")[2]


@dataclass(frozen=True, slots=True)
class Objection:
    """A problem whose branches are looked at one level after the other: all levels may hold thousands."""

    problem: Problem
    _ask_branches: Callable[[], list[list[Objection]]]

    @property
    def branches(self) -> list[list[Objection]]:
        """The problems of each branch, see :class:`Problem`."""
        return self._ask_branches()
