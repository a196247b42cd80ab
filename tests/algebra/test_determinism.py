"""Verdict, witness and counted work depend on the question alone: not on hash seeds, not on addresses in memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

ITEM = {"type": "object", "properties": {"op": {"enum": ["Cast", "Drop"]}, "value": {"$ref": "#/$defs/value"}}}
REFERENCE = {"$ref": "#/$defs/d"}
LOOP = {"$defs": {"d": {"properties": {"p": {"$ref": "#"}}, "required": ["p"]}}, "oneOf": [REFERENCE]}
HARD_PAIRS: list[tuple[Any, Any]] = [
    ({"enum": [{"foo": "bar", "baz": "bax"}, {"a": [1, {}]}]}, {"properties": {"baz": {"type": "integer"}}}),
    (
        {"patternProperties": {"f.*o": {}}, "propertyNames": {"maxLength": 9}, "minProperties": 3},
        {"patternProperties": {"^fo+$": {"type": "integer"}}, "additionalProperties": False},
    ),
    (
        {"anyOf": [{"const": {"foo": "foo"}}, {"const": {"foo": "foo", "bar": "bar"}}]},
        {"properties": {"foo": {"type": "string"}}, "additionalProperties": True, "unevaluatedProperties": False},
    ),
    (
        {"anyOf": [{"pattern": "^(?!a)"}, {"pattern": "(a|b)*c(?=d)"}, {"properties": {"x": {}, "y": {}}}]},
        {"allOf": [{"pattern": "^[^a]*$"}, {"anyOf": [{"required": ["x"]}, {"pattern": "\\bcd"}]}]},
    ),
    (LOOP, {**LOOP, "oneOf": [REFERENCE, {"not": {"oneOf": [REFERENCE, {"required": ["q"]}]}}]}),
    (
        {"items": {"oneOf": [ITEM, {"required": ["x"]}]}, "$defs": {"value": {"not": {"const": {"k": 1, "l": 2}}}}},
        {"items": {"anyOf": [ITEM, {"required": ["y"]}]}, "$defs": {"value": {"type": ["object", "null"]}}},
    ),
]

PROGRAM = """
import json, sys
padding = [object() for _ in range(int(sys.argv[1]))]
from accordant.algebra import Session
from accordant.schema.references import Resources
for pair in json.load(sys.stdin):
    for writer, reader in (pair, reversed(pair)):
        padding.append([object() for _ in range(int(sys.argv[1]) % 97)])
        session = Session()
        print(session.check_containment(Resources.of(writer), Resources.of(reader)), session.steps)
"""


def answers(seed: str) -> str:
    """What an interpreter of its own says to all pairs, with a hash seed and a memory layout of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", PROGRAM, seed]
    questions = json.dumps(HARD_PAIRS)
    run = subprocess.run(command, input=questions, env=environment, capture_output=True, text=True, check=True)
    return run.stdout


def test_answers_do_not_depend_on_hash_seeds_or_addresses() -> None:
    first = answers("1")
    assert len(first.splitlines()) == 2 * len(HARD_PAIRS)
    assert {answers(seed) for seed in ("2", "3571")} == {first}
