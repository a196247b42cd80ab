"""Commands that write into the registry: what is hostile there leads them nowhere else."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from accordant.cli import COMMANDS as ALL

from .conftest import COMMANDS, SECRET, Listener, assert_harmless, edit, project, run, snapshot

pytestmark = pytest.mark.enable_socket

WRITERS = {"init", "add", "bump", "release", "ack"}
RUNNERS = {"conform", "enforce"}
"""Commands that start the program they are given; tests/run holds what it may do."""


SERVED = {"push", "pull"}
"""Commands that speak with a server; tests/oci holds what it may do."""


def test_every_command_is_attacked() -> None:
    attacked = {command[0] for command in COMMANDS} | WRITERS | RUNNERS | SERVED
    assert sorted({command.name for command in ALL} - attacked) == []


LINKS: Sequence[Sequence[dict[str, Any]]] = (
    [{"file": "acme/v1/examples/valid/order/link.json", "link": "../../../../../../../secret.json"}],
    [{"file": "acme/v1/link.schema.json", "link": "../../../../secret.json"}],
    [{"file": "acme/v1/folder", "link": "../../../.."}],
    [{"file": "acme/v2", "link": "../../../elsewhere"}],
    [{"file": "acme/v1/notes.md", "link": "../../../../secret.json"}],
    [{"file": "acme/v1/releases/1.1.json", "link": "../../../../../elsewhere/1.1.json"}],
    [{"file": "registry.lock", "link": "../../elsewhere/lock"}],
    [{"file": "acme/contract.toml", "link": "../../../elsewhere/contract.toml"}],
)


@pytest.mark.parametrize("edits", LINKS, ids=[edits[0]["file"] for edits in LINKS])
@pytest.mark.parametrize(
    "command",
    [("bump", "acme"), ("release",), ("init",), ("add", "codes", "acme/notes")],
    ids=lambda command: command[0],
)
def test_nothing_is_copied_in_or_written_out_through_links(
    tmp_path: Path, listener: Listener, edits: Sequence[dict[str, Any]], command: Sequence[str]
) -> None:
    folder = project(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "contract.toml").write_bytes((folder / "registry/acme/contract.toml").read_bytes())
    schema = folder / "registry/acme/v1/order.schema.json"
    schema.write_text(
        schema.read_text("utf-8").replace('"count": {', '"more": {"type": "string"}, "count": {'), "utf-8"
    )
    edit(folder / "registry", edits)
    before = {name: data for name, data in snapshot(tmp_path).items() if not name.startswith("project/")}
    attacked = run(folder, [command], may_write=[folder])
    assert_harmless(attacked, listener)
    after = {name: data for name, data in snapshot(tmp_path).items() if not name.startswith("project/")}
    assert after == before
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and os.path.realpath(path).startswith(str(folder)):
            assert SECRET.encode() not in path.read_bytes(), path


HOSTILE_SCHEMAS = {
    "remote.json": {"$ref": "http://127.0.0.1:9/x", "title": "\u001b[31m"},
    "deep.json": None,
    "names.json": {"properties": {"*/": {}, "\n": {}, "__proto__": {}}, "$id": "../../../../x"},
    "list.json": [1],
}


@pytest.mark.parametrize("name", HOSTILE_SCHEMAS)
def test_init_takes_hostile_files_for_what_they_are(tmp_path: Path, listener: Listener, name: str) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "out").mkdir()
    value = HOSTILE_SCHEMAS[name]
    text = json.dumps(value) if value is not None else "[" * 100_000
    (folder / name).write_text(text, "utf-8")
    attacked = run(folder, [("init", "--from", name)], may_write=[folder])
    assert_harmless(attacked, listener)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["project"]
