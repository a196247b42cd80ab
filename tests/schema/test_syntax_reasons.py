"""Errors of syntax are said in our words, never in those of a parser."""

from __future__ import annotations

import tomllib

import pytest
import yaml

from accordant.errors import InputError
from accordant.schema import documents

YAML = (
    "a: b: c\n", "a: [1, 2\n", "a:\n\t- 1\n", 'a: "x\n', "a: @x\n", "- a\nb: 1\n", 'a: "\\q"\n', "{a: 1}}\n",
    "a: 1\n b: 2\n", "%FOO\n---\na: 1\n", "? a\n: : b\n", "a: {b c: d, e\n: f}\n", "a: |x\n  b\n", "a: !<x y\n",
    "&a &b c: d\n", "a\nb: c\n", "a: - b\n",
)  # fmt: skip
TOML = (
    "a = \n", "a = [1\n", 'a = "x\n', "[a\n", "a = 1 b = 2\n", 'a = "\\q"\n', "a\n", "= 1\n", "a = 1\na = 2\n",
    "[a]\n[a]\n", "a = {b = 1\n", "a = '''x\n", "[[a]]\n[a]\n", 'a = "\x01"\n', "a = nope\n", "a = {b = 1}\na.c = 2\n",
)  # fmt: skip


def said(text: str, path: str) -> InputError:
    with pytest.raises(InputError) as caught:
        documents.parse(text, path)
    return caught.value


@pytest.mark.parametrize("text", YAML)
def test_what_is_wrong_in_yaml(text: str) -> None:
    with pytest.raises(yaml.YAMLError) as caught:
        list(yaml.parse(text, Loader=yaml.CSafeLoader))
    error = said(text, "a.yaml")
    assert error.place.line > 0
    assert str(getattr(caught.value, "problem", "")) not in error.reason
    assert "the syntax is wrong here" not in error.reason


@pytest.mark.parametrize("text", TOML)
def test_what_is_wrong_in_toml(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    error = said(text, "a.toml")
    assert error.place.line > 0
    assert str(caught.value).partition(" (at")[0] not in error.reason
    assert "the syntax is wrong here" not in error.reason


def test_a_control_character_in_yaml_is_placed() -> None:
    error = said("a: 1\nb: '\x01'\n", "a.yaml")
    assert (error.place.line, error.place.column) == (2, 5)
