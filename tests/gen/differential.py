"""Schemas by their numbers through both languages and two validators: where they differ."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import jsonschema
import jsonschema_rs

import accordant
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.gen import list_unhonoured, model_of
from accordant.schema.references import Resources
from accordant.schema.unseen_contains import hide_contains
from tests.conftest import PROJECT, cannot_run

from .random_schemas import drawn

HERE: Final = Path(__file__).parent
COMPILER_OPTIONS: Final = {
    "strict": True, "target": "es2022", "module": "nodenext", "moduleResolution": "nodenext", "skipLibCheck": True,
    "types": [], "lib": ["es2022"], "rootDir": ".", "outDir": "dist", "noUnusedLocals": True,
    "noUnusedParameters": True, "exactOptionalPropertyTypes": True, "noUncheckedIndexedAccess": True,
    "declaration": True, "isolatedDeclarations": True,
}  # fmt: skip


@dataclass(slots=True)
class Case:
    """A random schema with documents, and what is expected of them: None where validators cannot say."""

    seed: int
    schema: dict[str, Any]
    texts: list[str]
    expected: list[bool | None]
    said: dict[str, list[bool | str]] = field(default_factory=dict)
    """What each language says of each text."""

    @property
    def is_weaker(self) -> bool:
        """Whether TypeScript does not honour a keyword of the schema, and says so."""
        return bool(list_unhonoured(model_of(self.schema, root="Root"), "ts"))

    def differences(self) -> Iterator[str]:
        """One line for each text on which a language is wrong, fails, or writes back something else."""
        for language, verdicts in self.said.items():
            for text, wanted, verdict in zip(self.texts, self.expected, verdicts, strict=True):
                if language == "ts" and verdict is True and self.is_weaker:
                    continue  # an integer of draft-04 that TypeScript cannot see, reported as not honoured
                if not isinstance(verdict, bool) or (wanted is not None and verdict is not wanted):
                    said = f"{language} {verdict}, expected {wanted}"
                    yield f"seed {self.seed}: {said}: {text} by {json.dumps(self.schema)}"


def case_of(seed: int) -> Case:
    """The schema of a number, its documents, and the verdicts on which two validators agree."""
    schema, documents = drawn(seed)
    root = Resources.of(schema)
    told = hide_contains(root.resources, root.document, schema).value  # both read `contains` of 2019-09 as of 2020-12
    judge = jsonschema.validators.validator_for(told)(told)
    expected = [_expected(judge, told, document) for document in documents]
    return Case(seed, schema, list(map(json.dumps, documents)), expected)


def _expected(judge: Any, schema: JsonValue, document: Any) -> bool | None:
    try:
        said = bool(judge.is_valid(document))
    except (RecursionError, TypeError):  # the schema has no end for this document, or jsonschema fails on it
        return None
    except BaseException as error:  # nor then, noticed inside of a library in Rust
        if type(error).__name__ == "PanicException":
            return None
        raise
    return said if said == jsonschema_rs.validator_for(schema).is_valid(document) else None


def compared(drawn_cases: Iterable[Case], folder: Path, compiler: Path, node: str) -> tuple[list[Case], list[str]]:
    """The cases that can be generated, and every difference, crash and complaint of the compiler.

    A schema that leads back to itself without reading any of the value may be refused: no validator ends with it.
    """
    cases: list[Case] = []
    for case in drawn_cases:
        try:
            for target, name, ending in (("python", "model.py", "py"), ("ts", "types.ts", "ts")):
                text = accordant.generate(case.schema, target=target, root="Root")[name]
                (folder / f"root{case.seed}.{ending}").write_text(text, "utf-8")
        except InputError:
            for name in ("py", "ts"):
                (folder / f"root{case.seed}.{name}").unlink(missing_ok=True)
        else:
            cases.append(case)
    complaints = _compile(folder, compiler)
    _ask(cases, folder, node)
    return cases, [*complaints, *(line for case in cases for line in case.differences())]


def installed_compiler() -> Path:
    """The compiler of TypeScript; where it is missing the running test is skipped, or fails."""
    compiler = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    return compiler


def _compile(folder: Path, compiler: Path) -> list[str]:
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    config = {"compilerOptions": COMPILER_OPTIONS, "include": ["*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(config), "utf-8")
    done = subprocess.run([compiler, "-p", folder], capture_output=True, text=True, check=False)
    return [f"tsc: {line}" for line in done.stdout.splitlines()]


def _ask(cases: list[Case], folder: Path, node: str) -> None:
    """Ask the modules of both languages, each language in one process."""
    models = [{"module": str(folder / f"root{case.seed}.py"), "texts": case.texts} for case in cases]
    answers = _answers([sys.executable, str(HERE / "judge.py")], models)
    guards = [
        {"module": str(folder / f"dist/root{case.seed}.js"), "guard": "Root", "text": text}
        for case in cases
        for text in case.texts
    ]
    verdicts = iter(_answers([node, str(HERE / "judge.mjs")], guards))
    for case, answer in zip(cases, answers, strict=True):
        case.said = {"python": answer, "ts": [next(verdicts) for _ in case.texts]}


def _answers(command: list[str], questions: list[dict[str, Any]]) -> list[Any]:
    """The answers of a judge; where it dies, it is asked about each half, so that one question cannot hide others."""
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=False)
    if done.returncode == 0:
        answers: list[Any] = json.loads(done.stdout)
        return answers
    if len(questions) == 1:
        texts = questions[0].get("texts")
        died = f"the interpreter ended with {done.returncode}: {done.stderr[-300:]}"
        return [died if texts is None else [died] * len(texts)]
    half = len(questions) // 2
    return [*_answers(command, questions[:half]), *_answers(command, questions[half:])]
