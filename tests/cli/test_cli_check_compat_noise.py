"""What ``check-compat`` prints: each break once, one line for each schema, and the same counts everywhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.registry.release import freeze
from tests.conftest import Outcome

Run = Callable[..., Outcome]
SCHEMA: dict[str, Any] = {
    "$id": "urn:acme:result:v1",
    "type": "object",
    "required": ["ok", "took"],
    "properties": {"ok": {"type": "boolean"}, "took": {"type": "integer"}},
}


@pytest.fixture
def broken(project: Path, run: Run) -> Path:
    """A schema with three releases, each of which it breaks in the same way, and one more field."""
    (project / "result.json").write_text(json.dumps(SCHEMA), "utf-8")
    assert run("init", "--contract", "acme", "--from", "result.json").code == 0
    file = project / "registry/acme/v1/result.schema.json"
    for name in ("one", "two", "three"):
        schema = json.loads(file.read_text("utf-8"))
        schema["properties"][name] = {"type": "string"}
        if name == "three":
            schema["required"] = ["ok"]
        file.write_text(json.dumps(schema), "utf-8")
        if name != "three":
            assert run("release").code == 0
    return project


def test_a_break_of_several_releases_shows_and_counts_once(broken: Path, run: Run) -> None:
    outcome = run("check-compat")
    assert outcome.code == 1
    assert outcome.out.count("error field-became-optional") == 1
    assert "1 version checked: 1 break, 0 undecided\n" in outcome.out
    assert outcome.out.endswith("check-compat: breaking (1 error, 1 note)\n")
    assert len(json.loads(run("check-compat", "--format", "json").out)["findings"]) == 4


def test_each_schema_has_one_line_that_names_the_releases(broken: Path, run: Run) -> None:
    lines = [line for line in run("check-compat").out.splitlines() if line.startswith("acme/v1/result against")]
    assert lines == ["acme/v1/result against releases 1.0, 1.1, 1.2: breaking"]


def test_the_strict_reading_is_told_where_it_says_something_else(broken: Path, run: Run) -> None:
    assert "strict reading" not in run("check-compat").out


def test_a_schema_that_fails_through_another_one_names_it(project: Path, run: Run) -> None:
    assert run("init", "--contract", "acme").code == 0
    folder = Path("registry/acme/v1")
    money = {"$id": "urn:acme:money:v1", "type": "object", "required": ["amount"], "properties": {"amount": {}}}
    order = {"$id": "urn:acme:order:v1", "type": "object", "properties": {"price": {"$ref": "money.schema.json"}}}
    for name, schema in (("money", money), ("order", order)):
        (folder / f"{name}.schema.json").write_text(json.dumps({"description": name, **schema}))
    freeze(Path("registry"), "acme", "v1")
    (folder / "money.schema.json").write_text(json.dumps({"description": "money", **money, "required": []}))
    out = run("check-compat").out
    assert out.count("error field-became-optional") == 1
    assert "acme/v1/money against release 1.1: breaking\n" in out
    assert "acme/v1/order against release 1.1: breaking, through `money`\n" in out


def test_after_an_acknowledgement_the_text_says_what_holds_now(broken: Path, run: Run) -> None:
    mark = run("check-compat").out.partition("registry ack add ")[2].split()[0]
    assert run("ack", "add", mark, "--reason", "Nobody reads it.").code == 0
    outcome = run("check-compat")
    assert outcome.code == 0
    assert "Acknowledged: Nobody reads it." in outcome.out
    assert "may write and" not in outcome.out
    assert "against releases 1.0, 1.1, 1.2: breaking, acknowledged" in outcome.out
    assert "1 version checked: 0 breaks, 0 undecided, 1 acknowledged\n" in outcome.out
    assert outcome.out.endswith("check-compat: compatible (2 notes; 1 of them acknowledged)\n")
    assert run("release").code == 0


def test_additions_that_no_release_holds_take_a_line_each_and_are_counted_once(broken: Path, run: Run) -> None:
    out = run("check-compat").out
    (line,) = [line for line in out.splitlines() if "field-added" in line]
    place, message = "registry/acme/v1/result.schema.json:1:194", "acme/v1/result: The field `/three` was added."
    assert line == f"{place}: note field-added: {message}"
    assert out.count("not released yet: 1 addition; registry release acme/v1 freezes it once nothing breaks") == 1


def freeze_shapes(run: Run, **first: Any) -> Path:
    """A released schema of a contract, in a file whose path is returned."""
    assert run("init", "--contract", "acme").code == 0
    path = Path("registry/acme/v1/shapes.schema.json")
    path.write_text(json.dumps({"$id": "urn:acme:shapes:v1", "type": "object", **first}))
    freeze(Path("registry"), "acme", "v1")
    return path


def test_a_line_calls_nothing_acknowledged_while_one_of_many_breaks_is_open(project: Path, run: Run) -> None:
    def counts(*free: str) -> dict[str, Any]:
        part = {"type": "integer", "minimum": 1}
        return {name: {"type": "integer"} if name in free else part for name in "abcdef"}

    path = freeze_shapes(run, properties=counts())
    path.write_text(json.dumps({**json.loads(path.read_text()), "properties": counts(*"abcd")}))
    mark = run("check-compat").out.partition("registry ack add ")[2].split()[0]
    assert run("ack", "add", mark, "--reason", "Nobody counts on it.").code == 0
    assert "acme/v1/shapes against release 1.1: breaking, acknowledged\n" in run("check-compat").out
    path.write_text(json.dumps({**json.loads(path.read_text()), "properties": counts(*"abcde")}))
    outcome = run("check-compat")
    assert (outcome.code, "1 break" in outcome.out) == (1, True)
    assert "acme/v1/shapes against release 1.1: breaking\n" in outcome.out


def test_a_changed_address_is_no_matter_of_reading(project: Path, run: Run) -> None:
    path = freeze_shapes(run)
    path.write_text(path.read_text().replace("urn:acme:shapes:v1", "urn:acme:forms:v1"))
    assert "acme/v1/shapes against release 1.1: breaking\n" in run("check-compat").out
