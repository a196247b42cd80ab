"""What is known of a line by its shape never differs from what the rules themselves say of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from accordant.conform import open_session, quick
from accordant.conform.rule_shapes import Shape, plan_of
from accordant.contract import Contract
from accordant.contract.held_rules import ABSENT, LineRules, find_breaches
from accordant.registry.load import load
from tests.conftest import PROJECT
from tests.gen.stream_mutations import mutated

VALUES = [0, 1, 1.0, -2.5, 3, 1e-11, 100, True, False, None, "a", "/a", "b", [], [1, 2], {"n": 1}, {"n": 1, "m": 2}]
PLACES = ["/n", "/m", "/type", "/deep/n", "", "whole/n", "/list/*"]
OPERANDS: dict[str, list[Any]] = {
    "is": VALUES, "is-not": VALUES, "in": [VALUES[:6]], "not-in": [VALUES[4:]], "min": [0, 1.5], "max": [0, 2],
    "outside": [[-1e-10, 1e-10], [0, 2]], "present": [True, False], "absent": [True, False], "is-null": [True],
    "type": ["number", "string", "object"], "same-as": ["/m", "earlier/n", "whole/m"], "first-key": ["type", "n"],
    "keys-in-order": [["type", "n"]], "counts": [["/list/*"]], "sum-of": [["/m", "/n"]], "path": ["absolute"],
    "follows": [{"than": "earlier/n", "by": 1}, {"than": "earlier/m", "by": "any"}],
    "result-of": [
        {"of": ["divide", ["subtract", "/m", "/n"], ["absolute", "/m"]], "within": 0.01}, {"of": ["add", "/m", 1]},
        {"of": ["square-root", "/m"]}, {"of": ["multiply", "/deep/n", "/m"]}, {"of": "earlier/n"},
    ],
}  # fmt: skip


def condition(generator: random.Random) -> dict[str, Any]:
    name = generator.choice(list(OPERANDS))
    return {"at": generator.choice(PLACES), name: generator.choice(OPERANDS[name])}


def rule(generator: random.Random) -> dict[str, Any]:
    def some() -> list[dict[str, Any]]:
        return [condition(generator) for _ in range(generator.randrange(3))]

    if generator.random() < 0.5:
        claim: dict[str, Any] = {"when": some(), "then": [condition(generator)]}
        claim |= {"each": generator.choice(["/list/*", "/deep"])} if generator.random() < 0.2 else {}
        return {"id": "r", "says": "s", "holds": [claim]}
    claim = {"line": some(), "then": some()} | ({"earlier": some()} if generator.random() < 0.5 else {})
    return {"id": "r", "says": "s", "lines": [claim | ({"never": True} if generator.random() < 0.3 else {})]}


def line(generator: random.Random) -> dict[str, Any]:
    keys = generator.sample(["n", "m", "deep", "list", "other"], generator.randrange(4))
    keys.insert(generator.randrange(len(keys) + 1), "type")
    value = {key: generator.choice(VALUES) for key in keys}
    return {**value, "type": generator.choice(["a", "b", "n"])}


@pytest.mark.parametrize("seed", range(8))
def test_what_a_plan_passes_no_rule_refuses(seed: int) -> None:
    generator = random.Random(seed)
    passed = 0
    for _ in range(400):
        rules = [rule(generator) for _ in range(generator.randrange(1, 4))]
        exact, earlier = LineRules(rules), dict[int, Any]()
        claims = [claim for _, claim in exact.claims]
        for value in (line(generator) for _ in range(6)):
            plan = plan_of(Shape(tuple(value), "type", value["type"]), rules, claims)
            breaches = [*find_breaches(rules, value), *exact.feed(value)]
            if plan is None:
                earlier = dict(exact.earlier)
                continue
            if all(test(value, earlier.get(number, ABSENT)) for number, test in plan.tests):
                assert breaches == [], (rules, value)
                passed += 1
            kept = [number for number, tests in plan.keeps if all(test(value, ABSENT) for test in tests)]
            earlier |= dict.fromkeys(kept, value)
            assert earlier == exact.earlier, (rules, value)
    assert passed > 500


@pytest.fixture(scope="module")
def cobre() -> Contract:
    contract = load(PROJECT / "registry", only="cobre").contract("cobre")
    assert contract is not None
    return contract


def broken(streams: list[bytes], count: int) -> Iterator[bytes]:
    """Streams in which numbers of some lines are others, so that formulas and counts do not hold."""
    generator = random.Random(3)
    for data in mutated(streams, count):
        lines = data.split(b"\n")
        for index, text in enumerate(lines):
            if generator.random() < 0.3:
                lines[index] = text.replace(generator.choice([b"1", b"0", b"/", b"T"]), b"2", 1)
        yield b"\n".join(lines)


@pytest.mark.slow
def test_quick_and_strict_find_the_same_in_streams_that_break_rules(
    cobre: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = PROJECT / "registry/cobre/v1/examples/valid/run"
    streams = [path.read_bytes() for path in sorted(folder.glob("*.jsonl"))]
    compact = [
        b"\n".join(json.dumps(json.loads(line)).encode() for line in data.splitlines()) + b"\n" for data in streams
    ]
    of_rules = 0
    for data in broken([*streams, *compact], 300):
        quickly = open_session(cobre, version="v1", schema="run")
        findings = list(quickly.stream("run.jsonl", data))
        with monkeypatch.context() as patched:
            patched.setattr(quick, "read_lines", lambda lines: None)
            strictly = open_session(cobre, version="v1", schema="run")
            assert list(strictly.stream("run.jsonl", data)) == findings
        assert strictly.outcomes == quickly.outcomes
        of_rules += any(finding.rule == "contract-rule" for finding in findings)
    assert of_rules > 50
