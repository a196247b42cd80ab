"""What the schema of a format has against a file of the registry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from accordant.contract import formats
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.error_messages import sentence
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of


def complaints(name: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    """The JSON Pointer and a sentence of everything that is not of the format; ``name`` is one of its names."""
    validator = _validator(name)
    if validator.is_valid(value):
        return
    root = validator.node
    for problem in relevant_problems(validator.problems(value), root.resources):
        at = problem.instance
        if problem.names and problem.keyword == "additionalProperties":
            at = pointers.join(at, problem.names[0])
        yield at, sentence(problem, value, {root.document: root.value})


@cache
def _validator(name: str) -> Validator:
    return validator_of(Resources.of(formats.schema_of(name)))
