"""What copies of schemas have in common: definitions by name, parts copied already, and the plainest parts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from accordant.findings import JsonValue
from accordant.schema.dialects import IDENTIFIERS, REFERENCES, Dialect
from accordant.schema.loosened_keywords import OPEN
from accordant.schema.open_reading import MAY_BE_LOOSE
from accordant.schema.references import Node, Scope


@dataclass(frozen=True, slots=True)
class Target:
    """A definition of a copy: the schema that it is a copy of, where that stands, and how it is read."""

    node: Node = field(compare=False)
    document: str
    pointer: str
    scope: Scope
    mode: str


@dataclass(frozen=True, slots=True)
class CopiedPart:
    """The copy of a part, and what else the copy of a document needs to know of it."""

    source: JsonValue
    copied: JsonValue
    targets: tuple[Target, ...]
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedParts:
    """What copies have in common."""

    names: dict[Target, str] = field(default_factory=dict)
    parts: dict[Hashable, CopiedPart] = field(default_factory=dict)
    """By identity of the original, its place, the mode and the draft."""
    answers: dict[Hashable, Any] = field(default_factory=dict)
    """See :class:`accordant.schema.references.Resources`."""


def is_leaf(schema: Mapping[str, JsonValue], dialect: Dialect, mode: str) -> bool:
    """Whether a schema only asserts, and is copied as it stands: it holds no schema, refers to none and has no name."""
    return _structural_names(dialect).isdisjoint(schema) and (mode != OPEN or MAY_BE_LOOSE.isdisjoint(schema))


@lru_cache
def _structural_names(dialect: Dialect) -> frozenset[str]:
    """The keywords that name a schema, refer to others or hold some."""
    return IDENTIFIERS.union(REFERENCES, dialect.applicators)
