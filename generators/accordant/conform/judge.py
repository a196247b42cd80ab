"""Judges documents by one state of a contract: by its schemas and the closed view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from accordant import work
from accordant.conform import parameters
from accordant.conform.parameters import BoundSchema
from accordant.conform.readers import Reader, Role, holds_rules, open_reader
from accordant.conform.rules import REFUSED
from accordant.contract import ContractState
from accordant.contract.source_pointers import place_in_schema
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Rule
from accordant.schema import embedded, pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.dialects import DRAFT_2020_12, OTHER_MEMBERS, draft_called
from accordant.schema.documents import Document
from accordant.schema.error_messages import sentence
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.problems import Problem, UnusableSchema
from accordant.schema.references import Node, Resources

if TYPE_CHECKING:
    from accordant.conform.closed import ClosedView
    from accordant.conform.contract_rules import ContractRules

Locate = Callable[[str], Place]
"""JSON Pointer in a document to its place."""


@dataclass
class Judge:
    """Judges documents by a state; validators are kept, so use one judge for many documents."""

    state: ContractState
    as_: Role = "contract"
    """For a producer, unknown fields and unlisted identifiers are findings too. For a consumer, schemas are read openly
    and lines of unknown types are skipped."""
    bound: Mapping[str, Node] = field(default_factory=dict)
    """The schema of each type parameter that is bound. It judges its parts of a document in its own draft."""
    formats: bool = False
    """Whether ``format`` judges too."""
    given: Mapping[str, BoundSchema] = field(default_factory=dict)
    """The bound schemas as they were given."""
    default_schema: str = ""
    """The schema of rules that name none."""
    _readers: dict[Node, Reader] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.resources = Resources(self.state.resources)
        self.rules = self._open_rules() if holds_rules(self.as_) else None

    def _open_rules(self) -> ContractRules:
        from accordant.conform.contract_rules import ContractRules

        return ContractRules(self.state, self.default_schema)

    @cached_property
    def view(self) -> ClosedView:
        """What the contract knows by name, for a producer."""
        from accordant.conform.closed import ClosedView

        return ClosedView(self.state)

    def document(self, schema: str, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """What is wrong with a document by a schema of the state, as one reads it: from its first line to its last.

        Raises:
            InputError: the schema cannot be used.
        """
        work.begin(partial(locate, ""))
        yield from sorted(self._document(schema, value, locate), key=_line_and_column)

    def _document(self, schema: str, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """The same: what the schema refuses, then the rules that are broken, then what bound schemas refuse."""
        root = self._root(schema)
        refusals = list(self._judge(root, schema, value, locate))
        yield from refusals
        if self.rules is not None:
            refused = [finding.place.pointer for finding in refusals if finding.place is not None]
            yield from self.rules.of_document(schema, value, locate, refused)
        for at, part, name in self._bound_parts(root, value):
            yield from self._judge(self.bound[name], schema, part, partial(_locate_below, locate, at), name)

    def _judge(
        self, root: Node, schema: str, value: JsonValue, locate: Locate, parameter: str = ""
    ) -> Iterator[Finding]:
        try:
            reader = self._reader(root)
            problems = reader.problems(value)
        except UnusableSchema as error:
            raise self._unusable_schema(schema, parameter, error.reason) from error
        except UnresolvableReference as error:
            raise self._unusable_schema(schema, parameter, str(error)) from error
        if not problems:
            yield from self._check_embedded(root, schema, value, locate)
        relevant = relevant_problems(problems, reader.resources)
        for problem in relevant:
            refusal = self._refusal(schema, reader, problem, value, locate)
            at = self._bound_place(parameter, reader, problem)
            yield refusal if at is None else replace(refusal, schema_place=at, subject=f"{refusal.subject} ({at.path})")
        if self.as_ == "producer" and (problems or not self.view.have_none(root, [value])):
            refused = {problem.instance for problem in relevant}
            for stranger in self.view.strangers(root, value):
                if not self._is_reported(stranger.instance, refused, problems):
                    place = locate(stranger.instance)
                    yield self._finding(stranger.rule, stranger.message, place, schema)

    def text(self, schema: str, data: bytes, locate: Locate) -> Iterator[Finding]:
        """What is wrong with the text of a document, for its producer: people may print it as they like."""
        if self.rules is not None and self.as_ == "producer":
            yield from self.rules.of_text(schema, data.decode("utf-8", "replace"), locate)

    def schema_decides(self, schema: str) -> bool:
        """Whether :meth:`accepts_all` settles all about a document but the rules."""
        return not self.bound and not self._carries_schemas and schema in self.state.schemas

    def accepts_all(self, schema: str, values: list[JsonValue]) -> bool:
        """Whether these documents can break nothing but rules; where this is not clear at once, False."""
        work.begin(partial(Place, schema))
        root = self._root(schema)
        try:
            is_accepted = self._reader(root).accepts_all(values)
            return is_accepted and (self.as_ != "producer" or self.view.have_none(root, values))
        except UnresolvableReference:  # the judgement of the first document says so
            return False

    def subject(self, name: str) -> str:
        """What findings call a schema or stream of the state."""
        return f"{self.state.contract}/{self.state.version}/{name}" if self.state.contract else name

    def _refusal(self, schema: str, reader: Reader, problem: Problem, value: JsonValue, locate: Locate) -> Finding:
        message = sentence(problem, value, reader.values)
        at = problem.instance
        if problem.names and problem.keyword in OTHER_MEMBERS:
            at = pointers.join(at, problem.names[0])
        finding = self._finding(REFUSED, message, locate(at), schema)
        return replace(finding, schema_place=self._schema_place(*reader.find_source(problem)))

    def _bound_place(self, parameter: str, reader: Reader, problem: Problem) -> Place | None:
        """The place in the file of a bound schema; None for the schemas of the state, and where there is no file."""
        given = self.given.get(parameter)
        return given.locate(*reader.find_source(problem)) if given is not None and given.locate else None

    def _bound_parts(self, root: Node, document: JsonValue) -> Iterator[tuple[str, JsonValue, str]]:
        """The parts of a document that a bound type parameter describes: pointer, part, and the parameter."""
        seen: set[tuple[str, str]] = set()
        for at, part, node in embedded.places(root, document, parameters.KEYWORD) if self.bound else ():
            name = str(node.value[parameters.KEYWORD])
            if name in self.bound and (at, name) not in seen and not self._reader(node).problems(part):
                seen.add((at, name))
                yield at, part, name

    def _check_embedded(self, root: Node, schema: str, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """What is wrong with the schemas inside a document whose shape is right."""
        draft = draft_called(self.state.data_draft) or DRAFT_2020_12
        for problem in embedded.problems(root, value, draft) if self._carries_schemas else ():
            finding = self._finding(REFUSED, problem.message, locate(problem.instance), schema)
            address, _, pointer = problem.schema_location.partition("#")
            yield replace(finding, schema_place=self._schema_place(address, pointer))

    @cached_property
    def _carries_schemas(self) -> bool:
        return embedded.carries_schemas(self.resources)

    def _schema_place(self, address: str, pointer: str) -> Place | None:
        """The place of a part of a schema in the files of the state; None where it is in none of them."""
        for schema in self.state.schemas.values():
            if schema.uri == address and schema.document is not None:
                return place_in_schema(schema, pointer)
        return None

    def _finding(self, rule: Rule, message: str, place: Place, subject: str) -> Finding:
        return rule.finding(message, place, subject=self.subject(subject))

    def _is_reported(self, instance: str, refused: set[str], problems: list[Problem]) -> bool:
        """Whether the schema itself refused the same field or identifier."""
        parent, name = pointers.parent(instance), pointers.split(instance)[-1] if instance else ""
        return instance in refused or any(problem.instance == parent and name in problem.names for problem in problems)

    def _root(self, schema: str) -> Node:
        if schema not in self.state.schemas:
            version = f"{self.state.contract}/{self.state.version}"
            reason = f"{version} has no schema {schema!r}, which a stream names for its lines"
            raise InputError(reason, next_step="run: registry lint")
        return self.resources.root(self.state.schemas[schema].uri)

    @cached_property
    def _read_as_written(self) -> frozenset[str]:
        """The addresses of schemas whose documents are read by whoever wrote the schema."""
        return frozenset(schema.uri for schema in self.state.schemas.values() if schema.direction == "input")

    def _reader(self, root: Node) -> Reader:
        if root not in self._readers:
            is_open = self.as_ == "consumer" and root.document not in self._read_as_written
            self._readers[root] = (
                open_reader(root, self.state.enums, formats=self.formats) if is_open else Reader(root, self.formats)
            )
        return self._readers[root]

    def _unusable_schema(self, schema: str, parameter: str, reason: str) -> InputError:
        if parameter:
            reason = f"the schema of the type parameter {parameter} cannot be used: {reason}"
            return InputError(reason, next_step="correct the schema that is given for it", rule="schema-unusable")
        document = self.state.schemas[schema].document
        path = document.path if document else schema
        return InputError(
            f"the schema cannot be used: {reason}",
            Place(path),
            next_step="run: registry lint",
            rule="schema-unusable",
        )


def _locate_below(locate: Locate, at: str, pointer: str) -> Place:
    """The place of a part of a part."""
    return locate(at + pointer)


def line_places(line: Document, number: int) -> Locate:
    """Places in a line of a stream, with the number of the line."""
    return lambda pointer: replace(line.place(pointer), line=number)


def _line_and_column(finding: Finding) -> tuple[int, int]:
    """Where a finding stands in its file; where nobody counts lines, all stand at one place."""
    return (finding.place.line, finding.place.column) if finding.place else (0, 0)
