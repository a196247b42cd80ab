"""Random documents near a schema: built along its keywords, from the names and values that it and another one use."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from accordant.schema.references import Node, Resources
from accordant.schema.validation import validator_of

_PLAIN: list[Any] = [None, True, False, 0, 1, 2, -1, 0.5, 7, "", "a", "ab", "abc", [], {}]
_CHOICES = ("anyOf", "oneOf", "allOf")


def written(
    schema: Any, other: Any, count: int, seed: int = 0, resources: Mapping[str, Any] | None = None
) -> list[Any]:
    """Up to ``count`` random documents that are valid under ``schema``; of those tried, the others are dropped.

    ``resources`` are further schemas by address, for references.
    """
    root = Resources.of(schema, resources)
    validator = validator_of(root)
    sampler = _Sampler(random.Random(seed), [*_PLAIN, *_values(schema), *_values(other)])
    documents: list[Any] = []
    for _ in range(count * 3):
        document = sampler.document(root, 5)
        if validator.is_valid(document):
            documents.append(document)
            if len(documents) == count:
                break
    return documents


class _Sampler:
    def __init__(self, chance: random.Random, values: list[Any]) -> None:
        self.chance, self.values = chance, values
        self.names = sorted({value for value in values if isinstance(value, str)})

    def document(self, node: Node, depth: int) -> Any:
        schema = node.value
        if not isinstance(schema, dict) or depth == 0 or self.chance.random() < 0.1:
            return self.chance.choice(self.values)
        if isinstance(schema.get("$ref"), str):
            return self.document(node.resolve(schema["$ref"]), depth - 1)
        ways = [name for name in _CHOICES if isinstance(schema.get(name), list) and schema[name]]
        if ways and self.chance.random() < 0.7:
            name = self.chance.choice(ways)
            chosen = self.document(node.child(name, self.chance.randrange(len(schema[name]))), depth - 1)
            beside = {key: member for key, member in schema.items() if key not in ways}
            return {**self.members(node, depth), **chosen} if isinstance(chosen, dict) and beside else chosen
        if "const" in schema:
            return schema["const"]
        if schema.get("enum") and self.chance.random() < 0.9:
            return self.chance.choice(schema["enum"])
        return self.type_of(node, depth)

    def type_of(self, node: Node, depth: int) -> Any:
        types = node.value.get("type", [])
        types = types if isinstance(types, list) else [types]
        if "properties" in node.value or "required" in node.value or "patternProperties" in node.value:
            types = types or ["object"]
        if "items" in node.value or "contains" in node.value or "prefixItems" in node.value:
            types = types or ["array"]
        kind = self.chance.choice(types or ["null", "boolean", "integer", "number", "string", "array", "object"])
        if kind == "object":
            return self.members(node, depth)
        if kind == "array":
            return list(self.items(node, depth))
        fitting = [value for value in self.values if _is(value, kind)]
        return self.chance.choice(fitting or self.values)

    def members(self, node: Node, depth: int) -> dict[str, Any]:
        schema, document = node.value, {}
        required = schema.get("required") if isinstance(schema.get("required"), list) else []
        for name in schema.get("properties", {}):
            if name in required or self.chance.random() < 0.6:
                document[name] = self.document(node.child("properties", name), depth - 1)
        for name in (*required, *self.chance.choices(self.names, k=self.chance.choice((0, 0, 1, 2)))):
            document.setdefault(name, self.chance.choice(self.values))
        return document

    def items(self, node: Node, depth: int) -> Iterator[Any]:
        schema = node.value
        least = schema.get("minItems", 0) if schema.get("minItems", 0) in range(6) else 0
        for index in range(least + self.chance.randrange(3)):
            listed = next((key for key in ("prefixItems", "items") if isinstance(schema.get(key), list)), "")
            if listed and index < len(schema[listed]):
                yield self.document(node.child(listed, index), depth - 1)
            elif isinstance(schema.get("items"), dict):
                yield self.document(node.child("items"), depth - 1)
            else:
                yield self.chance.choice(self.values)


def _is(value: Any, kind: str) -> bool:
    python = {"null": type(None), "boolean": bool, "string": str, "array": list, "object": dict}
    if kind in python:
        return isinstance(value, python[kind])
    return isinstance(value, int | float) and not isinstance(value, bool) and (kind == "number" or value % 1 == 0)


def _values(schema: Any) -> Iterator[Any]:
    """Scalars of a schema and their neighbours: numbers one off, texts as long as a bound."""
    todo = [schema]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += [*value, *value.values()]
        elif isinstance(value, list):
            todo += value
        elif isinstance(value, str):
            yield value[:40]
        elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9:
            yield from (value, value + 1, value - 1, -value)
            if value in range(12):
                yield from ("a" * int(value), "b" * (int(value) + 1))
