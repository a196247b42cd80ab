"""One document against one schema of a version."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import Schema, State
from accordant.findings import Finding, Place, Severity
from accordant.schema.documents import Document
from accordant.schema.references import Resources
from accordant.schema.validation import Problem, Validator, validator_of

RULE = "document-refused"
LONGEST = 300
"""The validator quotes the part of the document that it refuses; longer sentences are cut in the middle."""


def validator(state: State, schema: Schema) -> Validator:
    """The validator of a schema among the others of its version."""
    return validator_of(Resources(state.resources).root(schema.uri))


def judge(state: State, schema: Schema, judge_: Validator, document: Document) -> Iterator[Finding]:
    """A finding for everything in the document that the schema refuses, at its place in the document.

    Raises:
        UnusableSchema: the schema cannot be used.
    """
    subject = f"{state.contract}/{state.version}/{schema.name}"
    for problem in judge_.problems(document.value):
        yield Finding(
            RULE,
            Severity.ERROR,
            f"{problem.instance or 'the document'}: {_short(problem.message)}",
            document.place(problem.instance),
            way_out=f"the schema asks for it at {_asked_by(state, problem)}",
            subject=subject,
        )


def _asked_by(state: State, problem: Problem) -> str:
    """Where the keyword that refused stands: in its file, as exactly as the file has it before expansion."""
    address, _, pointer = problem.schema_location.partition("#")
    for schema in state.schemas.values():
        if schema.uri == address and schema.document is not None:
            place: Place = schema.document.place(pointer)
            return f"{place} ({pointer or 'the whole schema'})"
    return f"{problem.schema_location}"


def _short(message: str) -> str:
    return message if len(message) <= LONGEST else f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"
