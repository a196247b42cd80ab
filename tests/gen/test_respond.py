"""`respond` makes responses that keep the contract; `check_response` says what breaks it, in both languages."""

from __future__ import annotations

import importlib
import json
import pickle
import re
import time
from collections import UserDict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from pydantic import BaseModel, Field, ValidationError

from accordant.conform.exit_codes import judge_agreement
from accordant.contract import Version
from accordant.contract.behaviour import checks
from accordant.findings import Place
from accordant.gen.python.runtime import plain
from accordant.schema import pointers
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

from .conftest import VERSIONS, Built, Package, examples, label
from .test_interpret import ENTRY, MODULE, OK, VERSION, failed

RESPONDING = [
    version for version in VERSIONS if any(field["from"] == "exit-code" for field in version.behaviour.derived)
]
EACH = pytest.mark.parametrize("version", RESPONDING, ids=label)


def module_of(version: Version) -> Any:
    return importlib.import_module(f"accordant_contracts.{version.contract.replace('-', '_')}.{version.name}_behaviour")


def entry_of(version: Version) -> str:
    return f"{version.contract}/{version.name}-behaviour"


def said_code(version: Version, document: Any) -> list[int]:
    """Exit codes that agree with what a document says about the outcome: its scenario's, or all that could be."""
    flag = next((document[name] for name in ("ok", "success") if name in document), None)
    exit_codes = version.state.code_lists["exit-codes"]
    codes = [entry.id for entry in exit_codes.entries if isinstance(entry.id, int)]
    if "exit_code" in document:
        return [document["exit_code"]]
    return [code for code in codes if flag is None or (code == 0) is flag]


def of_default(version: Version, *, valid: bool) -> Iterator[tuple[str, Any]]:
    for example, schema, document in examples(version, valid=valid):
        if schema == version.default_schema:
            yield example.name, document


@EACH
def test_a_valid_example_has_no_problem_with_some_exit_code(version: Version, package: Package) -> None:
    check = module_of(version).check_response
    for name, document in of_default(version, valid=True):
        if name.startswith(("contradiction", "redirect-elsewhere")):
            continue
        assert any(check(document, code) == [] for code in said_code(version, document)), name


@EACH
def test_an_exit_code_that_disagrees_is_a_problem(version: Version, package: Package) -> None:
    check = module_of(version).check_response
    for name, document in of_default(version, valid=True):
        good = [code for code in said_code(version, document) if check(document, code) == []]
        for code in good:
            wrong = 1 if code == 0 else 0
            assert check(document, wrong) != [], (name, wrong)


@EACH
def test_an_invalid_example_has_a_problem_of_its_schema_with_every_exit_code(
    version: Version, package: Package
) -> None:
    check = module_of(version).check_response
    for name, document in of_default(version, valid=False):
        for code in (0, 1, 3):
            problems = check(document, code)
            assert any(".schema.json" in problem.rule for problem in problems), name


BROKEN: dict[str, list[tuple[dict[str, Any], int, str]]] = {
    "ok-agrees-with-exit-code": [(OK, 3, "/ok"), (failed(), 0, "/ok")],
    "error-on-non-zero-exit": [(OK, 5, "/error"), (failed(), 0, "/error")],
    "retryable-agrees-with-exit-code": [
        (failed(retryable=True), 5, "/error/retryable"),
        (failed(retryable=False), 11, "/error/retryable"),
        (failed("TOKEN_EXPIRED", retryable=False), 8, "/error/retryable"),
        (failed("TOKEN_INVALID", retryable=True), 8, "/error/retryable"),
        (failed("TOKEN_MISSING", retryable=True), 8, "/error/retryable"),
    ],
    "phase-agrees-with-exit-code": [
        (failed(phase="validation"), 2, "/error/phase"),
        (failed(phase="validation"), 10, "/error/phase"),
    ],
    "phase-of-the-row": [(failed(phase="execution"), 3, "/error/phase")],
    "redirect-agrees-with-exit-code": [
        (failed(redirect={"command": "a", "permanent": True}), 5, "/error/redirect"),
        (failed(), 13, "/error/redirect/command"),
    ],
    "code-agrees-with-exit-code": [(failed("TOKEN_MISSING"), 7, "/error/code")],
}

KEPT: list[tuple[dict[str, Any], int]] = [
    (OK, 0),
    (failed(retryable=True), 11),
    (failed(retryable=True), 10),
    (failed(phase="validation"), 3),
    (failed(phase="cleanup"), 2),
    (failed(redirect={"command": "a", "permanent": True}), 13),
    (failed("TOKEN_MISSING"), 8),
    (failed("TOKEN_MISSING", retryable=False), 8),
    (failed("TOKEN_INVALID", retryable=False), 8),
    (failed("TOKEN_EXPIRED", retryable=True), 8),
    (failed(retryable=True), 99),
]


def test_every_rule_with_the_exit_code_has_cases() -> None:
    assert set(BROKEN) == {check.id for check in checks(VERSION)}


@pytest.mark.parametrize("rule", sorted(BROKEN))
def test_a_broken_rule_is_a_problem_at_its_place(rule: str, package: Package) -> None:
    check = importlib.import_module(MODULE).check_response
    says = {rule["id"]: rule["says"] for rule in VERSION.behaviour.rules}
    for document, code, pointer in BROKEN[rule]:
        problems = [problem for problem in check(document, code) if problem.rule == rule]
        assert [(problem.pointer, problem.message) for problem in problems][:1] == [(pointer, says[rule])]


@pytest.mark.parametrize(("document", "code"), KEPT)
def test_a_kept_rule_is_no_problem(document: dict[str, Any], code: int, package: Package) -> None:
    assert importlib.import_module(MODULE).check_response(document, code) == []


MIRRORED = [
    (failed(retryable=said), code, declared)
    for declared in (True, False)
    for said in (True, False)
    for code in (2, 5, 11, 90)
] + [
    (failed("TOKEN_EXPIRED", retryable=False), 8, True),
    (failed("TOKEN_INVALID", retryable=True), 8, False),
    (failed("TOKEN_INVALID", retryable=True), 8, True),
]


def entry(retryable: bool) -> dict[str, Any]:
    return {"description": "As the command has it", "retryable": retryable, "side_effects": "none"}


def test_retryable_mirrors_what_the_command_declares(package: Package, built: Built) -> None:
    check = importlib.import_module(MODULE).check_response
    asked = [(document, code, {str(code): entry(declared)}) for document, code, declared in MIRRORED]
    answers = built.call(entry_of(VERSION), "checkResponse", *asked)
    for (document, code, entries), answer in zip(asked, answers, strict=True):
        mirrors = document["error"]["retryable"] is entries[str(code)]["retryable"]
        expected = [] if mirrors else ["retryable-agrees-with-exit-code"]
        assert [problem.rule for problem in check(document, code, declared=entries)] == expected
        assert [problem["rule"] for problem in answer["value"]] == expected


@pytest.mark.parametrize("declared", [True, False])
def test_a_code_that_forbids_a_retry_says_so_whatever_is_declared(declared: bool, package: Package) -> None:
    check = importlib.import_module(MODULE).check_response
    document = failed("TOKEN_INVALID", retryable=False)
    assert check(document, 8, declared={"8": entry(declared)}) == []


def test_a_code_with_an_exit_code_of_its_own_comes_with_that_one(package: Package, built: Built) -> None:
    check = importlib.import_module(MODULE).check_response
    document = failed("RATE_LIMIT_EXCEEDED")
    stray = {"pointer": "/error/code", "rule": "exit-code-differs"}
    stray["message"] = "RATE_LIMIT_EXCEEDED goes with exit code 11; the program ended with exit code 1"
    for exit_code, expected in ((11, []), (1, [stray])):
        found = [problem for problem in check(document, exit_code) if problem.rule == "exit-code-differs"]
        assert [asdict(problem) for problem in found] == expected
        (answer,) = built.call(ENTRY, "checkResponse", (document, exit_code))
        assert [problem for problem in answer["value"] if problem["rule"] == "exit-code-differs"] == expected
        said = judge_agreement(VERSION, ["envelope"], exit_code, document, Place)
        judged = [finding for finding in said if finding.rule == "exit-code-differs"]
        assert [(str(finding.place), finding.message) for finding in judged] == [
            (problem["pointer"], problem["message"]) for problem in expected
        ]


@EACH
def test_both_languages_find_the_same_problems(version: Version, package: Package, built: Built) -> None:
    """The rules of the contract word for word; of the schema whether there is one."""
    asked: list[tuple[Any, int]] = [("not JSON", 0), ("[]", 1), ({}, 0), (5, 0)]
    for valid in (True, False):
        asked += [(document, code) for _, document in of_default(version, valid=valid) for code in (0, 1, 2, 3, 8, 13)]
    if version is VERSION:
        asked += [(document, code) for cases in BROKEN.values() for document, code, _ in cases]
    check = module_of(version).check_response
    answers = built.call(entry_of(version), "checkResponse", *asked)
    for (document, code), answer in zip(asked, answers, strict=True):
        here = [(problem.pointer, problem.message, problem.rule) for problem in check(document, code)]
        there = [(problem["pointer"], problem["message"], problem["rule"]) for problem in answer["value"]]
        assert [problem for problem in here if ".schema.json" not in problem[2]] == [
            problem for problem in there if ".schema.json" not in problem[2]
        ]
        assert any(".schema.json" in problem[2] for problem in here) is any(
            ".schema.json" in problem[2] for problem in there
        ), document


def test_labels_of_unions_are_no_part_of_a_pointer(package: Package) -> None:
    check = importlib.import_module("accordant_contracts.accordant.v1_behaviour").check_response
    for problem in check('{"command": {}, "findings": [{"evidence": {}}]}', 0):
        assert not re.search(r"[\[('<]", problem.pointer), problem
        assert "select()" not in problem.message


@EACH
def test_problems_of_the_schema_stand_where_the_document_is_wrong(version: Version, package: Package) -> None:
    module = module_of(version)
    state = version.state
    judge = validator_of(Resources(state.resources).root(state.schemas[version.default_schema].uri))
    for _, document in of_default(version, valid=False):
        assert not judge.is_valid(document)
        for problem in module.check_response(document, 0):
            assert pointers.has(document, pointers.parent(problem.pointer)), problem


def respond(**given: Any) -> Any:
    module = importlib.import_module(MODULE)
    return module.respond(timer=module.Timer(), **given)


def test_a_response_derives_ok_and_measures_its_time(package: Package) -> None:
    module = importlib.import_module(MODULE)
    timer = module.Timer()
    time.sleep(0.03)
    made = module.respond(exit_code=0, timer=timer, data={"id": 1}, meta={"request_id": "r"})
    assert made.ok is True
    assert 30 <= made.meta.duration_ms < 5000
    document = json.loads(made.model_dump_json())
    assert document == {
        "ok": True, "data": {"id": 1}, "error": None, "warnings": [],
        "meta": {"request_id": "r", "duration_ms": made.meta.duration_ms},
    }  # fmt: skip
    assert module.check_response(document, 0) == []


def test_a_failure_needs_its_error_and_carries_it(package: Package) -> None:
    module = importlib.import_module(MODULE)
    v1 = importlib.import_module("accordant_contracts.response_envelope.v1")
    error = v1.ErrorDetail(code="NO_SUCH_JOB", message="There is no job 7.")
    made = respond(exit_code=5, error=error, warnings=["slow"])
    assert (made.ok, made.data, made.error.code, made.warnings) == (False, None, "NO_SUCH_JOB", ["slow"])
    with pytest.raises(module.Refused) as caught:
        respond(exit_code=5)
    assert "error-on-non-zero-exit" in {problem.rule for problem in caught.value.problems}
    assert "/error: " in str(caught.value)


OWN: dict[str, dict[str, Any]] = {"90": {"retryable": True, "side_effects": "none", "description": "Too early."}}
"""What a command declares about an exit code of its own."""


def test_an_exit_code_is_listed_or_declared(package: Package) -> None:
    module = importlib.import_module(MODULE)
    error = {"code": "NO_SUCH_JOB", "message": "There is no job 7.", "retryable": True}
    assert respond(exit_code=90, error=error, declared=OWN).error.code == "NO_SUCH_JOB"
    for declared in (None, OWN):
        with pytest.raises(module.Refused, match="the exit code 91 is not one that the contract lists") as caught:
            respond(exit_code=91, error=error, declared=declared)
        assert caught.value.problems == [module.Problem("", str(caught.value).partition(": ")[2][:-12], "exit-code")]
    assert module.check_response(failed(retryable=True), 91) == []


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"exit_code": 0}, "/meta/not_modified"),
        ({"exit_code": 0, "data": "text"}, "/data"),
        ({"exit_code": 0, "data": {}, "meta": {"duration_ms": 5}}, "/meta/duration_ms"),
        ({"exit_code": 0, "data": {}, "error": {"code": "A_B", "message": ""}}, "/error"),
        ({"exit_code": 5, "error": {"code": "lower", "message": ""}}, "/error/code"),
        ({"exit_code": 2, "error": {"code": "A_B", "message": "", "phase": "validation"}}, "/error/phase"),
    ],
)
def test_a_response_that_breaks_the_contract_is_refused(given: dict[str, Any], pointer: str, package: Package) -> None:
    with pytest.raises(importlib.import_module(MODULE).Refused) as caught:
        respond(**given)
    assert pointer in {problem.pointer for problem in caught.value.problems}


class Deploy(BaseModel):
    id: int
    tries: int = 1
    at: datetime = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.filterwarnings("error")
def test_data_of_the_callers_own_type_stays_the_object_that_was_given(package: Package) -> None:
    deploy = Deploy(id=7)
    for data, written in (
        (deploy, {"id": 7, "tries": 1, "at": "2026-01-02T00:00:00Z"}),
        ([deploy], [{"id": 7, "tries": 1, "at": "2026-01-02T00:00:00Z"}]),
        ({"id": 7}, {"id": 7}),
    ):
        made = respond(exit_code=0, data=data)
        assert made.data is data
        assert json.loads(made.model_dump_json())["data"] == written
        assert isinstance(made, importlib.import_module("accordant_contracts.response_envelope.v1").Envelope)


class Row(BaseModel):
    a: int = 5


def test_values_that_are_defaults_are_written(package: Package) -> None:
    for data, written in (({"row": Row()}, {"row": {"a": 5}}), ([Row(), Row(a=6)], [{"a": 5}, {"a": 6}])):
        assert json.loads(respond(exit_code=0, data=data).model_dump_json())["data"] == written


class Spelt(BaseModel):
    up_since: str = Field(alias="upSince")


@dataclass
class Plain:
    at: str


@pytest.mark.parametrize(
    "data",
    [Spelt(upSince="x"), [Spelt(upSince="x")], Plain("x"), {"a": UserDict({"b": (1, 2)})}, {"row": Row()}],
    ids=["alias", "list", "dataclass", "mapping", "nested"],
)
def test_what_is_written_is_what_was_checked_and_travels_between_processes(data: Any, package: Package) -> None:
    module = importlib.import_module(MODULE)
    made = respond(exit_code=0, data=data)
    text = made.model_dump_json()
    assert module.check_response(text, 0) == []
    assert module.check_response(made, 0) == []
    assert json.loads(text)["data"] == json.loads(json.dumps(plain(data)))
    assert pickle.loads(pickle.dumps(made)) == made


LOOP: dict[str, Any] = {}
LOOP["again"] = LOOP


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"exit_code": 0, "data": {"x": float("nan")}}, "/data/x"),
        ({"exit_code": 0, "data": {"x": date(2026, 1, 2)}}, "/data/x"),
        ({"exit_code": 0, "data": LOOP}, ""),
        ({"exit_code": 0, "data": {1: 2, "1": 3}}, "/data"),
        ({"exit_code": 0, "data": {"x": [{None: 1}]}}, "/data/x/0"),
        ({"exit_code": 0, "data": {}, "warnings": "disk full"}, "/warnings"),
        ({"exit_code": 0, "data": {}, "meta": None}, "/meta"),
        ({"exit_code": 0, "data": {}, "meta": []}, "/meta"),
        ({"exit_code": 256, "error": {"code": "A_B", "message": ""}}, ""),
        ({"exit_code": "5", "error": {"code": "A_B", "message": ""}}, ""),
        ({"exit_code": None, "error": {"code": "A_B", "message": ""}}, ""),
        ({"exit_code": True, "error": {"code": "A_B", "message": ""}}, ""),
    ],
)
def test_what_no_response_can_be_made_of_is_refused_too(given: dict[str, Any], pointer: str, package: Package) -> None:
    with pytest.raises(importlib.import_module(MODULE).Refused) as caught:
        respond(**given)
    assert pointer in {problem.pointer for problem in caught.value.problems}
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_response_that_was_made_can_be_checked(package: Package) -> None:
    module = importlib.import_module(MODULE)
    made = respond(exit_code=0, data={})
    assert module.check_response(made, 0) == []
    assert next(problem.rule for problem in module.check_response(made, 300)) == "exit-code"


def test_the_typescript_factory_refuses_what_json_cannot_say(built: Built) -> None:
    script = built.folder / "src/response-envelope/impossible.ts"
    script.write_text(
        """
        import { Timer, checkResponse, respond, type Given } from "./v1-behaviour.js";
        import { isEnvelope } from "./v1.js";
        const loop: Record<string, unknown> = {};
        loop["again"] = loop;
        let deep: unknown = 1;
        for (let level = 0; level < 150; level += 1) deep = [deep];
        const holes: string[] = [];
        holes.length = 2;
        const givens: Given<unknown>[] = [
          { data: { x: NaN } }, { data: { x: 1n } }, { data: loop }, { data: new Date(0) },
          { data: {}, warnings: holes }, { data: {}, ok: false } as Given<unknown>,
          { data: { x: new Map() } }, { data: { x: () => 1 } }, { data: [{ x: new Uint8Array(2) }] },
          { data: { x: "\\ud800" } }, { data: { "\\udc00": 1 } }, { data: deep },
        ];
        export const count = (): number => givens.length;
        export function made(index: number): unknown {
          const given = givens[index];
          return given && respond(given, { exitCode: 0, timer: new Timer() });
        }
        export function verdicts(): unknown {
          const given = { ok: true, data: {}, error: null, warnings: holes, meta: { duration_ms: 1 } };
          const mine = { id: 1 };
          const error = { code: "A_B", message: "", detail: undefined };
          const failed = respond({ error } as unknown as Given, { exitCode: 1, timer: new Timer() });
          const made = respond({ data: mine }, { exitCode: 0, timer: new Timer() });
          mine.id = 2;
          return [made.data, "detail" in (failed.error ?? {}), checkResponse(failed, 1),
                  checkResponse({ ...given, warnings: [], data: { "a/b": [new Date(0)] } }, 0),
                  checkResponse('{"ok":true,"data":{"a":1e400},"error":null,"warnings":[],"meta":{"duration_ms":1}}',
                                0),
                  checkResponse(new Uint8Array([0x7b, 0xff]), 0).length,
                  isEnvelope(given), isEnvelope({ ...given, warnings: [], data: new Map() }),
                  checkResponse({ ...given, warnings: [] }, 300).map((problem) => problem.rule),
                  Object.keys(respond({ data: {} }, { exitCode: 0, timer: new Timer() }))];
        }
        """,
        "utf-8",
    )
    assert built.compile() == ""
    (count,) = built.call("response-envelope/impossible", "count", ())
    answers = built.call("response-envelope/impossible", "made", *[(index,) for index in range(count["value"])])
    assert [answer.get("thrown") for answer in answers] == ["Refused"] * count["value"]
    (verdicts,) = built.call("response-envelope/impossible", "verdicts", ())
    assert verdicts["value"][:6] == [
        {"id": 1}, False, [], [{"pointer": "/data/a~1b/0", "message": "is not a JSON value", "rule": "json"}],
        [{"pointer": "/data/a", "message": "is a number out of the range of a double", "rule": "json"}], 1,
    ]  # fmt: skip
    assert verdicts["value"][6:] == [
        False, False, ["exit-code", "ok-agrees-with-exit-code", "error-on-non-zero-exit"],
        ["ok", "data", "error", "warnings", "meta"],
    ]  # fmt: skip


RUN: dict[str, Any] = {"run_id": "123e4567-e89b-42d3-a456-426614174000", "root": "/r", "command": "check"}
ISSUE = {"code": "C", "message": "m", "path": "a.md"}
GROUP = {"path": "b.md", "violations": [{"code": "C", "message": "m"}, {"code": "D", "message": "n"}]}
COUNTED: list[tuple[dict[str, Any], dict[str, int]]] = [
    ({}, {"warnings_count": 0, "files_with_warnings": 0, "violations_count": 0, "checked_paths_count": 0}),
    (
        {"violations": [ISSUE, GROUP], "warnings": [ISSUE, {**ISSUE, "code": "D"}, {**ISSUE, "path": "z.md"}],
         "checked_paths": ["a.md", "b.md"]},
        {"warnings_count": 3, "files_with_warnings": 2, "violations_count": 3, "checked_paths_count": 2},
    ),
]  # fmt: skip


def checked(given: dict[str, Any]) -> dict[str, Any]:
    rest = ("files_passed", "files_failed", "missing_paths_count", "schema_failures_count")
    counters = dict.fromkeys([*rest, "files_outside_docs_root_count"], 0)
    return {**RUN, "files_checked": 0, **counters, "checked_paths": [], **given}


@pytest.mark.parametrize(("given", "counters"), COUNTED)
def test_counters_are_counted_by_the_factory(
    given: dict[str, Any], counters: dict[str, int], package: Package, built: Built
) -> None:
    meminit = importlib.import_module("accordant_contracts.meminit.v2_behaviour")
    code = 1 if given else 0
    made = json.loads(meminit.respond(exit_code=code, **checked(given)).model_dump_json())
    assert {name: made[name] for name in counters} == counters
    (answer,) = built.call("meminit/v2-behaviour", "respond", (checked(given), {"exitCode": code}))
    assert answer["value"] == made
    for name, count in counters.items():
        if name != "checked_paths_count":
            with pytest.raises(TypeError, match=name):
                meminit.respond(exit_code=code, **checked(given), **{name: count})
        problems = meminit.check_response({**made, name: count + 1}, code)
        assert (f"/{name}", f"derived/{name}") in [(problem.pointer, problem.rule) for problem in problems]


def test_a_counter_is_left_out_where_its_list_or_the_counters_beside_it_are(package: Package) -> None:
    meminit = importlib.import_module("accordant_contracts.meminit.v2_behaviour")
    made = json.loads(meminit.respond(exit_code=0, **{**RUN, "command": "scan"}).model_dump_json())
    assert not {"warnings_count", "files_with_warnings", "violations_count", "checked_paths_count"} & set(made)
    without = {name: value for name, value in checked({}).items() if name != "checked_paths"}
    with pytest.raises(meminit.Refused, match="checked_paths_count"):
        meminit.respond(exit_code=0, **without)


def test_a_count_may_be_given_where_the_list_that_it_counts_may_be_left_out(package: Package, built: Built) -> None:
    meminit = importlib.import_module("accordant_contracts.meminit.v2_behaviour")
    without = {name: value for name, value in checked({}).items() if name != "checked_paths"}
    made = json.loads(meminit.respond(exit_code=0, **without, checked_paths_count=4).model_dump_json())
    assert (made["checked_paths_count"], "checked_paths" in made) == (4, False)
    (answer,) = built.call("meminit/v2-behaviour", "respond", ({**without, "checked_paths_count": 4}, {"exitCode": 0}))
    assert answer["value"] == made
    with pytest.raises(meminit.Refused, match="checked_paths_count"):
        meminit.respond(exit_code=0, **checked({}), checked_paths_count=4)


def test_the_time_of_the_run_is_written_where_the_caller_wants_it(package: Package, built: Built) -> None:
    meminit = importlib.import_module("accordant_contracts.meminit.v2_behaviour")
    scan = {**RUN, "command": "scan"}
    assert "timestamp" not in json.loads(meminit.respond(exit_code=0, **scan).model_dump_json())
    made = json.loads(meminit.respond(exit_code=0, timestamp=True, **scan).model_dump_json())
    (answer,) = built.call("meminit/v2-behaviour", "respond", ({**scan, "timestamp": True}, {"exitCode": 0}))
    for text in (made["timestamp"], answer["value"]["timestamp"]):
        assert abs(datetime.fromisoformat(text) - datetime.now(UTC)) < timedelta(minutes=5)


def test_what_is_derived_cannot_be_given_or_changed(package: Package) -> None:
    with pytest.raises(TypeError, match="ok"):
        respond(exit_code=0, data={}, ok=True)
    made = respond(exit_code=0, data={})
    for record, name in ((made, "ok"), (made.meta, "duration_ms")):
        with pytest.raises(ValidationError, match="frozen"):
            setattr(record, name, 1)
    made.warnings = ["later"]
    assert made.warnings == ["later"]


def test_what_follows_from_the_exit_code_is_no_argument_of_a_constructor(package: Package) -> None:
    v1 = importlib.import_module("accordant_contracts.response_envelope.v1")
    v2 = importlib.import_module("accordant_contracts.response_envelope.v2")
    rest: dict[str, Any] = {"data": {}, "error": None, "warnings": [], "meta": {"duration_ms": 1}}
    with pytest.raises(TypeError, match="ok of Envelope follows from the exit code"):
        v1.Envelope(ok=True, **rest)
    with pytest.raises(TypeError, match="exit_code of ResponseMeta"):
        v2.ResponseMeta(exit_code=0, duration_ms=1)
    with pytest.raises(ValidationError, match="ok"):
        v1.Envelope(**rest)
    assert v1.Envelope.model_validate({"ok": True, **rest}).ok


@pytest.mark.parametrize("name", ["response_envelope.v1", "response_envelope.v2"])
def test_ok_stays_right_after_error_is_assigned(name: str, package: Package) -> None:
    module = importlib.import_module(f"accordant_contracts.{name}_behaviour")
    types = importlib.import_module(f"accordant_contracts.{name}")
    error = types.ErrorDetail(code="NO_SUCH_JOB", message="There is no job 7.")
    made = module.respond(exit_code=0, timer=module.Timer(), data={"id": 1})
    with pytest.raises(module.Refused, match="/error"):
        made.error = error
    assert (made.ok, made.error) == (True, None)
    failed = module.respond(exit_code=5, timer=module.Timer(), error=error)
    with pytest.raises(module.Refused, match="/error"):
        failed.error = None
    failed.error = types.ErrorDetail(code="NO_SUCH_HOST", message="There is no host 7.")
    assert (failed.ok, failed.error.code) == (False, "NO_SUCH_HOST")
    assert module.check_response(failed, 5) == []
    again = pickle.loads(pickle.dumps(failed))
    with pytest.raises(module.Refused):
        again.data = "text"


def test_what_is_changed_inside_a_member_is_refused_when_it_is_written(package: Package) -> None:
    module = importlib.import_module(MODULE)
    made = respond(exit_code=0, data={"id": 1})
    made.warnings.append("later")
    assert json.loads(made.model_dump_json())["warnings"] == ["later"]
    made.warnings.append(7)
    with pytest.raises(module.Refused, match="/warnings/1"):
        made.model_dump_json()
    assert [problem.pointer for problem in module.check_response(made, 0)] == ["/warnings/1"]
    made.warnings.pop()
    assert json.loads(made.model_dump_json(indent=1, exclude={"meta"}))["data"] == {"id": 1}
    again = pickle.loads(pickle.dumps(made))
    again.warnings.append(7)
    with pytest.raises(module.Refused):
        again.model_dump_json()


def test_a_literal_is_no_response_in_typescript(built: Built) -> None:
    script = built.folder / "src/response-envelope/literal.ts"
    script.write_text(
        """
        import { Timer, respond, type Response } from "./v1-behaviour.js";
        const send = (response: Response): string => JSON.stringify(response);
        export function made(): unknown {
          const response: Response = respond({ data: { id: 1 } }, { exitCode: 0, timer: new Timer() });
          // @ts-expect-error  a literal is none
          const literal: Response = { ok: true, data: {}, error: null, warnings: [], meta: { duration_ms: 1 } };
          // @ts-expect-error  its members are read-only
          const set = (): unknown => (response.error = { code: "A_B", message: "" });
          try {
            set();
          } catch (error) {
            return [error instanceof TypeError, response.ok, response.error, send(response) !== send(literal)];
          }
          return [];
        }
        """,
        "utf-8",
    )
    assert built.compile() == ""
    (answer,) = built.call("response-envelope/literal", "made", ())
    assert answer["value"] == [True, True, None, True]
    script.unlink()


def test_a_caller_writes_the_words_of_closed_lists_alone_in_typescript(built: Built) -> None:
    """What later releases add is for readers, who have the same types without it; an open list takes other words."""
    script = built.folder / "src/meminit/words.ts"
    script.write_text(
        """
        import type { Given } from "./v2-behaviour.js";
        import type { Envelope } from "./v2.js";
        import { respond, Timer } from "../response-envelope/v1-behaviour.js";
        export const error: NonNullable<Given["error"]> = { code: "DUPLICATE_ID", message: "" };
        export const read: Partial<NonNullable<Envelope["error"]>> = { code: "OF_A_LATER_RELEASE" };
        // @ts-expect-error  no such code
        export const unlisted: Given["error"] = { code: "OF_A_LATER_RELEASE", message: "" };
        const ended = { exitCode: 3, timer: new Timer() } as const;
        export const named = (): unknown =>
          respond({ error: { code: "ANY_CODE", message: "", phase: "validation" } }, ended);
        export const astray = (): unknown =>
          // @ts-expect-error  no such phase
          respond({ error: { code: "ANY_CODE", message: "", phase: "lunch" } }, ended);
        """,
        "utf-8",
    )
    compiled = built.compile()
    script.unlink()
    assert compiled == ""


def test_what_has_one_possible_value_is_filled(package: Package) -> None:
    agentpack = importlib.import_module("accordant_contracts.agentpack.v1_behaviour")
    v1 = importlib.import_module("accordant_contracts.agentpack.v1")
    error = v1.ErrorItem(code="E_UNEXPECTED", message="It broke.")
    made = agentpack.respond(exit_code=1, command="status", version="0.7.0", errors=[error])
    assert (made.schema_version, made.ok, made.data, made.errors) == (1, False, {}, [error])
    cobre = importlib.import_module("accordant_contracts.cobre.v1_behaviour")
    with pytest.raises(cobre.Refused):
        cobre.respond(exit_code=4, command="run", cobre_version="1.0.0")


def test_the_typescript_factory_makes_and_refuses_alike(package: Package, built: Built) -> None:
    script = built.folder / "src/response-envelope/factory.ts"
    script.write_text(
        """
        import { Refused, Timer, respond } from "./v1-behaviour.js";
        import type { Given } from "./v1-behaviour.js";
        const DECLARED = { 90: { retryable: true, side_effects: "none", description: "Too early." } };
        export function made(given: Given, exitCode: number): unknown {
          const timer = new Timer();
          // @ts-expect-error  an exit code that the contract does not list has to be declared
          if (exitCode > 1000) respond(given, { exitCode: 99, timer });
          if (exitCode > 1000) respond(given, { exitCode: 5, timer });
          if (exitCode > 1000) respond(given, { exitCode: 99, timer, declared: { 99: {} } });
          const response = respond(given, { exitCode, timer, declared: DECLARED });
          // @ts-expect-error  what is derived is read-only
          if (exitCode > 1000) response.ok = true;
          return { ...response, meta: { ...response.meta, duration_ms: 0 } };
        }
        export { Refused };
        """,
        "utf-8",
    )
    assert built.compile() == ""
    error = {"code": "NO_SUCH_JOB", "message": "There is no job 7."}
    given: list[tuple[dict[str, Any], int]] = [
        ({"data": {"id": 1}, "meta": {"request_id": "r"}}, 0), ({"error": error, "warnings": ["slow"]}, 5), ({}, 5),
        ({}, 0), ({"data": {}, "meta": {"duration_ms": 5}}, 0), ({"data": {}, "error": error}, 0),
        ({"error": error}, 99), ({"error": {**error, "retryable": True}}, 90),
    ]  # fmt: skip
    answers = built.call("response-envelope/factory", "made", *given)
    module = importlib.import_module(MODULE)
    for (members, code), answer in zip(given, answers, strict=True):
        try:
            made = json.loads(respond(exit_code=code, declared=OWN, **members).model_dump_json())
        except module.Refused as refused:
            assert answer["thrown"] == "Refused"
            own = [problem.rule for problem in refused.problems if ".schema.json" not in problem.rule]
            assert own == [problem["rule"] for problem in answer["problems"] if ".schema.json" not in problem["rule"]]
        else:
            assert answer["value"] == {**made, "meta": {**made["meta"], "duration_ms": 0}}
    assert [("thrown" in answer) for answer in answers] == [False, False, True, True, True, True, True, False]


def test_what_is_wrong_inside_an_alternative_is_said_in_both_languages(package: Package, built: Built) -> None:
    """A payload that may be null, and an error that may be: the members at fault are named, not the alternative."""
    cobre = importlib.import_module("accordant_contracts.cobre.v1_behaviour")
    with pytest.raises(cobre.Refused) as caught:
        cobre.respond(exit_code=0, command="version", cobre_version="1.0.0", data={"version": 1})
    here = {(problem.pointer, problem.message) for problem in caught.value.problems}
    assert {("/data/git_commit", "is required"), ("/data/version", "must be a string")} <= here
    given = {"command": "version", "cobre_version": "1.0.0", "data": {"version": 1}}
    (answer,) = built.call("cobre/v1-behaviour", "respond", (given, {"exitCode": 0}))
    assert here <= {(problem["pointer"], problem["message"]) for problem in answer["problems"]}
    (answer,) = built.call(ENTRY, "checkResponse", ({**failed(), "error": {"code": "A_B", "message": 5}}, 5))
    assert [(problem["pointer"], problem["message"]) for problem in answer["value"]] == [
        ("/error/message", "must be a string")
    ]
    (answer,) = built.call(ENTRY, "checkResponse", ({**failed(), "error": 5}, 5))
    assert ("/error", "must be null or an object") in [
        (problem["pointer"], problem["message"]) for problem in answer["value"]
    ]
