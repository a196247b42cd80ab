"""`interpret` is given to a contract by data alone: kinds, details and rules of its own, in both languages."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from accordant.cli import main
from accordant.contract import Registry
from accordant.errors import InputError
from accordant.gen import generate_registry
from accordant.registry.load import load
from tests.conftest import PROJECT, cannot_run

HERE = Path(__file__).parent

CONTRACT = """
title = "A queue of jobs"

[versions.v1]
status = "draft"
default-schema = "job"

[[versions.v1.derived]]
field = "/done"
from = "exit-code"

[versions.v1.interpretation]
success = "take"
failure = "give-up"
counted-by = "/fault"
kinds = [
  { name = "take", outcome = "success", says = "take the result." },
  { name = "poll", outcome = "success", carries = ["after", "ticket"], repeats = true, says = "ask again." },
  { name = "resubmit", outcome = "failure", repeats = true, carries = ["urgent"], says = "hand the job in again." },
  { name = "move", outcome = "failure", repeats = true, carries = ["queue"], says = "hand it to `queue`." },
  { name = "give-up", outcome = "failure", says = "tell a person." },
]
details = [
  { name = "after", type = "number", says = "Seconds to the next question." },
  { name = "ticket", type = "string" },
  { name = "urgent", type = "boolean" },
  { name = "queue", type = "string" },
  { name = "job-notes", type = "strings", says = "For the log." },
  { name = "class", type = "string", from = "/class" },
]

[[versions.v1.consumer-rules]]
id = "ended-well"
then = "take the job for done"
match = [{ at = "exit-code", is = 0 }]
effects = [{ set = "outcome", value = "success" }]

[[versions.v1.consumer-rules]]
id = "pending"
then = "ask again, more seldom each time"
match = [{ at = "/state", is = "pending" }]
effects = [
  { set = "outcome", value = "success" },
  { decide = "poll", after = 1, ticket-from = "/ticket" },
  { back-off = "after", first = 2, most = 10 },
]

[[versions.v1.consumer-rules]]
id = "unknown-class"
then = "read a job without a class as a plain one"
match = [{ at = "/class", absent = true }]
effects = [{ set = "/class", value = "plain" }, { remove = "/secret" }]

[[versions.v1.consumer-rules]]
id = "notes"
then = "log every note, and plan for those that speak of a limit"
match = [{ at = "/notes", not-empty = true }]
effects = [
  { tell = "job-notes", from = "/notes/*" },
  { memorize = "planned", from = "/notes/*", containing = ["limit"] },
]

[[versions.v1.consumer-rules]]
id = "moved"
then = "hand the job to the other queue from now on"
match = [{ at = "/queue", type = "string" }, { at = "outcome", is = "failure" }]
effects = [
  { decide = "move", queue-from = "/queue" },
  { memorize = "redirects", from = "action/queue" },
]

[[versions.v1.consumer-rules]]
id = "again"
then = "hand it in again, twice at most"
match = [{ at = "/fault", present = true }]
effects = [
  { when = [{ at = "tries", max = 1 }], decide = "resubmit" },
  { when = [{ at = "action", is = "resubmit" }, { at = "/secret", present = true }], tell = "urgent", value = true },
]
"""
SCHEMA = {
    "$id": "urn:jobs:job:v1",
    "type": "object",
    "properties": {
        "done": {"type": "boolean"},
        "state": {"type": "string"},
        "ticket": {"type": "string"},
        "class": {"type": "string"},
        "secret": {"type": "string"},
        "notes": {"type": "array", "items": {"type": "string"}},
        "queue": {"type": "string"},
        "fault": {"type": "string"},
    },
}

CASES: list[tuple[Any, int | None, dict[str, Any], str, dict[str, Any], dict[str, Any]]] = [
    # document, exit code, memory, call, action, memory after
    ({"class": "a"}, 0, {}, "", {"kind": "take", "class_": "a"}, {}),
    ({"done": True}, None, {}, "", {"kind": "take", "class_": "plain", "rules": ["unknown-class"]}, {}),
    (
        {"state": "pending", "ticket": "t1", "class": "a", "fault": "busy"}, 75, {"tries": {"busy": 2}}, "",
        {"kind": "poll", "after": 8, "ticket": "t1", "outcome": "success"}, {"tries": {"busy": 1}},
    ),
    ({"state": "pending", "ticket": 4}, 75, {}, "", {"kind": "poll", "after": 2}, {"tries": {"exit-code 75": 1}}),
    (
        {"notes": ["near the Limit", 3, "b"]}, 0, {}, "",
        {"kind": "take", "job_notes": ["near the Limit", "b"]}, {"planned": ["near the Limit"]},
    ),
    (
        {"queue": "q2", "fault": "full"}, 1, {"tries": {"full": 5}}, "submit q1",
        {"kind": "move", "queue": "q2"}, {"tries": {"full": 6}, "redirects": {"submit q1": "q2"}},
    ),
    ({"fault": "x", "class": "a", "secret": "s"}, 1, {}, "", {"kind": "resubmit", "urgent": True}, {"tries": {"x": 1}}),
    ({"fault": "x", "secret": "s"}, 1, {}, "", {"kind": "resubmit"}, {"tries": {"x": 1}}),
    ({"fault": "x"}, 1, {"tries": {"x": 2}}, "", {"kind": "give-up"}, {"tries": {"x": 2}}),
    ({"done": True, "class": "a"}, 137, {}, "", {"kind": "give-up", "outcome": "failure"}, {}),
    ({"done": True, "class": "a"}, 0, {}, "", {"kind": "take", "outcome": "success"}, {}),
    ({"done": False, "class": "a", "queue": "q"}, None, {}, "", {"kind": "move", "queue": "q"},
     {"tries": {"exit-code unknown": 1}}),
    ("no JSON", 1, {}, "", {"kind": "give-up", "outcome": "failure"}, {}),
]  # fmt: skip


def registry_in(folder: Path, contract: str = CONTRACT) -> Path:
    version = folder / "registry/jobs/v1"
    version.mkdir(parents=True)
    config = 'name = "jobs"\n[targets.python]\nout = "out"\npackage = "jobs_made"\n'
    (folder / "registry/registry.toml").write_text(config)
    (version.parent / "contract.toml").write_text(contract)
    (version / "job.schema.json").write_text(json.dumps(SCHEMA))
    return folder / "registry"


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Registry:
    return load(registry_in(tmp_path_factory.mktemp("jobs")))


def written(registry: Registry, target: str, folder: Path) -> Path:
    for name, text in generate_registry(registry, target).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def module(registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = written(registry, "python", tmp_path_factory.mktemp("jobs_python"))
    sys.path.insert(0, str(folder))
    yield importlib.import_module("jobs_made.jobs.v1_behaviour")
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def answers(registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What TypeScript answers to each case."""
    compiler, node = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc", shutil.which("node")
    if not compiler.exists() or node is None:
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    folder = written(registry, "ts", tmp_path_factory.mktemp("jobs_ts"))
    compiled = subprocess.run([compiler, "-p", folder], capture_output=True, text=True, check=False, timeout=300).stdout
    assert compiled == ""
    empty: dict[str, Any] = {"tries": {}, "redirects": {}, "planned": []}
    asked = [
        {
            "module": str(folder / "dist/jobs/v1-behaviour.js"),
            "name": "interpret",
            "args": [{"value": document}, code if code is None else {"value": code}, {"value": {**empty, **memory}},
                     {"value": {"call": call}}],
        }
        for document, code, memory, call, _, _ in CASES
    ]  # fmt: skip
    done = subprocess.run(
        [node, HERE / "call.mjs"], input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=120
    )
    return [answer["value"] for answer in json.loads(done.stdout)]


def plain(value: Any) -> Any:
    """Data as JSON, without members that say nothing."""
    facts = {key: item for key, item in value.items() if item not in ("", [], (), {}, None, False)}
    return json.loads(json.dumps(facts))


@pytest.mark.parametrize("number", range(len(CASES)))
def test_its_rules_decide_in_python(number: int, module: ModuleType) -> None:
    document, code, memory, call, action, after = CASES[number]
    answer = module.interpret(document, code, module.Memory(**memory), call=call)
    taken = plain(asdict(answer.action))
    assert {key: taken.get(key) for key in action} == action
    assert plain(asdict(answer.memory)) == after


@pytest.mark.parametrize("number", range(len(CASES)))
def test_its_rules_decide_alike_in_typescript(number: int, module: ModuleType, answers: list[Any]) -> None:
    document, code, memory, call, _, after = CASES[number]
    here = plain(asdict(module.interpret(document, code, module.Memory(**memory), call=call).action))
    names = {"exit_code": "exitCode", "job_notes": "jobNotes", "class_": "class"}
    assert plain(answers[number]["action"]) == {names.get(key, key): value for key, value in here.items()}
    assert plain(answers[number]["memory"]) == after


def test_a_kind_always_has_what_it_carries(answers: list[Any]) -> None:
    polls = [answer["action"] for answer in answers if answer["action"]["kind"] == "poll"]
    assert [poll["ticket"] for poll in polls] == ["t1", ""]


def test_the_package_says_how_its_own_kinds_are_read(registry: Registry) -> None:
    readme = generate_registry(registry, "python")["README.md"]
    assert '    case "resubmit": ...\n' in readme
    assert '"redirect"' not in readme


def test_the_kinds_are_a_type_of_its_own(module: ModuleType) -> None:
    assert get_args(module.ActionKind) == ("take", "poll", "resubmit", "move", "give-up")
    assert "response-envelope" not in Path(str(module.__file__)).read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('decide = "resubmit"', 'decide = "resumbit"', "says decide with a word that the version does not list"),
        ("first = 2, most", "most", "lacks first"),
        ('tell = "urgent"', 'shout = "urgent"', "has an effect that readers do not know"),
        ('success = "take"', 'success = "give-up"', "is not a kind of action for a success"),
        ('carries = ["urgent"]', 'carries = ["urgency"]', "carries a detail that the version does not list"),
    ],
)
def test_what_readers_could_not_do_is_not_generated(old: str, new: str, says: str, tmp_path: Path) -> None:
    assert CONTRACT.count(old) == 1
    broken = load(registry_in(tmp_path, CONTRACT.replace(old, new)))
    for target in ("python", "ts"):
        with pytest.raises(InputError, match=says):
            generate_registry(broken, target)


def test_lint_has_nothing_against_its_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lint", "--registry", str(registry_in(tmp_path))])
    output = capsys.readouterr().out
    assert "consumer-rules" not in output
    assert "interpretation" not in output
