"""Errors of the validating libraries as problems: at the keyword as it is written, behind all references."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import quote, unquote

from accordant.findings import JsonValue
from accordant.schema import libraries, pointers
from accordant.schema.json_values import canonical
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.problems import Objection, Problem
from accordant.schema.references import Node
from accordant.schema.unseen_contains import STANDS_BEHIND_NOT

_UNEVALUATED: Final = ("unevaluatedProperties", "unevaluatedItems")


@dataclass(frozen=True, slots=True)
class LibraryErrors:
    """The errors of both libraries about one schema, as problems."""

    node: Node
    list_problems: Callable[[Node, JsonValue], list[Problem]]
    """Why another schema of the same resources refuses a value."""

    def problem(self, error: Any, *, inside: bool = True) -> Problem:
        """A problem of jsonschema-rs; ``inside``: with the problems of each branch."""
        location = self._existing(str(getattr(error, "absolute_keyword_location", None) or ""))
        if "#" not in location:
            document = self.node.document
            location = f"{document}#{self._find_written(document, pointers.write(error.schema_path))}"
        keyword = written = pointers.split(location.partition("#")[2] or "/false")[-1]
        if error.schema_path and not str(error.schema_path[-1]).isdecimal() and written not in STANDS_BEHIND_NOT:
            keyword = str(error.schema_path[-1])
        branches = [[self.problem(cause) for cause in branch] for branch in _branches(error)] if inside else []
        if inside and error.kind.name in _UNEVALUATED:
            inner = self._find_in_unevaluated(error, location)
            branches = [inner] if inner else []
        of_key = error.kind.error if error.kind.name == "propertyNames" else None
        return Problem(
            pointers.write(error.instance_path),
            keyword,
            location,
            self._find_written(self.node.document, pointers.write(error.evaluation_path)),
            str(error.message),
            _member_names(error.kind),
            tuple(map(tuple, branches)),
            (of_key or error).kind.name == "falseSchema",
            str(of_key.instance) if of_key is not None else None,
        )

    def objection(self, error: Any) -> Objection:
        """A problem of jsonschema-rs, whose branches are looked at one level after the other."""
        problem = self.problem(error, inside=False)
        if error.kind.name in _UNEVALUATED:
            return Objection(
                problem, lambda: [list(map(as_objection, self._find_in_unevaluated(error, problem.schema_location)))]
            )
        return Objection(problem, lambda: [[self.objection(cause) for cause in branch] for branch in _branches(error)])

    def _find_in_unevaluated(self, error: Any, location: str) -> list[Problem]:
        """Why the schema of an ``unevaluated*`` keyword refuses members.

        Nothing where the schema is ``false``, or refuses them only by the way on which it is reached.
        """
        address, _, pointer = location.partition("#")
        try:
            schema = self.node.resources.root(address).child(*pointers.split(pointer))
        except (LookupError, ValueError, TypeError):
            return []
        if not isinstance(schema.value, dict):
            return []
        at, way = pointers.write(error.instance_path), pointers.write(error.evaluation_path)
        return [
            inside(problem, pointers.join(at, key), way)
            for key, member in _refused_members(error)
            for problem in self.list_problems(schema, member)
        ]

    def slow_problem(self, error: Any) -> Problem:
        """A problem of jsonschema, whose paths lead through references."""
        path = [str(token) for token in error.absolute_schema_path]
        place = libraries.place_of(self.node, path)
        branches: dict[str, list[Problem]] = {}
        causes = error.context
        refusing_all = (
            index for index, branch in enumerate(error.validator_value if causes else ()) if branch is False
        )
        for cause in causes:
            # The library leaves out the path of a branch that is `false`.
            index = cause.schema_path[0] if cause.schema_path else next(refusing_all)
            branches.setdefault(str(index), []).append(self.slow_problem(cause))
        return Problem(
            pointers.write(error.absolute_path),
            str(error.validator or "false"),
            place,
            pointers.write(path),
            str(error.message),
            branches=tuple(map(tuple, branches.values())),
        )

    def _existing(self, location: str) -> str:
        """A location as the library writes it (encoded, some with an index too many), as one that is there."""
        address, _, fragment = self._in_document(location).partition("#")
        tokens = pointers.split(self._find_written(address, unquote(fragment))) if fragment.startswith("/") else []
        value: JsonValue = self.node.resources.root(address).value if address in self.node.resources else None
        if value is None or not tokens:
            return location
        path: list[str] = []
        for token in tokens:
            try:
                value = pointers.follow(value, pointers.write([token]))
            except LookupError:
                break
            path.append(token)
        return f"{address}#{pointers.write(path)}"

    def _in_document(self, location: str) -> str:
        """A location inside an embedded resource, counted from the root of the document in which that lies."""
        address, _, fragment = location.partition("#")
        resources = self.node.resources
        if not address or address in resources:
            return location
        try:
            embedded = resources.resolve(self.node, address)
        except UnresolvableReference:
            return location
        return f"{embedded.document}#{quote(embedded.pointer)}{fragment}"

    def _find_written(self, address: str, pointer: str) -> str:
        """A pointer of a schema as the library knows it, in the schema as it is written."""
        return libraries.written_pointer(self.node.resources, address, pointer)


def as_objection(problem: Problem) -> Objection:
    """A problem as an objection, whose branches are known already."""
    branches = problem.branches
    return Objection(
        replace(problem, branches=()), lambda: [[as_objection(cause) for cause in branch] for branch in branches]
    )


def _branches(error: Any) -> Any:
    """Why each alternative refuses a value, as the library lists it."""
    return getattr(error.kind, "context", ())


def inside(problem: Problem, at: str, way: str) -> Problem:
    """A problem of a part of a document as one of the document.

    Args:
        problem: what a subschema has against the part.
        at: the pointer of the part in the document.
        way: the pointer of the way to the subschema, see :class:`Problem`.
    """
    branches = tuple(tuple(inside(inner, at, way) for inner in branch) for branch in problem.branches)
    return replace(problem, instance=at + problem.instance, evaluation=way + problem.evaluation, branches=branches)


def _refused_members(error: Any) -> Iterator[tuple[str | int, JsonValue]]:
    """The members or items that an ``unevaluated*`` keyword refuses: names are listed, items as JSON.

    Of equal items the last ones: keywords evaluate the first items of a list, or all that are equal.
    """
    value, refused = error.instance, list(map(str, error.kind.unexpected))
    if isinstance(value, dict):
        yield from ((name, value[name]) for name in refused if name in value)
        return
    left = Counter(canonical(json.loads(item)) for item in refused)
    items: list[tuple[int, JsonValue]] = []
    for index in reversed(range(len(value))):
        text = canonical(value[index])
        if left[text]:
            left[text] -= 1
            items.append((index, value[index]))
    yield from reversed(items)


def _member_names(kind: Any) -> tuple[str, ...]:
    if kind.name == "required":
        return (str(kind.property),)
    return tuple(str(name) for name in getattr(kind, "unexpected", ()))
