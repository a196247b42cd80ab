"""`registry gen conformance` writes a suite to begin with; completed, it proves a program, in pytest and in Node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from accordant.conform.new_suite import SUITE, new_suite
from accordant.conform.suite import read_suite
from accordant.registry.load import load
from accordant.schema import documents
from tests.conftest import PROJECT, Outcome

ENVELOPE = Path(__file__).parent / "programs" / "envelope.py"
SKIP = 'skip = "write the arguments of a real call, then delete this line"\n'
Run = Callable[..., Outcome]


@pytest.mark.parametrize(
    "contract", ["accordant", "agent-output", "agentpack", "cobre", "meminit", "response-envelope"]
)
def test_the_suite_of_every_contract_can_be_read(contract: str) -> None:
    registry = load(PROJECT / "registry", only=contract, with_examples=False)
    (found,) = registry.contracts
    for version in found.versions:
        text = new_suite(version)[SUITE]
        assert isinstance(text, str)
        suite = read_suite(documents.parse(text.encode(), SUITE), lambda name: b"")
        assert suite.contract == f"{contract}/{version.name}"
        assert suite.skipped
        assert suite.cases == ()


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


@pytest.fixture
def completed(run: Run, project: Path) -> Path:
    """A suite in which every way to end has its call."""
    folder = project / "made"
    run("gen", "conformance", "response-envelope", "--out", str(folder), "--registry", "bundled")
    text = (folder / SUITE).read_text("utf-8").replace(SKIP, "")
    for way in ("success", "failure", "truncation", "cache-hit", "redirect"):
        text = text.replace(f'name = "{way}"\narguments = []', f'name = "{way}"\narguments = ["{way}"]')
    (folder / SUITE).write_text(text, "utf-8")
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
    assert (outcome.code, outcome.out.splitlines()[-1]) == (0, "5 of 5 cases keep response-envelope/v1")


def test_the_module_for_pytest_has_a_test_for_each_case(completed: Path, project: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(completed)]
    done = subprocess.run(
        command, env=surroundings(project, f"{sys.executable} {ENVELOPE}"), capture_output=True, text=True, check=False
    )
    assert "5 passed" in done.stdout, done.stdout + done.stderr
    (completed / SUITE).write_text((completed / SUITE).read_text("utf-8").replace("= 13", "= 12"), "utf-8")
    done = subprocess.run(
        command, env=surroundings(project, f"{sys.executable} {ENVELOPE}"), capture_output=True, text=True, check=False
    )
    assert "1 failed, 4 passed" in done.stdout
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
