"""Messages and docstrings: errors say what to do next, and all are in plain English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from accordant.contract.fields import Fields
from accordant.errors import InputError
from accordant.lint.format import FORMAT
from accordant.schema import documents

PACKAGE = Path(__file__).resolve().parents[2] / "generators" / "accordant"

STUMBLING_BLOCKS: Final = (
    "is no keyword",
    "in the closed view",
    "keeps its own laws",
    "asked by",
    "is no whole address",
    "move on",
    "at home here",
    "please the schema",
    "is no JSON value",
    "is no pattern",
    "is no position",
    "comes about",
    "who knows what",
    "kept silent",
    "gives way",
)
"""Phrases at which a reader whose language is English stumbles."""


def test_every_input_error_names_a_next_step() -> None:
    silent = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in _input_errors(path)
        if "next_step" not in {keyword.arg for keyword in call.keywords}
    ]
    assert silent == []


def test_a_file_that_is_not_of_its_format_has_the_next_step_of_lints_rule() -> None:
    document = documents.parse(b"title = 1", "contract.toml")
    with pytest.raises(InputError) as caught:
        Fields.of(document.value, document).text("title")
    assert caught.value.next_step == FORMAT.way_out


def test_no_text_has_a_phrase_at_which_readers_stumble() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {phrase}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, text in _texts(path)
        for phrase in re.findall(rf"\b({'|'.join(STUMBLING_BLOCKS)})\b", " ".join(text.split()))
    ]
    assert found == []


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """The string literals of a module, docstrings and the texts of f-strings among them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _input_errors(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "InputError":
            yield node
