"""What another member's text chooses is given as its type, by a function beside the record."""

from __future__ import annotations

import importlib
import json
from typing import Any

from pydantic import BaseModel

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
