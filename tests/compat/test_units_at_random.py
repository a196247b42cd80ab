"""Random schemas with units: a document that both sides accept has, wherever it had a unit, that unit and no other.

The units of a document are found by the keywords that accept it, as the specification collects annotations; the walk
over schemas has no part in that.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from accordant.compat import compare

Schema = dict[str, Any]
Units = dict[tuple[str | int, ...], frozenset[str]]

NAMES: Final = ("a", "b", "c")
PAIRS: Final = 60
"""Pairs of schemas for each seed."""
DOCUMENTS: Final = 20
"""Documents of each side of a pair."""


class Maker:
    """Makes schemas, edits and documents from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def number(self) -> Schema:
        schema: Schema = {"type": self.chance.choice(["number", "integer"])}
        if self.chance.random() < 0.8:
            schema["x-unit"] = self.chance.choice(["s", "ms"])
        return schema

    def value(self, depth: int) -> Schema:
        kind = self.chance.random()
        if depth == 0 or kind < 0.6:
            return self.number()
        if kind < 0.75:
            return {"type": "array", "items": self.value(depth - 1)}
        return self.object(depth - 1)

    def object(self, depth: int) -> Schema:
        schema: Schema = {"type": "object"}
        names = self.chance.sample(NAMES, self.chance.choice([1, 2]))
        schema["properties"] = {name: self.value(depth) for name in names}
        kind = self.chance.random()
        if kind < 0.3:
            keyword = self.chance.choice(["additionalProperties", "unevaluatedProperties"])
            schema[keyword] = self.value(depth)
        elif kind < 0.5:
            schema["patternProperties"] = {self.chance.choice(["^[ab]$", "c"]): self.value(depth)}
        elif kind < 0.8:
            schema["properties"]["t"] = {"enum": ["x", "y"]}
            schema["if"] = {"properties": {"t": {"const": "x"}}, "required": ["t"]}
            schema["then"] = {"properties": {names[0]: self.number()}}
            if self.chance.random() < 0.5:
                schema["else"] = {"properties": {names[0]: self.number()}}
        return schema

    def edited(self, schema: Schema) -> Schema:
        new = copy.deepcopy(schema)
        numbers = [part for part in parts(new) if part.get("type") in ("number", "integer")]
        objects = [part for part in parts(new) if part.get("type") == "object"]
        kind = self.chance.random()
        if kind < 0.3:
            self.chance.choice(numbers)["x-unit"] = self.chance.choice(["s", "ms"])
        elif kind < 0.4:
            self.chance.choice(numbers).pop("x-unit", None)
        elif kind < 0.6:
            self.chance.choice(objects).setdefault("properties", {})[self.chance.choice(NAMES)] = self.value(1)
        elif kind < 0.7:
            keyword = self.chance.choice(["additionalProperties", "unevaluatedProperties"])
            self.chance.choice(objects)[keyword] = self.number()
        else:
            part = self.chance.choice(numbers)
            first = dict(part)
            part.clear()
            second = {**first, "x-unit": self.chance.choice(["s", "ms"])}
            part[self.chance.choice(["anyOf", "allOf"])] = [first, self.chance.choice([first, second])]
        return new

    def document(self, schema: Schema) -> Any:
        if "type" not in schema:
            return 1
        if schema["type"] == "array":
            return [self.document(schema["items"]) for _ in range(self.chance.choice([1, 2]))]
        if schema["type"] != "object":
            return 1
        document = {name: self.document(part) for name, part in schema["properties"].items() if "enum" not in part}
        document = {name: value for name, value in document.items() if self.chance.random() < 0.8}
        if "t" in schema["properties"]:
            document["t"] = self.chance.choice(["x", "y"])
        for name in NAMES:
            if name not in schema["properties"] and self.chance.random() < 0.6:
                rest = schema.get("additionalProperties", schema.get("unevaluatedProperties"))
                found = [part for key, part in schema.get("patternProperties", {}).items() if re.search(key, name)]
                if found or rest:
                    document[name] = self.document(found[0] if found else rest or {})
        return document


def parts(schema: Any) -> Iterator[Schema]:
    """The schemas in a schema; tests and tags are left out."""
    if isinstance(schema, dict):
        yield schema
        for key, value in schema.items():
            if key != "if":
                yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


def collect(schema: Schema, value: Any, at: tuple[str | int, ...], found: dict[Any, set[str]]) -> set[str]:
    """Put the units of a value that the schema accepts into ``found``; the keys that the schema evaluates.

    A place with a declaration and no unit has an empty set.
    """
    declared = found.setdefault(at, set())
    if "x-unit" in schema and not isinstance(value, dict | list):
        declared.add(schema["x-unit"])
    evaluated: set[str] = set()
    for branch in (*schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("oneOf", ())):
        if Draft202012Validator(branch).is_valid(value):
            evaluated |= collect(branch, value, at, found)
    if "if" in schema:
        accepts = Draft202012Validator(schema["if"]).is_valid(value)
        evaluated |= {"t"} & set(value) if accepts else set()
        evaluated |= collect(schema.get("then" if accepts else "else", {}), value, at, found)
    if isinstance(value, list):
        for index, item in enumerate(value):
            collect(schema.get("items", {}), item, (*at, index), found)
    if isinstance(value, dict):
        evaluated |= collect_keys(schema, value, at, found)
        for name in set(value) - evaluated if "unevaluatedProperties" in schema else ():
            collect(schema["unevaluatedProperties"], value[name], (*at, name), found)
    return evaluated


def collect_keys(schema: Schema, value: Schema, at: tuple[str | int, ...], found: dict[Any, set[str]]) -> set[str]:
    """The same for ``properties``, ``patternProperties`` and ``additionalProperties``."""
    own = [(name, part) for name, part in schema.get("properties", {}).items() if name in value]
    own += [
        (name, part) for key, part in schema.get("patternProperties", {}).items() for name in value
        if re.search(key, name)
    ]  # fmt: skip
    if "additionalProperties" in schema:
        known = {name for name, _ in own}
        own += [(name, schema["additionalProperties"]) for name in value if name not in known]
    for name, part in own:
        collect(part, value[name], (*at, name), found)
    return {name for name, _ in own}


def units(schema: Schema, document: Any) -> Units:
    found: dict[Any, set[str]] = {}
    collect(schema, document, (), found)
    return {at: frozenset(names) for at, names in found.items()}


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("seed", range(6))
def test_no_document_has_another_unit_where_two_schemas_are_compatible(seed: int, direction: str) -> None:
    maker = Maker(seed)
    compatible = 0
    for _ in range(PAIRS):
        old = maker.object(2)
        new = maker.edited(old)
        if compare(old, new, direction=direction, promise="additive").verdict != "compatible":
            continue
        compatible += 1
        judges = [Draft202012Validator(side) for side in (old, new)]
        for document in (maker.document(side) for side in (old, new) for _ in range(DOCUMENTS)):
            if all(judge.is_valid(document) for judge in judges):
                before, after = units(old, document), units(new, document)
                assert all(after.get(at, unit) == unit for at, unit in before.items() if unit), (old, new, document)
    assert compatible > PAIRS / 10
