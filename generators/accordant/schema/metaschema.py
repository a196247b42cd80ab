"""Whether a value is a schema of its draft: the complaints of the draft's metaschema."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from accordant.findings import JsonValue
from accordant.schema import libraries, pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.dialects import dialect_of
from accordant.schema.error_messages import as_clause, sentence
from accordant.schema.other_drafts import parts_in_other_drafts
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of


def complaints(schema: JsonValue) -> list[tuple[str, str]]:
    """JSON Pointer and sentence of everything that keeps a value from being a schema; empty where it is one.

    A part that declares another draft is judged by that draft's metaschema.
    """
    return [(at + pointer, said) for at, part in _parts_of_one_draft(schema) for pointer, said in _complaints(part)]


def refusal(complaint: str) -> str:
    """Why a value is refused where a schema is needed."""
    return f"not a schema: {as_clause(complaint)}"


def _parts_of_one_draft(schema: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """The schema without what declares another draft, then each part that does, with their JSON Pointers."""
    outer, parts = schema, []
    for at, part in parts_in_other_drafts(schema):
        outer = pointers.replace(outer, at, {})
        parts += [(at + pointer, own) for pointer, own in _parts_of_one_draft(part)]
    yield "", outer
    yield from parts


def _complaints(schema: JsonValue) -> list[tuple[str, str]]:
    """Why the metaschema of its draft refuses a schema whose parts are all in that draft."""
    if libraries.is_schema(schema):  # quick, but its problems have no places that we know
        return []
    validator = _metaschema(dialect_of(schema).uri)
    if validator.is_valid(schema):
        return []
    resources = validator.node.resources
    documents = {uri: resources.root(uri).value for uri in resources}
    problems = relevant_problems(validator.problems(schema), resources)
    # Several vocabularies of a metaschema judge the same place and repeat a complaint.
    return list(dict.fromkeys((problem.instance, sentence(problem, schema, documents)) for problem in problems))


@cache
def _metaschema(uri: str) -> Validator:
    """The validator of a draft's metaschema, with its vocabularies among the resources."""
    resources = Resources({})
    root = resources.resolve(Resources.of({}), uri)
    for part in root.value.get("allOf", []):
        if "$ref" in part:
            resources.resolve(root, part["$ref"])
    return validator_of(root)
