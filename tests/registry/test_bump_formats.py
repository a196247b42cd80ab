"""bump keeps a registry clean however its files are written, and keeps what is written in them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from accordant.findings import Severity
from accordant.lint import lint
from accordant.registry.bump import bump
from accordant.registry.load import loader
from accordant.registry.release import freeze

CONTRACT = 'title = \'W\'  # ours\nowner = "o"\ncarrier = "/version"\n\n[versions.v1]\nstatus = "current"\n'
OTHER = '{"$id": "urn:w:b:v1", "type": "object", "required": ["version"], "properties": {"version": {"const": "w/v1"}}}'

SCHEMAS = {
    "unquoted": "$id: urn:w:a:v1\ntype: object\nproperties:\n  b:\n    $ref: urn:w:b:v1#/properties\n",
    "without a version": "# head\n$id: urn:w:a  # ours\nproperties: {b: {$ref: 'urn:w:b:v1'}}\n",
    "an address": "$id: https://acme.org/v1/a.yaml\nproperties: {b: {$ref: b.schema.json}}\n",
    "an address without a version": (
        "$id: https://acme.org/a.yaml\n$defs:\n  c: {$ref: https://acme.org/a.yaml#/$defs/d}\n  d: {}\n"
    ),
    "single quotes": "'$id': 'urn:w:a:v1'\n",
    "double quotes": '"$id": "urn:w:a:v1"\n',
    "a folded text": "$id: >-\n  urn:w:a:v1\n# kept\ntype: object\n",
    "a literal text": "type: object\n$id: |-\n  urn:w:a:v1\n",
    "flow style": "{$id: urn:w:a:v1, type: object}\n",
    "flow style over lines": "{\n  $id: urn:w:a:v1,  # kept\n  type: object,\n}\n",
    "an explicit key": "? $id\n: urn:w:a:v1\n? type\n: object\n",
    "a head": "%YAML 1.2\n---\n# head\n$id: urn:w:a:v1\n...\n",
    "carriage returns": "# head\r\n$id: urn:w:a:v1\r\nproperties:\r\n  b: {$ref: 'urn:w:b:v1'}  # kept\r\n",
    "letters beyond ASCII": "# Größe 🎈\n$id: urn:w:a:v1\ntitle: 'Ü 🎈'\nproperties: {b: {$ref: 'urn:w:b:v1'}}\n",
    "a tag and an anchor": "$id: !!str &x urn:w:a:v1\ntype: object\n",
    "draft-04": "$schema: http://json-schema.org/draft-04/schema#\nid: urn:w:a:v1\ntype: object\n",
    "a carrier": "$id: urn:w:a:v1\nproperties:\n  version:\n    const: w/v1 # kept\n",
}

TABLES = {
    "an inline table": "title = 'W'\nversions = { v1 = { status = \"current\" } }  # inline\n",
    "dotted keys": 'title = "W"\nversions.v1.status = "current"  # dotted\n',
    "quoted names": '["versions" . "v1"]\nstatus = \'current\'\n',
    "a table inside": (
        '[versions]\n[versions.v1]\nstatus = "current"\n[versions.v1.serialisation]\nsingle-line = true\n'
    ),
    "a text like a head": '[versions.v1]\nstatus = "current"\ndescription = """\n[versions.v1]\n"""\n',
    "no status": "[versions.v1]\n# nothing\n",
}


def make(folder: Path, contract: str, schema: str) -> Path:
    files = {
        "registry.toml": 'name = "r"\n',
        "w/contract.toml": contract,
        "w/v1/a.schema.yaml": schema,
        "w/v1/b.schema.json": OTHER,
        "w/v1/examples/valid/b/one.yaml": "version: w/v1  # the version\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    return folder


def errors(folder: Path) -> list[str]:
    found = lint(loader(folder, problems=[]))
    return [f"{finding.rule} {finding.message}" for finding in found if finding.severity == Severity.ERROR]


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_a_schema_in_yaml_is_moved_however_it_is_written(tmp_path: Path, schema: str) -> None:
    folder = make(tmp_path, CONTRACT, schema)
    assert errors(folder) == []
    freeze(folder, "w", "v1")
    assert bump(folder, "w") == ("v1", "v2")
    assert errors(folder) == []
    moved = (folder / "w/v2/a.schema.yaml").read_bytes().decode()
    for comment in [line.partition("#")[2] for line in schema.splitlines() if " # " in line or line.startswith("# ")]:
        assert comment in moved
    assert moved.count("\r") == schema.count("\r")
    assert len(moved.splitlines()) >= len(schema.splitlines()) - 1
    assert (folder / "w/v2/examples/valid/b/one.yaml").read_text() == "version: w/v2  # the version\n"


@pytest.mark.parametrize("contract", TABLES.values(), ids=TABLES)
def test_the_tables_of_a_version_are_copied_however_they_are_written(tmp_path: Path, contract: str) -> None:
    folder = make(tmp_path, contract, "$id: urn:w:a:v1\n")
    freeze(folder, "w", "v1")
    bump(folder, "w")
    text = (folder / "w/contract.toml").read_text()
    before, after = tomllib.loads(contract), tomllib.loads(text)
    v1 = before["versions"]["v1"]
    assert after == {**before, "versions": {"v1": v1, "v2": {**v1, "status": "draft"}}}
    assert errors(folder) == []
    for comment in ("# inline", "# dotted", "# nothing"):
        assert (comment in contract) == (comment in text)
