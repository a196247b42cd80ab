"""What is generated pleases type checkers and linters at their strictest, and so does a program that uses it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from accordant import generate
from tests.conftest import PROJECT, cannot_run

from . import test_absent_as_none as absent
from . import test_defaults as defaults
from . import test_format_views as views
from .conftest import Package
from .test_codes import program as codes_program
from .test_large_alternatives import STEP, TASKS
from .test_verdicts import cases

pytestmark = pytest.mark.slow

MODULES = PROJECT / "tests/typescript/node_modules"

USER = """
from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from pydantic import MISSING

from accordant_contracts.cobre.v1 import Line, LineOther, LineStartedLine, Response, read_line
from accordant_contracts.meminit.v2 import ERROR_CODES, Envelope, ErrorCode


def told(raw: str) -> str:
    envelope = Envelope.model_validate_json(raw)
    if envelope.error is not MISSING:
        return envelope.error.code
    return envelope.root


def exit_code(code: ErrorCode) -> int | None:
    return ERROR_CODES[code].exit_code


def side(code: str) -> str:
    known = ERROR_CODES.get(code)
    return known.meaning if known is not None else "a code that came later"


Colour: TypeAlias = Literal["red", "green"]


def exhaustive(colour: Colour) -> str:
    match colour:
        case "red":
            return "stop"
        case "green":
            return "go"
        case _:
            assert_never(colour)


def told_line(raw: str) -> str:
    line: Line = read_line(raw)
    match line:
        case LineStartedLine():
            return line.case
        case LineOther():
            return line.type
        case _:
            return "another line that this version knows"


def told_command(raw: str) -> str:
    response = Response.read_json(raw)
    match response.command:
        case "run":
            return "a run"
        case "validate" | "report" | "compare" | "version" as known:
            return known
        case later:
            return f"a command that came later: {later}"
"""


@pytest.fixture
def program(package: Package) -> Path:
    path = package.folder / "user_program.py"
    path.write_text(USER, "utf-8")
    return path


@dataclass(frozen=True)
class Checked:
    """The errors that a type checker finds in the package and in both programs that use it, by file."""

    errors: Mapping[str, Sequence[tuple[int, str]]]
    wrong_lines: Sequence[int]
    """The lines of ``codes_program.py`` that must be refused."""

    def assert_as_expected(self) -> None:
        refused = {line for line, _ in self.errors.get("codes_program.py", [])}
        assert sorted(refused) == self.wrong_lines, self.errors["codes_program.py"]
        assert {file: errors for file, errors in self.errors.items() if file != "codes_program.py"} == {}


def by_file(errors: Iterable[tuple[str, int, str]]) -> dict[str, list[tuple[int, str]]]:
    grouped: dict[str, list[tuple[int, str]]] = {}
    for file, line, message in errors:
        grouped.setdefault(file, []).append((line, message))
    return grouped


@pytest.fixture(scope="session")
def mypy(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The strict checker; what it knows of Pydantic after its first start it need not learn again."""
    cache = tmp_path_factory.mktemp("mypy")
    return [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(cache)]


def test_mypy_strict_narrows_by_code_and_sees_what_is_forgotten(
    package: Package, program: Path, mypy: list[str]
) -> None:
    codes, wrong = codes_program(package)
    done = subprocess.run(
        [*mypy, "accordant_contracts", program.name, codes.name],
        cwd=package.folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = (line.split(":", 3) for line in done.stdout.splitlines() if ": error:" in line)
    Checked(by_file((file, int(number), message) for file, number, _, message in lines), wrong).assert_as_expected()


def test_pyright_strict_narrows_by_code_and_sees_what_is_forgotten(package: Package, program: Path) -> None:
    checker = MODULES / ".bin/pyright"
    if not checker.exists():
        cannot_run("pyright is not installed (npm --prefix tests/typescript ci)")
    codes, wrong = codes_program(package)
    config = {
        "include": ["accordant_contracts", program.name, codes.name],
        "typeCheckingMode": "standard",
        "strict": ["accordant_contracts", program.name],
    }
    (package.folder / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")
    done = subprocess.run(  # files named here would make it pass the configuration over
        [checker, "--outputjson", "--project", package.folder, "--pythonpath", sys.executable],
        cwd=package.folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] > 10
    errors = (error for error in report["generalDiagnostics"] if error["severity"] == "error")
    places = ((Path(error["file"]).name, error["range"]["start"]["line"] + 1, error["message"]) for error in errors)
    Checked(by_file(places), wrong).assert_as_expected()


def test_ruff_finds_no_error_in_generated_code(package: Package) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "E9,F,B,UP",
         "--target-version", "py311", "accordant_contracts"],
        cwd=package.folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]


NARROWED = {
    "enum": {"properties": {"a": True}, "enum": [{}, 2]},
    "then": {"if": {"type": "object"}, "then": {"multipleOf": 0.5}},
    "else": {
        "additionalProperties": {
            "required": ["b"],
            "if": {"prefixItems": [{"type": "integer"}]},
            "else": {"additionalProperties": {"type": "integer"}},
        }
    },
    "when_present": {"type": "number", "dependentSchemas": {"p": {"exclusiveMaximum": 0}}},
    "not_when_present": {"not": {"dependentSchemas": {"p": {"exclusiveMaximum": 0}}}},
    "behind_another_type": {"uniqueItems": True, "oneOf": [{"exclusiveMaximum": 0}, True, False]},
    "asked_before": {
        "oneOf": [
            {
                "type": "object",
                "required": ["scheme"],
                "properties": {"scheme": {"type": "string"}},
                "not": {"type": "object", "properties": {"scheme": {"type": "string", "enum": ["bearer"]}}},
            },
            {"type": "object", "required": ["scheme", "format"], "properties": {"scheme": {"type": "string"}}},
        ]
    },
    "object_or_flag": {
        "$ref": "#/$defs/schema",
        "$defs": {"schema": {"type": ["object", "boolean"], "properties": {"not": {"$ref": "#"}, "title": {}}}},
    },
    "name_of_a_circle": {
        "$ref": "#/$defs/named",
        "$defs": {
            "named": {"oneOf": [{"$ref": "#/$defs/types"}]},
            "types": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/named"}}]},
        },
    },
    "name_of_a_circle_through_members": {
        "type": "object",
        "properties": {"steps": {"type": "array", "items": {"$ref": "#/$defs/step"}, "minItems": 1}},
        "$defs": {
            "step": {
                "oneOf": [
                    {"type": "string"},
                    {"type": "object", "properties": {"run": {"type": "string"}}, "required": ["run"]},
                    {"type": "object", "properties": {"when": {"$ref": "#/$defs/when"}}, "maxProperties": 1},
                    {"type": "array", "items": {"$ref": "#/$defs/step"}},
                ]
            },
            "when": {"type": "object", "properties": {"steps": {"$ref": "#/$defs/step"}}, "required": ["steps"]},
        },
    },
    "large_alternatives": {**STEP, "anyOf": TASKS},
    "five_hundred": {
        "oneOf": [
            {"type": "object", "required": ["k"], "properties": {"k": {"const": f"a{number}"}, f"v{number}": {}}}
            for number in range(500)
        ]
    },
}
"""What a rule says about another type than the one at hand, and a union beyond what checkers read in one breath."""


WRONG = 'x: int = "1"\n'
TEXTS = {
    "defaults.py": defaults.TEXT_WITH,
    "views.py": f"{views.TEXT}\n\n{views.USE}",
    "absent.py": absent.TEXT,
    "use_absent.py": absent.USE.replace("from model ", "from absent "),
    "wrong.py": WRONG,
    "corpus/wrong.py": WRONG,
}
ASKED = (
    "corpus/case",
    *(f"case_{name}.py" for name in NARROWED),
    *(name for name, text in TEXTS.items() if text != WRONG),
)


def loose(schema: Any) -> str:
    """The module of a schema alone."""
    return generate(schema, target="python", root="Root")["model.py"]


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all modules that strict checkers look at: each is started once for them, not once for each.

    They are made of the schemas above, of traps, and of random schemas of three drafts; equal ones are there once.
    """
    folder = tmp_path_factory.mktemp("strict")
    (folder / "corpus").mkdir()
    (folder / "corpus/__init__.py").touch()
    corpus = dict.fromkeys(loose(case.schema) for case in cases())
    made = {f"corpus/case{number:03}.py": text for number, text in enumerate(corpus)}
    made |= {f"case_{name}.py": loose(schema) for name, schema in NARROWED.items()}
    for name, text in (made | TEXTS).items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="session")
def said(strict: Path, mypy: list[str]) -> dict[str, str]:
    """What mypy and pyright say about all of them."""
    pyright = MODULES / ".bin/pyright"
    if not pyright.exists():
        cannot_run("pyright is not installed (npm --prefix tests/typescript ci)")
    (strict / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', "utf-8")
    commands = {"mypy": [*mypy, "."], "pyright": [str(pyright), "--pythonpath", sys.executable]}
    return {
        name: subprocess.run(command, cwd=strict, capture_output=True, text=True, check=False).stdout
        for name, command in commands.items()
    }


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_strict_checkers_have_nothing_to_say_about_loose_modules(checker: str, name: str, said: dict[str, str]) -> None:
    assert re.findall(rf"(?:^|[ /]){name}.*", said[checker], re.MULTILINE) == []


@pytest.mark.timeout(600)
def test_strict_checkers_look_at_everything_and_find_what_is_wrong(said: dict[str, str]) -> None:
    assert "Found 2 errors in 2 files" in said["mypy"]
    assert "2 errors, 0 warnings" in said["pyright"]
    for text in said.values():
        assert {"wrong.py:1", "corpus/wrong.py:1"} <= set(re.findall(r"(?:corpus/)?wrong\.py:1", text))


def test_ruff_finds_no_error_in_loose_modules(strict: Path) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "E9,F,B,UP"]
    done = subprocess.run(
        [*command, "--target-version", "py311", "corpus", "absent.py"],
        cwd=strict, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
