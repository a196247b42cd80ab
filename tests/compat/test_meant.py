"""Alternatives without a tag are told apart by what they require: no document that nobody means is evidence."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from accordant.compat import compare
from accordant.compat.meant import meant_documents
from accordant.findings import Severity, Verdict, Witness
from accordant.registry.load import load
from accordant.schema.confirmation import confirm
from accordant.schema.dialects import DIALECTS, Dialect
from accordant.schema.reader_copy import Copies
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

Schema = dict[str, Any]
REGISTRY = Path(__file__).resolve().parents[2] / "registry"

ISSUE: Schema = {
    "type": "object",
    "required": ["code", "message"],
    "properties": {
        "code": {"type": "string", "maxLength": 20}, "message": {"type": "string"}, "path": {"type": "string"},
        "line": {"type": "integer", "minimum": 1},
    },
}  # fmt: skip
GROUP: Schema = {
    "type": "object",
    "required": ["path", "violations"],
    "properties": {"path": {"type": "string"}, "violations": {"type": "array", "items": {"$ref": "#/$defs/Issue"}}},
}
CODE, NAME = {"type": "string"}, {"type": "integer"}


def findings(issue: Schema = ISSUE, group: Schema = GROUP, *more: Schema, keyword: str = "oneOf") -> Schema:
    alternatives = [{"$ref": "#/$defs/Issue"}, {"$ref": "#/$defs/Group"}, *more]
    return {"type": "array", "items": {keyword: alternatives}, "$defs": {"Issue": issue, "Group": group}}


def edited(schema: Schema, place: str, value: Any) -> Schema:
    """The schema with another value at a place; ``...`` takes it away."""
    changed = copy.deepcopy(schema)
    *way, last = place.split("/")
    holder = changed
    for token in way:
        holder = holder[token]
    if value is ...:
        del holder[last]
    else:
        holder[last] = value
    return changed


ADDITIONS: list[tuple[Schema, Schema]] = [
    (edited(ISSUE, "properties/hint", {"type": "string"}), GROUP),
    (edited(ISSUE, "properties/hint", {"enum": ["a", "b"]}), GROUP),
    (ISSUE, edited(GROUP, "properties/total", {"type": "integer"})),
    (edited(ISSUE, "properties/fix", {"type": "object", "required": ["a"], "properties": {"a": CODE}}), GROUP),
    (edited(ISSUE, "properties/hint", CODE), edited(GROUP, "properties/total", NAME)),
    (edited(ISSUE, "required", ["code", "message", "line"]), GROUP),
    (edited(ISSUE, "properties/line/minimum", 2), GROUP),
]


@pytest.mark.parametrize(("issue", "group"), ADDITIONS)
def test_what_is_added_to_one_alternative_breaks_nothing(issue: Schema, group: Schema) -> None:
    compared = compare(findings(), findings(issue, group), promise="additive")
    assert compared.verdict is Verdict.COMPATIBLE, compared.findings
    if "additionalProperties" not in str(issue):
        assert compared.strict is Verdict.BREAKING
        assert compared.decided_by == "additive"


REAL: dict[str, Schema] = {
    "a required field becomes optional": findings(edited(ISSUE, "required", ["code"])),
    "the telling field becomes optional": findings(ISSUE, edited(GROUP, "required", ["path"])),
    "no field is required any more": findings(edited(ISSUE, "required", ...)),
    "a field is removed": findings(edited(ISSUE, "properties/line", ...)),
    "the telling field is removed": findings(
        ISSUE, edited(edited(GROUP, "required", ["path"]), "properties/violations", ...)
    ),
    "a field is renamed": findings(edited(edited(ISSUE, "properties/line", ...), "properties/row", NAME)),
    "a type is widened": findings(edited(ISSUE, "properties/line/type", "number")),
    "null is added": findings(edited(ISSUE, "properties/message/type", ["string", "null"])),
    "the type of the telling field changes": findings(edited(ISSUE, "properties/code/type", "integer")),
    "a type that both have is widened in one": findings(
        ISSUE, edited(GROUP, "properties/path/type", ["string", "null"])
    ),
    "a length is loosened": findings(edited(ISSUE, "properties/code/maxLength", 30)),
    "a bound is loosened": findings(edited(ISSUE, "properties/line/minimum", 0)),
    "a bound is gone": findings(edited(ISSUE, "properties/line/minimum", ...)),
    "an alternative without a tag is added": findings(ISSUE, GROUP, {"type": "object", "required": ["other"]}),
    "an alternative of another type is added": findings(ISSUE, GROUP, {"type": "string"}),
    "an alternative is null": findings(ISSUE, GROUP, {"type": "null"}),
    "an alternative may be a list": findings({**ISSUE, "type": ["object", "array"]}),
    "items of a field are widened": findings(ISSUE, edited(GROUP, "properties/violations/items", {})),
    "an alternative is emptied": findings({"type": "object"}),
    "another field is required": findings(edited(ISSUE, "required", ["line", "message"])),
    "the list may be an object": {**findings(), "type": ["array", "object"]},
    "alternatives are swapped for anything": {**findings(), "items": {"type": "object"}},
}


@pytest.mark.parametrize("name", REAL)
def test_no_real_break_hides_behind_it(name: str) -> None:
    old, new = findings(), REAL[name]
    compared = compare(old, new, promise="additive")
    assert compared.verdict is Verdict.BREAKING
    writer, reader = (validator_of(Resources.of(schema)) for schema in (new, old))
    for finding in compared.findings:
        if isinstance(finding.evidence, Witness):
            assert confirm(writer, reader, finding.evidence.document).confirmed
    assert any(finding.severity is Severity.ERROR for finding in compared.findings)


def test_an_alternative_that_opens_names_the_key_of_another_one() -> None:
    def steps(**more: Any) -> Schema:
        run = {"type": "object", "required": ["run"], "properties": {"run": CODE, "env": CODE}, **more}
        uses = {"type": "object", "required": ["uses"], "properties": {"uses": CODE, "with": CODE}, **more}
        return {"oneOf": [run, uses]}

    compared = compare(steps(additionalProperties=False), steps(), promise="additive")
    errors = [finding.message for finding in compared.findings if finding.severity is Severity.ERROR]
    assert errors == [
        f"The document may carry the key `{name}` now, which the reader refuses there." for name in ("with", "env")
    ]


@pytest.mark.parametrize("inner", ["oneOf", "anyOf"])
def test_alternatives_inside_an_alternative_are_told_apart_as_if_they_stood_beside_it(inner: str) -> None:
    def findings_and_summaries(issue: Schema, group: Schema) -> Schema:
        summary = {"type": "object", "required": ["count"], "properties": {"count": {"type": "integer"}}}
        item = {inner: [{"$ref": "#/$defs/Issue"}, {"$ref": "#/$defs/Group"}]}
        definitions = {"Item": item, "Issue": issue, "Group": group, "Summary": summary}
        return {"oneOf": [{"$ref": "#/$defs/Item"}, {"$ref": "#/$defs/Summary"}], "$defs": definitions}

    for issue, group in ADDITIONS:
        old, new = findings_and_summaries(ISSUE, GROUP), findings_and_summaries(issue, group)
        compared = compare(old, new, promise="additive")
        assert compared.verdict is Verdict.COMPATIBLE, compared.findings
    opened = edited(ISSUE, "required", ["code"])
    assert compare(old, findings_and_summaries(opened, GROUP), promise="additive").verdict is Verdict.BREAKING


@pytest.mark.parametrize("draft", DIALECTS, ids=str)
def test_alternatives_are_told_apart_alike_in_every_draft(draft: Dialect) -> None:
    steps = [(findings(issue, group), Verdict.COMPATIBLE) for issue, group in ADDITIONS]
    steps += [(new, Verdict.BREAKING) for new in REAL.values()]
    for new, verdict in steps:
        compared = compare(in_words_of(draft, findings()), in_words_of(draft, new), promise="additive")
        assert compared.verdict is verdict, (new, compared.findings)


def in_words_of(draft: Dialect, schema: Schema) -> Schema:
    """The schema in a draft: each of them knows `definitions`."""
    changed: Schema = json.loads(json.dumps(schema).replace("$defs", "definitions"))
    return {"$schema": draft.uri, **changed}


@pytest.mark.parametrize("schema", ["issue", "grouped-violations"])
@pytest.mark.parametrize(
    "added", [{"type": "string"}, {"type": "integer"}, {"type": "object"}, {"enum": ["a", "b"]}, {}]
)
def test_findings_of_meminit_may_grow(schema: str, added: Schema) -> None:
    registry = load(REGISTRY)
    contract = registry.contract("meminit")
    assert contract is not None
    version = contract.version("v2")
    assert version is not None
    state = version.state
    changed = edited(state.schemas[schema].value, "properties/hint", added)
    resources = {**state.resources, state.schemas[schema].uri: changed}
    envelope = state.schemas["envelope"].value
    compared = compare(
        envelope, envelope, promise="additive", old_resources=state.resources, new_resources=resources
    )  # fmt: skip
    assert compared.verdict is Verdict.COMPATIBLE, compared.findings


@pytest.mark.parametrize(
    ("schema", "document", "is_meant"),
    [
        (findings(), [{"code": "A", "message": ""}], True),
        (findings(), [{"path": "", "violations": []}], True),
        (findings(), [{"path": "", "violations": [], "other": 1}], True),
        (findings(), [{"path": "", "violations": [], "code": 1}], False),
        (findings(), [{"code": "", "message": "", "violations": 1}], False),
    ],
)  # fmt: skip
def test_a_document_of_one_alternative_without_the_marks_of_another_is_meant(
    schema: Schema, document: Any, is_meant: bool
) -> None:
    meant = meant_documents(Copies().exact(Resources.of(schema)))
    assert validator_of(Resources.of(meant)).is_valid(document) == is_meant


TAGGED = {"required": ["k"], "properties": {"k": {"const": "a"}}}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"}, True, findings(keyword="anyOf"), {"oneOf": [{"type": "string"}, {"type": "object"}]},
        {"oneOf": [TAGGED, {"required": ["k", "b"], "properties": {"k": {"const": "b"}}}]},
        {"properties": {"x": {}, "y": {}}, "oneOf": [{"required": ["x"]}, {"required": ["y"]}]},
        {"not": findings()}, {"if": findings(), "then": {}}, {"contains": findings()},
        {"additionalProperties": {"type": "string"}, "oneOf": [{"required": ["x"]}, {"required": ["y"]}]},
    ],
)  # fmt: skip
def test_where_alternatives_say_it_all_nothing_is_held_beside_them(schema: Any) -> None:
    assert meant_documents(Copies().exact(Resources.of(schema))) is None
