"""`registry gen conformance` writes a suite to begin with; completed, it proves a program, in pytest and in Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.conform.modes import modes
from accordant.conform.new_suite import SUITE, new_suite
from accordant.conform.suite import read_suite
from accordant.registry.load import load
from accordant.schema import documents
from tests.conftest import PROJECT, Outcome

ENVELOPE = Path(__file__).parent / "programs" / "envelope.py"
SOLVER = ENVELOPE.with_name("solver.py")
Run = Callable[..., Outcome]


@pytest.mark.parametrize(
    "contract", ["accordant", "agent-output", "agentpack", "cobre", "meminit", "response-envelope"]
)
def test_the_suite_of_every_contract_can_be_read(contract: str) -> None:
    registry = load(PROJECT / "registry", only=contract)
    (found,) = registry.contracts
    for version in found.versions:
        text = new_suite(version)[SUITE]
        assert isinstance(text, str)
        parsed = tomllib.loads(text)
        suite = read_suite(documents.parse(text.encode(), SUITE), lambda name: b"")
        assert suite.contract == f"{contract}/{version.name}"
        assert suite.skipped
        assert suite.cases == ()
        assert {mode.flags for mode in modes(version)} <= {flags_of(case) for case in parsed["cases"]}
        right = {str(row["id"]) for row in version.behaviour.scenarios if "examples/valid/" in str(row["document"])}
        tried = {case["name"].removeprefix("scenario ") for case in parsed["cases"] if "scenario" in case["name"]}
        assert tried <= right
        assert len(tried) >= len(right) * 2 // 3, "but for those in which a program errs"


def flags_of(case: dict[str, Any]) -> str:
    command = "" if case["call"] == "a call" else case["call"]
    return str(case["name"]).removeprefix(command).strip()


def test_a_call_without_arguments_is_tried_once_its_case_names_no_call() -> None:
    registry = load(PROJECT / "registry", only="response-envelope")
    text = str(new_suite(registry.contracts[0].versions[0])[SUITE])
    assert 'take the line "call" out of' in text
    before = read_suite(documents.parse(text.encode(), SUITE), lambda name: b"")
    waiting = [why for _, why in before.skipped if "has no arguments yet" in why]
    assert waiting
    assert all("take the line call out of the case" in why for why in waiting)
    lines = [line for line in text.splitlines() if not line.startswith("call = ")]
    after = read_suite(documents.parse("\n".join(lines).encode(), SUITE), lambda name: b"")
    assert () in [case.arguments for case in after.cases]
    assert len(after.cases) == len(waiting)


def test_a_call_that_must_not_write_gets_a_folder_of_its_own(run: Run, project: Path) -> None:
    run("gen", "conformance", "agentpack", "--out", "made", "--registry", "bundled")
    text = (project / "made" / SUITE).read_text("utf-8")
    case = text.partition('name = "deploy --apply --json"\n')[2].partition("[[cases]]")[0]
    assert 'folder = ""' in case


def test_what_is_there_is_left_as_it_is(run: Run, project: Path) -> None:
    words = ("gen", "conformance", "meminit", "--out", "made", "--registry", "bundled")
    assert run(*words).code == 0
    suite = project / "made" / SUITE
    suite.write_text("mine", "utf-8")
    (project / "made/test_conformance.py").unlink()
    outcome = run(*words)
    assert suite.read_text("utf-8") == "mine"
    assert (project / "made/test_conformance.py").exists()
    assert "left as they are: conformance.test.mjs, suite.toml" in outcome.out


def write_calls(suite: Path, calls: dict[str, list[str]]) -> None:
    text = suite.read_text("utf-8")
    for name, words in calls.items():
        assert f"\n{name} = []\n" in text
        text = text.replace(f"\n{name} = []\n", f"\n{name} = {json.dumps(words)}\n")
    suite.write_text(text, "utf-8")


@pytest.mark.slow
def test_with_a_call_for_each_command_every_mode_is_run(run: Run, project: Path) -> None:
    assert run("gen", "conformance", "cobre", "--out", "made", "--registry", "bundled").code == 0
    calls = {command: [command, "case"] for command in ("run", "validate")}
    write_calls(project / "made" / SUITE, {**calls, "finished-run": ["run", "case", "--output-format", "json"]})
    words = ("conform", "--suite", f"made/{SUITE}", "--registry", "bundled", "--format", "json", "--")
    for more, code in (((), 0), (("--fault", "quiet-talks"), 1)):
        outcome = run(*words, sys.executable, str(SOLVER), *more)
        report = json.loads(outcome.out)
        assert outcome.code == code, report["findings"]
        judged = [case["name"].split() for case in report["data"]["cases"]]
        assert [words[0] for words in judged].count("run") == 9
        assert ["scenario", "finished-run"] in judged
        skipped = {case["name"].split()[0] for case in report["data"]["skipped"]}
        assert skipped == {"report", "compare", "version", "scenario"}


def test_a_call_that_does_not_exist_is_named(run: Run, project: Path) -> None:
    (project / SUITE).write_text('contract = "cobre"\n[calls]\nrun = ["run"]\n[[cases]]\nname = "a"\ncall = "rum"\n')
    outcome = run("conform", "--suite", SUITE, "--registry", "bundled", "--", "true")
    assert outcome.code == 2
    assert "suite.toml:6:1 at /cases/0/call: there is no call 'rum'" in outcome.err
    assert "did you mean run?" in outcome.err


@pytest.fixture
def completed(run: Run, project: Path) -> Path:
    """A suite in which every way to end has its call."""
    folder = project / "made"
    run("gen", "conformance", "response-envelope/v1", "--out", str(folder), "--registry", "bundled")
    write_calls(folder / SUITE, {way: [way] for way in ("success", "failure", "truncation", "cache-hit", "redirect")})
    command = project / "bin" / "registry"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m accordant --registry bundled "$@"\n', "utf-8")
    command.chmod(0o755)
    return folder


def surroundings(project: Path, program: str) -> dict[str, str]:
    path = f"{project / 'bin'}{os.pathsep}{os.environ['PATH']}"
    generators = str(PROJECT / "generators")
    return {**os.environ, "PATH": path, "CONFORMANCE_PROGRAM": program, "PYTHONPATH": generators}


def test_a_completed_suite_tries_every_way(completed: Path, run: Run) -> None:
    words = ("conform", "--suite", str(completed / SUITE), "--registry", "bundled")
    outcome = run(*words, "--", sys.executable, str(ENVELOPE))
    assert (outcome.code, outcome.out.splitlines()[-1]) == (0, "7 of 7 cases keep response-envelope/v1")


@pytest.mark.slow
def test_the_module_for_pytest_has_a_test_for_each_case(completed: Path, project: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(completed)]
    done = subprocess.run(
        command, env=surroundings(project, f"{sys.executable} {ENVELOPE}"), capture_output=True, text=True, check=False
    )
    assert "7 passed" in done.stdout, done.stdout + done.stderr
    (completed / SUITE).write_text((completed / SUITE).read_text("utf-8").replace("= 13", "= 12"), "utf-8")
    done = subprocess.run(
        command, env=surroundings(project, f"{sys.executable} {ENVELOPE}"), capture_output=True, text=True, check=False
    )
    assert "1 failed, 6 passed" in done.stdout
    assert "the process ended with 13; 12 is expected" in done.stdout


def test_the_module_for_node_has_a_test_for_each_case(
    completed: Path, project: Path, needs: Callable[[str], str]
) -> None:
    node = needs("node")
    folder = shutil.copytree(completed, project / "node")
    command = [node, "--test", "--test-reporter=tap", str(folder / "conformance.test.mjs")]
    done = subprocess.run(
        command, env=surroundings(project, f"{sys.executable} {ENVELOPE}"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert all(f"ok {number} - " in done.stdout for number in range(1, 7))
    nowhere = {**surroundings(project, "true"), "PATH": str(project)}
    done = subprocess.run(command, env=nowhere, capture_output=True, text=True, check=False)
    assert "not ok 1 - the suite can be run" in done.stdout
    assert "spawnSync registry ENOENT" in done.stdout
