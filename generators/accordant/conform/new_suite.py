"""The suite of a contract to begin with: a case for each mode, way to end and scenario, and its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from accordant.conform.exit_codes import judge_agreement
from accordant.conform.modes import Mode, expectation_of, modes
from accordant.contract import CodeList, ContractState, Example, Version
from accordant.contract.behaviour import tables
from accordant.findings import JsonValue
from accordant.outputs import Outputs
from accordant.schema import pointers
from accordant.schema.bindings import binding_of
from accordant.schema.embedded import places
from accordant.schema.toml_text import write_toml

SUITE: Final = "suite.toml"
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
"""A key of TOML that needs no quotes."""
_ANY_CALL: Final = "a call"
"""The call of a contract that names no commands."""
_HEAD: Final = """\
# Cases for registry conform. Under [calls] stand the arguments of real calls: of each command, and of calls that end in
# each way. The cases of a call are skipped until it has arguments. For a call that has none take the line "call" out of
# its cases: they are then run with their own arguments alone. The modes of the contract are held by themselves; what a
# call must answer besides stands under expect. The file is yours: it is not written again.
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
  const report = run.error ? { error: run.error.message } : JSON.parse(run.stdout);
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


@dataclass(frozen=True, slots=True)
class _NewCase:
    """A case of a suite that is written: the call that it makes, its own words, and what is expected."""

    name: str
    call: str
    words: tuple[str, ...] = ()
    expect: Mapping[str, JsonValue] = field(default_factory=dict)
    skip: str = ""
    in_folder: bool = False

    def __str__(self) -> str:
        """The table of the case, in TOML."""
        own: dict[str, JsonValue] = {"skip": self.skip, "arguments": list(self.words)}
        named = {"name": self.name, "call": self.call, **{key: value for key, value in own.items() if value}}
        lines = ["[[cases]]", *(f"{key} = {write_toml(value)}" for key, value in named.items())]
        lines += ['folder = ""'] if self.in_folder else []
        expected = [f"{key} = {write_toml(value)}" for key, value in self.expect.items()]
        return "\n".join([*lines, *(["[cases.expect]", *expected] if expected else [])]) + "\n"


def new_suite(version: Version) -> Outputs:
    """The files of a suite for a version with examples: cases, a module for pytest, and one for ``node --test``."""
    cases = [*_cases_of_modes(version), *_cases_of_paths(version), *_cases_of_scenarios(version)]
    cases = cases or [_NewCase("a call", _ANY_CALL, expect={"prints": "document"})]
    calls = dict.fromkeys(case.call for case in cases)
    head = f"{_HEAD}contract = {write_toml(f'{version.contract}/{version.name}')}\nruns = 2\n"
    table = (
        "\n".join(["[calls]", *(f"{call if _BARE.fullmatch(call) else write_toml(call)} = []" for call in calls)])
        + "\n"
    )
    return {
        SUITE: "\n".join([head, table, *map(str, cases)]),
        "test_conformance.py": _PYTEST,
        "conformance.test.mjs": _NODE,
    }


def _cases_of_modes(version: Version) -> Iterator[_NewCase]:
    """A case for each command in each mode; without a list of commands, for each mode."""
    seen: set[tuple[str, ...]] = set()
    for mode in modes(version):
        for command in mode.commands or version.commands or ("",):
            words = (*command.split(), *mode.words)
            if words not in seen:
                seen.add(words)
                yield _case_of_mode(version, mode, command, words)


def _case_of_mode(version: Version, mode: Mode, command: str, words: tuple[str, ...]) -> _NewCase:
    """The case of a command in a mode; a mode that leaves a value to the caller waits for it."""
    skip = "" if mode.can_be_tried else f"write into arguments what stands for {mode.flags!r}, then delete this line"
    in_folder = expectation_of(version, words).folder_unchanged
    name = f"{command} {mode.flags}".strip()
    return _NewCase(name, command or _ANY_CALL, mode.words, skip=skip, in_folder=in_folder)


def _cases_of_paths(version: Version) -> Iterator[_NewCase]:
    """A case for each way to end that a rule requires to be proved."""
    for rule in version.behaviour.rules:
        for path in tables(rule.get("paths")):
            codes = [row["is"] for row in tables(path.get("when")) if row.get("at") == "exit-code" and "is" in row]
            others = [
                dict(row) for row in tables(path.get("when")) if not (row.get("at") == "exit-code" and "is" in row)
            ]
            expect: dict[str, JsonValue] = {"exit-code": codes[0]} if codes else {}
            name = str(path["id"])
            yield _NewCase(name, name, expect={**expect, "requires": others} if others else expect)


def _cases_of_scenarios(version: Version) -> Iterator[_NewCase]:
    """A case for each scenario of which a right document is an example: a call that ends as it did."""
    for scenario in version.behaviour.scenarios:
        end = f"/{version.name}/{scenario.get('document')}"
        example = next(
            (example for example in version.examples if example.valid and f"/{example.path}".endswith(end)), None
        )
        if example is not None and _is_of_one_mind(version, scenario, example):
            name = str(scenario["id"])
            yield _NewCase(f"scenario {name}", name, expect=_expectation(version, scenario, example))


def _is_of_one_mind(version: Version, scenario: Mapping[str, JsonValue], example: Example) -> bool:
    """Whether the document of a scenario agrees with its exit code; some show readers a faulty program."""
    code, document = scenario.get("exit-code"), example.documents[-1]
    said = judge_agreement(version, {example.subject}, code, document.value, document.place) if code is not None else ()
    return not list(said)


def _expectation(version: Version, scenario: Mapping[str, JsonValue], example: Example) -> dict[str, JsonValue]:
    """What a scenario lets one see of a program: the exit code, and what its document says of the outcome."""
    stream = version.state.streams.get(example.subject) if example.is_stream else None
    schema = stream.line if stream else example.subject
    subject = {} if stream or schema == version.default_schema else {"schema": schema}
    code = {"exit-code": scenario["exit-code"]} if "exit-code" in scenario else {}
    requires = [{"at": at, "is": value} for at, value in _facts(version.state, schema, example.documents[-1].value)]
    return {"prints": "stream" if stream else "document", **subject, **code, "requires": requires}


def _facts(state: ContractState, schema: str, document: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """What a document says of its outcome: its own yes and no, and outside of lists its command and what went wrong."""
    members = document.items() if isinstance(document, dict) else ()
    yield from ((pointers.write([name]), value) for name, value in members if isinstance(value, bool))
    codes: dict[str, JsonValue] = {}
    for at, value, node in places(state.root(schema), document, "x-codes"):
        binding = binding_of(node.value)
        if binding and isinstance(value, str) and _says_an_outcome(state.code_lists.get(binding.list_name)):
            codes[at] = value
    yield from ((at, value) for at, value in codes.items() if not any(token.isdigit() for token in pointers.split(at)))


def _says_an_outcome(code_list: CodeList | None) -> bool:
    """Whether a code list is that of the commands, or one of what goes wrong."""
    if code_list is None or code_list.name == "commands":
        return code_list is not None
    return any(entry.severity or entry.retryable or entry.exit_code is not None for entry in code_list.entries)
