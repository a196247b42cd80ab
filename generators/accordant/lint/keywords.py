"""Keywords without effect: misspelt, unknown, of another draft, hidden by a reference; and our own annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.format_names import OF_DRAFTS
from accordant.lint.subject import LintSubject, SchemaFile
from accordant.misspelt import near
from accordant.schema import embedded, pointers
from accordant.schema.dialects import DIALECTS, DRAFT_07, DRAFT_2019_09
from accordant.schema.json_values import has_member, json_type
from accordant.schema.keyword_types import TYPE_OF
from accordant.schema.references import Node
from accordant.schema.subschemas import NEEDED, has_effect, judging
from accordant.schema.vocabulary import JSON_TYPES

MISSPELT: Final = Rule(
    "keyword-misspelt",
    Severity.WARNING,
    "A keyword is unknown, and its name is close to one that exists.",
    "Validators ignore keywords that they do not know: the intended rule has no effect.",
    "Correct the spelling; an annotation of your own begins with x-.",
    '{"requird": ["id"]}',
    '{"required": ["id"]}',
)
UNKNOWN: Final = Rule(
    "keyword-unknown",
    Severity.WARNING,
    "A keyword is not one of the schema's draft.",
    "Validators ignore it.",
    "Use a keyword of the draft, declare another $schema, or begin your own annotation with x-.",
    '{"nullable": true}',
    '{"type": ["string", "null"]}',
)
IGNORED: Final = Rule(
    "keyword-ignored",
    Severity.WARNING,
    "A keyword judges nothing where it stands: beside $ref up to draft-07, without the keyword that it belongs to, or "
    "beside a type whose values it never judges.",
    "Up to draft-07 only the reference counts; if and then or else belong together, additionalItems to items as an "
    "array, minContains and maxContains to contains; minimum judges numbers alone, and passes over a string. The "
    "intended rule has no effect.",
    "Put $ref and the keyword into allOf, or use draft 2019-09 or later; add the keyword that it belongs to; correct "
    "the type.",
    '{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a", "minLength": 1}',
    '{"allOf": [{"$ref": "#/definitions/a"}, {"minLength": 1}]}',
)
ANNOTATION: Final = Rule(
    "annotation",
    Severity.ERROR,
    "One of our annotations (x-codes, x-unit, x-open, x-closed, ...) has an invalid value, or has no effect in its "
    "place.",
    "Neither check-compat nor generated code honours it.",
    "Give it the value that the guide to the registry format names.",
    '{"x-unit": 1000}',
    '{"x-unit": "ms"}',
)

RULES: Final = (MISSPELT, UNKNOWN, IGNORED, ANNOTATION)

OURS: Final = ("x-codes", "x-code-context", "x-unit", "x-open", "x-closed", "x-type-parameter", "x-schema")

_EVERYWHERE: Final = {name for dialect in DIALECTS for name in dialect.keywords}
_KNOWN_TO_OTHERS: Final = {"$comment", "$defs", "definitions", "examples", "deprecated", "readOnly", "writeOnly"}
"""Annotations and containers that are harmless in drafts that do not know them."""
_DEPENDENCIES: Final = "dependencies"
_PLURALS: Final = {"string": "strings", "number": "numbers", "array": "arrays", "object": "objects"}


def check(subject: LintSubject) -> Iterator[Finding]:
    """Keywords without effect, and annotations of ours with invalid values."""
    for file in subject.schema_files:
        for node in file.nodes:
            if isinstance(node.value, dict):
                yield from _check_known(file, node, subject.settings.keywords_of(file.contract))
                yield from _check_heeded(file, node)
                yield from _check_dependencies(file, node)
                yield from _check_annotations(file, node)


def _check_known(file: SchemaFile, node: Node, others: frozenset[str]) -> Iterator[Finding]:
    keywords = node.dialect.keywords
    for name in node.value:
        if name in keywords or name in OURS or name in _KNOWN_TO_OTHERS or name in others:
            continue
        near = _near(name, [*keywords, *OURS])
        place = file.document.place(pointers.join(node.pointer, name))
        if near:
            yield MISSPELT.finding(f"{name!r} is not a keyword; did you mean {near!r}?", place, subject=file.subject)
        elif name in _EVERYWHERE:
            drafts = ", ".join(dialect.name for dialect in DIALECTS if name in dialect.keywords)
            message = f"{name!r} is a keyword of {drafts}, not of {node.dialect}"
            yield UNKNOWN.finding(message, place, subject=file.subject)
        elif not name.startswith("x-"):
            yield UNKNOWN.finding(f"{name!r} is not a keyword of {node.dialect}", place, subject=file.subject)


def _near(name: str, keywords: list[str]) -> str:
    """The keyword that was probably meant, or nothing."""
    if name in _EVERYWHERE:
        return ""
    folded = {keyword.lower().replace("-", "").replace("_", ""): keyword for keyword in keywords}
    same = folded.get(name.lower().replace("-", "").replace("_", ""))
    candidates = [keyword for keyword in keywords if keyword.startswith("x-") == name.startswith("x-")]
    cutoff = 0.84 if len(name) > 4 else 0.75  # one wrong letter: 3 of 4 agree in a short word, 5 of 6 in a longer one
    return same or next(iter(near(name, candidates, alike=cutoff)), "")


def _check_heeded(file: SchemaFile, node: Node) -> Iterator[Finding]:
    for name, reason, step in (*_ignored(node), *_unused_condition(file, node)):
        place = file.document.place(pointers.join(node.pointer, name))
        yield IGNORED.finding(f"{name!r} {reason}", place, way_out=step, subject=file.subject)


_Ignored = tuple[str, str, str]
"""A keyword that judges nothing in its place, why, and the next step."""


def _ignored(node: Node) -> Iterator[_Ignored]:
    keywords = node.dialect.keywords
    if node.dialect.ref_hides_siblings and isinstance(node.value.get("$ref"), str):
        step = "put both into allOf, or use draft 2019-09 or later"
        for name in node.value:
            if name != "$ref" and name in node.dialect.judging_names:
                yield name, f"beside $ref has no effect in {node.dialect}", step
        return
    for name, needed in NEEDED.items():
        if name in node.value and name in keywords and not has_effect(name, node.value):
            what = f"{needed!r} as an array" if name == "additionalItems" else f"{needed!r}"
            yield name, f"has no effect without {what} beside it", f"add {what}, or remove {name!r}"
    yield from _of_other_types(node)


def _of_other_types(node: Node) -> Iterator[_Ignored]:
    """Keywords about values of a type that the schema refuses."""
    types = _types(node)
    for name in node.value if types else ():
        kind = _type_of(name, node.value[name])
        if kind and kind not in types and name in node.dialect.keywords:
            yield (
                name,
                f"judges {_PLURALS[kind]} only, and the schema accepts none",
                f"correct the type, or remove {name!r}",
            )


def _types(node: Node) -> set[str]:
    """The types that ``type``, ``const`` or ``enum`` lets in; empty where none of them says it."""
    value = node.value
    if "type" in value:
        names = value["type"] if isinstance(value["type"], list) else [value["type"]]
    else:
        listed = [value["const"]] if "const" in judging(node) else value.get("enum", [])
        names = [json_type(item) for item in listed] if isinstance(listed, list) else []
    return {"number" if name == "integer" else name for name in names if isinstance(name, str)}


def _type_of(name: str, value: JsonValue) -> str:
    return "string" if name == "format" and value in OF_DRAFTS else TYPE_OF.get(name, "")


def _unused_condition(file: SchemaFile, node: Node) -> Iterator[_Ignored]:
    """An ``if`` that decides nothing; ``unevaluated*`` see what it evaluates."""
    keywords = judging(node)
    if "if" not in keywords or "if" not in node.dialect.keywords or "then" in keywords or "else" in keywords:
        return
    if not has_member(file.document.value, "unevaluatedProperties", "unevaluatedItems"):
        yield "if", "has no effect without 'then' or 'else' beside it", "add one of them, or remove 'if'"


def _check_dependencies(file: SchemaFile, node: Node) -> Iterator[Finding]:
    """The keyword that 2019-09 divided into two, and that some validators still enforce."""
    if _DEPENDENCIES not in node.value or node.dialect.position < DRAFT_2019_09.position:
        return
    message = f"{_DEPENDENCIES!r} is a keyword up to {DRAFT_07}, not of {node.dialect}: not every validator heeds it"
    step = "write its lists of names as dependentRequired, its schemas as dependentSchemas"
    place = file.document.place(pointers.join(node.pointer, _DEPENDENCIES))
    yield UNKNOWN.finding(message, place, way_out=step, subject=file.subject)


def _check_annotations(file: SchemaFile, node: Node) -> Iterator[Finding]:
    for name, judge in _VALUES.items():
        if name in node.value:
            fault = judge(node.value[name], node.value)
            if fault:
                place = file.document.place(pointers.join(node.pointer, name))
                yield ANNOTATION.finding(f"{name} {fault}", place, subject=file.subject)


def _text(value: JsonValue, _: JsonValue) -> str:
    return "" if isinstance(value, str) and value.strip() else "must be a non-empty string"


def _parameter(value: JsonValue, _: JsonValue) -> str:
    return "" if isinstance(value, str) and value.isidentifier() else "must be an identifier such as T"


def _describe(value: JsonValue, _: JsonValue) -> str:
    types = (*JSON_TYPES, embedded.ANY)
    return "" if value in types else f"must be one of {', '.join(types)}"


def _mark(other: str) -> Callable[[JsonValue, JsonValue], str]:
    def judge(value: JsonValue, keywords: JsonValue) -> str:
        if not isinstance(value, bool):
            return "must be true or false"
        if value and keywords.get(other) is True:
            return f"and {other} contradict each other"
        if value and not any(name in keywords for name in ("enum", "x-codes", "$ref", "allOf", "anyOf", "oneOf")):
            return "has no effect: there is no enum here"
        return ""

    return judge


_VALUES: Final[dict[str, Callable[[JsonValue, JsonValue], str]]] = {
    "x-unit": _text,
    "x-type-parameter": _parameter,
    "x-schema": _describe,
    "x-open": _mark("x-closed"),
    "x-closed": _mark("x-open"),
}
