"""The format of the files that a registry is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from accordant.contract.fields import CORRECT_THE_FIELD
from accordant.contract.formats.complaints import complaints
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.errors import InputError
from accordant.findings import Finding, Rule, Severity
from accordant.lint.settings import step_of_misplaced
from accordant.lint.subject import LintSubject
from accordant.registry import layout
from accordant.schema import pointers
from accordant.schema.documents import Document
from accordant.schema.lines import lines_of

FORMAT: Final = Rule(
    "format",
    Severity.ERROR,
    "A file of the registry has an unknown field, lacks a required one, or gives one a wrong type.",
    "A misspelt field has no effect, and nobody notices.",
    CORRECT_THE_FIELD,
    'promis = "additive"',
    'promise = "additive"',
)

RULES: Final = (FORMAT,)

_REGISTRY: Final = "registry"

"""The one file here that the loader does not read: check-compat uses it."""


def check(subject: LintSubject) -> Iterator[Finding]:
    """Errors of files by the schemas of our own formats, and those that loading found where the schemas find none."""
    malformed = set()
    for finding in _check_documents(subject):
        malformed.add(finding.place.path if finding.place else "")
        yield finding
    for problem in subject.problems:
        if problem.rule == FORMAT.name and problem.place.path not in malformed:
            yield problem.finding(FORMAT)


def _check_documents(subject: LintSubject) -> Iterator[Finding]:
    documents = dict(subject.loader.documents)
    if subject.has(ACKNOWLEDGEMENTS):
        try:
            documents[ACKNOWLEDGEMENTS] = subject.loader.document(ACKNOWLEDGEMENTS)
        except InputError as error:
            yield error.finding(subject.rules.get(error.rule, FORMAT))
    for relative, document in sorted(documents.items()):
        name = _format_of(relative)
        if name is not None:
            yield from _check_document(name, document, subject.rules)


def _check_document(name: str, document: Document, rules: Iterable[str]) -> Iterator[Finding]:
    for pointer, message in complaints(name, document.value):
        step = step_of_misplaced(document.value, pointer, rules) if name == _REGISTRY else ""
        yield FORMAT.finding(_with_field(message, document, pointer), document.place(pointer), way_out=step)


def _with_field(message: str, document: Document, pointer: str) -> str:
    """The sentence, with the pointer of the field where its line shows an outer one: in TOML inner tables have none."""
    line = document.place(pointer).line
    shown = lines_of(document.text)[line - 1 : line] if line else []
    field = next((step for step in reversed(pointers.split(pointer)) if not step.isdigit()), "")
    is_shown = not shown or field in shown[0] or field in message
    return message if is_shown else f"{message}, at {pointer}"


def _format_of(relative: str) -> str | None:
    parts = relative.split("/")
    if relative in (layout.CONFIG, ACKNOWLEDGEMENTS):
        return relative.removesuffix(".toml")
    if len(parts) == 2 and parts[1] == layout.CONTRACT:
        return "contract"
    kind = layout.kind_of(parts[-1]) if len(parts) == 3 else None
    return kind[0] if kind is not None and kind[0] != "schema" else None
