"""The corpus: a file per class of attack, each attack through every command."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from .conftest import HERE, Listener, assert_harmless, edit, fill, project, run, snapshot

pytestmark = pytest.mark.enable_socket


def attacks() -> list[Any]:
    parameters = []
    for path in sorted((HERE / "corpus").glob("*.toml")):
        for attack in tomllib.loads(path.read_text("utf-8"))["attack"]:
            parameters.append(pytest.param(attack, id=f"{path.stem}:{attack['name']}"))
    return parameters


@pytest.mark.parametrize("attack", attacks())
def test_an_attack_does_nothing(attack: Mapping[str, Any], tmp_path: Path, listener: Listener) -> None:
    folder = project(tmp_path)
    words = {"listener": listener.address, "outside": str(tmp_path)}
    edit(folder / "registry", fill(attack["edits"], words))
    before = snapshot(tmp_path)
    attacked = run(folder)
    assert_harmless(attacked, listener)
    assert snapshot(tmp_path) == before, "something was written outside the output folder"
    lint = next(result for result in attacked.results if result["arguments"] == ["lint"])
    for word in attack.get("lint", []):
        assert f"[{word}]" in lint["out"] or word in lint["out"], lint["out"]
    assert (lint["code"] == 1) == attack.get("refused", True), lint["out"]


def test_without_an_attack_every_command_does_its_work(tmp_path: Path, listener: Listener) -> None:
    attacked = run(project(tmp_path))
    assert_harmless(attacked, listener)
    assert [result for result in attacked.results if result["code"] > 1] == []


def test_every_class_has_a_file() -> None:
    names = {path.stem for path in (HERE / "corpus").glob("*.toml")}
    assert {"remote-references", "local-references", "links", "yaml", "json", "schemas", "names"} <= names
