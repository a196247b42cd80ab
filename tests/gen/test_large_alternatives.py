"""Alternatives that are too large for one expression are functions, and give the same verdicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest

from accordant import generate

from .test_verdicts import model_verdicts

TEXTS: Final = {f"m{number}": {"type": "string"} for number in range(8)}
TASKS: Final[list[dict[str, Any]]] = [
    {
        "properties": {
            "task": {"pattern": f"^T{number}@"},
            "inputs": {"type": "object", "properties": {**TEXTS, "level": {"const": number}}, "required": ["level"]},
        },
    }
    for number in range(60)
]
STEP: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"task": {"type": "string"}, "inputs": {"type": "object"}},
    "additionalProperties": False,
}
DOCUMENTS: Final = (
    {"task": "T3@1", "inputs": {"level": 3}},
    {"task": "T59@1", "inputs": {"level": 59, "m7": "x"}},
    {"task": "T3@1", "inputs": {"level": 4}},
    {"task": "T59@1", "inputs": {"level": 59, "m7": 1}},
    {"task": "T60@1", "inputs": {"level": 60}},
    {},
    {"task": 1, "inputs": {"level": 1}},
    {"task": 1, "inputs": {"level": 60}},
)


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_a_list_of_large_alternatives_is_judged_by_functions_as_the_schema_judges(keyword: str, tmp_path: Path) -> None:
    schema = {**STEP, keyword: TASKS}
    text = generate(schema, target="python", root="Root")["model.py"]
    assert text.count("def _is_root_alternatives") > 2
    module = tmp_path / "large.py"
    module.write_text(text, "utf-8")
    judge = jsonschema.Draft202012Validator(schema)
    expected = [judge.is_valid(document) for document in DOCUMENTS]
    assert list(model_verdicts(module, tuple(map(json.dumps, DOCUMENTS)))) == expected
    assert {True, False} == set(expected)
