"""Random pairs: no document that names only what the older schema names is refused by a newer reader in silence."""

from __future__ import annotations

import copy
import random
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from accordant.compat import compare

Schema = dict[str, Any]

NAMES: Final = ("a", "b", "c", "d")
LEAVES: Final[tuple[Schema, ...]] = (
    {"type": "string"}, {"type": "integer"}, {"enum": ["x", "y"]}, {"type": ["string", "null"]}, {"maximum": 3}, {},
)  # fmt: skip
VALUES: Final[tuple[Any, ...]] = ("", "x", 0, 5, 1.5, None, True, [], {})
DOCUMENTS: Final = 150


def record(chance: random.Random) -> Schema:
    """An object with some fields, which says in one of several ways what has to be there."""
    fields = chance.sample(NAMES, chance.randint(1, 3))
    some = [chance.choice(NAMES) for _ in range(4)]
    asked: list[Schema] = [
        {}, {"required": some[:2]}, {"dependentRequired": {some[0]: [some[1]]}}, {"propertyNames": {"enum": some}},
        {"anyOf": [{"required": some[:1]}, {"required": some[1:2]}]},
    ]  # fmt: skip
    closed: list[Schema] = [
        {},
        {},
        {"additionalProperties": False},
        {"maxProperties": 2},
        {"not": {"required": some[:1]}},
    ]
    properties = {name: copy.deepcopy(chance.choice(LEAVES)) for name in fields}
    return {"type": "object", "properties": properties, **chance.choice(asked), **chance.choice(closed)}


def names_of(schema: Schema) -> set[str]:
    names = {*schema.get("properties", {}), *schema.get("required", [])}
    for name, others in schema.get("dependentRequired", {}).items():
        names |= {name, *others}
    for branch in schema.get("anyOf", []):
        names |= names_of(branch)
    return names | set(schema.get("propertyNames", {}).get("enum", []))


@pytest.mark.parametrize("seed", range(200))
def test_a_document_that_old_writers_write_is_read_or_its_refusal_is_told(seed: int) -> None:
    chance = random.Random(seed)
    old, other = record(chance), record(chance)
    new = {**old, **{keyword: other[keyword] for keyword in chance.sample(list(other), 2)}}
    if compare(old, new, direction="input", promise="additive").verdict == "breaking":
        return
    writer, reader, names = Draft202012Validator(old), Draft202012Validator(new), sorted(names_of(old))
    for _ in range(DOCUMENTS):
        document = {name: chance.choice(VALUES) for name in chance.sample(names, chance.randint(0, len(names)))}
        assert not writer.is_valid(document) or reader.is_valid(document), (old, new)
