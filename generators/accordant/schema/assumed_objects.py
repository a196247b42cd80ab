"""Schemas read as their authors meant them: what speaks of members alone is an object, though `type` is missing.

JSON Schema lets `{"properties": ...}` accept a number (Validation 2020-12, 6.5). A file of types that says so is of
little use where only objects are meant; so this assumption can be requested, and is never made silently.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from accordant.findings import JsonValue
from accordant.schema.dialects import Dialect, Relation

_ASSERTIONS: Final = frozenset({"required", "minProperties", "maxProperties", "dependentRequired"})
_DEPENDENCIES: Final = frozenset({"dependencies", "dependentSchemas"})
_ALTERNATIVES: Final = ("allOf", "anyOf", "oneOf")
_CONDITIONS: Final = frozenset({"not", "if", "then", "else"})


class AssumedObjects:
    """Writes `type: object` into schemas of one draft, and counts where."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.count = 0
        """How many schemas were taken for objects."""

    def read(self, schema: JsonValue) -> JsonValue:
        """A copy of a schema in which every subschema that speaks of members alone has `type: object`.

        Left alone is what stands inside of conditions, where a narrower schema would refuse other values.
        """
        if not isinstance(schema, dict):
            return schema
        copy = dict(schema)
        for path, child in self.dialect.subschemas(schema):
            if path[0] not in _CONDITIONS | _DEPENDENCIES | {"contains"}:
                self._put(copy, path, self.read(child))
        if self.speaks_of_objects(schema) and "type" not in schema:
            self.count += 1
            return {"type": "object", **copy}
        return copy

    def _put(self, copy: dict[str, JsonValue], path: tuple[str | int, ...], child: JsonValue) -> None:
        """Put a subschema where it stood; the list or map around it is copied too."""
        keyword = str(path[0])
        if len(path) == 1:
            copy[keyword] = child
        elif isinstance(copy[keyword], list):
            copy[keyword] = [child if index == path[1] else item for index, item in enumerate(copy[keyword])]
        else:
            copy[keyword] = {**copy[keyword], path[1]: child}

    def speaks_of_objects(self, schema: JsonValue) -> bool:
        """Whether a schema says something about members, and nothing about values that have none."""
        if not isinstance(schema, Mapping):
            return False
        if "type" in schema:
            return bool(schema["type"] == "object")
        judging = {name for name in schema if self._judges(name)}
        about = {name for name in judging if self._is_about_members(name)}
        alternatives = [keyword for keyword in _ALTERNATIVES if keyword in judging]
        rest = judging - about - _CONDITIONS - set(alternatives)
        return bool(about) and not rest and all(self._alternatives_fit(schema, keyword) for keyword in alternatives)

    def _alternatives_fit(self, schema: Mapping[str, JsonValue], keyword: str) -> bool:
        """Whether alternatives beside members speak of objects too; `allOf` may refer to what does."""
        branches = schema[keyword]
        return isinstance(branches, list) and all(
            self.speaks_of_objects(branch) or (keyword == "allOf" and isinstance(branch, dict) and "$ref" in branch)
            for branch in branches
        )

    def _judges(self, name: str) -> bool:
        return name in self.dialect.judging_names

    def _is_about_members(self, name: str) -> bool:
        relation = self.dialect.keywords[name].relation
        return name in _ASSERTIONS | _DEPENDENCIES or relation in (Relation.MEMBER, Relation.NAME)
