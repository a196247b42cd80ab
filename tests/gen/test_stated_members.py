"""`respond` writes the members that rules state, wherever in the response they stand, in both languages alike."""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from accordant.contract import Version
from accordant.contract.held_rules import find_breaches, find_places
from accordant.contract.stated_members import STATING_TESTS, find_stated, write_missing
from accordant.gen import generate_registry
from accordant.registry.load import load
from accordant.schema import pointers

from .conftest import Built, Package, label
from .test_respond import RESPONDING, entry_of, module_of, of_default, said_code

RULE = {
    "id": "stated",
    "says": "what is stated",
    "holds": [
        {"each": "/lists/*", "then": [{"at": "/n", "counts": ["/items/*"]}]},
        {"then": [{"at": "/sum", "sum-of": ["/lists/0/n", "/lists/1/n"]}]},
        {"when": [{"at": "/sum", "is": 3}], "then": [{"at": "/half", "result-of": {"of": ["divide", "/sum", 2]}}]},
        {"then": [{"at": "/path_posix", "slashes-of": "/path"}, {"at": "/copy", "same-as": "/path"}]},
        {"then": [{"at": "/optional", "is": 1}, {"at": "/limit", "min": 1}]},
    ],
}


def test_what_rules_state_and_the_schema_asks_for_is_written_at_its_place() -> None:
    document = {"lists": [{"items": [1]}, {"items": [1, 2]}], "path": "a\\b"}
    asked = {"/lists/0/n", "/lists/1/n", "/sum", "/half", "/path_posix", "/copy", "/limit"}
    assert write_missing(document, [RULE], lambda _: asked) == {
        "lists": [{"items": [1], "n": 1}, {"items": [1, 2], "n": 2}],
        "path": "a\\b", "path_posix": "a/b", "copy": "a\\b", "sum": 3, "half": 1.5,
    }  # fmt: skip


def test_a_wrong_member_is_left_for_the_rule_to_refuse() -> None:
    document = {"lists": [{"items": [1], "n": 7}], "optional": 1}
    assert write_missing(document, [RULE], lambda _: {"/lists/0/n"}) is document
    assert [breach.pointer for breach in find_breaches([RULE], document)] == ["/lists/0/n", "/limit"]


@dataclass(frozen=True)
class Left:
    """A response whose example lacks a member that a rule states."""

    name: str
    place: str
    given: dict[str, Any]
    whole: dict[str, Any]
    exit_code: int


def find_left(version: Version) -> Iterator[Left]:
    """For each condition of a rule that states a member: the first example that cannot lack it."""
    module, examples = module_of(version), list(of_default(version, valid=True))
    parameters = set(inspect.signature(module.respond).parameters)
    made = {pointers.split(field["field"])[0] for field in version.behaviour.derived} - parameters
    made |= {"$schema", "schema_version", "output_schema_version", "exit_code"}
    for rule, each, at in stated_places(getattr(module, "_RULES", [])):
        for name, document in examples:
            place = next((p for p, _ in find_places(document, each + at)), "")
            given = {key: value for key, value in document.items() if key not in made}
            if not place or pointers.split(place)[0] in made or not can_make(version, given, document):
                continue
            given = without(given, pointers.split(place))
            lacking = without(document, pointers.split(place))
            code = code_of(version, document)
            if place in dict(find_stated([rule], lacking)) and module.check_response(lacking, code):
                yield Left(name, place, given, document, code)
                break


def can_make(version: Version, given: dict[str, Any], document: dict[str, Any]) -> bool:
    """Whether the factory makes the whole document of what is given."""
    try:
        module_of(version).respond(exit_code=code_of(version, document), **given)
    except (TypeError, ValueError):
        return False
    return True


def code_of(version: Version, document: dict[str, Any]) -> int:
    check = module_of(version).check_response
    return next((code for code in said_code(version, document) if not check(document, code)), 0)


def stated_places(rules: list[Any]) -> Iterator[tuple[Any, str, str]]:
    for rule in rules:
        for claim in rule.get("holds", ()):
            for condition in claim["then"]:
                if STATING_TESTS & condition.keys() and condition["at"].startswith("/"):
                    yield rule, claim.get("each", ""), condition["at"]


def without(document: Any, tokens: list[str]) -> Any:
    first, *rest = tokens
    if isinstance(document, list):
        return [without(item, rest) if str(at) == first else item for at, item in enumerate(document)]
    if not rest:
        return {key: value for key, value in document.items() if key != first}
    return {**document, first: without(document[first], rest)}


@pytest.mark.parametrize("version", RESPONDING, ids=label)
def test_a_stated_member_that_is_left_out_is_written(version: Version, package: Package, built: Built) -> None:
    found = list(find_left(version))
    answers = built.call(entry_of(version), "respond", *((left.given, {"exitCode": left.exit_code}) for left in found))
    for left, answer in zip(found, answers, strict=True):
        made = json.loads(module_of(version).respond(exit_code=left.exit_code, **left.given).model_dump_json())
        expected, *others = (value_of(document, left.place) for document in (left.whole, made, answer.get("value")))
        assert all(is_alike(expected, other) for other in others), (left.name, left.place, expected, others)
    assert (label(version) in {"cobre/v1", "agentpack/v1", "meminit/v2", "meminit/v3"}) <= (len(found) > 0)


def value_of(document: Any, place: str) -> Any:
    return next((value for _, value in find_places(document, place)), None)


def is_alike(value: Any, other: Any) -> bool:
    """Whether two values are equal, numbers within what the formulas allow."""
    if isinstance(value, int | float) and isinstance(other, int | float):
        return math.isclose(value, other, rel_tol=1e-3, abs_tol=1e-3)
    return bool(value == other)


COUNTED = {
    "registry.toml": 'name = "own"\npromise = "additive"\n',
    "deploy/contract.toml": """
title = "Deploy"
[versions.v1]
status = "draft"
default-schema = "report"
[[versions.v1.derived]]
schema = "report"
field = "/ok"
from = "exit-code"
says = "true exactly when the exit code is 0"
[[versions.v1.rules]]
id = "summary-counts"
says = "The summary counts the services, and sums their costs."
schema = "report"
enforced-by = ""
holds = [{ then = [{ at = "/summary/total", counts = ["/services/*"] },
                   { at = "/summary/cost", sum-of = ["/services/*/cost"] }] }]
""",
    "deploy/v1/report.schema.json": """{
  "$id": "urn:deploy:report:v1", "type": "object", "required": ["ok", "services", "summary"],
  "properties": {
    "ok": {"type": "boolean"},
    "services": {"type": "array", "items": {"type": "object", "properties": {"cost": {"type": "integer"}}}},
    "summary": {"type": "object", "required": ["total", "cost", "place"], "additionalProperties": false,
      "properties": {"total": {"type": "integer"}, "cost": {"type": "integer"}, "place": {"type": "string"}}}
  }}""",
}


def test_what_rules_state_may_be_left_out_of_a_typed_member(tmp_path: Path) -> None:
    for name, text in COUNTED.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    registry = load(tmp_path)
    python = generate_registry(registry, "python")["accordant_contracts/deploy/v1_behaviour.py"]
    assert "summary: v.ReportSummary | Mapping[str, Any]," in python
    typescript = generate_registry(registry, "ts")["src/deploy/v1-behaviour.ts"]
    summary = 'v.Report["summary"], "total" | "cost">'
    assert f"readonly summary: Omit<{summary} & Partial<Pick<{summary}>;" in typescript
