"""One edit is one finding in every direction, at the place that was edited."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Finding, Severity, Verdict, Witness

Schema = dict[str, Any]
Edit = Callable[[Schema], object]
TEXT: Schema = {"type": "string"}


def alternative(kind: str, field: str, **more: Any) -> Schema:
    properties: Schema = {"type": {"const": kind}, field: TEXT}
    return {"type": "object", "properties": properties, "required": ["type"], "additionalProperties": False, **more}


ORDER: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": TEXT,
        "kind": {"const": "order"},
        "note": TEXT,
        "bill": {"$ref": "#/$defs/Address"},
        "ship": {"$ref": "#/$defs/Address"},
        "pay": {"oneOf": [alternative("card", "number"), {"$ref": "#/$defs/Cash"}]},
    },
    "additionalProperties": False,
    "if": {"properties": {"kind": {"const": "order"}}, "required": ["kind"]},
    "then": {"properties": {"note": TEXT, "due": TEXT}},
    "$defs": {
        "Address": {
            "type": "object",
            "properties": {"street": TEXT, "zip": TEXT},
            "required": ["street"],
            "additionalProperties": False,
        },
        "Cash": alternative("cash", "till"),
    },
}


def rename(schema: Schema, old: str, new: str) -> None:
    schema["properties"] = {new if name == old else name: value for name, value in schema["properties"].items()}


def lose_tags(schema: Schema) -> None:
    for branch in (schema["properties"]["pay"]["oneOf"][0], schema["$defs"]["Cash"]):
        del branch["properties"]["type"]
        branch["required"] = []


def rename_everywhere(schema: Schema) -> None:
    rename(schema, "note", "remark")
    rename(schema["then"], "note", "remark")


EDITS: dict[str, tuple[Edit, str, str]] = {
    "a fixed value": (
        lambda schema: schema["properties"].update(kind={"const": "sale"}),
        "/properties/kind/const",
        "/properties/kind/const",
    ),
    "a closed object loses a field": (
        lambda schema: schema["properties"].pop("bill"), "/properties/bill", ""
    ),
    "a shared definition loses a field": (
        lambda schema: schema["$defs"]["Address"]["properties"].pop("zip"),
        "/$defs/Address/properties/zip",
        "/$defs/Address",
    ),
    "a shared definition has a field under another name": (
        lambda schema: rename(schema["$defs"]["Address"], "zip", "code"),
        "/$defs/Address/properties/zip",
        "/$defs/Address/properties/code",
    ),
    "an alternative loses a field": (
        lambda schema: schema["$defs"]["Cash"]["properties"].pop("till"),
        "/$defs/Cash/properties/till",
        "/$defs/Cash",
    ),
    "an alternative is gone": (
        lambda schema: schema["properties"]["pay"]["oneOf"].pop(),
        "/$defs/Cash/properties/type/const",
        "/properties/pay",
    ),
    "an alternative loses its tag": (
        lambda schema: schema["properties"]["pay"]["oneOf"][0]["properties"].pop("type"),
        "/properties/pay/oneOf/0/properties/type/const",
        "/properties/pay/oneOf/0",
    ),
    "all alternatives lose their tag": (
        lose_tags, "/properties/pay/oneOf/0/properties/type", "/properties/pay/oneOf/0"
    ),
    "a field that two places declare has another name": (
        rename_everywhere, "/properties/note", "/properties/remark"
    ),
}  # fmt: skip


def errors(old: Schema, new: Schema, direction: str) -> list[Finding]:
    comparison = compare(old, new, promise="additive", direction=direction)
    assert comparison.verdict is Verdict.BREAKING
    return [finding for finding in comparison.findings if finding.severity is not Severity.NOTE]


@pytest.mark.parametrize("direction", ["output", "input", "full"])
@pytest.mark.parametrize("name", EDITS)
def test_one_edit_is_one_finding_at_its_place(name: str, direction: str) -> None:
    edit, before, after = EDITS[name]
    edit(new := copy.deepcopy(ORDER))
    (finding,) = errors(ORDER, new, direction)
    assert "narrowed" not in {note.rule for note in compare(ORDER, new, promise="additive").findings}
    assert finding.old_place is not None
    assert finding.place is not None
    assert (finding.old_place.pointer, finding.place.pointer) == (before, after)


def test_what_a_new_reader_refuses_of_old_writers_proves_a_removed_field() -> None:
    del (new := copy.deepcopy(ORDER))["properties"]["bill"]
    (finding,) = errors(ORDER, new, "input")
    assert isinstance(finding.evidence, Witness)
    assert "bill" in finding.evidence.document


def drop(then: Schema) -> None:
    del then["properties"]["due"]


@pytest.mark.parametrize("keyword", ["additionalProperties", "unevaluatedProperties"])
@pytest.mark.parametrize("edit", [drop, lambda then: rename(then, "due", "until")])
def test_a_member_that_a_closed_branch_loses_is_one_finding(keyword: str, edit: Edit) -> None:
    old = {name: value for name, value in copy.deepcopy(ORDER).items() if name != "additionalProperties"}
    old["then"]["properties"] |= dict.fromkeys(old["properties"].keys() - old["then"]["properties"].keys(), True)
    (old["then"] if keyword == "additionalProperties" else old)[keyword] = False
    edit((new := copy.deepcopy(old))["then"])
    for direction in ("output", "input"):
        (finding,) = errors(old, new, direction)
        assert finding.rule in ("field-removed", "field-renamed")


def test_a_union_whose_tags_become_texts_points_at_each_alternative_for_itself() -> None:
    new = copy.deepcopy(ORDER)
    for branch in (new["properties"]["pay"]["oneOf"][0], new["$defs"]["Cash"]):
        branch["properties"]["type"] = TEXT
    places = [(finding.old_place, finding.place) for finding in errors(ORDER, new, "output")]
    assert [(old.pointer.removesuffix("/const"), at.pointer) for old, at in places if old and at] == [
        (where, where) for where in ("/properties/pay/oneOf/0/properties/type", "/$defs/Cash/properties/type")
    ]


@pytest.mark.parametrize("promise", ["strict", "additive"])
@pytest.mark.parametrize(
    ("further", "rule"),
    [({"type": "null"}, "null-added"), ({"type": "integer"}, "branch-added")],
    ids=["null", "a type"],
)
def test_a_reference_that_becomes_one_of_several_is_an_alternative_also_where_its_target_is_used_elsewhere(
    further: Schema, rule: str, promise: str
) -> None:
    new = copy.deepcopy(ORDER)
    new["properties"]["ship"] = {"anyOf": [{"$ref": "#/$defs/Address"}, further]}
    (told,) = (finding for finding in compare(ORDER, new, promise=promise).findings if finding.severity == "error")
    assert (told.rule, told.place.pointer if told.place else "") == (rule, "/properties/ship/anyOf/1")
