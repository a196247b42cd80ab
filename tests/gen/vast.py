"""Schemas with very many definitions, such as those of FHIR: each has members of the types of others, in circles."""

from __future__ import annotations

import random
from typing import Any


def schema_of(count: int, members: int = 20, *, tagged: bool = True, typed: bool = True) -> dict[str, Any]:
    """A union of so many records that refer to each other; with a tag, and a `type`, if wanted."""
    chance = random.Random(count)
    names = [f"Type{index}" for index in range(count)]
    definitions: dict[str, Any] = {}
    for index, name in enumerate(names):
        properties: dict[str, Any] = {
            "id": {"type": "string", "pattern": "^[A-Za-z0-9.]{1,64}$"},
            "flag": {"type": "boolean"},
            "status": {"enum": ["draft", "active"]},
            "next": {"$ref": f"#/definitions/{names[(index + 1) % count]}"},
        }
        for number in range(members - len(properties)):
            other = {"$ref": f"#/definitions/{chance.choice(names)}"}
            properties[f"member{number}"] = other if number % 2 else {"type": "array", "items": other}
        record: dict[str, Any] = {"properties": properties, "additionalProperties": False, "required": ["id"]}
        if tagged:
            properties["resourceType"] = {"const": name}
            record["required"] = ["resourceType"]
        definitions[name] = {**record, "type": "object"} if typed else record
    options = [{"$ref": f"#/definitions/{name}"} for name in names]
    union = "oneOf" if tagged else "anyOf"
    return {"$schema": "http://json-schema.org/draft-07/schema#", union: options, "definitions": definitions}


def chain(length: int, *, circle: bool) -> dict[str, Any]:
    """Records each of which holds the next one, the last one the first again in a circle."""
    definitions = {
        f"T{index}": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"next": {"type": "array", "items": {"$ref": f"#/$defs/T{(index + 1) % length}"}}},
        }
        for index in range(length)
    }
    if not circle:
        definitions[f"T{length - 1}"]["properties"] = {}
    return {"$ref": "#/$defs/T0", "$defs": definitions}
