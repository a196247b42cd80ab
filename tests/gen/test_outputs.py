"""What is generated is the same bytes everywhere, changes only where the schema does, and stays data."""

from __future__ import annotations

import ast
import difflib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from accordant import generate
from accordant.cli import main
from accordant.gen import TARGETS
from accordant.gen.python import runtime_source as python_runtime
from accordant.gen.python.imports import HOMES
from accordant.gen.typescript import runtime_source
from accordant.model.reserved import TYPE_NAMES
from accordant.outputs import digest
from accordant.registry.layout import find_bundled_registry

from .conftest import generated

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Order",
    "type": "object",
    "required": ["id", "state"],
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "state": {"enum": ["open", "shut"]},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
    },
    "$defs": {"Line": {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}}}},
}
NAMES = [target.name for target in TARGETS]


@pytest.mark.slow
def test_bytes_do_not_depend_on_hash_seed_locale_time_zone_or_folder(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from accordant.gen import TARGETS, generate_registry\n"
        "from accordant.registry.load import load; from accordant.outputs import digest\n"
        "registry = load(Path(sys.argv[1]), with_examples=False)\n"
        "for target in TARGETS:\n"
        "    print(target.name, digest(repr(sorted(generate_registry(registry, target.name).items()))))\n"
    )
    surroundings = {"PYTHONHASHSEED": "77", "TZ": "America/Lima", "LANG": "POSIX", "LC_ALL": "POSIX"}
    folder = tmp_path / "another folder"
    shutil.copytree(find_bundled_registry(), folder / "registry")
    run = subprocess.run(
        [sys.executable, "-c", program, folder / "registry"],
        cwd=folder,
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
        check=True,
    )
    here = {name: digest(repr(sorted(generated(name).items()))) for name in NAMES}  # UTF-8 and a random seed
    assert run.stdout == "".join(f"{name} {text}\n" for name, text in here.items())


@pytest.mark.parametrize("target", NAMES)
def test_an_added_optional_field_adds_lines_and_renames_nothing(target: str) -> None:
    grown = json.loads(json.dumps(SCHEMA))
    grown["properties"]["note"] = {"type": "object", "properties": {"text": {"type": "string"}}}
    before, after = (generate(schema, target=target, root="Order") for schema in (SCHEMA, grown))
    old, new = (
        [line.rstrip(",") for text in files.values() for line in text.splitlines()] for files in (before, after)
    )
    lines = difflib.unified_diff(old, new, lineterm="", n=0)
    lost = [line[1:] for line in lines if line.startswith("-") and not line.startswith("---")]
    assert [line for line in lost if not _is_head(line)] == []


def _is_head(line: str) -> bool:
    """The digest of the source and the imports may change."""
    return "sha256" in line or line.startswith(("from ", "import ", "} from"))


STANDARD = {"collections", "typing", "types", "decimal", "fractions", "dataclasses", "functools", "re", "enum", "math"}
HOSTILE = [
    '"""; import os; os.system("id")', "\\", "'''", "x\r\nimport os", "*/ alert(1) /*", "${process.exit(1)}", "`",
    "\u2028alert(1)",
    "{{ 7 * 7 }}", "{% raw %}", "\x00", "__import__('os')", "</script>", "'; DROP", "\N{RIGHT-TO-LEFT OVERRIDE}x",
    "\x85x",
]  # fmt: skip


def shape(text: str) -> str:
    """The syntax tree with every constant string and name taken out."""
    tree = ast.parse(text)
    kinds = [type(node).__name__ for node in ast.walk(tree)]
    return " ".join(kinds)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_stays_a_text_in_python(text: str) -> None:
    def schema(word: str) -> dict[str, Any]:
        return {
            "title": "Thing",
            "description": word,
            "type": "object",
            "properties": {
                "a": {"type": "string", "description": word, "default": word, "examples": [word]},
                "b": {"enum": [word, "z"]},
                "c": {"const": word},
            },
            "$comment": word,
        }

    plain, hostile = (generate(schema(word), target="python", root="Thing")["model.py"] for word in ("plain", text))
    assert shape(hostile) == shape(plain)
    compile(hostile, "model.py", "exec")


@pytest.mark.parametrize(
    "name", [*HOSTILE, "class", "__init__", "self", "model_config", "a-b", "a_b", "Ä", "1x", "", "None", "json"]
)
def test_a_hostile_member_name_stays_a_name_in_python(name: str) -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"}, "a": {"type": "integer"}}}
    text = generate(schema, target="python", root="Thing")["model.py"]
    space: dict[str, Any] = {"__name__": "model"}
    tree = ast.parse(text)
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name and name.partition(".")[0] for name in imported} <= {
        "__future__",
        "pydantic",
        "pydantic_core",
        *STANDARD,
    }
    module = type(sys)("hostile_model")
    sys.modules["hostile_model"] = module
    try:
        space = module.__dict__
        space["__name__"] = "hostile_model"
        exec(compile(text, "model.py", "exec"), space)
        thing = space["Thing"].model_validate_json(json.dumps({name: "v", "a": 1} if name != "a" else {"a": 1}))
        assert json.loads(thing.model_dump_json(by_alias=True)) == ({name: "v", "a": 1} if name != "a" else {"a": 1})
    finally:
        del sys.modules["hostile_model"]


def test_check_says_modified_missing_and_left_over(short_copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = short_copy.parent / "python"
    arguments = ["gen", "python", "--out", str(out)]
    assert main(arguments) == 0
    assert main([*arguments, "--check"]) == 0
    (out / "README.md").write_text("other", "utf-8")
    (out / "pyproject.toml").unlink()
    (out / "accordant_contracts" / "old.py").write_text("", "utf-8")
    capsys.readouterr()
    assert main([*arguments, "--check", "--format", "json"]) == 1
    rules = {finding["rule"] for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert rules == {"generated-modified", "generated-missing", "generated-left-over"}


def test_no_generated_type_takes_a_name_of_the_runtime() -> None:
    taken = {*runtime_source.definitions(), *HOMES}
    for source in (*python_runtime.runtimes(), python_runtime.open_runtime()):
        taken |= python_runtime.exported_names(source)
    assert {name for name in taken if name[0].isupper()} <= TYPE_NAMES


def test_a_definition_that_only_a_condition_names_is_a_type() -> None:
    run = {"type": "object", "properties": {"code": {"type": "integer"}}, "required": ["code"]}
    schema = {
        "type": "object",
        "properties": {"command": {"type": "string"}, "data": {"type": "object"}},
        "if": {"properties": {"command": {"const": "run"}}, "required": ["command"]},
        "then": {"properties": {"data": {"$ref": "#/$defs/RunData"}}},
        "$defs": {"RunData": run, "Unused": run},
    }
    assert "class RunData(ContractModel)" in generate(schema, target="python")["model.py"]
    types = generate(schema, target="ts")["types.ts"]
    assert "export interface RunData {" in types
    assert "Unused" not in types


def test_of_several_members_that_tell_branches_apart_the_first_required_one_gives_the_names() -> None:
    names = [f"tag{number}" for number in range(9)]

    def branch(which: str) -> dict[str, Any]:
        properties = {name: {"const": f"{name}-{which}"} for name in names}
        return {"type": "object", "required": names, "properties": {**properties, "same": {"type": "string"}}}

    schema = {"title": "Order", "properties": {"state": {"oneOf": [branch("open"), branch("shut")]}}}
    types = generate(schema, target="ts")["types.ts"]
    assert "export interface OrderStateTag0Open {" in types
    assert "export interface OrderStateTag0Shut {" in types


def test_modules_take_what_the_runtime_of_types_binds() -> None:
    for source in (python_runtime.runtime(), python_runtime.open_runtime()):
        bound = {name for definition in source.definitions for name in definition.binds}
        assert python_runtime.exported_names(source) == {name for name in bound if not name.startswith("_")}
