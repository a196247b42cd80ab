"""What an object declares about its fields, looked up once for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from accordant.compat.unit_cases import CasedSchema
from accordant.compat.unit_conditions import listed_values
from accordant.schema.declarations import is_never
from accordant.schema.json_values import listed_texts
from accordant.schema.subschemas import judging


class ObjectFields:
    """What some schemas declare about the fields of an object."""

    def __init__(self, schemas: Sequence[CasedSchema]) -> None:
        self._schemas = schemas

    def listed(self, name: str) -> Sequence[tuple[CasedSchema, frozenset[str] | None]]:
        """The schemas that declare a field, each with the values that it lists, if it does."""
        return self._fields.get(name, ())

    def requiring(self, name: str) -> Sequence[CasedSchema]:
        """The schemas that require a field."""
        return self._required.get(name, ())

    @cached_property
    def _fields(self) -> Mapping[str, list[tuple[CasedSchema, frozenset[str] | None]]]:
        fields: dict[str, list[tuple[CasedSchema, frozenset[str] | None]]] = {}
        for schema in self._schemas:
            properties = judging(schema.node).get("properties")
            for name in properties if isinstance(properties, dict) else ():
                declared = schema.node.child("properties", name)
                values = frozenset[str]() if is_never(declared.value) else listed_values(declared)
                fields.setdefault(name, []).append((schema, values))
        return fields

    @cached_property
    def _required(self) -> Mapping[str, list[CasedSchema]]:
        required: dict[str, list[CasedSchema]] = {}
        for schema in self._schemas:
            for name in listed_texts(judging(schema.node).get("required")):
                required.setdefault(name, []).append(schema)
        return required
