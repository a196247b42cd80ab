"""Errors of the validating libraries as problems: at the keyword as it is written, behind all references."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, unquote

from accordant.findings import JsonValue
from accordant.schema import libraries, pointers
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.problems import Objection, Problem
from accordant.schema.references import Node
from accordant.schema.unseen_contains import STANDS_BEHIND_NOT


@dataclass(frozen=True, slots=True)
class LibraryErrors:
    """The errors of both libraries about one schema, as problems."""

    node: Node

    def problem(self, error: Any, *, inside: bool = True) -> Problem:
        """A problem of jsonschema-rs; ``inside``: with what each branch has against the document."""
        location = self._existing(str(getattr(error, "absolute_keyword_location", None) or ""))
        if "#" not in location:
            document = self.node.document
            location = f"{document}#{self._find_written(document, pointers.write(error.schema_path))}"
        keyword = written = pointers.split(location.partition("#")[2] or "/false")[-1]
        if error.schema_path and not str(error.schema_path[-1]).isdecimal() and written not in STANDS_BEHIND_NOT:
            keyword = str(error.schema_path[-1])
        branches = getattr(error.kind, "context", ()) if inside else ()
        of_key = error.kind.error if error.kind.name == "propertyNames" else None
        return Problem(
            pointers.write(error.instance_path),
            keyword,
            location,
            self._find_written(self.node.document, pointers.write(error.evaluation_path)),
            str(error.message),
            _member_names(error.kind),
            tuple(tuple(self.problem(cause) for cause in branch) for branch in branches),
            (of_key or error).kind.name == "falseSchema",
            str(of_key.instance) if of_key is not None else None,
        )

    def objection(self, error: Any) -> Objection:
        """A problem of jsonschema-rs, whose branches are looked at one level after the other."""
        inside = getattr(error.kind, "context", ())
        problem = self.problem(error, inside=False)
        return Objection(problem, lambda: [[self.objection(cause) for cause in branch] for branch in inside])

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


def _member_names(kind: Any) -> tuple[str, ...]:
    if kind.name == "required":
        return (str(kind.property),)
    return tuple(str(name) for name in getattr(kind, "unexpected", ()))
