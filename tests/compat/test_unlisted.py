"""Where an open list is no longer asked for, or other values may stand beside it, a note says so with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant.compat import check, compare
from accordant.findings import Finding, Severity, Verdict
from accordant.registry.load import load
from accordant.registry.release import freeze

Schema = dict[str, Any]
LISTED: Schema = {"type": "string", "enum": ["x", "y"]}
BESIDE: Schema = {"anyOf": [{"enum": ["x", "y"]}, {"type": "string"}]}


def notes(old: Schema, new: Schema) -> list[Finding]:
    """The notes about a field under the additive promise, after the verdicts are looked at."""
    sides = ({"type": "object", "properties": {"k": schema}} for schema in (old, new))
    comparison = compare(*sides, promise="additive")
    assert (comparison.verdict, comparison.strict) == (Verdict.COMPATIBLE, Verdict.BREAKING)
    return list(comparison.findings)


@pytest.mark.parametrize(
    "new",
    [
        BESIDE,
        {"type": "string", "anyOf": [{"enum": ["x", "y"]}, {"pattern": "^z"}]},
        {"type": "string", "anyOf": [{"const": "x"}, {"const": "y"}, {"minLength": 2}]},
        {"oneOf": [{"enum": ["x", "y"]}, {"type": "string", "pattern": "^z"}]},
    ],
)
def test_a_list_beside_which_others_may_come_is_a_note(new: Schema) -> None:
    (note,) = notes(LISTED, new)
    assert (note.rule, note.severity) == ("enum-value-added", Severity.NOTE)
    assert note.message == '`/k` is no longer limited to "x", "y": other values may come.'
    assert note.old == ["x", "y"]
    assert note.place is not None
    assert note.place.pointer.startswith("/properties/k")


def test_what_else_changed_hides_no_such_note() -> None:
    old: Schema = {"properties": {"k": LISTED}}
    new: Schema = {"properties": {"k": BESIDE, "l": {}}}
    rules = {finding.rule for finding in compare(old, new, promise="additive").findings}
    assert rules == {"field-added", "enum-value-added"}


@pytest.mark.parametrize("new", [{"anyOf": [LISTED]}, {"anyOf": [{"const": "x"}, {"enum": ["y"]}]}, {"const": "x"}])
def test_a_list_in_another_spelling_is_no_note(new: Schema) -> None:
    sides = ({"properties": {"k": schema}} for schema in (LISTED, new))
    assert "enum-value-added" not in {finding.rule for finding in compare(*sides, promise="additive").findings}


def test_a_list_that_breaks_is_told_once() -> None:
    comparison = compare({"properties": {"k": LISTED}}, {"properties": {"k": {"type": "string"}}}, promise="additive")
    assert [finding.rule for finding in comparison.findings] == ["enum-dropped"]


def test_readers_of_an_input_get_no_such_note() -> None:
    sides = ({"properties": {"k": schema}} for schema in (LISTED, BESIDE))
    assert compare(*sides, promise="additive", direction="input").findings == ()


def test_values_of_two_alternatives_that_may_stand_together_now_are_a_note() -> None:
    def words(*values: str) -> Schema:
        return {"type": "array", "items": {"type": "string", "enum": list(values)}}

    old = {"oneOf": [{"type": "boolean"}, words("top", "left"), words("v"), words("h")]}
    new = {"oneOf": [{"type": "boolean"}, words("top", "left"), words("v", "h")]}
    (note,) = notes(old, new)
    assert (note.rule, note.severity) == ("closed-enum-value-added", Severity.NOTE)
    assert note.message == '`/k/*` may be "h"; the reader expects "v". Tolerant readers accept it.'


CONTRACT = '[versions.v1]\nstatus = "current"\ndefault-schema = "order"\n'
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://shop.example/shop/v1/order.json",
    "type": "object",
}


def write(root: Path, kind: Schema, *, extensible: bool) -> None:
    """A registry whose one schema has a field ``kind``, beside a code list."""
    folder = root / "registry/shop"
    (folder / "v1").mkdir(parents=True, exist_ok=True)
    (root / "registry/registry.toml").write_text('name = "shop"\nbase-uri = "https://shop.example/"\n', "utf-8")
    (folder / "contract.toml").write_text(CONTRACT, "utf-8")
    schema = {**SCHEMA, "properties": {"kind": kind}}
    (folder / "v1/order.schema.json").write_text(json.dumps(schema), "utf-8")
    codes = {"extensible": extensible, "entries": [{"id": "A", "meaning": "One."}, {"id": "B", "meaning": "Two."}]}
    (folder / "v1/kinds.codes.json").write_text(json.dumps(codes), "utf-8")


def found_in(root: Path, kind: Schema, *, extensible: bool) -> list[str]:
    """What is told where a field that is bound to a closed code list has become another one."""
    write(root, {"type": "string", "x-codes": "kinds"}, extensible=False)
    freeze(root / "registry", "shop", "v1")
    write(root, kind, extensible=extensible)
    return [finding.message for finding in check(load(root / "registry")).findings]


def test_a_field_of_a_code_list_that_programs_may_extend_now_has_one_note(tmp_path: Path) -> None:
    told = found_in(tmp_path, {"type": "string", "x-codes": "kinds"}, extensible=True)
    assert told == ["Programs can extend `kinds` now: other codes may come."]


def test_a_field_that_may_hold_others_than_the_codes_has_a_note(tmp_path: Path) -> None:
    told = found_in(tmp_path, {"type": "string", "anyOf": [{"x-codes": "kinds"}, {"minLength": 3}]}, extensible=False)
    assert told == ['`/kind` is no longer limited to "A", "B": other values may come.']
