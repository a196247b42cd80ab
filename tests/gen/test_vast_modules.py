"""Modules of very many records that refer to each other: they load soon and read, within the interpreter's limits."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from pydantic import ValidationError

from accordant import generate
from accordant.errors import InputError

from .vast import chain, schema_of

pytestmark = pytest.mark.slow

READ: Final = """
import json, sys, time
from pydantic import TypeAdapter, ValidationError
import pydantic.main
limit, begin = sys.getrecursionlimit(), time.process_time()
import model
loaded = time.process_time() - begin
reader = TypeAdapter(model.Root)
def verdict(text):
    try:
        return json.loads(reader.dump_json(reader.validate_json(text))) == json.loads(text)
    except ValidationError:
        return False
verdicts = [verdict(text) for text in json.loads(sys.argv[1])]
read = time.process_time() - begin - loaded
made = sum(getattr(getattr(model, name), "__pydantic_complete__", False) for name in model.__all__)
print(json.dumps({"verdicts": verdicts, "loaded": loaded, "read": read, "made": made,
                  "limit kept": limit == sys.getrecursionlimit()}))
"""


def read(folder: Path, schema: dict[str, Any], documents: list[Any]) -> dict[str, Any]:
    """What a fresh interpreter says of the documents: verdicts, seconds, and how many records it made ready."""
    (folder / "model.py").write_text(generate(schema, target="python", root="Root")["model.py"], "utf-8")
    command = [sys.executable, "-W", "error", "-c", READ, json.dumps(list(map(json.dumps, documents)))]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def nested(tag: bool) -> tuple[Any, Any]:
    """A document of three records inside of each other, and one that is wrong inside."""
    inner = [{"id": "a", **({"resourceType": f"Type{number}"} if tag else {})} for number in (3, 4, 5)]
    right = {**inner[0], "next": {**inner[1], "next": {**inner[2], "flag": True}}}
    wrong = {**inner[0], "next": {**inner[1], "next": {**inner[2], "flag": 1}}}
    return right, wrong


@pytest.mark.parametrize("typed", [True, False])
def test_660_records_load_in_seconds_and_only_what_is_read_is_made_ready(tmp_path: Path, typed: bool) -> None:
    right, wrong = nested(tag=True)
    unknown = {"resourceType": "Type660"}
    answer = read(tmp_path, schema_of(660, typed=typed), [right, wrong, unknown])
    assert answer["verdicts"] == [True, False, False]
    assert answer["limit kept"]
    assert answer["made"] < 20
    assert answer["loaded"] < 12, "a slow machine included: 1.7 s where it was written"


def test_records_that_no_tag_tells_apart_read_too(tmp_path: Path) -> None:
    answer = read(tmp_path, schema_of(200, tagged=False), [*nested(tag=False), 1])
    assert answer["verdicts"] == [True, False, False]


@pytest.mark.parametrize("length", [30, 90, 400])
@pytest.mark.parametrize("circle", [True, False])
def test_records_may_lie_inside_of_each_other_as_deep_as_they_like(tmp_path: Path, length: int, circle: bool) -> None:
    right: dict[str, Any] = {"next": [{"next": [{"next": [{}]}, {}]}]}
    wrong = {"next": [{"next": [{"next": [{"other": 1}]}, {}]}]}
    assert read(tmp_path, chain(length, circle=circle), [right, wrong])["verdicts"] == [True, False]


def test_small_modules_are_ready_when_they_are_loaded() -> None:
    text = generate(schema_of(5), target="python", root="Root")["model.py"]
    assert "LateModel" not in text
    assert 'Field(discriminator="resourceType")' in text


@pytest.mark.parametrize("last", [{"type": "string"}, {"$ref": "#/$defs/T0"}])
def test_types_without_members_that_lie_too_deep_are_refused(last: dict[str, Any]) -> None:
    definitions = {f"T{index}": {"type": "array", "items": {"$ref": f"#/$defs/T{index + 1}"}} for index in range(99)}
    schema = {"$ref": "#/$defs/T0", "$defs": {**definitions, "T99": {"type": "array", "items": last}}}
    with pytest.raises(InputError, match="inside of each other"):
        generate(schema, target="python", root="Root")
    assert "export type T99" in generate(schema, target="ts", root="Root")["types.ts"]


def test_payloads_of_a_vast_module_are_their_types_also_where_a_tag_of_their_own_tells_them_apart() -> None:
    def chosen(name: str) -> dict[str, Any]:
        asked = {"properties": {"command": {"const": name}}, "required": ["command"]}
        return {"if": asked, "then": {"properties": {"data": {"$ref": f"#/$defs/{name}"}}}}

    def payload(name: str) -> dict[str, Any]:
        return {"type": "object", "required": ["kind"], "properties": {"kind": {"const": name}}}

    others = {f"X{number}": {"type": "object", "properties": {"x": {"type": "string"}}} for number in range(160)}
    schema = {
        "title": "Box", "type": "object", "required": ["command"], "allOf": [chosen("A"), chosen("B")],
        "properties": {"command": {"type": "string"}, "data": {"type": "object"}} | {
            name.lower(): {"$ref": f"#/$defs/{name}"} for name in others
        },
        "$defs": {"A": payload("A"), "B": payload("B"), **others},
    }  # fmt: skip
    text = generate(schema, target="python")["model.py"]
    assert 'PayloadBy("command", ("A",), ("B",))' in text
    assert "TaggedUnion(" in text
    module = sys.modules["vast_box"] = ModuleType("vast_box")
    exec(compile(text, "vast_box.py", "exec"), module.__dict__)
    box, b = module.__dict__["Box"], module.__dict__["B"]
    assert box.model_validate({"command": "B", "data": {"kind": "B"}}).data == b(kind="B")
    assert box.model_validate({"command": "C", "data": {"kind": "B"}}).data == {"kind": "B"}


def test_a_record_of_very_many_rules_has_them_in_several_functions_and_all_are_asked() -> None:
    def asked(number: int) -> dict[str, Any]:
        members = {f"m{index}": {"type": "integer", "minimum": number} for index in range(6)}
        test = {"properties": {"code": {"const": f"E{number}"}}, "required": ["code"]}
        return {"if": test, "then": {"properties": members, "required": ["m0"]}}

    schema = {"title": "Box", "type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}
    text = generate({**schema, "allOf": [asked(number) for number in range(60)]}, target="python")["model.py"]
    assert len(set(re.findall(r"def (_rules_of_box_\d+)\(", text))) > 1
    module = sys.modules["many_rules"] = ModuleType("many_rules")
    exec(compile(text, "many_rules.py", "exec"), module.__dict__)
    box = module.__dict__["Box"]
    for number in range(60):
        assert box.model_validate({"code": f"E{number}", "m0": number, "m5": number})
        with pytest.raises(ValidationError) as caught:
            box.model_validate({"code": f"E{number}", "m5": number - 1})
        assert len(caught.value.errors()) == 2
