"""Rules that stand beside the fields of generated models: what they find is told with what the fields find."""

from __future__ import annotations

import json
import sys
import types
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

import accordant

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["kind", "count"],
    "properties": {
        "kind": {"type": "string"},
        "count": {"type": "integer", "minimum": 0},
        "$ref": {"type": "string"},
        "data": {"type": "object"},
        "version": {"const": 1},
    },
    "allOf": [
        {
            "if": {"required": ["kind"], "properties": {"kind": {"const": kind}}},
            "then": {"required": [member]},
        }
        for kind, member in (("a", "data"), ("b", "$ref"), ("c", "data"))
    ],
}


@pytest.fixture(scope="module")
def text() -> str:
    return accordant.generate(SCHEMA, target="python", root="Root")["model.py"]


@pytest.fixture(scope="module")
def model(text: str) -> Any:
    module = types.ModuleType("rules_beside_fields")
    sys.modules[module.__name__] = module
    exec(compile(text, "model.py", "exec"), module.__dict__)
    return module.__dict__["Root"]


def places(error: pytest.ExceptionInfo[ValidationError]) -> list[tuple[tuple[int | str, ...], str]]:
    return [(error["loc"], error["type"]) for error in error.value.errors()]


BOTH = [(("data",), "schema_rule"), (("count",), "greater_than_equal")]


def test_rules_and_fields_are_told_together_about_text(model: Any) -> None:
    with pytest.raises(ValidationError) as error:
        model.model_validate_json('{"kind": "a", "count": -1}')
    assert places(error) == BOTH


def test_rules_and_fields_are_told_together_about_objects(model: Any) -> None:
    with pytest.raises(ValidationError) as error:
        model.model_validate({"kind": "a", "count": -1})
    assert places(error) == BOTH


def test_rules_and_fields_are_told_together_about_arguments(model: Any) -> None:
    with pytest.raises(ValidationError) as error:
        model(kind="a", count=-1, ref_="#")
    assert places(error) == BOTH


def test_what_is_read_within_a_list_is_told_with_its_place(model: Any) -> None:
    with pytest.raises(ValidationError) as error:
        TypeAdapter(list[model]).validate_json('[{"kind": "b", "count": 1}, {"kind": "a", "count": -1}]')
    assert places(error) == [((0, "$ref"), "schema_rule")] + [((1, *place), code) for place, code in BOTH]


def test_a_refusal_leaves_nothing_behind(model: Any) -> None:
    with pytest.raises(ValidationError):
        model.model_validate_json('{"kind": "a", "count": 1}')
    with pytest.raises(ValidationError):
        model.model_validate_json('{"kind": "a", "count": 1}')
    assert model.model_validate_json('{"kind": "a", "count": 1.0, "data": {}}').count == 1


@pytest.mark.parametrize("count", ["true", '"1"', "1.5", "-1", "-1.0"])
def test_a_bounded_integer_is_still_an_integer_of_json(model: Any, count: str) -> None:
    with pytest.raises(ValidationError):
        model.model_validate_json(f'{{"kind": "x", "count": {count}}}')


@pytest.mark.parametrize(("version", "right"), [("1", True), ("1.0", True), ("true", False), ('"1"', False)])
def test_a_fixed_number_is_compared_as_json_does(model: Any, version: str, right: bool) -> None:
    document = {"kind": "x", "count": 1, "version": json.loads(version)}
    assert TypeAdapter(model).validator.isinstance_python(document) is right


def test_a_member_that_selects_rules_is_read_once(text: str) -> None:
    assert text.count('value.get("kind")') == 1
    assert [line.strip() for line in text.splitlines() if 'kind == "' in line] == [
        'if kind == "a":', 'elif kind == "b":', 'elif kind == "c":',
    ]  # fmt: skip


def test_what_a_condition_requires_says_why(model: Any) -> None:
    with pytest.raises(ValidationError) as error:
        model.model_validate_json('{"kind": "a", "count": 1}')
    (problem,) = error.value.errors()
    assert problem["msg"].startswith('is required because `kind` is "a" [')
    text = accordant.generate(SCHEMA, target="ts", root="Root")["types.ts"]
    assert 'is required because `kind` is \\"a\\"' in text


def test_a_reason_is_a_condition_on_the_same_object() -> None:
    inner = {"properties": {"data": {"type": "object", "required": ["b"]}}, "required": ["data"]}
    schema = {**SCHEMA, "allOf": [{"if": SCHEMA["allOf"][0]["if"], "then": inner}]}
    for text in (
        "".join(accordant.generate(schema, target=target, root="Root").values()) for target in ("python", "ts")
    ):
        assert text.count("is required because") == 1
