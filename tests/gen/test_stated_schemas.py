"""The JSON Schema that generated types state is the contract's own, and judges documents as `validate` does."""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

import accordant
from accordant.contract import Version
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.export.mutations import mutated

from .conftest import VERSIONS, Package, examples
from .random_schemas import drawn

MUTATIONS = 8
"""So many changed documents for each example."""


def judged(version: Version) -> Iterator[tuple[str, Any]]:
    """(schema, document): the examples of a version, valid or not, and documents near them."""
    chance = random.Random(13)
    for valid in (True, False):
        for _, schema, document in examples(version, valid=valid):
            yield schema, document
            yield from ((schema, mutated(document, chance)) for _ in range(MUTATIONS))


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: f"{version.contract}/{version.name}")
def test_stated_schemas_judge_examples_and_mutations_as_the_contract_does(package: Package, version: Version) -> None:
    names = {schema for schema, _ in judged(version)}
    stated = {name: package.adapter(version, name).json_schema() for name in names}
    ours = {name: validator_of(Resources.of(schema)) for name, schema in stated.items()}
    theirs = {name: validator_of(version.state.root(name)) for name in names}
    verdicts = [
        (name, document, ours[name].is_valid(document), theirs[name].is_valid(document))
        for name, document in judged(version)
    ]
    assert [verdict for verdict in verdicts if verdict[2] is not verdict[3]] == []
    assert {verdict[3] for verdict in verdicts} == {True, False}


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: f"{version.contract}/{version.name}")
def test_what_is_read_and_what_is_written_has_one_schema_of_one_name(package: Package, version: Version) -> None:
    module = package.module(version)
    models = [model for model in vars(module).values() if isinstance(model, type) and issubclass(model, BaseModel)]
    asked: Any = [(model, mode) for model in models for mode in ("validation", "serialization")]
    _, together = models_json_schema(asked)
    assert [name for name in together["$defs"] if name.endswith(("-Input", "-Output"))] == []
    assert {model.__name__ for model in models if model.__module__ == module.__name__} <= together["$defs"].keys()


def test_a_type_parameter_takes_the_schema_of_its_argument(package: Package) -> None:
    find = {f"{version.contract}/{version.name}": package.module(version) for version in VERSIONS}
    envelope, run = find["response-envelope/v1"].Envelope, find["cobre/v1"].RunData
    stated = envelope[run].model_json_schema()
    assert stated["properties"]["data"]["anyOf"] == [{"type": "null"}, {"$ref": "#/$defs/RunData"}]
    assert stated["$defs"]["RunData"] == {k: v for k, v in run.model_json_schema().items() if k != "$defs"}
    bare = envelope.model_json_schema()["properties"]["data"]["anyOf"][1]
    assert bare == {"type": ["object", "array"], "x-type-parameter": "T"}


Load = Callable[[Any], ModuleType]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    """Loads the module that is generated for a schema."""
    loaded: list[str] = []

    def load_one(schema: Any) -> ModuleType:
        path = tmp_path / f"stated_{len(loaded)}.py"
        path.write_text(accordant.generate(schema, target="python", root="Root")["model.py"], "utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        loaded.append(path.stem)
        spec.loader.exec_module(module)
        return module

    yield load_one
    for name in loaded:
        del sys.modules[name]


def test_numbers_have_their_bounds_and_no_alternatives(load: Load) -> None:
    properties = {
        "count": {"type": "integer", "minimum": 1},
        "share": {"type": "number", "maximum": 1},
        "when": {"type": "string", "format": "date-time", "description": 'A backslash \\, quotes """ and U+00e9: é.'},
    }
    root = load({"type": "object", "properties": properties, "required": ["count"], "additionalProperties": False}).Root
    assert root.model_json_schema()["properties"] == properties
    own = load({"type": "array", "items": {"type": "integer", "minimum": 1}}).Root
    assert TypeAdapter(own).json_schema() == {"type": "array", "items": {"type": "integer", "minimum": 1}}


def test_data_that_look_like_references_are_left_out(load: Load) -> None:
    like = {"$ref": "#/$defs/Nowhere"}
    root = load({"type": "object", "properties": {"a": {"const": like, "title": "A"}, "$ref": {"default": 1}}}).Root
    assert root.model_json_schema()["properties"] == {"a": {"title": "A"}, "$ref": {"default": 1}}


def test_a_schema_beside_a_reference_leaves_what_it_refers_to_as_it_is(load: Load) -> None:
    named = {"type": "object", "properties": {"a": {"type": "integer"}}}
    narrower = {"$ref": "#/$defs/Named", "properties": {"a": {"minimum": 3}}}
    root = load({"$defs": {"Named": named}, "type": "object", "properties": {"x": {"$ref": "#/$defs/Named"},
                 "y": narrower}}).Root  # fmt: skip
    stated = root.model_json_schema()["$defs"]
    assert stated["Named"] == named
    assert stated["RootY"] == {"allOf": [{"$ref": "#/$defs/Named"}], "properties": narrower["properties"],
                               "type": "object"}  # fmt: skip


def test_a_class_that_users_derive_states_what_pydantic_sees(load: Load) -> None:
    root = load({"type": "object", "properties": {"a": {"type": "integer"}}}).Root

    class Mine(root):  # type: ignore[misc,valid-type]
        b: str

    class Holder(BaseModel):
        inner: root  # type: ignore[valid-type]

    assert Mine.model_json_schema()["properties"].keys() == {"a", "b"}
    assert Mine.model_json_schema()["properties"]["a"]["type"] == "integer"
    assert Holder.model_json_schema()["$defs"]["Root"]["properties"] == {"a": {"type": "integer"}}


def test_a_response_that_was_made_states_the_schema_of_its_type(package: Package) -> None:
    [version] = [version for version in VERSIONS if (version.contract, version.name) == ("response-envelope", "v1")]
    envelope = package.module(version).Envelope
    made = importlib.import_module(f"{envelope.__module__}_behaviour").Response
    assert made.model_json_schema() == envelope.model_json_schema()
    assert made[envelope].model_json_schema()["properties"]["data"]["anyOf"][1] == {"$ref": "#/$defs/Envelope"}


def test_schemas_in_circles_are_stated_with_references(load: Load) -> None:
    schema = {
        "$defs": {"n": {"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}, "root": {"$ref": "#"}}}},
        "type": "object",
        "properties": {"n": {"$ref": "#/$defs/n"}, "k": {"not": {"$ref": "#/$defs/odd"}}},
    }
    schema["$defs"]["odd"] = {"properties": {"deeper": {"$ref": "#/$defs/odd"}}, "minProperties": 3}  # type: ignore[index]
    stated = load(schema).Root.model_json_schema()
    judge, own = validator_of(Resources.of(stated)), validator_of(Resources.of(schema))
    documents: tuple[Any, ...] = (
        {"n": {"next": {"root": {"n": 3}}}},
        {"n": {"next": {"root": {}}}},
        {"k": {"a": 1, "b": 2, "c": 3}},
    )
    for document in documents:
        assert judge.is_valid(document) is own.is_valid(document)


def test_random_schemas_of_all_drafts_are_stated_as_they_judge(load: Load) -> None:
    compared = 0
    for seed in range(60):
        schema, documents = drawn(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = load(schema)
            stated = TypeAdapter(module.Root).json_schema()
        if "draft-04" in json.dumps(schema) or "draft-03" in json.dumps(schema):
            continue  # 1.0 is no integer there, which no later draft can say
        ours, theirs = validator_of(Resources.of(stated)), validator_of(Resources.of(schema))
        for document in documents:
            compared += 1
            assert ours.is_valid(document) is theirs.is_valid(document), (seed, schema, document)
    assert compared > 200
