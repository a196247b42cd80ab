"""Judges documents by one state of a contract: by its schemas, its streams and the closed view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from accordant import work
from accordant.conform import parameters
from accordant.conform.closed import ClosedView
from accordant.conform.contract_rules import ContractRules
from accordant.conform.readers import Reader, Role, holds_rules, open_reader
from accordant.conform.rules import NOT_JSON, REFUSED, STREAM_ORDER
from accordant.contract import ContractState, Stream
from accordant.contract.grammar import Misfit, Run, TooManyStates
from accordant.contract.source_pointers import find_source_pointer
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Rule
from accordant.schema import embedded, pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.dialects import DRAFT_2020_12, draft_called
from accordant.schema.documents import Document
from accordant.schema.error_messages import sentence
from accordant.schema.references import Node, Resources, UnresolvableReference
from accordant.schema.validation import Problem, UnusableSchema
from accordant.schema.vocabulary import format_value

Locate = Callable[[str], Place]
"""JSON Pointer in a document to its place."""


def unreadable(error: InputError) -> Finding:
    """The finding about a document that is not JSON."""
    return NOT_JSON.finding(error.reason, error.place, way_out=error.next_step)


@dataclass
class Judge:
    """Judges documents by a state; validators are kept, so use one judge for many documents."""

    state: ContractState
    as_: Role = "contract"
    """For a producer, unknown fields and unlisted identifiers are findings too. For a consumer, schemas are read openly
    and lines of unknown types are skipped."""
    bound: Mapping[str, Node] = field(default_factory=dict)
    """The schema of each type parameter that is bound. It judges its parts of a document in its own draft."""
    default_schema: str = ""
    """The schema of rules that name none."""
    _readers: dict[Node, Reader] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.resources = Resources(self.state.resources)
        self.view = ClosedView(self.state)
        self.rules = ContractRules(self.state, self.default_schema) if holds_rules(self.as_) else None

    def document(self, schema: str, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """What a schema of the state has against a document.

        Raises:
            InputError: the schema cannot be used.
        """
        work.begin(partial(locate, ""))
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
            yield from self._embedded(root, schema, value, locate)
        relevant = relevant_problems(problems, reader.resources)
        for problem in relevant:
            yield self._refusal(schema, reader, problem, value, locate)
        if self.as_ == "producer":
            refused = {problem.instance for problem in relevant}
            for stranger in self.view.strangers(root, value):
                if not self._is_reported(stranger.instance, refused, problems):
                    place = locate(stranger.instance)
                    yield self._finding(stranger.rule, stranger.message, place, schema)

    def text(self, schema: str, document: Document) -> Iterator[Finding]:
        """What the contract has against the bytes of a document, for its producer: people may print it as they like."""
        if self.rules is not None and self.as_ == "producer":
            yield from self.rules.of_text(schema, document)

    def stream(self, name: str, lines: Iterable[tuple[int, Document | Finding]], path: str) -> Iterator[Finding]:
        """What the line schema has against each line, then what the grammar has against their order.

        Lines are judged as they come, and none is kept. Nothing is said about the order where a line cannot be read
        or has no type.

        Args:
            name: the stream.
            lines: (number, document), or the finding about a line that cannot be read.
            path: what the stream is called in findings.

        Raises:
            InputError: the line schema or the grammar cannot be used.
        """
        stream = self.state.streams[name]
        order = _Order(stream)
        rules = self.rules.of_stream(name) if self.rules is not None else None
        for number, line in lines:
            if isinstance(line, Finding):
                order.is_known = False
                yield line
                continue
            yield from self.document(stream.line, line.value, line_places(line, number))
            if self.rules is not None and rules is not None:
                yield from self.rules.of_line(rules, line.value, line_places(line, number))
            type_ = _type(stream, line.value)
            if type_ is None:
                order.is_known = False
            elif not (self.as_ == "consumer" and type_ not in order.types):
                order.feed(number, type_)
        misfit = order.misfit()
        if misfit is not None:
            yield self._order_finding(stream, misfit, order.line, path)

    def _order_finding(self, stream: Stream, misfit: Misfit, line: int, path: str) -> Finding:
        place = Place(path, line, 1, stream.discriminator if misfit.type is not None else "")
        means = [partial.get("means") for partial in stream.partial if partial.get("missing") in misfit.expected]
        message = f"{misfit} ({means[0]})" if misfit.type is None and means and means[0] else str(misfit)
        at = stream.document.place("/grammar") if stream.document else None
        return replace(self._finding(STREAM_ORDER, message, place, stream.name), schema_place=at)

    def _refusal(self, schema: str, reader: Reader, problem: Problem, value: JsonValue, locate: Locate) -> Finding:
        message = sentence(problem, value, reader.values)
        at = problem.instance
        if problem.names and problem.keyword in ("additionalProperties", "unevaluatedProperties"):
            at = pointers.join(at, problem.names[0])
        finding = self._finding(REFUSED, message, locate(at), schema)
        return replace(finding, schema_place=self._schema_place(*reader.find_source(problem)))

    def _bound_parts(self, root: Node, document: JsonValue) -> Iterator[tuple[str, JsonValue, str]]:
        """The parts of a document that a bound type parameter describes: pointer, part, and the parameter."""
        seen: set[tuple[str, str]] = set()
        for at, part, node in embedded.places(root, document, parameters.KEYWORD) if self.bound else ():
            name = str(node.value[parameters.KEYWORD])
            if name in self.bound and (at, name) not in seen and not self._reader(node).problems(part):
                seen.add((at, name))
                yield at, part, name

    def _embedded(self, root: Node, schema: str, value: JsonValue, locate: Locate) -> Iterator[Finding]:
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
                return schema.document.place(find_source_pointer(schema.document, pointer))
        return None

    def _finding(self, rule: Rule, message: str, place: Place, subject: str) -> Finding:
        return rule.finding(message, place, subject=f"{self.state.contract}/{self.state.version}/{subject}")

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

    def _reader(self, root: Node) -> Reader:
        if root not in self._readers:
            self._readers[root] = open_reader(root, self.state.enums) if self.as_ == "consumer" else Reader(root)
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


class _Order:
    """The order of the lines of one stream: the first misfit, and where it is."""

    def __init__(self, stream: Stream) -> None:
        self.types = stream.types()
        self.is_known = True
        """False once a line without a readable type came: nothing is said about the order then."""
        self.line = 0
        """The number of the first line that misfits, else of the last line."""
        self._place = stream.document.place("/grammar") if stream.document else Place(stream.name)
        self._run = Run(stream)
        self._misfit: Misfit | None = None

    def feed(self, number: int, type_: str) -> None:
        """Take a line; after a misfit, and where the order is not known, it changes nothing."""
        if self.is_known and self._misfit is None:
            self.line = number
            self._misfit = self._follow(lambda: self._run.feed(type_))

    def misfit(self) -> Misfit | None:
        """What is wrong with the order, now that the stream has ended."""
        return (self._misfit or self._follow(self._run.end)) if self.is_known else None

    def _follow(self, ask: Callable[[], Misfit | None]) -> Misfit | None:
        try:
            return ask()
        except TooManyStates as error:
            next_step = "give a repetition inside another repetition no bound, or a small one"
            raise InputError(error.reason, self._place, next_step=next_step, rule="schema-unusable") from error


def _locate_below(locate: Locate, at: str, pointer: str) -> Place:
    """The place of a part of a part."""
    return locate(at + pointer)


def line_places(line: Document, number: int) -> Locate:
    """Places in a line of a stream, with the number of the line."""
    return lambda pointer: replace(line.place(pointer), line=number)


def _type(stream: Stream, value: JsonValue) -> str | None:
    try:
        type_ = pointers.follow(value, stream.discriminator)
    except LookupError:
        return None
    return type_ if isinstance(type_, str) else format_value(type_)
