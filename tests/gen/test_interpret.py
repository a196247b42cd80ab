"""`interpret` does what the contract's rules for readers say: by rule, by scenario, and alike in both languages."""

from __future__ import annotations

import copy
import importlib
import json
import random
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from accordant.contract.behaviour import consumer_rules, interprets
from accordant.registry.layout import find_bundled_registry

from .conftest import BUNDLED, VERSIONS, Built, Package, label

CONTRACT = BUNDLED.contract("response-envelope")
assert CONTRACT is not None
VERSION = CONTRACT.versions[0]
MODULE = "accordant_contracts.response_envelope.v1_behaviour"
ENTRY = "response-envelope/v1-behaviour"

OK = {"ok": True, "data": {"id": 1}, "error": None, "warnings": [], "meta": {"duration_ms": 1}}
NOTHING: dict[str, Any] = {"tries": {}, "redirects": {}, "planned": []}


def failed(code: str = "SOME_FAILURE", **members: Any) -> dict[str, Any]:
    error = {"code": code, "message": "It failed.", **members}
    return {**OK, "ok": False, "data": None, "error": error}


def told(
    raw: Any, exit_code: int | None, memory: Mapping[str, Any] | None = None, name: str = MODULE, **about: Any
) -> dict[str, Any]:
    """What Python makes of a response, as plain data; members that say nothing are left out."""
    module = importlib.import_module(name)
    action, after = module.interpret(raw, exit_code, module.Memory(**(memory or {})), **about)
    facts = {key: value for key, value in asdict(action).items() if value not in ("", (), None, False)}
    return {"action": json.loads(json.dumps(facts)), "memory": json.loads(json.dumps(asdict(after)))}


CAMEL = {"exitCode": "exit_code", "sideEffects": "side_effects", "softRedirects": "soft_redirects"}


def told_in_typescript(built: Built, asked: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """The same from TypeScript: (document, exit code, memory, about)."""
    calls = [(raw, ... if code is None else code, {**NOTHING, **memory}, about) for raw, code, memory, about in asked]
    answers = [answer["value"] for answer in built.call(ENTRY, "interpret", *calls)]
    return [
        {
            "action": {
                CAMEL.get(key, key): value
                for key, value in answer["action"].items()
                if value not in ("", [], None, False)
            },
            "memory": answer["memory"],
        }
        for answer in answers
    ]


RULES: dict[str, list[tuple[Any, int | None, dict[str, Any], dict[str, Any], dict[str, Any]]]] = {
    # rule: [(response, exit code, memory, what else is said, what must come out)]
    "exit-code-first": [
        (OK, 0, {}, {}, {"kind": "act", "outcome": "success"}),
        (failed(), 1, {}, {}, {"kind": "escalate", "outcome": "failure"}),
    ],
    "ok-true-with-failing-exit": [({**OK, "ok": True}, 5, {}, {}, {"outcome": "failure", "kind": "escalate"})],
    "ok-false-with-exit-zero": [(failed(retryable=True), 0, {}, {}, {"outcome": "success", "kind": "act"})],
    "error-key-absent": [
        ({"ok": True, "data": {}}, 0, {}, {}, {"outcome": "failure", "kind": "escalate", "exit_code": 1}),
        ("Segmentation fault", 0, {}, {}, {"outcome": "failure", "kind": "escalate", "exit_code": 1}),
        ("", 12, {}, {}, {"outcome": "failure", "kind": "escalate", "exit_code": 1, "side_effects": "partial"}),
        ("[1]", None, {}, {}, {"outcome": "failure", "kind": "escalate"}),
        ("NaN", 0, {}, {}, {"outcome": "failure", "kind": "escalate"}),
    ],
    "data-and-error-null": [
        ({**OK, "data": None}, 0, {}, {}, {"outcome": "failure", "kind": "escalate", "log": True}),
        ({**OK, "data": None, "meta": {"truncated": True}}, 0, {}, {}, {"kind": "escalate", "log": True}),
    ],
    "warnings-key-absent": [
        ({key: OK[key] for key in OK if key != "warnings"}, 0, {}, {}, {"kind": "act", "outcome": "success"})
    ],
    "truncated-data": [
        ({**OK, "meta": {"truncated": True, "cursor": "c"}}, 0, {}, {}, {"kind": "page", "cursor": "c"}),
        ({**OK, "meta": {"truncated": True}}, 0, {}, {}, {"kind": "page", "flag": "--cursor"}),
    ],
    "not-modified": [({**OK, "data": None, "meta": {"not_modified": True}}, 0, {}, {}, {"kind": "use-cache"})],
    "retry-after-given": [
        (failed(retryable=True, retry_after=30), 11, {}, {}, {"kind": "wait", "seconds": 30}),
        (failed(retryable=True, retry_after=0), 11, {}, {}, {"kind": "retry"}),
        (failed(retryable=True, retry_after=7), 12, {}, {}, {"kind": "wait", "seconds": 7}),
    ],
    "retry-arg-error-at-once": [(failed(retryable=True), 3, {}, {}, {"kind": "retry"})],
    "retry-others-after-a-second": [
        (failed(retryable=True), 11, {}, {}, {"kind": "wait", "seconds": 1}),
        (failed(retryable=True), None, {}, {}, {"kind": "wait", "seconds": 1}),
    ],
    "retryable-unsaid": [
        (failed(), 11, {}, {}, {"kind": "wait", "seconds": 1}),
        (failed(), 3, {}, {}, {"kind": "retry"}),
        (failed(), 5, {}, {}, {"kind": "escalate"}),
        (failed(), 8, {}, {}, {"kind": "fix"}),
    ],
    "retry-budget": [
        (failed("X", retryable=True), 11, {"tries": {"X": 3}}, {}, {"kind": "escalate"}),
        (failed("X", redirect={"command": "a", "permanent": False}), 13, {"tries": {"X": 3}}, {}, {"kind": "escalate"}),
    ],
    "token-expired": [
        (failed("TOKEN_EXPIRED", retryable=True, retry_after=0), 8, {}, {}, {"kind": "refresh-credentials"})
    ],
    "token-expired-again": [
        (failed("TOKEN_EXPIRED"), 8, {"tries": {"TOKEN_EXPIRED": 1}}, {}, {"kind": "acquire-credentials"})
    ],
    "token-invalid-or-missing": [
        (failed("TOKEN_INVALID", retryable=True), 8, {}, {}, {"kind": "acquire-credentials"}),
        (failed("TOKEN_MISSING"), 8, {}, {}, {"kind": "acquire-credentials"}),
    ],
    "follow-redirect": [
        (failed(redirect={"command": "t x"}), 13, {}, {}, {"kind": "redirect", "command": "t x"}),
        (failed(redirect={"permanent": True}), 13, {}, {}, {"kind": "escalate"}),
    ],
    "redirect-without-exit-code": [
        (
            failed(redirect={"command": "t x", "permanent": True}, retryable=True), None, {}, {"call": "t y"},
            {"kind": "redirect", "command": "t x", "remember": True},
        ),
        (failed(redirect={"permanent": True}), None, {}, {}, {"kind": "escalate"}),
    ],
    "ignore-redirect-elsewhere": [
        (failed(redirect={"command": "t x", "permanent": True}), 5, {}, {}, {"kind": "escalate"})
    ],
    "remember-permanent-redirect": [
        (
            failed(redirect={"command": "t new", "permanent": True}), 13, {}, {"call": "t old"},
            {"kind": "redirect", "command": "t new", "remember": True},
        )
    ],
    "use-temporary-redirect-once": [
        (failed(redirect={"command": "t new", "permanent": False}), 13, {}, {"call": "t old"}, {"kind": "redirect"})
    ],
    "warnings-on-success": [({**OK, "warnings": ["Careful"]}, 0, {}, {}, {"warnings": ["Careful"], "log": True})],
    "soft-redirect": [
        (
            {**OK, "warnings": ["a", "--x is Deprecated", "y will be removed"]}, 0, {}, {},
            {"kind": "act", "soft_redirects": ["--x is Deprecated", "y will be removed"]},
        ),
        (
            {**OK, "warnings": ["Deprecation notice", "an obsolete option", "2 files removed", "v1: end of life"]},
            0, {}, {},
            {"kind": "act", "soft_redirects": ["Deprecation notice", "an obsolete option", "v1: end of life"]},
        ),
    ],
    "branch-on-code": [(failed("NO_SUCH_THING"), 5, {}, {}, {"code": "NO_SUCH_THING"})],
    "validation-phase-needs-no-cleanup": [
        (failed(phase="validation", retryable=True), 3, {}, {}, {"kind": "retry", "side_effects": "none"})
    ],
    "error-retryable-over-exit-code": [(failed(retryable=False), 11, {}, {}, {"kind": "escalate"})],
    "declaration-over-table": [
        (
            failed(), 11, {}, {"declared": {"11": {"retryable": False, "side_effects": "partial"}}},
            {"kind": "escalate", "side_effects": "partial"},
        )
    ],
    "command-specific-code": [
        (failed(), 90, {}, {"declared": {"90": {"retryable": True}}}, {"kind": "wait", "seconds": 1}),
    ],
    "general-error-effects": [(failed(), 1, {}, {}, {"kind": "escalate", "side_effects": "partial"})],
    "timeout-effects": [(failed(), 10, {}, {}, {"kind": "wait", "side_effects": "partial"})],
    "unavailable-back-off": [
        (failed("DOWN", retryable=True), 12, {"tries": {"DOWN": n}}, {}, {"kind": "wait", "seconds": seconds})
        for n, seconds in ((0, 1), (1, 2), (2, 4))
    ],
    "framework-extension-code": [(failed(), 40, {}, {}, {"exit_code": 1, "side_effects": "partial"})],
    "posix-code": [(failed(retryable=True), 75, {}, {}, {"kind": "escalate"})],
    "shell-code": [("", 127, {}, {}, {"kind": "fix"}), (failed(), 137, {}, {}, {"kind": "fix"})],
    "impossible-code": [
        (failed(), 300, {}, {}, {"kind": "escalate", "exit_code": 1, "log": True}),
        (failed(), -9, {}, {}, {"kind": "escalate", "exit_code": 1, "log": True}),
    ],
}  # fmt: skip

SILENT: list[tuple[str, Any, int, dict[str, Any], str]] = [
    # a rule that fits and has no say: (rule, response, exit code, memory, kind of the action)
    ("retryable-unsaid", failed(), 4, {}, "escalate"),
    ("retry-budget", failed("X", retryable=True), 11, {"tries": {"X": 2}}, "wait"),
    ("command-specific-code", failed(), 90, {}, "escalate"),
    ("truncated-data", {**failed(), "meta": {"truncated": True}}, 5, {}, "escalate"),
]

CASES = [(rule, *case) for rule, cases in RULES.items() for case in cases]


def test_every_rule_that_programs_can_act_on_has_cases() -> None:
    assert set(RULES) == {rule.id for rule in consumer_rules(VERSION)}


@pytest.mark.parametrize(("rule", "raw", "exit_code", "memory", "about", "expected"), CASES)
def test_a_rule_does_what_it_says(
    rule: str, raw: Any, exit_code: int | None, memory: dict[str, Any], about: dict[str, Any], expected: dict[str, Any],
    package: Package,
) -> None:  # fmt: skip
    action = told(raw, exit_code, memory, **about)["action"]
    assert rule in action["rules"]
    assert {key: action.get(key) for key in expected} == expected
    if isinstance(raw, dict):
        assert told(json.dumps(raw).encode(), exit_code, memory, **about)["action"] == action


@pytest.mark.parametrize(("rule", "raw", "exit_code", "memory", "kind"), SILENT)
def test_a_rule_that_fits_and_has_no_say_is_not_named(
    rule: str, raw: Any, exit_code: int, memory: dict[str, Any], kind: str, package: Package, built: Built
) -> None:
    answer = told(raw, exit_code, memory)
    assert (rule in answer["action"]["rules"], answer["action"]["kind"]) == (False, kind)
    assert [answer] == told_in_typescript(built, [(raw, exit_code, memory, {})])


def test_every_rule_is_silent_somewhere(package: Package) -> None:
    """A rule that always speaks would have no conditions."""
    spoken = [set(told(raw, code, memory, **about)["action"]["rules"]) for _, raw, code, memory, about, _ in CASES]
    assert set.intersection(*spoken) == set()


def scenarios() -> list[Mapping[str, Any]]:
    return list(VERSION.behaviour.scenarios)


def document_of(scenario: Mapping[str, Any], version: str = "v1") -> Any:
    return json.loads(
        Path(str(find_bundled_registry()), f"response-envelope/{version}", scenario["document"]).read_text("utf-8")
    )


OF_EVERY_VERSION = [
    (version.name, scenario) for version in CONTRACT.versions for scenario in version.behaviour.scenarios
]


@pytest.mark.parametrize(
    ("version", "scenario"), OF_EVERY_VERSION, ids=[f"{version}-{entry['id']}" for version, entry in OF_EVERY_VERSION]
)
def test_a_scenario_of_the_contract_comes_out_as_it_says(
    version: str, scenario: Mapping[str, Any], package: Package
) -> None:
    expect, document = scenario["expect"], document_of(scenario, version)
    answer = told(document, scenario["exit-code"], name=MODULE.replace("v1", version), call="tool user create")
    action, memory = answer["action"], answer["memory"]
    assert set(scenario["rules"]) <= set(action["rules"])
    assert (action["outcome"], action["kind"]) == (expect["outcome"], expect["action"])
    for key in ("seconds", "milliseconds", "command", "cursor", "exit-code", "side-effects", "log"):
        if key in expect:
            assert action.get(key.replace("-", "_"), 0 if key == "seconds" else None) == expect[key]
    if expect.get("retry") is False:
        assert action["kind"] not in ("retry", "wait", "refresh-credentials", "redirect")
    if expect.get("use-data") is False:
        assert action["kind"] != "act"
    if "memorize" in expect:
        assert action.get("remember", False) is expect["memorize"]
        assert memory["redirects"] == ({"tool user create": expect["command"]} if expect["memorize"] else {})
    if expect.get("plan-update"):
        assert memory["planned"] == action["soft_redirects"]


def test_a_code_is_tried_three_times_and_anew_after_success_or_change(package: Package) -> None:
    module = importlib.import_module(MODULE)
    memory = module.Memory()
    kinds = []
    for _ in range(5):
        action, memory = module.interpret(failed("FLAKY", retryable=True, retry_after=1), 11, memory)
        kinds.append(action.kind)
    assert kinds == ["wait", "wait", "wait", "escalate", "escalate"]
    other, _ = module.interpret(failed("OTHER", retryable=True), 11, memory)
    assert other.kind == "wait"
    assert module.interpret(failed("FLAKY", retryable=True), 11, memory.changed()).action.kind == "wait"
    _, after = module.interpret(OK, 0, memory)
    assert module.interpret(failed("FLAKY", retryable=True), 11, after).action.kind == "wait"


@pytest.mark.parametrize("code", [..., "", 5, None])
def test_a_failure_without_a_usable_code_is_tried_three_times_too(code: Any, package: Package, built: Built) -> None:
    document = failed(retryable=True, retry_after=0)
    document["error"] = {key: value for key, value in document["error"].items() if key != "code"}
    if code is not ...:
        document["error"]["code"] = code
    memory = NOTHING
    kinds = []
    for _ in range(5):
        answer = told(document, 11, memory)
        assert [answer] == told_in_typescript(built, [(document, 11, memory, {})])
        memory = answer["memory"]
        kinds.append(answer["action"]["kind"])
    assert kinds == ["retry", "retry", "retry", "escalate", "escalate"]


def test_credentials_are_refreshed_without_a_pause(package: Package) -> None:
    assert "seconds" not in told(failed("TOKEN_EXPIRED", retryable=True), 8)["action"]


def test_an_expired_token_is_refreshed_once_and_then_replaced(package: Package) -> None:
    module = importlib.import_module(MODULE)
    expired = failed("TOKEN_EXPIRED", retryable=True, retry_after=0)
    first, memory = module.interpret(expired, 8)
    second, memory = module.interpret(expired, 8, memory)
    assert (first.kind, second.kind) == ("refresh-credentials", "acquire-credentials")
    _, memory = module.interpret(OK, 0, memory)
    assert module.interpret(expired, 8, memory).action.kind == "refresh-credentials"


CALLS = [
    # (remembered, call, what is called instead)
    ({"a": "b", "b": "c"}, "a", "c"),
    ({"a": "b", "b": "c"}, "other", "other"),
    ({"a": "b"}, "a --x 1", "b --x 1"),
    ({"a": "b"}, 'a  "two  words"', 'b  "two  words"'),
    ({"a": "b"}, "ab", "ab"),
    ({"t u": "t v", "t u add": "t w"}, "t u add --x", "t w --x"),
    ({"t list": "t list all"}, "t list --x", "t list all --x"),
    ({"t list": "t list all"}, "t list all --x", "t list all --x"),
    ({"x": "y", "y": "x"}, "x", "x"),
]
MOVES = [
    # (call, redirect, what is remembered)
    ("t user create --name alice", "t users add --name alice", {"t user create": "t users add"}),
    ("t user create", "t users add", {"t user create": "t users add"}),
    ("t user create alice", "t users add alice", {"t user create alice": "t users add alice"}),
    ("t get 42", "t fetch 42", {"t get": "t fetch"}),
    ("t get 42 all", "t fetch 42 all", {"t get": "t fetch"}),
    ("t deploy --env a", "t deploy --environment a", {"t deploy --env a": "t deploy --environment a"}),
    ("t a  --x", "t b  --x", {"t a ": "t b "}),
    ("t a --x", "t b", {"t a --x": "t b"}),
    ("t a", "t a", {}),
]


@pytest.mark.parametrize(("redirects", "call", "instead"), CALLS)
def test_a_command_that_moved_is_called_by_its_new_name(
    redirects: dict[str, str], call: str, instead: str, package: Package, built: Built
) -> None:
    memory = {**NOTHING, "redirects": redirects}
    assert importlib.import_module(MODULE).Memory(**memory).call(call) == instead
    assert [answer["value"] for answer in built.call(ENTRY, "rememberedCall", (memory, call))] == [instead]


@pytest.mark.parametrize(("call", "redirect", "remembered"), MOVES)
def test_a_permanent_redirect_is_remembered_without_the_arguments(
    call: str, redirect: str, remembered: dict[str, str], package: Package, built: Built
) -> None:
    document = failed(redirect={"command": redirect, "permanent": True})
    answer = told(document, 13, call=call)
    assert answer["memory"]["redirects"] == remembered
    assert [answer] == told_in_typescript(built, [(document, 13, {}, {"call": call})])


def test_the_response_is_given_as_it_was_read(package: Package) -> None:
    module = importlib.import_module(MODULE)
    without = {key: OK[key] for key in OK if key != "warnings"}
    action, _ = module.interpret(without, 0)
    assert (action.kind, action.response) == ("act", {**without, "warnings": []})
    elsewhere, _ = module.interpret(failed(redirect={"command": "t x", "permanent": True}), 5)
    assert elsewhere.response == failed(retryable=False)
    assert module.interpret("Segmentation fault", 139).action.response is None


def test_memory_is_plain_data_that_comes_back_from_json(package: Package) -> None:
    module = importlib.import_module(MODULE)
    _, memory = module.interpret({**OK, "warnings": ["deprecated"]}, 0)
    again = module.Memory(**json.loads(json.dumps(asdict(memory))))
    _, after = module.interpret({**OK, "warnings": ["deprecated"]}, 0, again)
    assert after == memory


def test_neither_the_document_nor_the_memory_is_changed(package: Package) -> None:
    for _, raw, code, memory, about, _ in CASES:
        before = copy.deepcopy((raw, memory, about))
        told(raw, code, memory, **about)
        assert (raw, memory, about) == before


VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2.5, "", "TOKEN_EXPIRED", "deprecated", [], ["will be removed", 1], {}, {"a": 1},
)  # fmt: skip
CODES = (None, 0, 1, 3, 5, 8, 10, 11, 12, 13, 20, 64, 80, 127, 255, 300, -1)


def damaged(seed: int, count: int) -> list[tuple[Any, ...]]:
    """Responses with parts replaced or dropped, with any exit code and memory."""
    chance = random.Random(seed)
    documents = [document_of(scenario) for scenario in scenarios()] + [
        raw for _, raw, *_ in CASES if isinstance(raw, dict)
    ]
    actions: list[tuple[Any, ...]] = []
    for _ in range(count):
        document = copy.deepcopy(chance.choice(documents))
        for _ in range(chance.randrange(3)):
            place: Any = document
            while isinstance(place, dict) and place:
                key = chance.choice(sorted(place))
                if isinstance(place[key], dict) and chance.random() < 0.6:
                    place = place[key]
                    continue
                if chance.random() < 0.3:
                    del place[key]
                else:
                    place[key] = chance.choice(VALUES)
                break
        code = document["error"].get("code") if isinstance(document.get("error"), dict) else None
        memory = {"tries": {code: chance.randrange(5)} if isinstance(code, str) else {}, "planned": ["old"]}
        about = {"call": chance.choice(["", "tool x", "__proto__"])}
        text = json.dumps(document)
        raw = chance.choice([document, text, text[: chance.randrange(len(text))]])
        actions.append((raw, chance.choice(CODES), memory, about))
    return actions


def test_both_languages_give_the_same_answers(package: Package, built: Built) -> None:
    asked = [(raw, code, memory, about) for _, raw, code, memory, about, _ in CASES]
    asked += [
        (document_of(scenario), scenario["exit-code"], {}, {"call": "tool user create"}) for scenario in scenarios()
    ]
    asked += damaged(7, 1500)
    here = [told(raw, code, {**NOTHING, **memory}, **about) for raw, code, memory, about in asked]
    there = told_in_typescript(built, asked)
    differing = [pair for pair in zip(asked, here, there, strict=True) if pair[1] != pair[2]]
    assert differing[:3] == []
    assert len({answer["action"]["kind"] for answer in here}) == 10


@pytest.mark.parametrize("version", VERSIONS, ids=label)
def test_only_versions_with_rules_about_exit_codes_have_an_interpret(version: Any, package: Package) -> None:
    name = f"accordant_contracts.{version.contract.replace('-', '_')}.{version.name}_behaviour"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError:
        assert not interprets(version)
    else:
        assert hasattr(module, "interpret") is interprets(version)


LARGE = '{"ok":%s,"data":%s,"error":%s,"warnings":[],"meta":{"duration_ms":1}}'
RETRY = '{"code":"X_Y","message":"m","retryable":true,"retry_after":%s}'


@pytest.mark.parametrize("number", ["1" + "0" * 400, "9" * 5000, "1e400"])
def test_numbers_of_any_size_are_read_and_never_raise(number: str, package: Package, built: Built) -> None:
    good = LARGE % ("true", f'{{"id":{number}}}', "null")
    late = LARGE % ("false", "null", RETRY % number)
    assert told(good, 0)["action"]["kind"] == "act"
    assert told(late, 11)["action"]["kind"] in ("wait", "escalate")
    answers = [told(good, 0), *told_in_typescript(built, [(good, 0, {}, {})])]
    for answer in answers:
        del answer["action"]["response"]["data"]  # no JSON says what both languages hold there: infinity
    assert answers[0] == answers[1]


def test_a_model_and_bytes_are_read_as_what_they_stand_for(package: Package) -> None:
    v1 = importlib.import_module("accordant_contracts.response_envelope.v1")
    text = json.dumps(failed(retryable=True, retry_after=2))
    for given in (v1.Envelope.model_validate_json(text), text.encode(), bytearray(text.encode())):
        assert told(given, 11) == told(text, 11)
    entry = v1.ExitCodeEntry(description="Not there yet", retryable=True, side_effects="none")
    plain = {"description": "Not there yet", "retryable": True, "side_effects": "none"}
    assert told(failed(), 80, declared={"80": entry}) == told(failed(), 80, declared={"80": plain})
    assert told(failed(), None, declared={"None": plain}) == told(failed(), None)
