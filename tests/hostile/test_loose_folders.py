"""Loose files and folders: what is found there is read as plain files alone, and a reason has its place."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from accordant.errors import InputError
from accordant.registry.loose_files import read

from .conftest import project, run

SCHEMA = json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:a", "type": "integer"})


def told(folder: Path, *arguments: str) -> dict[str, Any]:
    [result] = run(folder, [arguments]).results
    assert isinstance(result, dict)
    return result


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_waits_in_a_folder_is_no_schema_of_it(tmp_path: Path, kind: str) -> None:
    found = tmp_path / "found"
    found.mkdir()
    (found / "a.json").write_text(SCHEMA, "utf-8")
    if kind == "pipe":
        os.mkfifo(found / "f.json")
    else:
        (found / "f.json").symlink_to("/dev/zero")
    command = [sys.executable, "-m", "accordant", "init", "--from", "found"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.rglob("registry/**/f.schema.json"))


def test_a_file_that_became_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "f.json")
    with pytest.raises(InputError, match="it is not a plain file"):
        read(str(tmp_path / "f.json"), is_found=True)


def test_a_long_chain_of_references_is_told_with_its_place(tmp_path: Path) -> None:
    chain = {f"c{index}": {"$ref": f"#/$defs/c{index + 1}"} for index in range(5_000)}
    schema = {"$ref": "#/$defs/c0", "$defs": {**chain, "c5000": {"type": "string"}}}
    (tmp_path / "chain.json").write_text(json.dumps(schema), "utf-8")
    result = told(tmp_path, "gen", "python", "--schema", "chain.json", "--out", "out")
    assert result["code"] == 2
    assert "chain.json:1:2 at /$ref: a chain of 5,001 references" in result["err"]
    assert "itself" not in result["err"]


def test_a_long_chain_in_a_registry_is_told_with_its_file(tmp_path: Path) -> None:
    folder = project(tmp_path)
    chain = {f"c{index}": {"$ref": f"#/$defs/c{index + 1}"} for index in range(3_000)}
    file = folder / "registry/acme/v1/order.schema.json"
    own = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.org/acme/v1/order"}
    schema = {**own, "$ref": "#/$defs/c0", "$defs": {**chain, "c3000": {"type": "string"}}}
    file.write_text(json.dumps(schema), "utf-8")
    result = told(folder, "gen", "python", "--out", "out")
    assert result["code"] == 2
    assert "acme/v1/order.schema.json:1:" in result["err"]
    assert "a chain of 3,001 references" in result["err"]


@pytest.mark.parametrize("out", ["registry/tool", "registry/acme", "registry/acme/v1", "registry", "x/../registry/y"])
def test_an_output_folder_is_none_of_the_registry(tmp_path: Path, out: str) -> None:
    folder = project(tmp_path)
    config = folder / "registry/registry.toml"
    text, changes = re.subn(r"(\[targets\.python\]\nout = ).*", rf'\g<1>"{out}"', config.read_text("utf-8"))
    assert changes == 1
    config.write_text(text, "utf-8")
    before = sorted(folder.rglob("registry/**/*"))
    result = told(folder, "gen")
    assert result["code"] == 2
    assert f"out = {out!r} is in the registry" in result["err"]
    assert "/targets/python/out" in result["err"]
    assert sorted(folder.rglob("registry/**/*")) == before
