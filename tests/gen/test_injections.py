"""The payload of each code-injection advisory, in every slot of a schema, stays data in every language."""

from __future__ import annotations

import ast
import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant import generate
from accordant.gen.flavours import DATACLASS, MSGSPEC, TYPEDDICT
from accordant.gen.flavours.flavour import Flavour
from accordant.gen.flavours.safe_source import require_types_only
from accordant.gen.printing import reasons
from tests.conftest import PROJECT, cannot_run

HERE = Path(__file__).parent
MODULES = PROJECT / "tests/typescript/node_modules"
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "injections.toml").read_text("utf-8"))["case"]
EACH = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["advisory"]).replace(" ", "-"))

PLAIN = "a harmless text"
"""No identifier either, so that code spells it where it spells a payload."""


def schema(text: str, keywords: list[str]) -> dict[str, Any]:
    """A schema with the text in every slot that takes one; the members in ``keywords`` mean nothing to JSON Schema."""
    shapes = [text, {"module": text, "name": text}, [text]]
    extra = {name: shapes[number % 3] for number, name in enumerate(keywords)}
    return {
        "title": "Thing",
        "description": text,
        "$comment": text,
        "type": "object",
        "required": ["kind"],
        "x-codes-source": text,
        **extra,
        "properties": {
            "kind": {"const": text, "description": text},
            "list": {"enum": [text, "other", None], "description": text, **extra},
            "note": {"type": "string", "title": text, "default": text, "examples": [text], "format": text, **extra},
            "deep": {"const": {text: [text]}},
            "size": {"type": "number", "x-unit": text, "deprecated": True, "description": text},
            "same": {"not": {"enum": [text, [text], {text: text}]}},
            "tag": {
                "oneOf": [
                    {"type": "object", "required": ["t"], "properties": {"t": {"const": text}}, "description": text},
                    {"type": "object", "required": ["t"], "properties": {"t": {"const": "other"}}},
                ]
            },
            text: {"type": "string", "description": text},
            "inner": {"type": "object", "required": [text], "properties": {text: {"type": "integer"}}},
        },
        "dependentRequired": {text: ["note"], "note": [text]},
        "if": {"required": [text], "properties": {"list": {"const": text}}},
        "then": {"required": ["size"]},
    }


def printed(case: dict[str, Any], text: str, target: str) -> str:
    made = generate(schema(text, case.get("keywords", [])), target=target, root="Thing", source=f"{text}.json")
    return next(iter(made.values()))


def kinds(text: str) -> list[str]:
    """The kinds of all nodes of a Python module; how long a chain of strings is says nothing."""
    return [type(node).__name__ for node in ast.walk(ast.parse(text))]


def strings(text: str) -> set[str]:
    return {
        node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant) and type(node.value) is str
    }


def names(text: str) -> set[str]:
    """Every module that is imported and every function that is called by its name."""
    tree = ast.parse(text)
    imported = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return imported | {
        node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


@EACH
def test_no_payload_changes_the_tree_of_pydantic_models(case: dict[str, Any]) -> None:
    hostile, harmless = (printed(case, text, "python") for text in (case["text"], PLAIN))
    compile(hostile, "model.py", "exec")
    assert case["text"] in strings(hostile)
    assert names(hostile) == names(harmless)
    if not case.get("names"):
        assert kinds(hostile) == kinds(harmless)


@EACH
@pytest.mark.parametrize("flavour", [DATACLASS, TYPEDDICT, MSGSPEC], ids=lambda flavour: flavour.name)
def test_no_payload_changes_the_tree_of_other_flavours(case: dict[str, Any], flavour: Flavour) -> None:
    plain = PLAIN if flavour.takes_name(case["text"]) else f'{PLAIN} in "quotes"'
    hostile, harmless = (printed(case, text, flavour.name) for text in (case["text"], plain))
    require_types_only(hostile)
    assert case["text"] in strings(hostile)
    assert names(hostile) <= names(harmless)
    if not case.get("names"):
        assert kinds(hostile) == kinds(harmless)


@pytest.fixture(scope="module")
def parsed() -> Callable[[list[str]], list[dict[str, Any]]]:
    """Texts of TypeScript as the compiler reads them: errors, kinds of nodes, strings."""
    import shutil

    node = shutil.which("node")
    if node is None or not (MODULES / "typescript").exists():
        cannot_run("node or TypeScript is not installed (npm --prefix tests/typescript ci)")
    assert node is not None

    def parse(texts: list[str]) -> list[dict[str, Any]]:
        script = (HERE / "kinds.mjs").read_text("utf-8")
        done = subprocess.run(
            [node, "--input-type=module", "--eval", script], cwd=MODULES.parent, input=json.dumps(texts),
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        answers: list[dict[str, Any]] = json.loads(done.stdout)
        return answers

    return parse


def test_no_payload_changes_the_tree_of_typescript(
    parsed: Callable[[list[str]], list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reasons, "LONGEST", 100_000)  # a long payload would make a reason too long to be given
    texts = [printed(case, text, "ts") for case in CASES for text in (case["text"], PLAIN)]
    answers = parsed(texts)
    for case, hostile, harmless in zip(CASES, answers[::2], answers[1::2], strict=True):
        assert hostile["errors"] == [], case["advisory"]
        assert case["text"] in hostile["strings"], case["advisory"]
        assert not any("Template" in kind for kind in set(hostile["kinds"]) - set(harmless["kinds"])), case["advisory"]
        if not case.get("names"):
            assert hostile["kinds"] == harmless["kinds"], case["advisory"]


def test_the_comparison_sees_code_that_got_in(parsed: Callable[[list[str]], list[dict[str, Any]]]) -> None:
    """The test of the test: payloads that are not encoded change both trees."""
    text = "*/ process.exit(1); /*"
    hostile, harmless = parsed([f"/** {text} */\nexport type A = string;", f"/** {PLAIN} */\nexport type A = string;"])
    assert hostile["kinds"] != harmless["kinds"]
    assert kinds('"""x"""\nimport os\n""""""') != kinds('"""x"""')


@EACH
def test_the_model_as_json_keeps_the_payload_as_it_is(case: dict[str, Any]) -> None:
    written = json.loads(printed(case, case["text"], "model"))
    (kind,) = (field for field in written["types"]["Thing"]["type"]["fields"] if field["wire"] == "kind")
    assert kind["type"]["values"] == [case["text"]]
    assert kind["docs"]["description"] == case["text"]


@pytest.mark.parametrize("target", ["python", "dataclass", "typeddict", "msgspec"])
@EACH
def test_the_name_of_a_root_is_an_identifier_of_python_whatever_is_asked_for(case: dict[str, Any], target: str) -> None:
    (hostile,), (harmless,) = (named_root(text, target) for text in (case["text"], "Plain"))
    assert kinds(hostile) == kinds(harmless)
    assert names(hostile) == names(harmless)


def test_the_name_of_a_root_is_an_identifier_of_typescript_whatever_is_asked_for(
    parsed: Callable[[list[str]], list[dict[str, Any]]],
) -> None:
    plain, *others = parsed(
        [text for name in ("Plain", *(case["text"] for case in CASES)) for text in named_root(name, "ts")]
    )
    assert [answer for answer in others if answer["errors"] or answer["kinds"] != plain["kinds"]] == []


def named_root(name: str, target: str) -> list[str]:
    return list(generate({"type": "object", "properties": {"a": {}}}, target=target, root=name).values())
