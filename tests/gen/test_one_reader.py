"""One reader: both libraries, the algebra, generated Python and generated TypeScript give one verdict.

Small schemas over every escape of ECMA-262 and over the content keywords, in drafts that differ about them.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

import accordant
from accordant import algebra
from accordant.regex.errors import UnreadablePattern
from accordant.regex.parser import parse
from accordant.schema.dialects import DRAFT_06, DRAFT_07, DRAFT_2020_12, Dialect
from accordant.schema.references import Node, Resources
from accordant.schema.validation import validator_of
from tests.conftest import PROJECT, cannot_run
from tests.gen.test_narrowing import STRICT
from tests.gen.test_verdicts import model_verdicts

pytestmark = pytest.mark.slow

ESCAPES: Final = [
    r"\b", r"\B", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\t", r"\n", r"\v", r"\f", r"\r", r"\0", r"\cA", r"\x41",
    r"\u0041", r"\u{41}", r"\ud83d\ude00", r"\ud83d", r"\/", r"\.", r"\-", r"\_", r"\$", r"\]", r"\p{Lu}", r"\P{L}",
    ".", "]", "}", "{", "[^]", "[]", "$", "(?=a)", "(?!a)", "(?<=a)", "(a)\\1",
]  # fmt: skip
FORMS: Final = ["{}", "^{}$", "^a{}", "{}b", "[{}]", "^[^{}]$", "[{}-.]"]
TEXTS: Final = [
    "", "a", "A", "ab", "aa", "_", "5", "\u0663", "\u00e9", "\u00e9a", "a\u00e9", " ", "\u00a0", "\ufeff", "\u180e",
    "\u2028", "\n", "a\n", "a\nb", "\t", "\v", "\r", "\x00", "\x01", "\x08", "\x85", "-", ".", "/", "$", "]", "}", "{",
    "\\", "\U0001f600",
]  # fmt: skip
CONTENT: Final[list[dict[str, Any]]] = [
    {"contentMediaType": "application/json"},
    {"contentEncoding": "base64"},
    {"contentEncoding": "base64", "contentMediaType": "application/json"},
    {"contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": {"type": "null"}},
    {"contentMediaType": "application/json", "contentSchema": False},
]


def patterns() -> list[str]:
    """Every escape in every form that makes it a pattern."""
    made = [form.replace("{}", escape) for escape in ESCAPES for form in FORMS]
    return [text for text in made if is_pattern(text) and "[^[" not in text]


def is_pattern(text: str) -> bool:
    try:
        parse(text)
    except UnreadablePattern:
        return False
    return True


def schema_and_documents(dialect: Dialect) -> tuple[dict[str, Any], list[Any]]:
    """A schema with one member for each small schema, and documents with one member each."""
    members: dict[str, Any] = {f"c{at}": content for at, content in enumerate(CONTENT)}
    documents: list[Any] = [{name: text} for name in members for text in ("", "a", "{}", "e30=", 1)]
    for at, pattern in enumerate(patterns()):
        members[f"p{at}"] = {"pattern": pattern}
        members[f"n{at}"] = {"patternProperties": {pattern: {"type": "null"}}}
        for text in TEXTS:
            documents += [{f"p{at}": text}, {f"n{at}": {text: 1}}]
    return {"$schema": dialect.uri, "type": "object", "properties": members}, documents


def held_by_the_algebra(session: algebra.Session, node: Node, name: str, value: Any) -> bool:
    """Whether the algebra proves that the value is valid by the schema of a member; it must decide."""
    answer = session.check_containment(Resources.of({"const": value}), node.child("properties", name))
    assert not isinstance(answer, algebra.Undecided), (name, value, answer)
    return isinstance(answer, algebra.Contained)


@pytest.mark.parametrize("dialect", [DRAFT_06, DRAFT_07, DRAFT_2020_12], ids=str)
def test_all_readers_give_one_verdict(dialect: Dialect, tmp_path: Path, needs: Callable[[str], str]) -> None:
    schema, documents = schema_and_documents(dialect)
    node = Resources.of(schema)
    judge = validator_of(node)
    expected = [judge.first_opinion(document) for document in documents]
    verdicts: dict[str, Sequence[bool | None]] = {
        "jsonschema": [judge.second_opinion(document) for document in documents],
        "python": in_python(schema, documents, tmp_path),
        "typescript": in_typescript(schema, documents, tmp_path, needs("node")),
    }
    if dialect is DRAFT_07:
        session = algebra.Session()
        verdicts["algebra"] = [
            held_by_the_algebra(session, node, *next(iter(document.items()))) for document in documents
        ]
    for reader, given in verdicts.items():
        wrong = [
            (document, got, right, schema["properties"][next(iter(document))])
            for document, got, right in zip(documents, given, expected, strict=True)
            if got is not right and not is_left_out(reader, got)
        ]
        assert wrong == [], reader
    assert {True, False} == set(expected)
    assert len(documents) > 10_000


def is_left_out(reader: str, got: bool | None) -> bool:
    """Whether jsonschema does not judge: Python has no Unicode properties."""
    return reader == "jsonschema" and got is None


def in_python(schema: dict[str, Any], documents: list[Any], folder: Path) -> list[bool]:
    path = folder / "one_reader.py"
    path.write_text(accordant.generate(schema, target="python", root="Root")["model.py"], "utf-8")
    return list(model_verdicts(path, tuple(map(json.dumps, documents))))


def in_typescript(schema: dict[str, Any], documents: list[Any], folder: Path, node: str) -> list[Any]:
    compiler = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    text = accordant.generate(schema, target="ts", root="Root")["types.ts"]
    (folder / "types.ts").write_text(text, "utf-8")
    options = {**STRICT, "noEmit": False, "outDir": "dist", "rootDir": "."}
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["types.ts"]}), "utf-8")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    subprocess.run([compiler, "-p", folder], capture_output=True, check=True)
    module = str(folder / "dist/types.js")
    questions = [{"module": module, "guard": "Root", "text": json.dumps(document)} for document in documents]
    done = subprocess.run(
        [node, Path(__file__).with_name("judge.mjs")],
        input=json.dumps(questions), capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers: list[Any] = json.loads(done.stdout)
    return answers
