"""What a schema says as a whole: its keywords with those of what it refers to and of `allOf`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from accordant.findings import JsonValue
from accordant.schema.json_values import canonical, json_type
from accordant.schema.references import Node
from accordant.schema.subschemas import conjuncts, judging

ANNOTATIONS = frozenset(
    (
        "$schema", "$id", "id", "$comment", "$anchor", "$defs", "definitions", "title", "description",
        "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "contentMediaType",
        "contentEncoding", "contentSchema", "$ref", "allOf", "$dynamicAnchor", "$recursiveAnchor",
        "$vocabulary", "discriminator",
    )
)  # fmt: skip
"""Keywords that assert nothing here: annotations, and those whose effect is followed."""
_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
_IMPLY = {"properties": "object", "additionalProperties": "object", "patternProperties": "object",
          "items": "array", "prefixItems": "array", "required": "object"}  # fmt: skip


@dataclass(frozen=True)  # no slots: what is found is kept
class Merged:
    """The keywords of a schema and of everything that certainly holds with it."""

    node: Node

    @cached_property
    def parts(self) -> tuple[Node, ...]:
        """The schemas that hold together."""
        return tuple(conjuncts(self.node))

    def values(self, keyword: str) -> list[tuple[JsonValue, Node]]:
        """The values of a keyword, each with the schema that has it."""
        return [(judging(part)[keyword], part) for part in self.parts if keyword in judging(part)]

    def keywords(self) -> Iterator[tuple[str, JsonValue, Node]]:
        """Every keyword that asserts something, with its value and its schema."""
        for part in self.parts:
            for name, value in judging(part).items():
                if name not in ANNOTATIONS and not name.startswith("x-"):
                    yield name, value, part

    @cached_property
    def description(self) -> str:
        """The first description."""
        texts = [part.value.get("description") for part in self.parts]
        return next((text for text in texts if isinstance(text, str)), "")

    @cached_property
    def listed(self) -> list[JsonValue] | None:
        """The values that `enum` and `const` list; None where neither is there."""
        lists = [value for value, _ in self.values("enum")] + [[value] for value, _ in self.values("const")]
        if not lists:
            return None
        keys = [set(map(canonical, values)) for values in lists[1:]]
        return [value for value in lists[0] if all(canonical(value) in key for key in keys)]

    @cached_property
    def types(self) -> list[str]:
        """The JSON types of its values, as far as `type`, listed values and the kind of keywords say; empty: all."""
        types = list(_TYPES)
        said = False
        for value, _ in self.values("type"):
            names = [value] if isinstance(value, str) else list(value)
            names += ["integer"] if "number" in names else []
            types, said = [name for name in types if name in names], True
        if self.listed is not None:
            kinds = {json_type(value) for value in self.listed}
            return [name for name in types if name in kinds or (name == "number" and "integer" in kinds)][:] or types
        if "number" in types and said:
            types.remove("integer")
        implied = [kind for name, kind in _IMPLY.items() if self.values(name)]
        return types if said else list(dict.fromkeys(implied))

    @cached_property
    def properties(self) -> dict[str, list[Node]]:
        """The schemas of each named field."""
        by_name: dict[str, list[Node]] = {}
        for value, part in self.values("properties"):
            for name in value:
                by_name.setdefault(name, []).append(part.child("properties", name))
        return by_name

    @cached_property
    def required(self) -> set[str]:
        """The fields that must be there."""
        return {name for value, _ in self.values("required") if isinstance(value, list) for name in value}

    def tags(self) -> dict[str, set[str]]:
        """The listed values of each required field that has some."""
        tags = {}
        for name, nodes in self.properties.items():
            listed = Merged(nodes[0]).listed
            if name in self.required and listed is not None:
                tags[name] = set(map(canonical, listed))
        return tags


def are_exclusive(branches: list[Node]) -> bool:
    """Whether no value fits two alternatives: they differ in type, or in a required field with listed values."""
    merged = [Merged(branch) for branch in branches]
    types = [name for branch in merged for name in (branch.types or ["any", "any"])]
    if len(set(types)) == len(types):
        return True
    tags = [branch.tags() for branch in merged]
    common = set.intersection(*(set(by_name) for by_name in tags)) if tags else set()
    return any(
        sum(len(by_name[name]) for by_name in tags) == len(set().union(*(by_name[name] for by_name in tags)))
        for name in common
    )
