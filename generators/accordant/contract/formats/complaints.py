"""Why the schema of a format refuses a file of the registry."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

from accordant.contract import formats
from accordant.contract.formats.quick import fits
from accordant.findings import JsonValue
from accordant.misspelt import did_you_mean, near
from accordant.schema import pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.error_messages import sentence
from accordant.schema.references import Resources
from accordant.schema.validation import Validator

_CLOSING: Final = ("additionalProperties", "unevaluatedProperties")
"""The keywords that refuse fields."""

_NEAR: Final = 0.75
"""How similar a misspelt word must be to the one that is meant."""


def complaints(name: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    """The JSON Pointer and a sentence of everything that is not of the format, by a name for ``schema_of``."""
    if name == "contract":
        yield from _misspelt_facts(value)
    if fits(name, value):
        return
    validator = _validator(name)
    root = validator.node
    for problem in relevant_problems(validator.problems(value), root.resources):
        at = problem.instance
        said = sentence(problem, value, {root.document: root.value})
        if problem.names and problem.keyword in _CLOSING:
            at = pointers.join(at, problem.names[0])
            question = did_you_mean(problem.names[0], _known_names(root.value, problem.schema_pointer))
            said = f"{said}; {question}" if question else said
        yield at, said


def _misspelt_facts(contract: JsonValue) -> Iterator[tuple[str, str]]:
    """Keys of consumer rules, which may have facts of their own, that are nearly those of the format or of others."""
    definitions: JsonValue = formats.schema_of("contract")["$defs"]
    rules = list(_consumer_rules(contract))
    uses = Counter(key for _, rule in rules for key in rule)
    known = [*definitions["consumer-rule"]["properties"], *(key for key, number in uses.items() if number > 1)]
    for pointer, rule in rules:
        for key in rule:
            meant = near(key, known, alike=_NEAR)
            if key not in known and meant:
                yield pointers.join(pointer, key), f"the field {json.dumps(key)} is nearly {meant[0]}: is that meant?"


def _consumer_rules(contract: JsonValue) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    versions = contract.get("versions") if isinstance(contract, dict) else None
    for name, version in versions.items() if isinstance(versions, dict) else ():
        rules = version.get("consumer-rules") if isinstance(version, dict) else None
        for index, rule in enumerate(rules) if isinstance(rules, list) else ():
            if isinstance(rule, dict):
                yield pointers.join("/versions", name, "consumer-rules", index), rule


def _known_names(schema: JsonValue, pointer: str) -> list[str]:
    """The names of the fields beside a keyword, with those of the definition that stands there too."""
    beside = pointers.follow(schema, pointers.parent(pointer))
    parts = [beside, pointers.follow(schema, beside["$ref"].removeprefix("#"))] if "$ref" in beside else [beside]
    return [name for part in parts for name in part.get("properties", {})]


@cache
def _validator(name: str) -> Validator:
    """Many files are judged by it, in lint twice each."""
    return Validator(Resources.of(formats.schema_of(name)), keep_parts=True)
