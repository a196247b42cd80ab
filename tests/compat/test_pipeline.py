"""The parts between a pair of schemas and its findings: blame, loosening, one difference from two facts, narrowings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accordant.compat import compare, judgement
from accordant.compat.blame import Blame, blame
from accordant.compat.changes import Change, PathStep
from accordant.compat.located import Break
from accordant.compat.loosen import relax
from accordant.compat.merging import merge
from accordant.compat.rules import refusals
from accordant.compat.sides import Exchange, Side, Spot, exchanges, pointer_places
from accordant.findings import Finding, LostDocument, Severity, Verdict, Witness
from accordant.schema.reader_copy import as_node, copy
from accordant.schema.references import Node, Resources


def blamed(schema: Any, document: Any) -> tuple[str, str]:
    """Where in the document, and by which keyword, a reader refuses."""
    refusing = blame(as_node(copy(Resources.of(schema))), document)
    assert refusing is not None
    return refusing.instance, refusing.spelling


def test_a_plain_keyword_is_blamed_before_the_alternatives_around_it() -> None:
    schema = {"properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["b"]}, {"required": ["c"]}]}
    assert blamed(schema, {"a": 1}) == ("/a", "type")


def test_the_branch_with_the_same_tag_is_blamed() -> None:
    branches = [
        {"properties": {"t": {"const": name}, "v": {"type": kind}}, "required": ["t", "v"]}
        for name, kind in (("a", "string"), ("b", "integer"))
    ]
    assert blamed({"oneOf": branches}, {"t": "b", "v": "x"}) == ("/v", "type")


def test_a_value_of_no_branchs_type_blames_the_alternatives_as_a_whole() -> None:
    branches = [{"type": "object", "required": ["a"]}, {"type": "array", "minItems": 1}]
    assert blamed({"anyOf": branches}, 1) == ("", "anyOf")


def test_what_fits_two_exclusive_branches_blames_one_of() -> None:
    assert blamed({"oneOf": [{"minimum": 1}, {"maximum": 5}]}, 3) == ("", "oneOf")


def test_an_accepted_document_blames_nothing() -> None:
    assert blame(Resources.of({"type": "integer"}), 1) is None


def test_blame_counts_a_step_for_every_problem() -> None:
    steps: list[int] = []
    blame(Resources.of({"required": ["a", "b"], "minProperties": 1}), {}, steps.append)
    assert sum(steps) >= 2


@pytest.mark.parametrize(
    ("schema", "document", "detail"),
    [
        ({"required": ["a", "b"]}, {"a": 1}, "b"),
        ({"type": "string"}, 1, "integer"),
        ({"enum": ["a"]}, "b", "b"),
        ({"const": "a"}, "b", "b"),
        ({"properties": {"a": {}}, "additionalProperties": False}, {"z": 1}, "z"),
        ({"maximum": 3}, 4, None),
        ({"anyOf": [{"type": "string"}, {"type": "array"}]}, 1, "integer"),
    ],
)
def test_a_loosened_keyword_lets_the_refused_document_in(schema: Any, document: Any, detail: Any) -> None:
    reader = copy(Resources.of(schema))
    refusing = blame(as_node(reader), document)
    assert refusing is not None
    relaxed = relax(reader, refusing)
    assert relaxed is not None
    assert relaxed[1] == detail
    assert blame(as_node(relaxed[0]), document) is None
    assert blame(as_node(reader), document) is not None  # the copy that was given stays


def test_a_loosened_list_still_refuses_other_values() -> None:
    reader = copy(Resources.of({"enum": ["a"]}))
    refusing = blame(as_node(reader), "b")
    assert refusing is not None
    relaxed = relax(reader, refusing)
    assert relaxed is not None
    assert blame(as_node(relaxed[0]), "c") is not None


# One difference from two facts

OLD, NEW = (
    Side(Resources.of({"properties": {"a": {"enum": ["x", "y"]}}, "required": ["a"]}), name, pointer_places(name))
    for name in ("old", "new")
)
OUTPUT = exchanges(OLD, NEW, "output")[0]


def part(side: Side, *tokens: str) -> Node:
    return side.root.child(*tokens)


def broken(exchange: Exchange, keyword: str, detail: Any, value: Any = None) -> judgement.Difference:
    is_of_object = keyword == "required"
    at = Spot.of(OLD.root if is_of_object else part(OLD, "properties", "a"), keyword)
    refusing = Blame("" if is_of_object else "/a", "", keyword, value)
    return judgement.of_break(Break(exchange, {"a": value}, refusing, detail, reader=at, writer=at), "")


def changed(rule: str, *, keyword: str = "", name: str = "", new: Any = None) -> judgement.Difference:
    node = part(OLD, "properties", "a")
    return judgement.of_change(Change(rule, (PathStep("a"),), node, node, name, "x", new, keyword))


def test_a_removed_field_and_its_missing_value_are_one_difference() -> None:
    without = Side(Resources.of({"properties": {}}), "new", pointer_places("new"))
    gone = exchanges(OLD, without, "output")[0]
    change, refusal = changed("field-removed", name="a"), broken(gone, "required", "a")
    merged = merge([change], [refusal])
    assert [(difference.rule.name, difference.change, difference.refusal) for difference in merged] == [
        ("field-removed", change.change, refusal.refusal)
    ]


def test_another_missing_field_is_a_difference_of_its_own() -> None:
    both = merge([changed("field-removed", name="a")], [broken(OUTPUT, "required", "b")])
    assert [difference.rule.name for difference in both] == ["field-removed", "field-became-optional"]


def test_a_field_that_may_be_missing_elsewhere_is_told_beside_a_removed_one_of_its_name() -> None:
    elsewhere = broken(OUTPUT, "required", "a")
    assert elsewhere.refusal is not None
    there = Spot.of(part(OLD, "properties", "a"), "required")
    refusal = replace(elsewhere.refusal, blame=Blame("/a", "", "required", {}), reader=there, writer=there)
    both = merge([changed("field-removed", name="a")], [judgement.of_break(refusal, "")])
    assert [difference.rule.name for difference in both] == ["field-removed", "field-became-optional"]


@pytest.mark.parametrize("is_shared", [False, True])
def test_a_lost_name_hides_no_missing_field_of_that_name_in_another_object(is_shared: bool) -> None:
    def schema(required: list[str], **fields: Any) -> Any:
        inner = {"type": "object", "properties": {"m": {"type": "boolean"}}, "required": required}
        at = {"$ref": "#/$defs/Inner"} if is_shared else inner
        return {"type": "object", "properties": {"l": at, **fields}, "$defs": {"Inner": inner}}

    found = compare(schema(["m"], m={"type": "string"}), schema([]), promise="additive").findings
    assert {finding.message.partition(";")[0] for finding in found if finding.severity == Severity.ERROR} == {
        "The field `/m` is gone.", "The field `/l/m` may be missing",
    }  # fmt: skip


@pytest.mark.parametrize("first", ["t1", "t2"])
def test_a_field_that_one_shape_loses_hides_no_field_that_another_may_lack(first: str) -> None:
    def shape(tag: str, *required: str, **fields: Any) -> Any:
        return {"type": "object", "properties": {"k": {"const": tag}, **fields}, "required": ["k", *required]}

    loses, keeps = (first, "t2" if first == "t1" else "t1")
    old = {"oneOf": [shape(tag, "x", x={"type": "string"}) for tag in ("t1", "t2")]}
    by_tag = {loses: shape(loses), keeps: shape(keeps, x={"type": "string"})}
    found = compare(old, {"oneOf": [by_tag["t1"], by_tag["t2"]]}, promise="additive").findings
    rules = {finding.rule for finding in found if finding.severity == Severity.ERROR}
    assert rules == {"field-removed", "field-became-optional"}


def test_a_note_gives_way_to_the_break_that_it_is() -> None:
    note = changed("enum-value-added", keyword="enum", new="z")
    assert note.rule.severity == Severity.NOTE
    merged = merge([note], [broken(OUTPUT, "enum", "z", "z")])
    assert [difference.rule.name for difference in merged] == ["closed-enum-value-added"]


def test_another_added_value_keeps_its_note() -> None:
    note = changed("enum-value-added", keyword="enum", new="w")
    both = merge([note], [broken(OUTPUT, "enum", "z", "z")])
    assert [difference.rule.name for difference in both] == ["enum-value-added", "closed-enum-value-added"]


def test_the_proof_of_a_merged_difference_is_the_witness() -> None:
    old = {"properties": {"a": {}}, "required": ["a"]}
    (finding,) = (
        finding for finding in compare(old, {}, promise="additive").findings if finding.rule == "field-removed"
    )
    assert isinstance(finding.evidence, Witness | LostDocument)


@pytest.mark.parametrize("keyword", sorted(refusals.BY_KEYWORD))
def test_a_keyword_has_one_rule_for_each_side_that_changed(keyword: str) -> None:
    output, incoming = (
        judgement.of_break(Break(exchange, 1, Blame("", "", keyword, 1), "string", refused_by={"type": "integer"}), "")
        for exchange in exchanges(OLD, NEW, "full")
    )
    assert (output.rule.name, incoming.rule.name) in {
        (kind.loosened.name, kind.tightened.name) for kind in refusals.REFUSALS
    }


def test_the_carrier_has_a_rule_of_its_own() -> None:
    refusal = Break(OUTPUT, {"v": "2"}, Blame("/v", "", "const", "2"))
    assert judgement.of_break(refusal, "/v").rule.name == "carrier-changed"
    assert judgement.of_break(refusal, "/w").rule.name == "closed-enum-value-added"


# Places and narrowings


def findings(old: Any, new: Any, **terms: Any) -> list[Finding]:
    return list(compare(old, new, promise="additive", **terms).findings)


def test_a_break_names_the_places_of_the_schemas_not_of_the_copy() -> None:
    old = {"$ref": "#/$defs/d", "$defs": {"d": {"properties": {"n": {"maximum": 3}}}}}
    new = {"$ref": "#/$defs/e", "$defs": {"e": {"properties": {"n": {"maximum": 9}}}}}
    (finding,) = findings(old, new)
    assert finding.old_place is not None
    assert finding.place is not None
    places = finding.old_place.pointer, finding.place.pointer
    assert places == ("/$defs/d/properties/n/maximum", "/$defs/e/properties/n/maximum")


def test_a_narrowing_is_a_note_at_the_newer_keyword() -> None:
    (note,) = findings({"type": ["string", "null"]}, {"type": "string"})
    assert (note.rule, note.severity, note.message) == (
        "narrowed", Severity.NOTE, "The document is never null any more.",
    )  # fmt: skip
    assert note.place is not None
    assert note.place.pointer == "/type"


def test_a_narrowed_bound_is_told_with_both_values() -> None:
    (note,) = findings({"type": "array", "maxItems": 3}, {"type": "array", "maxItems": 2})
    assert note.message == "The document is narrower now: `maxItems` is 2, was 3."
    assert (note.old, note.new) == ({"maxItems": 3}, {"maxItems": 2})


def test_a_new_bound_is_told_as_new() -> None:
    (note,) = findings({"type": "integer"}, {"type": "integer", "minimum": 3})
    assert note.message == "The document is narrower now: `minimum: 3` is new."


def test_a_renamed_tag_is_reported_in_its_own_alternative() -> None:
    def union(*tags: str) -> dict[str, Any]:
        fields = [{"kind": {"const": tag}, "amount": {"type": "integer"}} for tag in tags]
        return {"oneOf": [{"type": "object", "properties": each, "required": ["kind"]} for each in fields]}

    lost, added = findings(union("card", "transfer"), union("card", "sepa"))
    for finding in (lost, added):
        assert finding.place is not None
        assert finding.old_place is not None
        assert finding.place.pointer.startswith("/oneOf/1/properties/kind")
        assert finding.old_place.pointer.startswith("/oneOf/1/properties/kind")
    assert (lost.rule, added.rule) == ("enum-value-removed", "enum-value-added")


def test_a_narrowing_by_an_added_field_is_not_reported_again() -> None:
    old: dict[str, Any] = {"properties": {"a": {}}}
    new = {"properties": {"a": {}, "b": {"type": "string"}}}
    assert [finding.rule for finding in findings(old, new)] == ["field-added"]


def test_a_narrowing_where_something_breaks_is_not_reported_beside_it() -> None:
    assert "narrowed" not in {finding.rule for finding in findings({"const": 1}, {"const": 2})}


def test_closing_an_object_for_its_reader_is_a_note() -> None:
    old: dict[str, Any] = {"properties": {"a": {}}}
    (note,) = findings(old, {**old, "additionalProperties": False}, direction="input")
    assert note.message == "The document is closed now: keys that nothing names are refused."


def test_a_recursive_schema_that_leaves_keys_open_is_judged_in_bounded_work() -> None:
    def tree(**more: Any) -> dict[str, Any]:
        node = {"type": "object", "properties": {"items": {"type": "array", "items": {"$ref": "#/definitions/node"}}}}
        schema = "http://json-schema.org/draft-07/schema#"
        return {"$schema": schema, "$ref": "#/definitions/node", "definitions": {"node": {**node, **more}}}

    comparison = compare(tree(), tree(additionalProperties=False), direction="input", promise="additive")
    assert comparison.verdict != Verdict.BREAKING
