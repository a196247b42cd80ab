"""What `unevaluatedProperties` and `unevaluatedItems` are about is found with work in proportion to the document."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from pydantic import TypeAdapter, ValidationError

import accordant
from tests.conftest import PROJECT, cannot_run

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS: Final[dict[str, Any]] = {
    "members": {
        "$schema": DRAFT, "type": "object", "properties": {"id": {"type": "string"}},
        "anyOf": [
            {"patternProperties": {"^a": {"type": "integer"}}, "required": ["id"]},
            {"patternProperties": {"^b": {"type": "string"}}},
        ],
        "unevaluatedProperties": False,
    },
    "items": {
        "$schema": DRAFT, "type": "array", "prefixItems": [{"type": "string"}],
        "anyOf": [{"contains": {"type": "integer"}}, {"contains": {"type": "object"}}],
        "unevaluatedItems": {"type": "null"},
    },
    "inside": {
        "$schema": DRAFT, "type": "object",
        "not": {
            "anyOf": [{"patternProperties": {"^a": {"type": "integer"}}}, {"required": ["x"]}],
            "unevaluatedProperties": False,
        },
    },
    "layers": {
        "$schema": DRAFT, "type": "object",
        "anyOf": [
            {"patternProperties": {"^a": {"type": "integer"}},
             "anyOf": [{"patternProperties": {"^b": {"type": "string"}}}, {"properties": {"c": True}}]},
            {"properties": {"d": True}},
        ],
        "unevaluatedProperties": {"type": "null"},
    },
}  # fmt: skip
DOCUMENTS: Final[dict[str, list[tuple[Any, bool]]]] = {
    "members": [
        ({"id": "x", "a": 1}, True), ({"id": "x", "a": 1, "b": "y"}, True), ({"id": "x", "a": 1, "c": 1}, False),
        ({"a": 1}, False), ({"id": "x", "a": "1", "b": "y"}, False), ({"id": "x"}, True),
    ],
    "items": [
        (["x", 1, None], True), (["x", 1, {}], True), (["x", None, {}], True), (["x", 1, "y"], False), (["x"], False),
    ],
    "inside": [({"a": 1}, False), ({"a": 1, "b": 1}, True), ({"x": 1}, True), ({}, False)],
    "layers": [
        ({"a": 1, "b": "x", "c": 2, "d": 3}, True), ({"a": 1, "e": None}, True), ({"a": 1, "e": 1}, False),
        ({"a": "1", "d": 1}, False), ({"b": "x", "c": 1}, True), ({"b": 1, "c": 1}, False), ({"b": 1}, False),
    ],
}  # fmt: skip
"""Documents of each schema, and whether it takes them."""


def large(name: str, size: int) -> Any:
    """A document of so many members or items that takes each schema through all of its conditions."""
    return (
        ["x", *[None] * size, 1, {}] if name == "items" else {**{f"a{number}": 1 for number in range(size)}, "id": "x"}
    )


def loaded(schema: Any) -> ModuleType:
    """The generated Python module, made of its text."""
    module = ModuleType("left_over")
    sys.modules[module.__name__] = module
    exec(accordant.generate(schema, target="python", root="Root")["model.py"], module.__dict__)
    return module


@pytest.mark.parametrize("name", SCHEMAS)
def test_models_take_what_the_schema_takes(name: str) -> None:
    reader = TypeAdapter(loaded(SCHEMAS[name]).Root)
    for document, expected in DOCUMENTS[name]:
        try:
            reader.validate_python(document)
            taken = True
        except ValidationError:
            taken = False
        assert taken is expected, document


@pytest.mark.parametrize("name", SCHEMAS)
def test_models_look_at_each_part_a_few_times_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, calls = loaded(SCHEMAS[name]), 0
    tested = module.is_integer

    def count(value: object) -> bool:
        nonlocal calls
        calls += 1
        return bool(tested(value))

    monkeypatch.setattr(module, "is_integer", count)
    for size in (50, 200):
        calls = 0
        with contextlib.suppress(ValidationError):
            TypeAdapter(module.Root).validate_python(large(name, size))
        assert 0 < calls < 8 * size


COUNTING: Final = """
const { isRoot, checkRoot } = await import(process.argv[2]);
let reads = 0;
const watched = (value) => new Proxy(value, { get: (of, name) => { reads += 1; return of[name]; } });
const { documents, large } = JSON.parse(process.argv[3]);
const said = documents.map((document) => [isRoot(document), checkRoot(document).length === 0]);
isRoot(watched(large));
checkRoot(watched(large));
console.log(JSON.stringify({ said, reads }));
"""


def test_guards_do_so_too(tmp_path: Path, needs: Callable[[str], str]) -> None:
    compiler = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    for name, schema in SCHEMAS.items():
        (tmp_path / f"{name}.ts").write_text(accordant.generate(schema, target="ts", root="Root")["types.ts"], "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    subprocess.run(
        [compiler, "--strict", "--target", "es2022", "--module", "nodenext", "--types", "", *tmp_path.glob("*.ts")],
        cwd=tmp_path, check=True,
    )  # fmt: skip
    (tmp_path / "count.mjs").write_text(COUNTING, "utf-8")
    for name, cases in DOCUMENTS.items():
        given = json.dumps({"documents": [document for document, _ in cases], "large": large(name, 300)})
        command = [needs("node"), str(tmp_path / "count.mjs"), str(tmp_path / f"{name}.js"), given]
        answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        assert answer["said"] == [[expected, expected] for _, expected in cases]
        assert 0 < answer["reads"] < 40 * 300
