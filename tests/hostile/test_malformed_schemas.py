"""A schema that its metaschema refuses is refused with its place by every command that takes one; none crashes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from accordant.schema.metaschema import complaints

from .mutations import Run, run_command

FILE: Final = "registry/acme/v1/order.schema.json"
SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:acme:order:v1",
    "title": "Order",
    "type": "object",
    "required": ["ok"],
    "properties": {
        "ok": {"type": "boolean"},
        "size": {"type": "integer"},
        "parts": {"type": "array", "items": {"type": "string"}},
    },
}
PLACES: Final[dict[str, tuple[str, ...]]] = {
    "the root": (),
    "a property": ("properties", "size"),
}
MALFORMED: Final[dict[str, tuple[Any, ...]]] = {
    "type": (1, 1.5, None, True, "int", [], [1], {}),
    "enum": (True, None, 1, {}),
    "required": ([[]], True, None, "ok", {}, [1]),
    "properties": (1, None, True, [], {"a": 1}, {"a": []}),
    "minimum": (True, None, "1", []),
    "maxLength": (True, -1, "1"),
    "pattern": (1, None, []),
    "items": (1, None, "a", []),
    "anyOf": (1, None, {}, [], [1]),
    "allOf": (1, [], [None]),
    "not": (1, None, []),
    "additionalProperties": (1, None),
    "$ref": (1, None, {}),
    "$defs": (1, [], {"a": 1}),
    "description": (1, None),
}
"""By keyword, values that no draft takes there."""

COMMANDS: Final = [
    words.split() for words in (
        "gen llm-schema acme/v1/order --provider openai",
        "gen llm-schema acme/v1/order --provider anthropic",
        "gen llm-schema acme/v1/order --provider generic",
        "gen llm-schema acme/v1/order --provider openai --answer document.json",
        "gen model --out out/model",
        "gen python --out out/python",
        f"gen model --out out/single --schema {FILE}",
        "export acme/v1",
        "export acme/v1 --schema order --draft draft-07",
        "validate acme/v1/order document.json",
        f"validate {FILE} document.json",
        'conform acme/v1 -- echo {"ok":true}',
        f"enforce --schema {FILE} --prompt Go -- true",
        f"diff {FILE} {FILE}",
        f"init --registry out/new --from {FILE}",
        "docs --out out/docs",
    )
]  # fmt: skip


def malformed() -> Iterator[dict[str, Any]]:
    for tokens in PLACES.values():
        for keyword, values in MALFORMED.items():
            for value in values:
                schema = copy.deepcopy(SCHEMA)
                part = schema
                for token in tokens:
                    part = part[token]
                part[keyword] = value
                yield schema


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ACCORDANT_DEBUG", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "registry/acme/v1").mkdir(parents=True)
    (tmp_path / "registry/registry.toml").write_text('name = "acme"\n', "utf-8")
    text = 'title = "Acme"\n[versions.v1]\nstatus = "current"\n'
    (tmp_path / "registry/acme/contract.toml").write_text(text, "utf-8")
    (tmp_path / "document.json").write_text('{"ok": true, "size": 1, "parts": ["a"]}', "utf-8")
    return tmp_path


def said(project: Path, schema: dict[str, Any], command: list[str]) -> Run:
    (project / FILE).write_text(json.dumps(schema), "utf-8")
    return run_command(command)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_schema_that_is_none_is_refused_with_its_place(project: Path, command: list[str]) -> None:
    for schema in malformed():
        sentences = [sentence for _, sentence in complaints(schema)]
        assert sentences, f"its metaschema takes {schema}"
        run = said(project, schema, command)
        assert run.trace == "", schema
        assert f"{FILE}:1:" in run.text, schema
        assert any(sentence in run.text for sentence in sentences), schema


def test_lint_tells_all_of_them(project: Path) -> None:
    for schema in malformed():
        run = said(project, schema, ["lint"])
        assert run.trace == "", schema
        assert f"{FILE}:1:" in run.text
        assert " metaschema" in run.text


def test_the_schema_itself_is_one(project: Path) -> None:
    assert not complaints(SCHEMA)
    for command in COMMANDS:
        run = said(project, SCHEMA, command)
        assert run.trace == "", command
        assert "metaschema" not in run.text
        assert "not a schema" not in run.text
