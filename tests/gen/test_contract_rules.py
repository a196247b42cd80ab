"""Rules of contracts: the tool, generated Python and generated TypeScript name the same rules at the same places."""

from __future__ import annotations

import copy
import importlib
import json
import random
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from accordant.conform import validate
from accordant.contract import Version
from accordant.findings import Severity
from accordant.gen.behaviour.tables import behaviour_of

from .conftest import BUNDLED, MODELS, VERSIONS, Built, Package, label

MUTATIONS = 500
"""For each version."""


def rules_of(version: Version) -> set[str]:
    """The rules that a document of the default schema shows by itself, but counts, which are checked beside them."""
    behaviour = behaviour_of(MODELS[label(version)])
    return {str(table["id"]) for table in behaviour.held} if behaviour and behaviour.checks_responses else set()


RULED = [version for version in VERSIONS if rules_of(version)]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def mutated(value: Any, chance: random.Random) -> Any:
    """A copy with one change that often keeps the shape."""
    copied = copy.deepcopy(value)
    parent, key = chance.choice(list(places(copied)))
    match parent[key]:
        case bool() as old:
            parent[key] = not old
        case int() | float() as old:
            parent[key] = old + chance.choice([1, -1, 0.5])
        case str() as old:
            parent[key] = chance.choice([old + "x", f"/abs/{old}", old.replace("/", "\\"), f"B{old}", ""])
        case list() as old:
            parent[key] = chance.choice([old[::-1], old * 2, old[:-1]])
        case dict() as old:
            parent[key] = dict(chance.sample(list(old.items()), len(old)))
        case _:
            parent[key] = 0
    return copied


def documents(version: Version) -> list[Any]:
    chance = random.Random(label(version))
    valid = [
        example.documents[0].value
        for example in version.examples
        if example.valid and example.subject == version.default_schema and not example.is_stream
    ]
    return [*valid, *(mutated(chance.choice(valid), chance) for _ in range(MUTATIONS))]


def by_the_tool(version: Version, pool: list[Any]) -> list[list[tuple[str, str]]]:
    """The pointer and the rule of each problem, for each document."""
    contract = BUNDLED.contract(version.contract)
    assert contract is not None
    data = [(f"{number}.json", json.dumps(document).encode()) for number, document in enumerate(pool)]
    problems: dict[str, list[tuple[str, str]]] = {name: [] for name, _ in data}
    for finding in validate(contract, data, version=version.name, schema=version.default_schema):
        if finding.rule == "contract-rule" and finding.severity == Severity.ERROR:
            assert finding.place is not None
            rule = finding.message.rpartition("(")[2].rstrip(")")
            problems[finding.place.path].append((finding.place.pointer, rule))
    return list(problems.values())


@pytest.mark.slow
@pytest.mark.parametrize("version", RULED, ids=label)
def test_three_judges_name_the_same_rules(version: Version, package: Package, built: Built) -> None:
    module = importlib.import_module(
        f"accordant_contracts.{version.contract.replace('-', '_')}.{version.name}_behaviour"
    )
    rules, pool = rules_of(version), documents(version)
    behaviour = behaviour_of(MODELS[label(version)])
    beside = (0,) if behaviour and behaviour.has_exit_code else ()
    answers = built.call(f"{label(version)}-behaviour", "checkResponse", *((document, *beside) for document in pool))
    seen = 0
    for document, answer, told in zip(pool, answers, by_the_tool(version, pool), strict=True):
        in_python = [(problem.pointer, problem.rule) for problem in module.check_response(document, *beside)]
        in_typescript = [(problem["pointer"], problem["rule"]) for problem in answer["value"]]
        ours = sorted(problem for problem in in_python if problem[1] in rules)
        assert ours == sorted(problem for problem in in_typescript if problem[1] in rules), document
        shape = [rule for _, rule in in_python if "#" in rule or rule.endswith(".json")]
        if not shape:  # the tool passes over rules about places that the schema refuses
            assert ours == sorted(problem for problem in told if problem[1] in rules)
        seen += bool(ours)
    assert seen, "no mutation breaks a rule: the comparison shows nothing"


LINES_IN_NODE = """
import { pathToFileURL } from "node:url";
const { checkLines } = await import(pathToFileURL(process.argv[1]).href);
let input = "";
for await (const chunk of process.stdin) input += chunk;
process.stdout.write(JSON.stringify(JSON.parse(input).map((lines) => [...checkLines(lines)])));
"""


def test_lines_of_a_stream_are_checked_alike_in_both_languages(package: Package, built: Built) -> None:
    version = next(version for version in VERSIONS if label(version) == "cobre/v1")
    whole = next(
        [document.value for document in example.documents]
        for example in version.examples
        if example.is_stream and example.name == "training-and-simulation"
    )
    streams = [
        whole,
        [whole[0], whole[2], whole[1], *whole[3:]],
        [*whole[:3], {**whole[3], "reason": "shutdown"}, *whole[4:]],
        [*whole[:4], {**whole[2], "iteration": 3}, *whole[4:]],
        [whole[0], *({**whole[1], "iteration": number} for number in (1, 2, 2, 4, 5, 9, 10, 8, 12)), *whole[3:]],
        [dict(reversed(list(whole[0].items()))), {**whole[1], "gap": "x"}, *whole[2:]],
    ]
    module = importlib.import_module("accordant_contracts.cobre.v1_behaviour")
    in_python = [[(p.pointer, p.rule) for p in module.check_lines(lines)] for lines in streams]
    done = subprocess.run(
        [built.node, "--input-type=module", "-e", LINES_IN_NODE, str(built.folder / "dist/cobre/v1-behaviour.js")],
        input=json.dumps(streams), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    in_typescript = [[(p["pointer"], p["rule"]) for p in lines] for lines in json.loads(done.stdout)]
    rules, same = (
        [[(at, rule) for at, rule in lines if ".json" not in rule] for lines in judged]
        for judged in (in_python, in_typescript)
    )
    assert rules == same
    assert rules[0] == []
    assert ("/2/iteration", "progress-per-phase") in rules[1]
    assert ("/6/data/training/termination_reason", "result-agrees-with-terminated") in rules[2]
    assert ("/4", "progress-per-phase") in rules[3]
    assert [at for at, rule in rules[4] if rule == "progress-per-phase"] == [
        "/3/iteration",
        "/6/iteration",
        "/8/iteration",
    ]
    assert ("/0", "type-comes-first") in rules[5]
    assert any(pointer == "/1/gap" for pointer, _ in in_python[5])


def test_respond_sorts_lists_and_orders_keys(package: Package, built: Built) -> None:
    given = {
        "command": "check", "run_id": "f47ac10b-58cc-4372-a567-0e02b2c3d479", "root": "/repo", "files_checked": 1,
        "files_passed": 0, "files_failed": 1, "missing_paths_count": 0, "schema_failures_count": 0,
        "files_outside_docs_root_count": 0, "checked_paths": ["docs/a.md", "docs/b.md"],
        "violations": [
            {"code": "ID_REGEX", "path": "docs/b.md", "message": "m"},
            {"code": "ID_REGEX", "path": "docs/a.md", "message": "n", "line": 2},
            {"path": "docs/a.md", "violations": [{"code": "B", "message": "m"}, {"code": "A", "message": "m"}]},
            {"code": "ID_REGEX", "path": "docs/a.md", "message": "n", "line": 1},
        ],
    }  # fmt: skip
    module = importlib.import_module("accordant_contracts.meminit.v2_behaviour")
    made = json.loads(module.respond(exit_code=1, **given).model_dump_json())
    (answer,) = built.call("meminit/v2-behaviour", "respond", (given, {"exitCode": 1}))
    assert made == answer["value"]
    assert list(made) == list(answer["value"])
    assert [entry.get("line", entry.get("code")) for entry in made["violations"]] == [None, 1, 2, "ID_REGEX"]
    assert [entry["code"] for entry in made["violations"][0]["violations"]] == ["A", "B"]
