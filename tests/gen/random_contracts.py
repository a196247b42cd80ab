"""Random contracts in which everything occurs that open reading loosens, and documents near each schema."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from accordant.contract import Contract, ContractState, Registry, Schema, TargetSettings, Version

DRAFT = "https://json-schema.org/draft/2020-12/schema"
NAMES = ("a", "b", "kind")
WORDS = ("p", "q", "r", "later")


def contract(seed: int, count: int) -> Contract:
    """A contract of one version with ``count`` random schemas; every third is for input, and shares a definition."""
    chance = random.Random(seed)
    schemas = {}
    for index in range(count):
        uri = f"urn:random:{seed}-{index}"
        value = {"$schema": DRAFT, "$id": uri, "title": f"Root{index}", **_schema(chance, 3), "$defs": {}}
        value["$defs"] = {"Shared": _schema(chance, 2, shared=False)}
        direction = "input" if index % 3 == 2 else "output"
        if direction == "input":
            value["$defs"]["Shared"] = {"$ref": f"urn:random:{seed}-{index - 1}#/$defs/Shared"}
        schemas[f"root-{index}"] = Schema(f"root-{index}", uri, value, direction)
    state = ContractState("random", "v1", "additive", chance.choice(["open", "open", "marked"]), schemas=schemas)
    version = Version("random", "v1", state, default_schema="root-0")
    return Contract("random", promise="additive", enums=state.enums, versions=(version,))


def registry(contract: Contract) -> Registry:
    """The contract as a registry; its Python package is called ``random_contracts``."""
    return Registry(
        "random", contracts=(contract,), targets=(TargetSettings("python", "python", {"package": "random_contracts"}),)
    )


def _schema(chance: random.Random, depth: int, *, shared: bool = True) -> dict[str, Any]:
    kinds = ["scalar", "enum", "object", "object", "tagged", "mixed", "array", "chain"]
    kind = chance.choice(kinds if depth else ["scalar", "enum", "enum"])
    if depth and shared and chance.random() < 0.15:
        return {"$ref": "#/$defs/Shared", **chance.choice([{}, {}, {"x-closed": True}])}

    def inner() -> dict[str, Any]:
        return _schema(chance, depth - 1, shared=shared)

    if kind == "scalar":
        return chance.choice([{"type": "string"}, {"type": "integer"}, {"const": "p"}, {"type": ["string", "null"]}])
    if kind == "enum":
        members: list[Any] = chance.sample(WORDS[:3], chance.choice([1, 2, 3]))
        members += chance.choice([[], [], [None], [1]])
        mark = chance.choice([{}, {}, {"x-closed": True}, {"x-open": True}])
        return {"enum": members, **mark, **chance.choice([{}, {"type": "string"}])}
    if kind == "object":
        return _object(chance, inner)
    if kind == "array":
        return {"type": "array", **chance.choice([{"items": inner()}, {"contains": inner()},
                                                  {"contains": inner(), "maxContains": 1}])}  # fmt: skip
    if kind == "tagged":
        return _tagged(chance, inner)
    if kind == "chain":
        return _chain(chance, inner)
    several = [inner() for _ in range(chance.choice([2, 3]))]
    return chance.choice([{"oneOf": several}, {"anyOf": several}, {"allOf": several[:2]}, {"not": several[0]}])


def _object(chance: random.Random, inner: Any) -> dict[str, Any]:
    names = chance.sample(NAMES, chance.choice([1, 2]))
    made: dict[str, Any] = {"type": "object", "properties": {name: inner() for name in names}}
    made.update(chance.choice([{}, {"required": names[:1]}, {"required": names}]))
    made.update(chance.choice([{}, {}, {"additionalProperties": False}, {"additionalProperties": inner()},
                               {"unevaluatedProperties": False}, {"maxProperties": 2},
                               {"propertyNames": {"enum": ["a", "b", "kind"]}},
                               {"patternProperties": {"^l": inner()}, "additionalProperties": False}]))  # fmt: skip
    return made


def _tagged(chance: random.Random, inner: Any) -> dict[str, Any]:
    branches = []
    for word in chance.sample(WORDS[:3], chance.choice([2, 3])):
        tag = chance.choice([{"const": word}, {"type": "string", "const": word}, {"enum": [word, word * 2]}])
        branch: dict[str, Any] = {"properties": {"kind": tag, "a": inner()}, "required": ["kind"]}
        branch.update({"type": "object"} if chance.random() < 0.8 else {})
        branch.update({"additionalProperties": False} if chance.random() < 0.3 else {})
        branches.append(branch)
    branches += chance.choice([[], [], [{"type": "null"}], [{"type": "string"}, {"enum": ["p", "q"]}]])
    beside: dict[str, Any] = chance.choice([{}, {"type": "object", "properties": {"b": inner()}}, {"required": ["b"]}])
    return {chance.choice(["oneOf", "anyOf"]): branches, **beside}


def _chain(chance: random.Random, inner: Any) -> dict[str, Any]:
    last: dict[str, Any] = chance.choice([{"required": ["a"]}, {"properties": {"a": inner()}}])
    for word in chance.sample(WORDS[:3], 2):
        test = {"properties": {"kind": {"const": word}}, "required": ["kind"]}
        last = {"if": test, "then": {"properties": {"b": inner()}}, "else": last}
    return {"type": "object", **last}


class Documents:
    """Random documents along a schema, and what a later release might make of them."""

    def __init__(self, seed: int, schemas: Mapping[str, Schema]) -> None:
        self.chance, self.definitions = random.Random(seed), {s.uri: s.value["$defs"] for s in schemas.values()}
        self.defs: Any = {}

    def of(self, schema: Schema) -> Any:
        """A document near a schema of the contract; it need not be valid."""
        self.defs = self.definitions[schema.uri]
        address, _, _ = self.defs["Shared"].get("$ref", "").partition("#")
        self.defs = self.definitions[address or schema.uri]
        return self.document(schema.value)

    def document(self, schema: Any, depth: int = 6) -> Any:
        """A document near the schema; it need not be valid."""
        chance = self.chance
        if not isinstance(schema, dict) or depth == 0 or chance.random() < 0.05:
            return chance.choice([None, 1, "p", "later", {}, [], {"kind": "later"}, True])
        if "$ref" in schema:
            return self.document(self.defs["Shared"], depth - 1)
        for keyword in ("oneOf", "anyOf", "allOf"):
            if keyword in schema:
                chosen = self.document(chance.choice(schema[keyword]), depth - 1)
                return {**self.members(schema, depth), **chosen} if isinstance(chosen, dict) else chosen
        if "const" in schema:
            return schema["const"] if chance.random() < 0.8 else "later"
        if "enum" in schema:
            return chance.choice([*schema["enum"], *schema["enum"], "later"])
        kind = schema.get("type", "object")
        kind = chance.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            return self.members(schema, depth)
        if kind == "array":
            inner = schema.get("items", schema.get("contains"))
            return [self.document(inner, depth - 1) for _ in range(chance.randrange(3))]
        return {"string": chance.choice(WORDS), "integer": chance.randrange(3), "null": None}.get(kind)

    def members(self, schema: Any, depth: int) -> dict[str, Any]:
        """An object along the members that a schema and its conditions declare, at times with an unknown one."""
        document: dict[str, Any] = {}
        for part in (schema, schema.get("then"), schema.get("else")):
            for name, inner in (part or {}).get("properties", {}).items() if isinstance(part, dict) else ():
                if self.chance.random() < 0.8:
                    document[name] = self.document(inner, depth - 1)
        if "if" in schema and self.chance.random() < 0.8:
            document["kind"] = self.chance.choice(WORDS)
        if self.chance.random() < 0.2:
            document["later"] = self.document(None)
        return document
