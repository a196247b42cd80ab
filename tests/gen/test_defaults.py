"""On request an optional field has the schema's default; never by itself, and never one that its type refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from pydantic import MISSING

from accordant import generate
from accordant.cli import main

TEXT: Final = {"type": "string"}
SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Job",
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "default": "unnamed"},
        "state": {"enum": ["new", "over"], "default": "new"},
        "tries": {"type": "integer", "minimum": 0, "default": 3.0},
        "rate": {"type": "number", "default": 0.5},
        "quiet": {"type": "boolean", "default": False},
        "note": {"type": ["string", "null"], "default": None},
        "tags": {"type": "array", "items": TEXT, "default": ["a"]},
        "labels": {"type": "object", "additionalProperties": TEXT, "default": {}},
        "x-kind": {"$ref": "#/$defs/Kind", "default": "plain"},
        "at": {"type": "string", "format": "date", "default": "2026-11-28"},
        "no_default": TEXT,
        "wrong_type": {"type": "string", "default": 1},
        "true_is_not_one": {"type": "integer", "default": True},
        "not_listed": {"enum": ["a", "b"], "default": "c"},
        "too_small": {"type": "integer", "minimum": 5, "default": 4},
        "too_long": {"type": "string", "maxLength": 2, "default": "abc"},
        "wrong_items": {"type": "array", "items": TEXT, "default": [1]},
        "open_rule": {"type": "string", "not": {"const": "abc"}, "default": "abc"},
        "made_of_members": {"type": "object", "properties": {"a": TEXT}, "default": {}},
    },
    "$defs": {"Kind": {"enum": ["plain", "other"]}},
}
GIVEN: Final = {
    "state": "new", "tries": 3, "rate": 0.5, "quiet": False, "note": None, "tags": ["a"], "labels": {},
    "x_kind": "plain", "at": "2026-11-28",
}  # fmt: skip
KEPT: Final = (
    "no_default", "wrong_type", "true_is_not_one", "not_listed", "too_small", "too_long", "wrong_items", "open_rule",
    "made_of_members",
)  # fmt: skip
OPTIONS: Final = {"defaults": True, "format-views": True}
TEXT_WITH: Final = generate(SCHEMA, target="python", options=OPTIONS)["model.py"]
"""``test_checkers`` asks strict checkers about it."""


def job(text: str) -> Any:
    module = sys.modules["made_with_defaults"] = ModuleType("made_with_defaults")
    exec(compile(text, "job.py", "exec"), module.__dict__)  # what was generated, as a module of its own
    return module.__dict__["Job"]


def test_absent_fields_have_the_defaults_that_their_type_allows() -> None:
    made = job(TEXT_WITH).model_validate({"name": "n"})
    assert {name: getattr(made, name) for name in GIVEN} == GIVEN
    assert {name: getattr(made, name) for name in KEPT} == dict.fromkeys(KEPT, MISSING)
    assert made.model_fields_set == {"name"}
    written = json.loads(made.model_dump_json(by_alias=True))
    assert written == {"name": "n", **{("x-kind" if name == "x_kind" else name): GIVEN[name] for name in GIVEN}}


def test_lists_are_made_anew_and_a_required_field_stays_required() -> None:
    model = job(TEXT_WITH)
    first, second = model.model_validate({"name": "a"}), model.model_validate({"name": "b"})
    first.tags.append("b")
    assert second.tags == ["a"]
    with pytest.raises(ValueError, match="name"):
        model.model_validate({})


def test_without_the_request_no_field_has_a_default() -> None:
    made = job(generate(SCHEMA, target="python")["model.py"]).model_validate({"name": "n"})
    assert all(getattr(made, name) is MISSING for name in (*GIVEN, *KEPT))


def test_the_command_line_gives_defaults_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "job.json", tmp_path / "out"
    file.write_text(json.dumps(SCHEMA), "utf-8")
    assert main(["gen", "python", "--schema", str(file), "--defaults", "--out", str(out)]) == 0
    assert 'state: Literal["new", "over"] = "new"' in (out / "model.py").read_text("utf-8")
    assert main(["gen", "ts", "--schema", str(file), "--defaults", "--out", str(out)]) == 2
    assert "--defaults is for the target python" in capsys.readouterr().err
