"""The suite of a contract to begin with: a case for each command in each mode and each way to end, and its tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.conform.modes import expectation_of, modes
from accordant.contract import Version
from accordant.contract.behaviour import tables
from accordant.findings import JsonValue
from accordant.outputs import Outputs
from accordant.schema.toml_text import write_toml

SUITE: Final = "suite.toml"
_SKIP: Final = "write the arguments of a real call, then delete this line"

_HEAD: Final = """\
# Cases for registry conform, to be completed by whoever writes the program: each case is a call. The modes of the
# contract are held by themselves; what a call must answer besides stands under expect. The file is yours: it is not
# written again.
"""

_PYTEST: Final = '''\
"""The program keeps its contract: every case of the suite is a test. CONFORMANCE_PROGRAM names the program."""

import functools
import json
import os
import pathlib
import shlex
import subprocess
import tomllib

import pytest

SUITE = pathlib.Path(__file__).with_name("suite.toml")
PROGRAM = os.environ.get("CONFORMANCE_PROGRAM", "")
NAMES = [case["name"] for case in tomllib.loads(SUITE.read_text("utf-8"))["cases"]]


@functools.cache
def report():
    command = ["registry", "conform", "--suite", str(SUITE), "--format", "json", "--", *shlex.split(PROGRAM)]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    if not PROGRAM:
        pytest.skip("CONFORMANCE_PROGRAM names no program")
    assert report()["error"] is None, report()["error"]
    for case in report()["data"]["skipped"]:
        if case["name"] == name:
            pytest.skip(case["reason"])
    (case,) = [case for case in report()["data"]["cases"] if case["name"] == name]
    messages = [finding["message"] for finding in report()["findings"]]
    assert case["passed"], "\\n".join(message for message in messages if message.startswith(f"{name}: "))
'''

_NODE: Final = """\
// The program keeps its contract: every case of the suite is a test. CONFORMANCE_PROGRAM names the program; its words
// are separated by spaces.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";

const suite = fileURLToPath(new URL("suite.toml", import.meta.url));
const program = (process.env.CONFORMANCE_PROGRAM ?? "").split(" ").filter(Boolean);

if (program.length === 0) {
  test("the suite", { skip: "CONFORMANCE_PROGRAM names no program" }, () => {});
} else {
  const words = ["conform", "--suite", suite, "--format", "json", "--", ...program];
  const run = spawnSync("registry", words, { encoding: "utf8", maxBuffer: 1 << 28 });
  const report = JSON.parse(run.stdout);
  test("the suite can be run", () => assert.equal(report.error, null));
  for (const { name, reason } of report.data?.skipped ?? []) {
    test(name, { skip: reason }, () => {});
  }
  for (const { name, passed } of report.data?.cases ?? []) {
    const messages = report.findings.map((finding) => finding.message);
    const own = messages.filter((message) => message.startsWith(`${name}: `));
    test(name, () => assert.ok(passed, own.join("\\n")));
  }
}
"""


def new_suite(version: Version) -> Outputs:
    """The files of a suite for a version: the cases, a module for pytest, and one for ``node --test``."""
    cases = [*_cases_of_modes(version), *_cases_of_paths(version)]
    if not cases:
        cases = [_case("a call", [], {"prints": "document"})]
    head = f"{_HEAD}contract = {write_toml(f'{version.contract}/{version.name}')}\nruns = 2\n"
    return {
        SUITE: "\n".join([head, *cases]),
        "test_conformance.py": _PYTEST,
        "conformance.test.mjs": _NODE,
    }


def _cases_of_modes(version: Version) -> Iterator[str]:
    """A case for each command in each mode whose flags are complete; without a list of commands, for each mode."""
    seen: set[tuple[str, ...]] = set()
    for mode in modes(version):
        if not mode.can_be_tried:
            continue
        for command in mode.commands or version.commands or ("",):
            words = (*command.split(), *mode.words)
            if words not in seen:
                seen.add(words)
                yield _case(" ".join(words), list(words), {}, in_folder=_is_held_in_folder(version, words))


def _is_held_in_folder(version: Version, words: tuple[str, ...]) -> bool:
    """Whether the modes of a call say something about its folder, so that the case has one of its own."""
    return expectation_of(version, words).folder_unchanged


def _cases_of_paths(version: Version) -> Iterator[str]:
    """A case for each way to end that a rule asks to be proved."""
    for rule in version.behaviour.rules:
        for path in tables(rule.get("paths")):
            codes = [row["is"] for row in tables(path.get("when")) if row.get("at") == "exit-code" and "is" in row]
            others = [
                dict(row) for row in tables(path.get("when")) if not (row.get("at") == "exit-code" and "is" in row)
            ]
            expect: dict[str, JsonValue] = {"exit-code": codes[0]} if codes else {}
            yield _case(str(path["id"]), [], {**expect, "requires": others} if others else expect)


def _case(name: str, words: list[str], expect: dict[str, JsonValue], *, in_folder: bool = False) -> str:
    named: dict[str, JsonValue] = {"name": name, "skip": _SKIP, "arguments": words}
    lines = ["[[cases]]", *(f"{key} = {write_toml(value)}" for key, value in named.items())]
    lines += ['folder = ""'] if in_folder else []
    lines += ["[cases.expect]", *(f"{key} = {write_toml(value)}" for key, value in expect.items())] if expect else []
    return "\n".join(lines) + "\n"
