"""Keywords that mean nothing: misspelt, unknown, of another draft, hidden by a reference; and our own annotations."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from typing import Final

from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.subject import SchemaFile, Subject, finding
from accordant.schema import pointers
from accordant.schema.dialects import DIALECTS, Kind
from accordant.schema.references import Node

MISSPELT: Final = Rule(
    "keyword-misspelt",
    Severity.WARNING,
    "A keyword is unknown, and nearly one that exists.",
    "Validators pass over keywords that they do not know: the rule that was meant judges nothing.",
    "Correct the spelling; an annotation of your own begins with x-.",
    '{"requird": ["id"]}',
    '{"required": ["id"]}',
)
UNKNOWN: Final = Rule(
    "keyword-unknown",
    Severity.WARNING,
    "A keyword is not one of the schema's draft.",
    "Validators pass over it.",
    "Use a keyword of the draft, declare another $schema, or let an annotation of your own begin with x-.",
    '{"nullable": true}',
    '{"type": ["string", "null"]}',
)
IGNORED: Final = Rule(
    "keyword-ignored",
    Severity.WARNING,
    "A keyword stands beside $ref in a draft that ignores everything beside it.",
    "Up to draft-07 the reference alone judges.",
    "Write both into allOf, or use draft 2019-09 or later.",
    '{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a", "minLength": 1}',
    '{"allOf": [{"$ref": "#/definitions/a"}, {"minLength": 1}]}',
)
ANNOTATION: Final = Rule(
    "annotation",
    Severity.ERROR,
    "One of our annotations (x-codes, x-unit, x-open, x-closed, ...) has a value that means nothing, or stands where "
    "it says nothing.",
    "What was meant is neither kept by check-compat nor in generated code.",
    "Give it the value that the guide to the registry format names.",
    '{"x-unit": 1000}',
    '{"x-unit": "ms"}',
)

RULES: Final = (MISSPELT, UNKNOWN, IGNORED, ANNOTATION)

OURS: Final = ("x-codes", "x-code-context", "x-unit", "x-open", "x-closed", "x-type-parameter")

_EVERYWHERE: Final = {name for dialect in DIALECTS for name in dialect.keywords}
_KNOWN_TO_OTHERS: Final = {"$comment", "$defs", "definitions", "examples", "deprecated", "readOnly", "writeOnly"}
"""Annotations and containers that are harmless in drafts that do not know them."""


def check(subject: Subject) -> Iterator[Finding]:
    """Keywords that say nothing, and annotations of ours that cannot be meant."""
    for file in subject.schema_files:
        for node in file.nodes():
            if isinstance(node.value, dict):
                yield from _unknown(file, node)
                yield from _ignored(file, node)
                yield from _annotations(file, node)


def _unknown(file: SchemaFile, node: Node) -> Iterator[Finding]:
    known = node.dialect.keywords
    for name in node.value:
        if name in known or name in OURS or name in _KNOWN_TO_OTHERS:
            continue
        near = _near(name, [*known, *OURS])
        place = file.document.place(pointers.join(node.pointer, name))
        if near:
            yield finding(MISSPELT, f"{name!r} is no keyword; {near!r} is one", place, subject=file.subject)
        elif name in _EVERYWHERE:
            drafts = ", ".join(one.name for one in DIALECTS if name in one.keywords)
            said = f"{name!r} is a keyword of {drafts}, not of {node.dialect}"
            yield finding(UNKNOWN, said, place, subject=file.subject)
        elif not name.startswith("x-"):
            yield finding(UNKNOWN, f"{name!r} is no keyword of {node.dialect}", place, subject=file.subject)


def _near(name: str, known: list[str]) -> str:
    """The keyword that was probably meant, or nothing."""
    if name in _EVERYWHERE:
        return ""
    folded = {one.lower().replace("-", "").replace("_", ""): one for one in known}
    same = folded.get(name.lower().replace("-", "").replace("_", ""))
    candidates = [one for one in known if one.startswith("x-") == name.startswith("x-")]
    close = difflib.get_close_matches(name, candidates, n=1, cutoff=0.84 if len(name) > 4 else 0.75)
    return same or (close[0] if close else "")


def _ignored(file: SchemaFile, node: Node) -> Iterator[Finding]:
    if not node.dialect.ref_hides_siblings or not isinstance(node.value.get("$ref"), str):
        return
    for name in node.value:
        keyword = node.dialect.keywords.get(name)
        if name != "$ref" and keyword is not None and keyword.kind in (Kind.ASSERTION, Kind.APPLICATOR):
            place = file.document.place(pointers.join(node.pointer, name))
            yield finding(
                IGNORED, f"{name!r} beside $ref judges nothing in {node.dialect}", place, subject=file.subject
            )


def _annotations(file: SchemaFile, node: Node) -> Iterator[Finding]:
    for name, judge in _VALUES.items():
        if name in node.value:
            wrong = judge(node.value[name], node.value)
            if wrong:
                place = file.document.place(pointers.join(node.pointer, name))
                yield finding(ANNOTATION, f"{name} {wrong}", place, subject=file.subject)


def _text(value: JsonValue, _: JsonValue) -> str:
    return "" if isinstance(value, str) and value.strip() else "must be a text"


def _parameter(value: JsonValue, _: JsonValue) -> str:
    return "" if isinstance(value, str) and value.isidentifier() else "must be an identifier such as T"


def _mark(other: str) -> Callable[[JsonValue, JsonValue], str]:
    def judge(value: JsonValue, keywords: JsonValue) -> str:
        if not isinstance(value, bool):
            return "must be true or false"
        if value and keywords.get(other) is True:
            return f"and {other} contradict each other"
        if value and not any(name in keywords for name in ("enum", "x-codes", "$ref", "allOf", "anyOf", "oneOf")):
            return "stands on no enum"
        return ""

    return judge


_VALUES: Final[dict[str, Callable[[JsonValue, JsonValue], str]]] = {
    "x-unit": _text,
    "x-type-parameter": _parameter,
    "x-open": _mark("x-closed"),
    "x-closed": _mark("x-open"),
}
