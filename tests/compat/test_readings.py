"""The open reading is no wider than it says: what a release knows somewhere is not unknown there."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Severity, Witness

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def closed(**members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members, "additionalProperties": False}


def tagged(first: list[str], second: list[str]) -> dict[str, Any]:
    branches = [{"properties": {"k": {"enum": first}, "v": TEXT}}, {"properties": {"k": {"enum": second}, "v": WHOLE}}]
    return {"type": "object", "required": ["k", "v"], "oneOf": branches}


def listed(values: list[str], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"k": {"$ref": "#/$defs/e", **more}}, "$defs": {"e": {"enum": values}}}


ONE_OR_OTHER = [{**closed(ok=TEXT), "required": ["ok"]}, {**closed(err=TEXT), "required": ["err"]}]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        pytest.param(tagged(["x", "w"], ["p"]), tagged(["x"], ["p", "w"]), "breaking", id="a known tag moves"),
        pytest.param(tagged(["x", "w"], ["p"]), tagged(["x", "w"], ["p", "n"]), "compatible", id="a tag is new"),
        pytest.param(listed(["x", "y"], **{"x-closed": True}), listed(["x", "y", "z"], **{"x-closed": True}),
                     "breaking", id="an enum is closed where it is referred to"),
        pytest.param(listed(["x", "y"]), listed(["x", "y", "z"]), "compatible", id="an enum is open"),
        pytest.param({"anyOf": [closed(a=TEXT), closed(a=WHOLE, b=TEXT)]},
                     {"anyOf": [closed(a=TEXT, b=TEXT), closed(a=WHOLE, b=TEXT)]},
                     "breaking", id="a branch takes a key of another branch"),
        pytest.param({"anyOf": [closed(a=TEXT), closed(a=WHOLE, b=TEXT)]},
                     {"anyOf": [closed(a=TEXT, c=TEXT), closed(a=WHOLE, b=TEXT)]},
                     "compatible", id="a branch takes a new key"),
        pytest.param({"oneOf": ONE_OR_OTHER}, {"oneOf": [{**closed(ok=TEXT, err=TEXT), "required": ["ok"]},
                     ONE_OR_OTHER[1]]}, "breaking", id="a branch takes the key that tells the other"),
        pytest.param({"contains": {"enum": ["x", "y"]}, "items": TEXT, "type": "array"},
                     {"contains": {"enum": ["x", "y", "z"]}, "items": TEXT, "type": "array"},
                     "breaking", id="a search finds more"),
    ],
)  # fmt: skip
def test_an_additive_edit_of_output_is_judged_by_what_the_release_knows(old: Any, new: Any, verdict: str) -> None:
    result = compare(old, new, promise="additive")
    assert result.verdict == verdict, result.findings
    assert compare(old, copy.deepcopy(old), promise="additive").findings == ()


def test_a_reader_of_input_that_closes_is_noted() -> None:
    result = compare(
        {"type": "object", "properties": {"a": TEXT}}, closed(a=TEXT), direction="input", promise="additive"
    )
    assert result.verdict == "compatible"
    assert [(finding.rule, finding.severity) for finding in result.findings] == [("narrowed", Severity.NOTE)]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            {"additionalProperties": TEXT},
            "Keys that nothing names have a rule now: `/b` may be 0, which the reader's `type` refuses.",
        ),
        (
            {"additionalProperties": {"$ref": "#/$defs/text"}, "$defs": {"text": TEXT}},
            "Keys that nothing names have a rule now: `/b` may be 0, which the reader's `type` refuses.",
        ),
        (
            {"propertyNames": {"enum": ["a"]}},
            "The document has a rule for the names of keys now, which refuses some that nothing names.",
        ),
    ],
)
def test_a_reader_of_input_that_asks_something_of_further_keys_is_noted(rule: Any, message: str) -> None:
    old = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"a": TEXT}}
    result = compare(old, {**old, **rule}, direction="input", promise="additive")
    assert (result.verdict, result.strict) == ("compatible", "breaking")
    (note,) = result.findings
    assert (note.rule, note.message) == ("narrowed", message)
    assert compare(old, {**old, **rule}, direction="output", promise="additive").verdict == "compatible"


@pytest.mark.parametrize("free", [{}, {"additionalProperties": True}, {"additionalProperties": {}}])
@pytest.mark.parametrize(
    ("bound", "verdict"),
    [
        ({"additionalProperties": False}, "breaking"),
        ({"additionalProperties": TEXT}, "breaking"),
        ({"maxProperties": 2}, "breaking"),
        ({"propertyNames": {"pattern": "^a"}}, "breaking"),
        ({"patternProperties": {"^a": TEXT}}, "breaking"),
        ({"properties": {"a": TEXT}}, "breaking"),
        ({"properties": {"a": {}}}, "compatible"),
        ({"description": "Anything."}, "compatible"),
    ],
)
def test_an_object_without_a_named_key_is_free_data_of_its_writer(free: Any, bound: Any, verdict: str) -> None:
    old, new = (
        {"type": "object", "properties": {"m": {"type": "object", **rule}}} for rule in (free, {**free, **bound})
    )
    result = compare(old, new, direction="input", promise="additive")
    assert result.verdict == verdict, result.findings


def test_what_a_new_reader_asks_beyond_the_old_schema_was_added() -> None:
    result = compare({"type": "array"}, {"type": "array", "items": TEXT}, direction="input", promise="additive")
    (finding,) = result.findings
    assert finding.message == "`items` of the document was added: `/*` may be 0, which the reader's `type` refuses."


A_WITH_X = {"properties": {"kind": {"const": "a"}, "x": {}}, "required": ["kind"]}
B_WITHOUT = {"properties": {"kind": {"const": "b"}}, "required": ["kind"]}


@pytest.mark.parametrize(
    "demand",
    [
        {"patternProperties": {"^x$": WHOLE}},
        {"additionalProperties": {"type": "string"}, "properties": {"kind": {}}},
        {"additionalProperties": False, "properties": {"kind": {}}},
        {"propertyNames": {"enum": ["kind"]}},
        {"maxProperties": 1},
    ],
    ids=lambda demand: next(iter(demand)),
)
@pytest.mark.parametrize("branches", [[A_WITH_X, B_WITHOUT], [B_WITHOUT, A_WITH_X]], ids=["first", "last"])
@pytest.mark.parametrize("place", ["the document", "items"])
def test_a_key_that_an_old_writer_names_in_one_shape_must_pass(
    demand: dict[str, Any], branches: list[Any], place: str
) -> None:
    union: dict[str, Any] = {"type": "object", "oneOf": branches}
    old: dict[str, Any] = union
    new: dict[str, Any] = {**union, **demand}
    if place == "items":
        old, new = ({"properties": {"list": {"items": side}}} for side in (old, new))
    result = compare(old, new, direction="input", promise="additive")
    assert result.verdict == "breaking"
    documents = [finding.evidence.document for finding in result.findings if isinstance(finding.evidence, Witness)]
    assert documents
    assert all('"x"' in json.dumps(document) for document in documents)


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        pytest.param(TEXT, {"enum": ["a", "b"]}, "breaking", id="a free text becomes a list of values"),
        pytest.param({"properties": {"a": TEXT}}, {"properties": {"a": TEXT}, "maxProperties": 1}, "compatible",
                     id="as many keys as writers name"),
        pytest.param({"properties": {"a": TEXT}}, {"properties": {"a": TEXT}, "propertyNames": {"maxLength": 1}},
                     "compatible", id="names as writers write them"),
        pytest.param({"allOf": [{"properties": {"a": TEXT}}]},
                     {"allOf": [{"properties": {"a": TEXT}}], "additionalProperties": False}, "breaking",
                     id="closed beside the names"),
        pytest.param({"allOf": [{"properties": {"a": TEXT}}]},
                     {"allOf": [{"properties": {"a": TEXT}}], "unevaluatedProperties": False}, "compatible",
                     id="closed around the names"),
        pytest.param({"enum": [{"kind": "k"}, {"kind": "l"}]},
                     {"type": "object", "properties": {"kind": {"const": "k"}}}, "breaking", id="a listed object"),
    ],
)  # fmt: skip
def test_input_is_read_as_the_new_schema_is_written(old: Any, new: Any, verdict: str) -> None:
    result = compare(old, new, direction="input", promise="additive")
    assert result.verdict == verdict, result.findings


DESCRIBED = [{"const": "a", "description": "Means a."}, {"const": "b", "description": "Means b."}]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        pytest.param({"oneOf": DESCRIBED}, {"oneOf": [*DESCRIBED, {"const": "c"}]}, "compatible", id="a constant more"),
        pytest.param({"oneOf": DESCRIBED}, {"oneOf": DESCRIBED[:1]}, "breaking", id="a constant less"),
        pytest.param({"oneOf": DESCRIBED, "x-closed": True}, {"oneOf": [*DESCRIBED, {"const": "c"}], "x-closed": True},
                     "breaking", id="a closed list"),
        pytest.param({"enum": ["a", "b", None]}, {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]},
                     "compatible", id="null in two spellings"),
        pytest.param({"enum": ["a", "b", None]}, {"enum": ["a", "b"]}, "compatible", id="null taken away"),
        pytest.param({"enum": ["a", "b"]}, {"enum": ["a", "b", None]}, "breaking", id="null added"),
        pytest.param({"additionalProperties": WHOLE, "maxProperties": 3}, {"additionalProperties": WHOLE},
                     "breaking", id="more keys of a map"),
        pytest.param({"patternProperties": {"^x-": TEXT}, "additionalProperties": False},
                     {"additionalProperties": False}, "breaking", id="keys by pattern are gone"),
    ],
)  # fmt: skip
def test_what_a_schema_lists_may_grow_however_it_is_spelt(old: Any, new: Any, verdict: str) -> None:
    result = compare(old, new, promise="additive")
    assert result.verdict == verdict, result.findings


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ({"pattern": "^a"}, {"pattern": "^[ab]"},
         "A key of the document may be what the reader's `pattern: \"^a\"` refuses."),
        ({"not": {"enum": ["a", "b"]}}, {"not": {"enum": ["a"]}},
         "The rule `not` for a key of the document changed: the key \"b\" may be there, and the reader refuses it."),
    ],
)  # fmt: skip
def test_what_only_a_reader_by_the_letter_refuses_is_a_note_and_never_silent(old: Any, new: Any, message: str) -> None:
    sides = ({"type": "object", "propertyNames": rule} for rule in (old, new))
    result = compare(*sides, promise="additive")
    assert (result.verdict, result.strict) == ("compatible", "breaking")
    (note,) = result.findings
    assert (note.severity, note.message) == (Severity.NOTE, f"{message} Tolerant readers skip it.")
