"""Guards of generated TypeScript find in Node what `regress` finds, for patterns that Python cannot look for too."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import regress

from accordant.gen import generate_schema, list_unhonoured, model_of
from accordant.gen.python.patterns import translate as in_python
from accordant.gen.typescript.patterns import translate
from accordant.regex.errors import UnreadablePattern
from accordant.regex.parser import parse
from tests.conftest import PROJECT, cannot_run
from tests.gen.test_narrowing import STRICT
from tests.regex.random_patterns import patterns, texts

NAMES_WITH_A_CAPITAL = r"^(?=.*\p{Lu})\p{L}+$"


def test_a_capital_is_demanded_in_typescript_and_reported_for_python() -> None:
    schema = {"type": "string", "pattern": NAMES_WITH_A_CAPITAL}
    model = model_of(schema)
    assert list_unhonoured(model, "ts") == ()
    assert [(loss.keyword, loss.at) for loss in list_unhonoured(model, "python")] == [("pattern", "#/pattern")]
    assert json.dumps(NAMES_WITH_A_CAPITAL) in generate_schema(schema, target="ts")["types.ts"]


def test_guards_find_in_node_what_an_engine_of_ecma_finds(tmp_path: Path, needs: Callable[[str], str]) -> None:
    compiler, node = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc", needs("node")
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    chosen = [NAMES_WITH_A_CAPITAL, *[text for text in patterns(seed=17, count=700) if is_translated(text)]]
    properties = {f"p{index}": {"pattern": pattern} for index, pattern in enumerate(chosen)}
    printed = generate_schema({"type": "object", "properties": properties}, target="ts", root="Root")["types.ts"]
    (tmp_path / "types.ts").write_text(printed, "utf-8")
    options = {**STRICT, "noEmit": False, "outDir": "dist", "rootDir": "."}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["types.ts"]}), "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    done = subprocess.run([compiler, "-p", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:2000]

    random, questions, expected = Random(6), list[dict[str, Any]](), list[bool]()
    for index, pattern in enumerate(chosen):
        translated = translate(pattern)
        assert translated is not None
        engine = regress.Regex(translated, "u")
        for text in ["", "aB", "ab", "Éa", "1A", *texts(random, pattern, 12)]:
            document = json.dumps({f"p{index}": text})
            questions.append({"module": str(tmp_path / "dist/types.js"), "guard": "Root", "text": document})
            expected.append(engine.find(text) is not None)
    answers = judged(node, questions)
    differing = [
        question for question, right, got in zip(questions, expected, answers, strict=True) if got is not right
    ]
    assert differing == []
    assert len(questions) > 3000
    assert any(in_python(pattern) is None for pattern in chosen)


def is_translated(text: str) -> bool:
    try:
        parse(text)
    except UnreadablePattern:
        return False
    return translate(text) is not None


def judged(node: str, questions: list[dict[str, Any]]) -> list[Any]:
    """What the guards say of each document."""
    done = subprocess.run(
        [node, Path(__file__).with_name("judge.mjs")], input=json.dumps(questions), capture_output=True, text=True,
        check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    answers: list[Any] = json.loads(done.stdout)
    return answers
