"""What another member's text chooses is given as its type, by a function beside the record."""

from __future__ import annotations

import importlib
import json
import sys
import warnings
from types import ModuleType
from typing import Any, Final

import pytest
from pydantic import BaseModel, ValidationError

from accordant import generate

from .conftest import VERSIONS, Package, examples

AGENTPACK = next(version for version in VERSIONS if version.contract == "agentpack")


def test_the_payload_of_every_valid_example_is_given_as_its_type(package: Package) -> None:
    v1 = importlib.import_module("accordant_contracts.agentpack.v1")
    given = set()
    for example, schema, document in examples(AGENTPACK, valid=True):
        if schema != "envelope":
            continue
        envelope = v1.Envelope.model_validate_json(json.dumps(document))
        data = v1.envelope_data_by_command(envelope, envelope.command)
        if document["ok"] and data is not None:
            given.add(envelope.command)
            assert isinstance(data, BaseModel), example.name
            assert json.loads(data.model_dump_json()) == document["data"]
            assert v1.envelope_data_by_command(envelope, "another") is None
    assert {"plan", "status", "rollback"} <= given


def test_another_command_or_no_payload_gives_none(package: Package) -> None:
    cobre = importlib.import_module("accordant_contracts.cobre.v1")
    failed = next(
        document
        for version in VERSIONS if version.contract == "cobre"
        for _, schema, document in examples(version, valid=True)
        if schema == "response" and document["data"] is None
    )  # fmt: skip
    response = cobre.Response.read_json(json.dumps(failed))
    for command in ("run", "version", "nothing", response.command):
        assert cobre.response_data_by_command(response, command) is None


def test_texts_that_leave_several_types_open_choose_none() -> None:
    def chosen(*branches: tuple[str, dict[str, Any]]) -> str:
        rules = [
            {
                "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
                "then": {"properties": {"data": then}},
            }
            for kind, then in branches
        ]
        schema = {
            "title": "Box", "type": "object", "required": ["kind"], "allOf": rules,
            "properties": {"kind": {"type": "string"}, "data": {"type": "object"}},
            "$defs": {name: {"type": "object", "properties": {name.lower(): {"type": "string"}}} for name in "ABC"},
        }  # fmt: skip
        return generate(schema, target="python")["model.py"]

    a, b, either = (
        {"$ref": "#/$defs/A"},
        {"$ref": "#/$defs/B"},
        {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/C"}]},
    )
    assert 'Literal["x"]) -> A | None' in chosen(("x", a), ("y", b))
    assert 'Literal["x", "y"]) -> A | None' in chosen(("x", a), ("y", a))
    assert 'Literal["y"]) -> B | None' in (text := chosen(("x", either), ("y", b)))
    assert 'Literal["x"' not in text


def test_a_payload_is_its_type_in_the_record_itself(package: Package) -> None:
    v1 = importlib.import_module("accordant_contracts.agentpack.v1")
    typed: dict[str, str] = {}
    for example, schema, document in examples(AGENTPACK, valid=True):
        if schema == "envelope" and document["ok"]:
            envelope = v1.Envelope.model_validate_json(json.dumps(document))
            typed[envelope.command] = type(envelope.data).__name__
            assert json.loads(envelope.model_dump_json()) == document, example.name
            assert v1.Envelope.model_validate(document) == envelope
    assert typed["plan"] == "DataPlan"
    assert {name for name in typed.values() if name != "dict"} >= {"DataPlan", "DataStatus"}


BOX: Final[dict[str, Any]] = {
    "title": "Box", "type": "object", "required": ["kind"],
    "properties": {"kind": {"type": "string"}, "x-data": {"type": ["object", "null"]}},
    "if": {"properties": {"kind": {"const": "a"}, "x-data": {"type": "object"}}, "required": ["kind", "x-data"]},
    "then": {"properties": {"x-data": {"$ref": "#/$defs/A"}}},
    "$defs": {"A": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
}  # fmt: skip


def test_what_is_no_payload_of_its_tag_stays_an_object() -> None:
    module = sys.modules["box"] = ModuleType("box")
    exec(compile(generate(BOX, target="python")["model.py"], "box.py", "exec"), module.__dict__)
    box, a = module.__dict__["Box"], module.__dict__["A"]
    assert box.model_validate({"kind": "a", "x-data": {"n": 1}}).x_data == a(n=1)
    assert box(kind="a", x_data=a(n=1)).model_dump() == {"kind": "a", "x-data": {"n": 1}}
    assert box(kind="b", x_data={"n": "one"}).x_data == {"n": "one"}
    assert box(kind="b", x_data=None).x_data is None
    assert box.model_construct(kind="a", x_data={"n": "one"}).x_data == {"n": "one"}
    refused: tuple[Any, ...] = ({"n": "one"}, {}, 5, [], "text")
    for wrong in refused:
        with pytest.raises(ValidationError):
            box.model_validate_json(json.dumps({"kind": "a", "x-data": wrong}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert json.loads(box(kind="a", x_data={"n": 1, "later": 2}).model_dump_json())["x-data"] == {
            "n": 1,
            "later": 2,
        }


def test_a_payload_before_its_tag_and_one_with_members_of_its_own_stay_as_they_are() -> None:
    swapped = {**BOX, "properties": dict(reversed(BOX["properties"].items()))}
    declared = {**BOX["properties"], "x-data": {"type": "object", "properties": {"n": {}}}}
    for schema in (swapped, {**BOX, "properties": declared}):
        assert "PayloadBy" not in generate(schema, target="python")["model.py"]
    assert "PayloadBy" in generate(BOX, target="python")["model.py"]
