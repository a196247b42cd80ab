"""What a reader does after an answer of agentpack, alike in both languages."""

from __future__ import annotations

import importlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from accordant.contract.behaviour import consumer_rules
from accordant.registry.layout import find_bundled_registry

from .conftest import BUNDLED, Built, Package

CONTRACT = BUNDLED.contract("agentpack")
assert CONTRACT is not None
[VERSION] = CONTRACT.versions
MODULE = "accordant_contracts.agentpack.v1_behaviour"
ENTRY = "agentpack/v1-behaviour"

PLAN = {
    "schema_version": 1,
    "ok": True,
    "command": "plan",
    "version": "0.7.0",
    "data": {},
    "warnings": [],
    "errors": [],
}


def failed(code: Any, **details: Any) -> dict[str, Any]:
    return {**PLAN, "ok": False, "errors": [{"code": code, "message": "It failed.", "details": details}]}


CASES: list[tuple[str, Any, int | None, dict[str, Any]]] = [
    ("", PLAN, 0, {"kind": "continue"}),
    ("", PLAN, None, {"kind": "continue"}),
    ("warnings-are-prose", {**PLAN, "warnings": ["old"]}, 0, {"kind": "continue", "warnings": ["old"]}),
    ("branch-on-code", failed("E_CONFIG_INVALID"), 1, {"code": "E_CONFIG_INVALID", "message": "It failed."}),
    ("confirm-required", failed("E_CONFIRM_REQUIRED", command="lock"), 1, {"kind": "confirm", "flag": "--yes"}),
    (
        "adopt-confirm-required",
        failed("E_ADOPT_CONFIRM_REQUIRED", sample_paths=["/r/a.md"]),
        1,
        {"kind": "confirm", "flag": "--adopt", "paths": ["/r/a.md"]},
    ),
    ("confirm-token", failed("E_CONFIRM_TOKEN_MISMATCH"), None, {"kind": "call-deploy"}),
    ("fix-first", failed("E_POLICY_VIOLATIONS"), 1, {"kind": "fix"}),
    ("unexpected", failed("E_UNEXPECTED"), 1, {"kind": "escalate"}),
    ("unknown-code", failed("E_OF_A_LATER_VERSION"), 1, {"kind": "escalate", "code": "E_OF_A_LATER_VERSION"}),
    ("unknown-code", {**PLAN, "ok": False}, 1, {"kind": "escalate"}),
    ("unknown-code", "Segmentation fault", None, {"kind": "escalate"}),
    ("other-version", {**PLAN, "schema_version": 2}, 0, {"kind": "stop", "outcome": "failure"}),
    ("no-json", "", 2, {"kind": "correct-call"}),
    ("no-json", "error: unexpected argument", 2, {"kind": "correct-call"}),
]


def told(raw: Any, exit_code: int | None) -> dict[str, Any]:
    action = importlib.import_module(MODULE).interpret(raw, exit_code).action
    return dict(json.loads(json.dumps(asdict(action))))


def test_every_rule_that_programs_can_act_on_has_a_case() -> None:
    assert {rule for rule, *_ in CASES if rule} == {rule.id for rule in consumer_rules(VERSION)}


@pytest.mark.parametrize(("rule", "raw", "exit_code", "expected"), CASES)
def test_a_rule_does_what_it_says(
    rule: str, raw: Any, exit_code: int | None, expected: dict[str, Any], package: Package
) -> None:
    action = told(raw, exit_code)
    assert rule in ("", *action["rules"])
    assert {key: action[key] for key in expected} == expected


def test_both_languages_do_the_same(package: Package, built: Built) -> None:
    asked = [(raw, ... if code is None else code) for _, raw, code, _ in CASES]
    for (rule, raw, code, _), answer in zip(CASES, built.call(ENTRY, "interpret", *asked), strict=True):
        here, there = told(raw, code), answer["value"]["action"]
        assert [here[key] for key in ("kind", "outcome", "rules", "response")] == [
            there[key] for key in ("kind", "outcome", "rules", "response")
        ], rule
        for key in ("flag", "code", "message", "paths"):
            assert here[key] in (there.get(key), "", []), rule


@pytest.mark.parametrize("scenario", VERSION.behaviour.scenarios, ids=lambda scenario: scenario["id"])
def test_a_scenario_of_the_contract_comes_out_as_it_says(scenario: Any, package: Package) -> None:
    document = Path(str(find_bundled_registry()), "agentpack/v1", scenario["document"]).read_text("utf-8")
    action = told(document, scenario.get("exit-code"))
    expect = {"kind" if key == "action" else key: value for key, value in scenario["expect"].items()}
    assert {key: action[key] for key in expect} == expect
