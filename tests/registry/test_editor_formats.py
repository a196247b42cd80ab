"""Editors find the schema of each TOML file that init writes, and it is the schema that the tool itself asks."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from accordant.contract import formats
from tests.conftest import PROJECT, Outcome

Run = Callable[..., Outcome]


def named_schema(file: Path) -> Path:
    """The file that the first line of a TOML file names."""
    line = re.fullmatch(r"#:schema (\.\S+)", file.read_text("utf-8").splitlines()[0])
    assert line is not None, file
    return file.parent / line[1]


@pytest.mark.parametrize("begin", [("init",), ("init", "--from", "order.json")])
def test_the_lines_that_init_writes_lead_to_schemas_that_accept_the_files(
    project: Path, run: Run, begin: tuple[str, ...]
) -> None:
    Path("order.json").write_text('{"type": "object", "properties": {"id": {"type": "integer"}}}')
    assert run(*begin).code == 0
    [contract] = Path("registry").glob("*/contract.toml")
    for file in (Path("registry/registry.toml"), contract):
        schema = json.loads(named_schema(file).read_text("utf-8"))
        judge = jsonschema.Draft202012Validator(schema)
        judge.validate(tomllib.loads(file.read_text("utf-8")))
        assert not judge.is_valid({"nmae": 1})
    assert run("lint").code == 0


def test_a_contract_that_is_added_names_its_schema_too(project: Path, run: Run) -> None:
    assert run("init").code == 0
    assert run("add", "contract", "parcel").code == 0
    assert named_schema(Path("registry/parcel/contract.toml")).is_file()


def test_schemas_of_an_older_tool_are_written_anew(project: Path, run: Run) -> None:
    assert run("init").code == 0
    file = Path("registry/.formats/registry.schema.json")
    file.write_text("{}")
    outcome = run("init", "--formats")
    assert outcome.code == 0
    assert f"made {file}" in outcome.out
    assert json.loads(file.read_text("utf-8")) == formats.schema_of("registry")
    assert "made" not in run("init", "--formats").out
    assert run("init", "--formats", "--registry", "nowhere").code == 2


def test_the_site_serves_the_schema_of_every_format() -> None:
    served = {path.name: json.loads(path.read_text("utf-8")) for path in PROJECT.glob("site/reference/formats/*.json")}
    assert served == {f"{name}.schema.json": formats.schema_of(name) for name in formats.NAMES}
