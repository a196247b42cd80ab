"""Examples: each does what its folder asserts, and an invalid one is refused by the named part of the schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accordant.contract import Contract, Example, Version, grammar
from accordant.findings import Finding, JsonValue, Place, Rule, Severity
from accordant.lint.refusals import ExampleRefusal, Refusals
from accordant.lint.subject import LintSubject
from accordant.schema import embedded, pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.dialects import DRAFT_2020_12, draft_called
from accordant.schema.documents import Document
from accordant.schema.error_messages import sentence
from accordant.schema.problems import Problem, UnusableSchema
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of

OF_NOTHING: Final = Rule(
    "example-of-nothing",
    Severity.ERROR,
    "A folder of examples does not have the name of a schema or stream of the version.",
    "No command checks its documents.",
    "Give the folder the name of the schema or stream that its documents are examples of.",
    "examples/valid/respones/",
    "examples/valid/response/",
)
REFUSED: Final = Rule(
    "example-refused",
    Severity.ERROR,
    "A document in examples/valid is refused by its schema, or a stream there by its grammar.",
    "People copy examples, and tests rely on them.",
    "Correct the document or the schema; if it is meant to be refused, move it to examples/invalid.",
    'examples/valid/response/ok.json: {"success": "yes"}',
    'examples/valid/response/ok.json: {"success": true}',
)
ACCEPTED: Final = Rule(
    "example-accepted",
    Severity.ERROR,
    "A document in examples/invalid is accepted.",
    "The rule that should refuse it is not in the schema.",
    "Write the rule into the schema, or move the document to examples/valid.",
    'examples/invalid/response/no-errors.json: {"success": true}',
    'examples/invalid/response/no-errors.json: {"success": false, "errors": []}',
)
ELSEWHERE: Final = Rule(
    "example-refused-elsewhere",
    Severity.ERROR,
    "An invalid example is refused by another part of the schema than refused-by.toml says, or by others too.",
    "It does not show that its own rule works: with the rule removed, it would still be refused.",
    "Change the document so that only the named rule refuses it, or correct refused-by.toml.",
    'case = "/allOf/0/then", and the document lacks a required field',
    'case = "/allOf/0/then", and the document is whole but for that rule',
)
POINTER: Final = Rule(
    "refused-by-pointer",
    Severity.ERROR,
    "refused-by.toml names a place that the schema does not have.",
    "Nobody can check that this place refuses the example.",
    "Correct the pointer (and the file, for one in another file of the version: FILE#POINTER).",
    'case = "/allOf/7/then" in a schema with two branches',
    'case = "/allOf/1/then"',
)
MISSING: Final = Rule(
    "refused-by-missing",
    Severity.NOTE,
    "No line of refused-by.toml says which part of the schema must refuse an invalid example.",
    "Without it, an example may be refused for a reason other than the intended one, and nobody notices.",
    "Add a line: the case's name, and the JSON Pointer of the rule in the schema file.",
    "examples/invalid/response/no-errors.json alone",
    'no-errors = "/allOf/0/then" in refused-by.toml',
)

RULES: Final = (OF_NOTHING, REFUSED, ACCEPTED, ELSEWHERE, POINTER, MISSING)

_MOST: Final = 5
"""At most this many findings about one document."""


def check(subject: LintSubject) -> Iterator[Finding]:
    """Examples that do not do what their folder asserts."""
    for contract, version in subject.versions:
        resources = subject.resources[contract.name, version.name]
        judge = ExampleJudge(contract, version, resources, Refusals(version, resources))
        for example in version.examples:
            try:
                yield from judge.findings(subject, example)
            except UnusableSchema:
                continue  # has a finding of schema-unusable


class ExampleJudge:
    """Judges the examples of a version."""

    def __init__(self, contract: Contract, version: Version, resources: Resources, refusals: Refusals) -> None:
        self.contract = contract.name
        self.name = f"{contract.name}/{version.name}"
        self.version = version
        self.resources = resources
        self.refusals = refusals
        self.values = {uri: resources.root(uri).value for uri in resources}
        self.validators: dict[str, Validator] = {}
        self.carries_schemas = embedded.carries_schemas(resources)

    def findings(self, subject: LintSubject, example: Example) -> Iterator[Finding]:
        """The findings about one example."""
        schema = self.version.state.streams[example.subject].line if example.is_stream else example.subject
        if schema not in self.version.state.schemas:
            return
        if subject.complaints.get((self.contract, self.version.name, schema)):
            return  # the schema itself is invalid, which is a finding already
        if example.valid:
            yield from self._check_valid(example, schema)
            return
        refusals = self._refusals(example, schema)
        place = Place(example.path, 1, 1)
        subject_name = f"{self.name}/{example.subject}"
        if not refusals:
            yield ACCEPTED.finding("the document is accepted", place, subject=subject_name)
        elif example.refused_by is None:
            yield MISSING.finding(
                f"refused by {refusals[0].where}; refused-by.toml does not say so", place, subject=subject_name
            )
        else:
            yield from self._check_place(subject, example, schema, refusals)

    def _check_valid(self, example: Example, schema: str) -> Iterator[Finding]:
        name = f"{self.name}/{example.subject}"
        count = 0
        for number, document in enumerate(example.documents, start=1):
            for problem in relevant_problems(self._problems(schema, document.value), self.resources):
                count += 1
                if count <= _MOST:
                    message = sentence(problem, document.value, self.values)
                    place = _line(document, problem.instance, number if example.is_stream else 0)
                    yield REFUSED.finding(f"{message}, says {self._where_of(problem)}", place, subject=name)
        if example.is_stream and not count:
            misfit = self._misfit(example)
            if misfit is not None:
                number = min(misfit.index + 1, len(example.documents))
                yield REFUSED.finding(str(misfit), Place(example.path, number, 1), subject=name)

    def _refusals(self, example: Example, schema: str) -> list[ExampleRefusal]:
        """Everything that refuses an invalid example."""
        refusals = [
            ExampleRefusal(problem, self._where_of(problem), document.value)
            for document in example.documents
            for problem in self._problems(schema, document.value)
        ]
        if example.is_stream:
            misfit = self._misfit(example)
            if misfit is not None and not (refusals and self._has_untyped(example)):
                refusals.append(ExampleRefusal(None, f"the grammar ({misfit})", None))
        return refusals

    def _check_place(
        self, subject: LintSubject, example: Example, schema: str, refusals: list[ExampleRefusal]
    ) -> Iterator[Finding]:
        assert example.refused_by is not None
        name = f"{self.name}/{example.subject}"
        expected = example.refused_by
        text = f"{expected.file}#{expected.pointer}" if expected.file else expected.pointer
        if not self.refusals.exists(schema, expected):
            yield POINTER.finding(f"there is no {text}", _refused_by(subject, example), subject=name)
            return
        others = [refusal for refusal in refusals if not self.refusals.match(schema, expected, refusal)]
        if not others:
            return
        where = ", ".join(dict.fromkeys(refusal.where for refusal in others[:_MOST]))
        message = f"refused by {where}, not by {text}" if len(others) == len(refusals) else f"also refused by {where}"
        first = others[0].problem
        line = Place(example.path, 1, 1)
        if first is not None and not example.is_stream:
            line = example.documents[0].place(first.instance)
        yield ELSEWHERE.finding(message, line, subject=name)

    def _problems(self, schema: str, value: JsonValue) -> list[Problem]:
        if schema not in self.validators:
            root = self.resources.root(self.version.state.schemas[schema].uri)
            self.validators[schema] = validator_of(root)
        validator = self.validators[schema]
        if not validator.is_valid(value):
            return validator.problems(value)
        if not self.carries_schemas:
            return []
        draft = draft_called(self.version.state.data_draft) or DRAFT_2020_12
        return list(embedded.problems(validator.node, value, draft))

    def _where_of(self, problem: Problem) -> str:
        return self.refusals.where(problem)

    def _misfit(self, example: Example) -> grammar.Misfit | None:
        stream = self.version.state.streams[example.subject]
        return grammar.misfit(stream, _types(stream.discriminator, example))

    def _has_untyped(self, example: Example) -> bool:
        """Whether a line has no type or an unknown one: the order of lines then cannot be judged."""
        stream = self.version.state.streams[example.subject]
        return any(type_ not in stream.types() for type_ in _types(stream.discriminator, example))


def _types(discriminator: str, example: Example) -> list[str]:
    """The type of each line of a stream example; empty where a line has none."""
    types = []
    for document in example.documents:
        try:
            types.append(str(pointers.follow(document.value, discriminator)))
        except LookupError:
            types.append("")
    return types


def _line(document: Document, pointer: str, number: int) -> Place:
    place = document.place(pointer)
    return replace(place, line=number) if number else place


def _refused_by(subject: LintSubject, example: Example) -> Place:
    relative = example.path.removeprefix(subject.loader.shown).rpartition("/")[0] + "/refused-by.toml"
    document = subject.loader.documents.get(relative)
    return document.place(pointers.join("", example.name)) if document else Place(subject.path(relative))
