"""Stream grammars and their line schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import Choice, Contract, Element, Line, Stream, Version
from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema.documents import Document
from accordant.schema.error_messages import format_values
from accordant.schema.paths import find_pinned_values, schemas_at
from accordant.schema.vocabulary import format_value

LINE: Final = Rule(
    "stream-line",
    Severity.ERROR,
    "A stream names a line schema, a line type or a command that the version does not have.",
    "No document can be that line, so no stream can be complete.",
    "Correct the name, or add the schema or its branch.",
    '{"line": "progres"}',
    '{"line": "progress"}',
)
TERMINAL: Final = Rule(
    "stream-after-terminal",
    Severity.ERROR,
    "A grammar lets something follow a terminal line, or repeats it.",
    "Readers stop at the terminal line; what comes after it is lost.",
    "Put the terminal line last, once.",
    '[{"line": "result", "terminal": true}, {"line": "progress"}]',
    '[{"line": "progress"}, {"line": "result", "terminal": true}]',
)
UNUSED: Final = Rule(
    "stream-line-unused",
    Severity.WARNING,
    "The line schema has a line type that no grammar admits.",
    "A program that writes such a line breaks the grammar, though the line is valid.",
    "Give the line a place in the grammar, or remove its branch.",
    "a branch for heartbeat lines, and no heartbeat in the grammar",
    'a grammar with {"line": "heartbeat", "min": 0, "max": null}',
)

RULES: Final = (LINE, TERMINAL, UNUSED)


def check(subject: LintSubject) -> Iterator[Finding]:
    """The faults of each stream."""
    for contract, version in subject.versions:
        for stream in version.state.streams.values():
            if stream.document is not None:
                yield from _check_stream(subject, contract, version, stream, stream.document)


def _check_stream(
    subject: LintSubject, contract: Contract, version: Version, stream: Stream, document: Document
) -> Iterator[Finding]:
    subject_name = f"{contract.name}/{version.name}/{stream.name}"
    for pointer in _after_terminal(stream):
        yield TERMINAL.finding("follows or repeats a terminal line", document.place(pointer), subject=subject_name)
    for index, command in enumerate(stream.commands):
        if "commands" in version.state.code_lists and command not in version.commands:
            place = document.place(f"/commands/{index}")
            yield LINE.finding(
                f"the command {format_value(command)} is not in the code list", place, subject=subject_name
            )
    for index, partial in enumerate(stream.partial):
        missing = partial.get("missing") if isinstance(partial, dict) else None
        if isinstance(missing, str) and missing not in stream.types():
            place = document.place(f"/partial/{index}/missing")
            yield LINE.finding(f"no line of the grammar is called {format_value(missing)}", place, subject=subject_name)
    schema = version.state.schemas.get(stream.line)
    if schema is None:
        if stream.line not in subject.unread(contract.name, version.name, "schema"):
            message = f"no schema is called {format_value(stream.line)}"
            yield LINE.finding(message, document.place("/line"), subject=subject_name)
        return
    root = subject.resources[contract.name, version.name].root(schema.uri)
    line_types = [value for value in find_pinned_values(root, stream.discriminator) if isinstance(value, str)]
    if not list(schemas_at(root, stream.discriminator)):
        message = f"the schema {stream.line} declares nothing at {stream.discriminator}"
        yield LINE.finding(message, document.place("/discriminator"), subject=subject_name)
    if not line_types:
        return
    for type_, pointer in stream.types().items():
        if type_ not in line_types:
            declared = format_values(sorted(set(line_types)))
            message = f"the schema {stream.line} has no line type {format_value(type_)} (it has {declared})"
            yield LINE.finding(message, document.place(f"{pointer}/line"), subject=subject_name)
    sharing = (other for other in version.state.streams.values() if other.line == stream.line)
    admitted = {type_ for other in sharing for type_ in other.types()}
    for type_ in dict.fromkeys(line_types):
        if type_ not in admitted:
            message = f"the schema {stream.line} has the line type {format_value(type_)}, which no grammar admits"
            yield UNUSED.finding(message, document.place("/grammar"), subject=subject_name)


def _after_terminal(stream: Stream) -> Iterator[str]:
    """Pointers of elements that follow a terminal line in their sequence, and of terminal lines that repeat."""
    todo: list[tuple[tuple[Element, ...], str, bool]] = [(stream.grammar, "/grammar", True)]
    while todo:
        elements, base, in_order = todo.pop()
        ended = False
        for index, element in enumerate(elements):
            pointer = f"{base}/{index}"
            if in_order and ended:
                yield pointer
            ended = ended or _ends(element)
            if element.most != 1 and (_ends(element) or (isinstance(element, Line) and element.terminal)):
                yield pointer
            if not isinstance(element, Line):
                key = "any" if isinstance(element, Choice) else "sequence"
                todo.append((element.elements, f"{pointer}/{key}", key == "sequence"))


def _ends(element: Element) -> bool:
    """Whether every series of lines of an element has a terminal one."""
    if element.least == 0:
        return False
    if isinstance(element, Line):
        return element.terminal
    inner = [_ends(part) for part in element.elements]
    return bool(inner) and (all(inner) if isinstance(element, Choice) else any(inner))
