"""Guards of generated TypeScript give the verdict of generated Python, and neither compilers nor linters find a thing.

Random schemas with keywords of three drafts, and the traps of ``cases/verdicts.json``, all in one compilation.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

import accordant
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.algebra.schemas import DRAFTS, documents, schemas
from tests.conftest import PROJECT, cannot_run

from .conftest import generated
from .test_narrowing import STRICT

pytestmark = pytest.mark.slow

MODULES: Final = PROJECT / "tests/typescript/node_modules"
TRAPS: Final = json.loads(Path(__file__).with_name("cases").joinpath("verdicts.json").read_text("utf-8"))
ISOLATED: Final = {"declaration": True, "isolatedDeclarations": True}
"""Declarations can be told from each module alone, without a look at the types of others."""
LINTED: Final = 60
"""So many random schemas go through the linter, which takes long; all go through the compiler."""


@dataclass(frozen=True)
class Case:
    schema: Any
    texts: tuple[str, ...]
    expected: tuple[bool, ...]


def drawn(uri: str, draft: int, count: int) -> list[Case]:
    """Random schemas of a draft with documents; the same ones every time."""
    kept: list[Case] = []

    @settings(
        max_examples=count, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(schemas(draft, 3), schemas(draft, 1), schemas(draft, 1), st.lists(documents, min_size=4, max_size=10))
    def draw(schema: Any, d: Any, e: Any, values: list[Any]) -> None:
        if isinstance(schema, dict):
            whole = {"$schema": uri, **schema, "$defs": {"d": d, "e": e}}
            judge = validator_of(Resources.of(whole))
            kept.append(Case(whole, tuple(map(json.dumps, values)), tuple(map(judge.is_valid, values))))

    draw()
    return kept


def cases() -> list[Case]:
    selected = [
        Case(
            trap["schema"],
            (*trap["valid"], *trap["invalid"]),
            (True,) * len(trap["valid"]) + (False,) * len(trap["invalid"]),
        )
        for trap in TRAPS
    ]
    return [*selected, *(case for uri, draft in DRAFTS.items() for case in drawn(uri, draft, 60))]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Case]]:
    """A folder with ``root<N>.ts`` and ``root<N>.py`` for each case, compiled to ``dist`` without a word."""
    compiler = MODULES / "typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    folder = tmp_path_factory.mktemp("verdicts")
    all_cases = cases()
    for number, case in enumerate(all_cases):
        for target, name, ending in (("ts", "types.ts", "ts"), ("python", "model.py", "py")):
            text = accordant.generate(case.schema, target=target, root="Root")[name]
            (folder / f"root{number}.{ending}").write_text(text, "utf-8")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    options = {**STRICT, "noEmit": False, "outDir": "dist", "rootDir": ".", **ISOLATED}
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["*.ts"]}), "utf-8")
    done = subprocess.run([compiler, "-p", folder], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    return folder, all_cases


def model_verdicts(path: Path, texts: tuple[str, ...]) -> Iterator[bool]:
    spec = importlib.util.spec_from_file_location(f"verdicts_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        adapter = TypeAdapter(module.Root)
        for text in texts:
            try:
                adapter.validate_json(text)
                yield True
            except ValidationError:
                yield False
    finally:
        del sys.modules[spec.name]


@pytest.mark.filterwarnings("ignore")
def test_guards_and_models_give_the_verdict_of_the_schema(
    built: tuple[Path, list[Case]], needs: Callable[[str], str]
) -> None:
    folder, built_cases = built
    questions = [
        {"module": str(folder / f"dist/root{number}.js"), "guard": "Root", "text": text}
        for number, case in enumerate(built_cases)
        for text in case.texts
    ]
    done = subprocess.run(
        [needs("node"), Path(__file__).with_name("judge.mjs")],
        input=json.dumps(questions), capture_output=True, text=True, check=True,
    )  # fmt: skip
    guards = iter(json.loads(done.stdout))
    wrong = [
        (case.schema, text, guard, model, expected)
        for number, case in enumerate(built_cases)
        for text, expected, model in zip(
            case.texts, case.expected, model_verdicts(folder / f"root{number}.py", case.texts), strict=True
        )
        if not ((guard := next(guards)) is model is expected)
    ]
    assert wrong == []
    assert len(questions) > 800
    assert {True, False} == {expected for case in built_cases for expected in case.expected}


LINT: Final = """
import eslint from "@eslint/js";
import tseslint from "typescript-eslint";
export default tseslint.config(
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
);
"""


def linted(folder: Path, node: str, patterns: list[str]) -> list[str]:
    """What eslint finds at its strictest, comments that silence it not heeded."""
    linter = MODULES / "eslint/bin/eslint.js"
    if not linter.exists():
        cannot_run("eslint is not installed (npm --prefix tests/typescript ci)")
    if not (folder / "node_modules").exists():
        (folder / "node_modules").symlink_to(MODULES.resolve())
    (folder / "eslint.config.mjs").write_text(LINT, "utf-8")
    done = subprocess.run(
        [node, linter, *patterns, "--format", "json"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.stdout, done.stderr[-2000:]
    return [
        f"{Path(file['filePath']).name}:{message['line']} {message['ruleId']} {message['message']}"
        for file in json.loads(done.stdout)
        for message in file["messages"]
    ]


@pytest.fixture(scope="module")
def problems(built: tuple[Path, list[Case]]) -> list[str]:
    """What the linter, which is started once, finds in many cases, in the package, and in a module that is wrong."""
    folder, built_cases = built
    for name, text in generated("ts").items():
        path = folder / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "package/src/wrong.ts").write_text("// eslint-disable\nexport const wrong: any = 1;\n", "utf-8")
    node = shutil.which("node") or cannot_run("node is not installed")
    count = min(len(built_cases), len(TRAPS) + LINTED)
    return linted(folder, node, [*(f"root{number}.ts" for number in range(count)), "package/src"])


def test_the_linter_has_nothing_to_say_about_any_schema(problems: list[str]) -> None:
    assert [problem for problem in problems if problem.startswith("root")] == []


def test_the_linter_has_nothing_to_say_about_the_generated_package(problems: list[str]) -> None:
    assert [problem for problem in problems if not problem.startswith(("root", "wrong.ts"))] == []
    assert any("no-explicit-any" in problem for problem in problems)
