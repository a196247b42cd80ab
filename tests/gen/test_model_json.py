"""The target ``model``: the type model as JSON, complete, by name, and the same for the same schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from accordant import generate
from accordant.model import constraints, types

from .conftest import MODELS, VERSIONS, generated, label

GOLDENS = Path(__file__).with_name("goldens")
GOLDEN_VERSIONS = ("meminit/v2", "response-envelope/v1")

EVERY_KIND: dict[str, Any] = {
    "title": "Thing",
    "description": "One of each.",
    "type": "object",
    "required": ["kind"],
    "additionalProperties": False,
    "propertyNames": {"maxLength": 20},
    "minProperties": 1,
    "properties": {
        "kind": {"enum": ["a", "b", None]},
        "name": {"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a", "default": None, "examples": ["a"]},
        "size": {"type": "number", "minimum": 0, "exclusiveMaximum": 10, "multipleOf": 0.5, "deprecated": True},
        "list": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "uniqueItems": True, "maxItems": 3},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
        "some": {"type": "array", "contains": {"const": 1}, "minContains": 2},
        "map": {"type": "object", "additionalProperties": {"type": "boolean"}},
        "either": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/Node"}, {"type": "array"}]},
        "any": True,
        "none": False,
    },
    "if": {"required": ["name"]},
    "then": {"required": ["size"]},
    "not": {"required": ["any", "map"]},
    "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}},
}


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every node that says what it is."""
    if isinstance(value, dict):
        if "is" in value:
            yield value
        for inner in value.values():
            yield from nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from nodes(inner)


@pytest.mark.parametrize("name", GOLDEN_VERSIONS)
def test_the_model_of_a_contract_is_what_it_was(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDENS / f"{name.replace('/', '-')}.model.json", generated("model")[f"{name}.json"])


def test_the_model_of_one_of_each_is_what_it_was(golden: Callable[[Path, str], None]) -> None:
    golden(GOLDENS / "every-kind.model.json", generate(EVERY_KIND, target="model")["model.json"])


def test_there_is_one_file_for_each_contract_version_and_the_lock_of_names() -> None:
    assert set(generated("model")) == {f"{label(version)}.json" for version in VERSIONS} | {"names.lock.json"}


@pytest.mark.parametrize("version", MODELS.values(), ids=lambda version: str(version.module))
def test_every_name_leads_somewhere_and_every_rule_has_a_place(version: Any) -> None:
    written = json.loads(generated("model")[f"{version.contract.name}/{version.version.name}.json"])
    assert list(written["types"]) == [named.name for named in version.model.types.values()]
    assert written["root"] in written["types"]
    judging = {type_.__name__ for type_ in constraints.TYPE_OF} | {"IsOneOf", "OneOf", "Not", "When"}
    all_nodes = list(nodes([written["types"], written["checks"]]))
    assert {node["name"] for node in all_nodes if node["is"] == "Ref"} <= set(written["types"])
    assert {node["name"] for node in all_nodes if node["is"] == "Call"} <= {*written["types"], *written["checks"]}
    assert [node for node in all_nodes if node["is"] in judging and "#" not in node.get("at", "")] == []
    assert any(node["is"] in judging for node in all_nodes)


def test_every_field_of_a_record_is_there_with_its_docs() -> None:
    written = json.loads(generate(EVERY_KIND, target="model")["model.json"])
    record = written["types"]["Thing"]["type"]
    assert [field["wire"] for field in record["fields"]] == list(EVERY_KIND["properties"])
    by_name = {field["wire"]: field for field in record["fields"]}
    assert by_name["name"]["docs"] == {"default": [None], "examples": ["a"]}
    assert by_name["size"]["docs"] == {"deprecated": True}
    assert {rule["at"] for rule in record["rules"]} >= {"#/if", "#/not", "#/minProperties"}
    kinds = {node["is"] for node in nodes(written)}
    named = "Scalar Literal ListOf TupleOf MapOf UnionOf Ref Unknown Nothing Record"
    assert {getattr(types, name).__name__ for name in named.split()} <= kinds
