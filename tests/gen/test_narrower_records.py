"""A schema that refers to a record and narrows its members becomes a class that derives from the record's class."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any, Final

import jsonschema
import pytest
from pydantic import TypeAdapter, ValidationError

import accordant

SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Log",
    "type": "object",
    "properties": {
        "all": {"type": "array", "items": {"$ref": "#/$defs/Entry"}},
        "errors": {
            "type": "array",
            "items": {
                "$ref": "#/$defs/Entry", "description": "What went wrong.",
                "properties": {"level": {"enum": ["error", "fatal"]}},
            },
        },
        "dated": {"$ref": "#/$defs/Entry", "required": ["at"]},
        "full": {"$ref": "#/$defs/Entry", "minProperties": 3},
        "same": {"$ref": "#/$defs/Entry", "description": "The same."},
        "one": {"$ref": "#/$defs/Entry", "properties": {"sign": {"enum": [1]}}},
        "true": {"$ref": "#/$defs/Entry", "properties": {"sign": {"enum": [True]}}},
        "wider": {"$ref": "#/$defs/Entry", "properties": {"at": {"maxLength": 3}, "more": {"type": "integer"}}},
    },
    "$defs": {
        "Entry": {
            "type": "object", "required": ["level"],
            "properties": {
                "level": {"enum": ["info", "error", "fatal"]}, "at": {"type": "string"}, "text": {"type": "string"},
                "sign": {"enum": [1, True]},
            },
            "if": {"properties": {"level": {"const": "fatal"}}}, "then": {"required": ["text"]},
        },
        "Other": {"type": "object", "properties": {"level": {"enum": ["info"]}, "at": {}, "text": {}, "sign": {}}},
    },
}  # fmt: skip
MEMBERS: Final = ("all", "errors", "dated", "full", "same", "one", "true", "wider")
ENTRIES: Final[tuple[Any, ...]] = (
    {"level": "info"}, {"level": "error"}, {"level": "fatal"}, {"level": "fatal", "text": "x"}, {"at": "now"},
    {"level": "info", "at": "now"}, {"level": "info", "at": "now", "text": "x"}, {"level": "other"}, [], 1,
    {"level": "info", "sign": 1}, {"level": "info", "sign": True},
    {"level": "error", "at": "later", "more": 1}, {"level": "fatal", "at": "now", "more": "x"},
)  # fmt: skip


@pytest.fixture(scope="module")
def module() -> ModuleType:
    made = ModuleType("narrower")
    sys.modules[made.__name__] = made
    exec(accordant.generate(SCHEMA, target="python", every_definition=True)["model.py"], made.__dict__)
    return made


def test_narrower_records_derive_from_the_wide_one(module: ModuleType) -> None:
    for name in ("LogErrorsItem", "LogDated", "LogFull", "LogOne", "LogTrue"):
        assert module.__dict__[name].__bases__ == (module.Entry,), name
    assert "_rules" not in module.LogErrorsItem.__dict__
    assert module.LogErrorsItem.__doc__.startswith("A narrower `Entry`. What went wrong.")


def test_records_that_only_look_alike_or_have_more_members_do_not_derive(module: ModuleType) -> None:
    for name in ("Other", "LogWider"):
        assert not issubclass(module.__dict__[name], module.Entry), name


def test_their_documents_are_those_of_the_schema(module: ModuleType) -> None:
    reader, judge = TypeAdapter(module.Log), jsonschema.Draft202012Validator(SCHEMA)
    verdicts = []
    for member in MEMBERS:
        for entry in ENTRIES:
            document = {member: [entry] if member in ("all", "errors") else entry}
            try:
                written = reader.dump_python(reader.validate_python(document))
            except ValidationError:
                written = None
            kept = json.dumps(written, sort_keys=True) == json.dumps(document, sort_keys=True)
            assert kept is judge.is_valid(document), document
            verdicts.append(written is not None)
    assert {True, False} == set(verdicts)


def test_they_state_their_own_schema(module: ModuleType) -> None:
    stated = module.LogErrorsItem.model_json_schema()
    assert stated["properties"] == {"level": {"enum": ["error", "fatal"]}}


def test_a_narrower_record_is_taken_where_the_wide_one_is_asked_for(module: ModuleType) -> None:
    error = module.LogErrorsItem(level="error")
    assert module.Log(all=[error]).all == [error]
    with pytest.raises(ValidationError):
        module.LogErrorsItem(level="info")
    with pytest.raises(ValidationError):
        module.Log(errors=[module.Entry(level="error")])


def test_typescript_writes_a_narrower_type_and_what_a_tag_selects_once() -> None:
    text = accordant.generate(SCHEMA, target="ts", root="Log")["types.ts"]
    assert "export type LogFull = Entry;" in text
    assert "* A narrower `Entry`. What went wrong." in text
    kinds = [{"if": {"properties": {"level": {"const": level}}, "required": ["level"]}, "then": {"required": [member]}}
             for level, member in (("info", "at"), ("error", "text"), ("fatal", "sign"))]  # fmt: skip
    entry = {**SCHEMA["$defs"]["Entry"], "allOf": kinds}
    chosen = accordant.generate({**SCHEMA, "$defs": {"Entry": entry}}, target="ts", root="Log")["types.ts"]
    assert chosen.count("export interface EntryByLevel {") == 1
    assert "export type LogFullByLevel = EntryByLevel;" in chosen
