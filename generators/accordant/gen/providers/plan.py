"""What is made of a schema: the strict one, how its parts stand for parts of the contract, and what is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from accordant.findings import JsonValue


class Kind(StrEnum):
    """What stands for what."""

    SAME = "same"
    """The value itself."""
    OBJECT = "object"
    ARRAY = "array"
    MAP = "map"
    """A list of entries ``{"key", "value"}`` for an object with free keys."""
    TEXT = "text"
    """JSON as text, for a value of any shape."""
    UNION = "union"
    REFERENCE = "reference"
    WRAPPED = "wrapped"
    """The member ``answer`` of an object, for a document whose alternatives stand at its root."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How one value of an answer is taken back."""

    kind: Kind = Kind.SAME
    members: Mapping[str, Plan] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    """Members for which null stands for nothing."""
    inside: Plan | None = None
    """Of the items, of the values of a map, of what is wrapped."""
    branches: tuple[tuple[JsonValue, Plan], ...] = ()
    """The strict schema of each alternative, and its plan."""
    name: str = ""
    """The definition that is referred to."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A keyword of the contract that the strict schema does not hold, or holds in another way."""

    keyword: str
    document: str
    pointer: str
    says: str


@dataclass(frozen=True, slots=True)
class StrictSchema:
    """What a service is given, what takes its answers back, and what was lost."""

    schema: JsonValue
    plan: Plan
    definitions: dict[str, Plan]
    losses: tuple[Loss, ...]


KEY, VALUE, ANSWER = "key", "value", "answer"
