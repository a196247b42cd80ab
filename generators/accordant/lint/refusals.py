"""Compares the parts of a schema that refuse a document with the part that ``refused-by.toml`` names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.contract import Refusal as Expected
from accordant.contract import Schema, Version
from accordant.contract.source_pointers import find_source_pointer
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.problems import Problem
from accordant.schema.references import Resources

GRAMMAR = "grammar"

_MOST_HOPS: Final = 8
"""References that lead to references: more in a row are a circle."""


@dataclass(frozen=True, slots=True)
class ExampleRefusal:
    """A refusal of an example: the problem (None: the stream's grammar), its place for people, the document."""

    problem: Problem | None
    where: str
    value: JsonValue


class Refusals:
    """Compares refusals with the places that ``refused-by.toml`` names."""

    def __init__(self, version: Version, resources: Resources) -> None:
        self.schemas = dict(version.state.schemas)
        self.by_uri = {schema.uri: schema for schema in self.schemas.values()}
        self.by_file = {
            schema.document.path.rpartition("/")[2]: schema for schema in self.schemas.values() if schema.document
        }
        self.resources = resources

    def where(self, problem: Problem) -> str:
        """The place of a problem's keyword as a person would look it up: file and pointer."""
        address, _, pointer = problem.schema_location.partition("#")
        schema = self.by_uri.get(address)
        if schema is None or schema.document is None:
            return problem.schema_location
        return f"{schema.document.path.rpartition('/')[2]}#{find_source_pointer(schema.document, pointer)}"

    def exists(self, schema: str, expected: Expected) -> bool:
        """Whether the named place is there."""
        if expected.pointer == GRAMMAR and not expected.file:
            return True
        target = self._target(schema, expected)
        if target is None or (expected.pointer and not expected.pointer.startswith("/")):
            return False
        written = target.document.value if target.document else target.value
        return any(self._leads(value, expected.pointer) for value in (written, target.value))

    def match(self, schema: str, expected: Expected, refusal: ExampleRefusal) -> bool:
        """Whether a refusal comes from the named place (or from below it)."""
        if expected.pointer == GRAMMAR and not expected.file:
            return refusal.problem is None
        target = self._target(schema, expected)
        if refusal.problem is None or target is None:
            return False
        return self._matches(self.schemas[schema], target, expected.pointer, refusal.problem)

    def _target(self, schema: str, expected: Expected) -> Schema | None:
        return self.by_file.get(expected.file) if expected.file else self.schemas.get(schema)

    def _matches(self, root: Schema, target: Schema, expected: str, problem: Problem) -> bool:
        address, _, pointer = problem.schema_location.partition("#")
        places = []
        if address == target.uri:
            places = [pointer, find_source_pointer(target.document, pointer) if target.document else pointer]
        if target is root:
            places += [problem.evaluation, problem.evaluation.replace("/$ref", "")]
        if any(_is_below(place, expected) for place in places):
            return True
        if problem.keyword.startswith("unevaluated"):
            return False
        inside = [place for place in places if _is_below(expected, place)]
        for index, branch in enumerate(problem.branches):
            if any(_is_below(expected, pointers.join(place, index)) for place in inside) and not branch:
                return True
            if branch and all(self._matches(root, target, expected, inner) for inner in branch):
                return True
        return False

    def _leads(self, value: JsonValue, pointer: str) -> bool:
        """Whether a pointer leads somewhere, through references too."""
        if pointers.has(value, pointer):
            return True
        at = value
        for token in pointers.split(pointer):
            for _ in range(_MOST_HOPS):
                if isinstance(at, dict) and token not in at and isinstance(at.get("$ref"), str):
                    followed = self._follow(at["$ref"], value)
                    if followed is None:
                        return False
                    at = followed
            if not pointers.has(at, pointers.join("", token)):
                return False
            at = pointers.follow(at, pointers.join("", token))
        return True

    def _follow(self, reference: str, document: JsonValue) -> JsonValue:
        address, _, fragment = reference.partition("#")
        schema = self.by_uri.get(address) or self.by_file.get(address)
        base = document if not address else schema.value if schema else None
        try:
            return pointers.follow(base, fragment)
        except (LookupError, ValueError):
            return None


def _is_below(place: str, root: str) -> bool:
    return place == root or place.startswith(root + "/")
