"""What the tool can emit and what its own contract lists are the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import accordant
from accordant.cli import exits
from tests.conftest import PROJECT
from tests.own_contract.input_errors import words_of
from tests.own_contract.listed import command_list, rule_list

FOLDER = PROJECT / "registry/accordant/v1"
PACKAGE = PROJECT / "generators" / accordant.__name__


def read(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((FOLDER / f"{name}.codes.json").read_text("utf-8"))
    return value


def next_release() -> str:
    """What the release will be called in which something new appears."""
    names = [path.stem for path in (FOLDER / "releases").glob("1.*.json")]
    return f"1.{max((int(name.partition('.')[2]) for name in names), default=-1) + 1}"


@pytest.mark.parametrize(("name", "written"), [("rules", rule_list), ("commands", command_list)])
def test_the_list_says_exactly_what_the_code_says(
    name: str, written: Callable[[], dict[str, Any]], request: pytest.FixtureRequest
) -> None:
    expected = written()
    path = FOLDER / f"{name}.codes.json"
    since = {entry["id"]: entry["since"] for entry in read(name)["entries"]} if path.exists() else {}
    for entry in expected["entries"]:
        entry["since"] = since.get(entry["id"], next_release())
    if request.config.getoption("--update"):
        path.write_text(json.dumps(expected, indent=2, ensure_ascii=False) + "\n", "utf-8")
    listed = read(name)
    retired = [entry["id"] for entry in listed["entries"] if entry.get("retired")]
    listed["entries"] = [entry for entry in listed["entries"] if entry["id"] not in retired]
    assert listed == expected, f"run pytest --update, then read registry/accordant/v1/{name}.codes.json"


def test_every_word_of_an_input_error_is_listed_and_every_listed_one_is_raised() -> None:
    raised, lost = words_of(PACKAGE)
    assert lost == [], "write the word of an InputError as a literal, or as a parameter called rule"
    assert {entry["id"] for entry in read("error-codes")["entries"]} == raised


def test_every_exit_code_is_listed_under_its_name() -> None:
    named = {name: value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)}
    assert {entry["name"]: entry["id"] for entry in read("exit-codes")["entries"]} == named


def test_a_word_that_could_not_be_followed_is_told(tmp_path: Path) -> None:
    source = 'def f(x):\n    raise InputError("a", rule=x["y"])\n'
    (tmp_path / "module.py").write_text(source)
    assert words_of(tmp_path)[1] == [f"{tmp_path / 'module.py'}:2"]


def test_a_word_is_followed_through_functions_that_pass_it_on(tmp_path: Path) -> None:
    source = (
        'def refuse(place, rule="by-default"):\n    raise InputError("a", rule=rule)\n'
        "def other(word):\n    refuse(1, word)\n"
        'def f(x):\n    other("passed-on")\n    kind = "one" if x else "two"\n    refuse(2, rule=kind)\n'
    )
    (tmp_path / "module.py").write_text(source)
    assert words_of(tmp_path) == ({"input-unusable", "by-default", "passed-on", "one", "two"}, [])
