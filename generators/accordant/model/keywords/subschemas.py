"""The interface of the compiler that keyword functions use."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from accordant.model.constraints import Constraint
from accordant.model.scoped_schema import Places, ScopedSchema


class Subschemas(Protocol):
    """Compiles subschemas on behalf of a keyword."""

    root: Places
    """How the documents are called in messages."""

    def whole(self, site: ScopedSchema) -> Constraint:
        """Everything that the schema at a site asks."""

    def below(self, site: ScopedSchema, *keys: str | int) -> Constraint:
        """What a subschema asks of a part of the value."""

    def beside(self, site: ScopedSchema, *keys: str | int) -> Constraint:
        """What a subschema asks of the same value."""

    def test(self, site: ScopedSchema, *keys: str | int) -> Constraint:
        """What a subschema that is a test asks of the same value."""

    def check_containment(self, site: ScopedSchema) -> Constraint:
        """What ``contains`` asks of an item."""

    def otherwise(self, site: ScopedSchema) -> Constraint:
        """What ``else`` asks."""

    def call(self, target: ScopedSchema, at: str) -> Constraint:
        """The condition of a referenced schema."""

    def drops(self, site: ScopedSchema, name: str) -> bool:
        """Whether a keyword asks nothing in the open reading."""

    def exactly(self) -> AbstractContextManager[None]:
        """Schemas are read as they are written in here."""

    def is_pattern(self, text: str, at: str) -> bool:
        """Whether a text is a pattern; where it is not, nothing can look for it, and this is noted."""
