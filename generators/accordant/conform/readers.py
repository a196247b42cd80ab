"""How a reader applies a schema: as it is written, or openly, as a consumer that skips what it does not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from accordant.findings import JsonValue
from accordant.schema.problems import Problem
from accordant.schema.references import Node, Resources
from accordant.schema.validation import Validator, validator_of

Role = Literal["contract", "producer", "consumer", "schema"]
"""How documents are judged: by schema and rules, also as their producer's, as a consumer's, or by schema alone."""


def holds_rules(role: Role) -> bool:
    """Whether the contract's rules for producers are judged too; a consumer takes what breaks them."""
    return role in ("contract", "producer")


@dataclass(frozen=True)  # no slots: the validator is kept
class Reader:
    """A schema that judges documents as it is written."""

    root: Node
    formats: bool = False
    """Whether ``format`` judges too."""

    @property
    def resources(self) -> Resources:
        """The schemas in which the places of problems lie."""
        return self.root.resources

    @cached_property
    def values(self) -> Mapping[str, JsonValue]:
        """These schemas by address."""
        return {uri: self.resources.root(uri).value for uri in self.resources}

    @cached_property
    def _validator(self) -> Validator:
        return validator_of(self.root, formats=self.formats)

    def problems(self, document: JsonValue) -> list[Problem]:
        """What makes the document invalid, in the validator's order.

        Raises:
            UnusableSchema: no validator can be made of the schema.
        """
        return [] if self._validator.is_valid(document) else self._validator.problems(document)

    def accepts_all(self, documents: list[JsonValue]) -> bool:
        """Whether all documents are surely valid; where this is not clear at once, False."""
        return self._validator.accepts_all(documents)

    def find_source(self, problem: Problem) -> tuple[str, str]:
        """The document address and the pointer of the keyword that refused."""
        address, _, pointer = problem.schema_location.partition("#")
        return address, pointer


@dataclass(frozen=True)
class OpenReader(Reader):
    """A schema in its open reading: ``root`` is a copy; problems are placed in the ``original``."""

    original: Node = field(kw_only=True)

    def find_source(self, problem: Problem) -> tuple[str, str]:
        """The document address and the pointer of the keyword that refused, in the schemas that were copied."""
        from accordant.schema.copy_origins import find_source

        _, pointer = super().find_source(problem)
        place = find_source(self.root.value, pointer, self.original.resources)
        return place or (self.original.document, self.original.pointer)


def open_reader(original: Node, enums: str, *, formats: bool = False) -> OpenReader:
    """The reader for a consumer of a schema.

    Args:
        original: the schema.
        enums: ``open`` or ``marked``, see :func:`accordant.schema.reader_copy.open_reading`.
        formats: whether ``format`` judges too.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    from accordant.schema import reader_copy

    copied = reader_copy.open_reading(original, enums)
    return OpenReader(Resources({original.document: copied}).root(original.document), formats, original=original)
