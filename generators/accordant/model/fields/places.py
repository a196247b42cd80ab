"""Places in documents, and schemas that test for a value at a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.findings import JsonValue
from accordant.schema import pointers

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class MemberStep:
    """To the value of a named member."""

    name: str

    @property
    def token(self) -> str:
        """As it stands in a pointer."""
        return pointers.escape(self.name)

    @property
    def container(self) -> str:
        """The JSON type of the values from which the step leads."""
        return "object"

    def holds(self, inner: JsonValue) -> JsonValue:
        """A schema of the values in which the step leads to a value of ``inner``."""
        return {"type": "object", "required": [self.name], "properties": {self.name: inner}}


@dataclass(frozen=True, slots=True)
class ItemStep:
    """To any item from an index on."""

    start: int = 0
    token: str = "*"

    @property
    def container(self) -> str:
        """The JSON type of the values from which the step leads."""
        return "array"

    def holds(self, inner: JsonValue) -> JsonValue:
        """A schema of the values in which the step leads to a value of ``inner``."""
        outside: dict[str, JsonValue] = {"prefixItems": [True] * self.start} if self.start else {}
        return {"type": "array", "not": {**outside, "items": {"not": inner}}}


@dataclass(frozen=True, slots=True)
class PositionStep:
    """To the item at an index."""

    index: int

    @property
    def token(self) -> str:
        """As it stands in a pointer."""
        return str(self.index)

    @property
    def container(self) -> str:
        """The JSON type of the values from which the step leads."""
        return "array"

    def holds(self, inner: JsonValue) -> JsonValue:
        """A schema of the values in which the step leads to a value of ``inner``."""
        return {"type": "array", "minItems": self.index + 1, "prefixItems": [*([True] * self.index), inner]}


@dataclass(frozen=True, slots=True)
class NamesStep:
    """To any member whose name matches a pattern, or, without one, that is not named and matches no ``others``."""

    pattern: str = ""
    named: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    token: str = "…"

    @property
    def container(self) -> str:
        """The JSON type of the values from which the step leads."""
        return "object"

    def holds(self, inner: JsonValue) -> JsonValue:
        """A schema of the values in which the step leads to a value of ``inner``."""
        if self.pattern:
            return {"type": "object", "not": {"patternProperties": {self.pattern: {"not": inner}}}}
        known: dict[str, JsonValue] = {
            "properties": dict.fromkeys(self.named, True),
            "patternProperties": dict.fromkeys(self.others, True),
        }
        return {"type": "object", "not": {**known, "additionalProperties": {"not": inner}}}


Step: TypeAlias = MemberStep | ItemStep | PositionStep | NamesStep


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A place in the documents of a schema, and what is assumed about the values on the way to it."""

    steps: tuple[Step, ...] = ()
    assumed: tuple[tuple[int, str, bool], ...] = ()
    """Schemas by the number of steps to their value, their location, and whether they hold (or do not)."""
    with_members: tuple[tuple[int, str], ...] = ()
    """Members that are there, by the number of steps to their object."""

    @property
    def pointer(self) -> str:
        """The JSON Pointer in documents; ``*`` stands for any index, ``…`` for any name."""
        return "".join(f"/{step.token}" for step in self.steps)

    @property
    def outer(self) -> FieldPlace:
        """The place a step before, under the same assumptions."""
        return FieldPlace(self.steps[:-1], self.assumed, self.with_members)

    @property
    def is_conditional(self) -> bool:
        """Whether anything is assumed about the values on the way."""
        return bool(self.assumed or self.with_members)

    def below(self, step: Step) -> FieldPlace:
        """A step further."""
        return FieldPlace((*self.steps, step), self.assumed, self.with_members)

    def where(self, location: str, holds: bool = True) -> FieldPlace:
        """The same place, where the schema at a location holds for its value, or does not."""
        return FieldPlace(self.steps, (*self.assumed, (len(self.steps), location, holds)), self.with_members)

    def with_member(self, name: str) -> FieldPlace:
        """The same place, where its object has a member."""
        return FieldPlace(self.steps, self.assumed, (*self.with_members, (len(self.steps), name)))

    def question(self, asked: JsonValue, at: int | None = None) -> JsonValue:
        """A schema of the documents whose value at the place satisfies ``asked``, under what is assumed.

        Args:
            asked: a schema without references.
            at: ask about the value after this many steps, instead of after all.
        """
        count = len(self.steps) if at is None else at
        schema = asked
        for depth in range(count, -1, -1):
            schema = _all([schema, *self._assume(depth)])
            if depth:
                schema = self.steps[depth - 1].holds(schema)
        return {"$schema": _DIALECT, "allOf": [schema]}

    def _assume(self, depth: int) -> list[JsonValue]:
        schemas: list[JsonValue] = []
        for steps, location, holds in self.assumed:
            if steps == depth:
                schemas.append({"$ref": location} if holds else {"not": {"$ref": location}})
        schemas += [{"type": "object", "required": [name]} for steps, name in self.with_members if steps == depth]
        return schemas


def _all(schemas: Sequence[JsonValue]) -> JsonValue:
    return schemas[0] if len(schemas) == 1 else {"allOf": list(schemas)}
