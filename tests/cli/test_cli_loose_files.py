"""Loose schema files: what they refer to, what leads nowhere, and what is no schema, in every command for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

ORDER = {"type": "object", "required": ["total"], "properties": {"total": {"$ref": "defs/common.json#/$defs/Money"}}}
MONEY = {"type": "object", "required": ["amount"], "properties": {"amount": {"type": "integer"}}}
OPENAPI = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}
COMMANDS = pytest.mark.parametrize(
    "command",
    [
        ("check-compat", "--old", "order.json", "--new", "order.json"),
        ("diff", "order.json", "order.json"),
        ("validate", "order.json", "done.json"),
        ("gen", "python", "--schema", "order.json", "--out", "made"),
        ("validate", "meminit", "done.json", "--data-schema", "order.json", "--registry", "bundled"),
        ("gen", "ts", "--schema", "agentpack", "--data-schema", "order.json", "--registry", "bundled", "--out", "made"),
    ],
    ids=lambda command: f"{command[0]} {command[1]}",
)


def put(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), "utf-8")


@pytest.fixture
def sides(project: Path) -> Path:
    """Two folders with an order and the money that it refers to; the newer money has one more type."""
    widened = {**MONEY, "properties": {"amount": {"type": ["integer", "null"]}}}
    for folder, money in (("old", MONEY), ("new", widened)):
        put(project / folder / "order.json", ORDER)
        put(project / folder / "defs/common.json", {"$defs": {"Money": money}})
    return project


def test_a_break_in_a_shared_file_is_found_there(sides: Path, run: Run) -> None:
    outcome = run("check-compat", "--old", "old/order.json", "--new", "new/order.json", "--format", "json")
    assert outcome.code == 1
    (finding,) = json.loads(outcome.out)["findings"]
    assert (finding["rule"], finding["place"]["path"]) == ("null-added", "new/defs/common.json")
    assert finding["place"]["pointer"] == "/$defs/Money/properties/amount/type"
    assert finding["place"]["line"] > 1
    assert finding["evidence"]["document"] == {"total": {"amount": None}}
    assert run("check-compat", "--old", "old/order.json", "--new", "old/order.json").code == 0


def test_a_diff_sees_into_shared_files(sides: Path, run: Run) -> None:
    outcome = run("diff", "old/order.json", "new/order.json")
    assert outcome.code == 0
    assert "1 break" in outcome.out
    assert "old/defs/common.json" in outcome.out
    assert "\n  : " not in outcome.out, "a file has no name in a registry"
    assert "- ``" not in run("diff", "old/order.json", "new/order.json", "--format", "markdown").out
    assert "no change" in run("diff", "old/order.json", "old/order.json").out


def test_a_diff_of_files_says_which_promise_it_reads_and_how_to_ask_for_another(sides: Path, run: Run) -> None:
    told = run("diff", "old/order.json", "new/order.json").out
    assert "additive promise" in told
    asked = ["check-compat", "--old", "old/order.json", "--new", "new/order.json"]
    assert f"registry {' '.join(asked)}".replace("old/order.json", "OLD").replace("new/order.json", "NEW") in told
    assert run(*asked).code == 1


def test_generated_types_hold_what_shared_files_say(sides: Path, run: Run) -> None:
    assert run("gen", "python", "--schema", "old/order.json", "--root", "Order", "--out", "made").code == 0
    text = (sides / "made/model.py").read_text("utf-8")
    assert "class Money" in text
    assert "total: Money" in text
    assert str(sides) not in text


def test_moving_a_definition_into_a_shared_file_is_no_change(sides: Path, run: Run) -> None:
    put(sides / "whole.json", {**ORDER, "properties": {"total": MONEY}})
    for old, new in (("whole.json", "old/order.json"), ("old/order.json", "whole.json")):
        assert run("check-compat", "--old", old, "--new", new, "--direction", "full").code == 0


@COMMANDS
@pytest.mark.parametrize(
    ("reference", "word"),
    [("none.json", "ref-unresolved"), ("#/$defs/none", "ref-unresolved"),
     ("https://example.org/none.json", "ref-unresolved"), ("../secret.json", "outside-registry")],
)  # fmt: skip
def test_a_reference_that_leads_nowhere_fails_every_command(
    project: Path, run: Run, command: tuple[str, ...], reference: str, word: str
) -> None:
    put(project.parent / "secret.json", {"const": "the secret"})
    put(project / "order.json", {"properties": {"total": {"$ref": reference}}})
    put(project / "done.json", {})
    outcome = run(*command, "--format", "json")
    assert outcome.code == 2
    error = json.loads(outcome.out)["error"]
    assert (error["code"], error["path"]) == (word, "order.json")
    assert error["pointer"] == "/properties/total/$ref"
    assert "the secret" not in outcome.out + outcome.err
    assert not (project / "made").exists()


@COMMANDS
@pytest.mark.parametrize(
    ("document", "says"),
    [(OPENAPI, "an OpenAPI 3.1.0 document"), ({"info": {"_postman_id": "1"}, "item": []}, "a Postman file"),
     ({"type": "strang"}, "not a schema"), ({"release": "1.0", "schemas": {}}, "this is a release"),
     ([], "a schema is")],
)  # fmt: skip
def test_what_is_no_schema_is_refused_by_every_command(
    project: Path, run: Run, command: tuple[str, ...], document: Any, says: str
) -> None:
    put(project / "order.json", document)
    put(project / "done.json", {})
    outcome = run(*command)
    assert (outcome.code, outcome.out) == (2, "")
    assert says in outcome.err
    assert "next: " in outcome.err
    assert "order.json" in outcome.err


def test_a_registry_and_init_refuse_what_is_no_schema(project: Path, small: Path, run: Run) -> None:
    put(project / "api.json", OPENAPI)
    assert "has no schema below /components/schemas" in run("init", "--registry", "other", "--from", "api.json").err
    put(small / "order/v1/answer.schema.json", OPENAPI)
    for command in (("check-compat",), ("gen", "python", "--out", "made"), ("docs",), ("release",)):
        outcome = run(*command)
        assert (outcome.code, "an OpenAPI 3.1.0 document" in outcome.err) == (2, True), command
    assert "an OpenAPI 3.1.0 document" in run("lint").out


def test_a_reference_that_leads_nowhere_fails_every_command_of_a_registry(small: Path, run: Run) -> None:
    schema = json.loads((small / "order/v1/answer.schema.json").read_text("utf-8"))
    schema["properties"]["more"] = {"$ref": "#/$defs/none"}
    put(small / "order/v1/answer.schema.json", schema)
    for command in (("check-compat",), ("gen", "python", "--out", "made"), ("docs",)):
        outcome = run(*command, "--format", "json")
        error = json.loads(outcome.out)["error"]
        assert (outcome.code, error["code"]) == (2, "ref-unresolved"), command
        assert (error["path"], error["pointer"]) == (
            "registry/order/v1/answer.schema.json", "/properties/more/$ref",
        )  # fmt: skip
