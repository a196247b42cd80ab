"""What changed inside `if`, `not` or `contains` is told of the documents that the rule is about, once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Finding, Severity, Verdict, Witness
from accordant.schema.confirmation import confirm
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}


def order(status: str, then: Schema, *, requires: bool = True, **more: Any) -> Schema:
    """An object with a rule about one status."""
    condition: Schema = {"properties": {"status": {"const": status}}}
    if requires:
        condition["required"] = ["status"]
    status_of: Schema = {"enum": ["open", "shipped", "cancelled"]}
    properties = {"status": status_of, **more}
    return {"type": "object", "properties": properties, "required": ["status"], "if": condition, "then": then}


def kind(name: str, *fields: str) -> Schema:
    properties: Schema = {"kind": {"const": name}, **dict.fromkeys(fields, TEXT)}
    return {"type": "object", "properties": properties, "required": ["kind"]}


def errors(old: Schema, new: Schema, direction: str = "output") -> list[Finding]:
    comparison = compare(old, new, promise="additive", direction=direction)
    assert comparison.verdict is Verdict.BREAKING
    return [finding for finding in comparison.findings if finding.severity is Severity.ERROR]


def check_evidence(finding: Finding, old: Schema, new: Schema, direction: str = "output") -> None:
    assert isinstance(finding.evidence, Witness)
    written, read = (new, old) if direction == "output" else (old, new)
    writer, reader = (validator_of(Resources.of(schema)) for schema in (written, read))
    assert confirm(writer, reader, finding.evidence.document).confirmed


ASKS: Schema = {"required": ["reason"], "properties": {"reason": TEXT}}


@pytest.mark.parametrize("more", [{}, {"parent": {"$ref": "#"}}, {"before": {"type": "array", "items": {"$ref": "#"}}}])
@pytest.mark.parametrize(("direction", "case"), [("output", "cancelled"), ("input", "shipped")])
def test_a_changed_condition_is_one_finding_that_names_its_case(more: Schema, direction: str, case: str) -> None:
    old, new = order("cancelled", ASKS, **more), order("shipped", ASKS, **more)
    comparison = compare(old, new, promise="additive", direction=direction)
    (finding,) = comparison.findings
    assert finding.rule == ("condition-loosened" if direction == "output" else "condition-tightened")
    assert finding.message == f'Where `/status` is "{case}", `/reason` may be missing; the reader requires it.'
    assert finding.place is not None
    assert finding.place.pointer == "/if/properties/status/const"
    assert (finding.old, finding.new) == ({"const": "cancelled"}, {"const": "shipped"})
    check_evidence(finding, old, new, direction)


def moved(schema: Schema, how: str) -> Schema:
    """A schema whose condition stands in a definition."""
    reference: Schema = {"$ref": "#/$defs/Special"}
    condition, definition = schema["if"], {"Special": schema["if"]}
    if how == "behind another":
        reference, definition = {"$ref": "#/$defs/Other"}, {**definition, "Other": reference}
    elif how == "a member":
        definition = {"Special": condition["properties"]["status"]}
        reference = {**condition, "properties": {"status": reference}}
    elif how == "beside others":
        reference = {"allOf": [reference]}
    return {**schema, "if": reference, "$defs": definition}


@pytest.mark.parametrize("how", ["whole", "behind another", "a member", "beside others"])
@pytest.mark.parametrize(("direction", "case"), [("output", "cancelled"), ("input", "shipped")])
def test_a_condition_in_a_definition_is_a_condition(how: str, direction: str, case: str) -> None:
    old, new = (moved(order(status, ASKS), how) for status in ("cancelled", "shipped"))
    (finding,) = errors(old, new, direction)
    assert finding.rule == ("condition-loosened" if direction == "output" else "condition-tightened")
    assert finding.message == f'Where `/status` is "{case}", `/reason` may be missing; the reader requires it.'
    check_evidence(finding, old, new, direction)


def test_a_definition_that_is_tested_and_asserted_is_told_as_asserted() -> None:
    log: Schema = {"type": "array", "items": {"$ref": "#/$defs/Special"}}
    then: Schema = {"required": ["reason"]}
    old, new = (moved(order(status, then, log=log), "whole") for status in ("cancelled", "shipped"))
    for direction in ("output", "input"):
        (finding,) = errors(old, new, direction)
        assert finding.message == 'The fixed value at `/log/*/status` changed from "cancelled" to "shipped".'


def test_a_condition_that_requires_nothing_names_its_case_too() -> None:
    then: Schema = {"properties": {"reason": TEXT}}
    old, new = ({**order(status, then, requires=False), "required": []} for status in ("cancelled", "shipped"))
    (finding,) = errors(old, new)
    assert finding.message.startswith('Where `/status` is "cancelled", `/reason` may be ')
    check_evidence(finding, old, new)


def test_a_condition_below_others_names_its_place() -> None:
    old, new = ({"type": "array", "items": order(status, ASKS)} for status in ("cancelled", "shipped"))
    (finding,) = errors(old, new)
    assert finding.message == 'Where `/*/status` is "cancelled", `/*/reason` may be missing; the reader requires it.'


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (
            {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["c"]}},
            {"type": "object", "if": {"required": ["b"]}, "then": {"required": ["c"]}},
            "condition-loosened",
        ),
        (
            {"type": "object", "not": {"required": ["a"], "properties": {"a": {"const": 1}}}},
            {"type": "object", "not": {"required": ["a"], "properties": {"a": {"const": 2}}}},
            "condition-loosened",
        ),
        (
            {"type": "array", "contains": {"const": "a"}},
            {"type": "array", "contains": {"const": "b"}},
            "bound-loosened",
        ),
    ],
)
def test_what_is_only_tested_is_no_value_that_the_reader_expects(old: Schema, new: Schema, rule: str) -> None:
    (finding,) = errors(old, new)
    assert finding.rule == rule
    assert "expects" not in finding.message
    check_evidence(finding, old, new)


def test_a_member_called_if_is_no_condition() -> None:
    old: Schema = {"type": "object", "properties": {"if": {"type": "object", "properties": {"a": {"const": 1}}}}}
    new = copy.deepcopy(old)
    new["properties"]["if"]["properties"]["a"]["const"] = 2
    assert [finding.rule for finding in errors(old, new)] == ["const-changed"]


def test_a_name_that_only_some_documents_lose_says_which() -> None:
    old = {"oneOf": [kind("a", "x", "y"), kind("b", "x", "y"), kind("c", "x", "y")]}
    new = {"oneOf": [kind("a", "x", "y"), kind("b", "x"), kind("c", "x")]}
    found = errors(old, new)
    assert [(finding.rule, finding.message) for finding in found] == [
        ("field-removed", 'The field `/y` is gone where `/kind` is "b".'),
        ("field-removed", 'The field `/y` is gone where `/kind` is "c".'),
    ]
    assert [finding.place.pointer for finding in found if finding.place] == ["/oneOf/1", "/oneOf/2"]


def test_a_name_that_moved_to_other_documents_is_one_finding() -> None:
    old = {"oneOf": [kind("a", "x"), kind("b")]}
    new = {"oneOf": [kind("a"), kind("b", "x")]}
    (finding,) = compare(old, new, promise="additive").findings
    assert finding.message == 'The field `/x` is gone where `/kind` is "a", and new where `/kind` is "b".'


def test_a_name_that_further_documents_have_says_which() -> None:
    old, new = {"oneOf": [kind("a", "x"), kind("b")]}, {"oneOf": [kind("a", "x"), kind("b", "x")]}
    comparison = compare(old, new, promise="additive")
    added = [finding.message for finding in comparison.findings if finding.rule == "field-added"]
    assert added == ['The field `/x` was added where `/kind` is "b".']


def test_a_name_that_all_documents_lose_says_no_case() -> None:
    (finding,) = errors({"oneOf": [kind("a", "x"), kind("b")]}, {"oneOf": [kind("a"), kind("b")]})
    assert finding.message == "The field `/x` is gone."


def test_a_case_that_a_condition_did_not_name_stays_a_finding_of_its_own() -> None:
    """The name is lost for one status by the condition, and for another by hand."""
    shipped = {"if": {"properties": {"status": {"const": "shipped"}}, "required": ["status"]}, "then": ASKS}
    old, new = order("cancelled", ASKS), order("open", ASKS)
    old["allOf"] = [shipped]
    found = errors(old, new)
    assert any("cancelled" in finding.message for finding in found)
    assert any('"shipped"' in finding.message for finding in found)


A_OR_B = {"enum": ["a", "b"]}


@pytest.mark.parametrize(
    ("old", "new"), [(A_OR_B, True), (A_OR_B, {"enum": ["a"]}), ({"const": "a"}, {"type": "string"})]
)
def test_a_value_that_one_item_must_have_is_no_value_to_which_all_items_were_bound(old: Any, new: Any) -> None:
    for part in (old, new), ({"properties": {"k": old}}, {"properties": {"k": new}}):
        before, after = ({"type": "array", "contains": schema} for schema in part)
        for direction in ("output", "input", "full"):
            found = compare(before, after, promise="additive", direction=direction).findings
            assert {finding.rule for finding in found} <= {"bound-loosened", "bound-tightened", "narrowed"}


def test_dropping_what_one_item_must_be_is_no_break_for_writers() -> None:
    old, new = {"type": "array", "contains": {"const": 1}}, {"type": "array"}
    assert list(compare(old, new, promise="additive", direction="input").findings) == []
    (finding,) = compare(old, new, promise="additive").findings
    assert finding.rule == "bound-loosened"


def test_values_of_all_items_are_told_beside_a_contains() -> None:
    old, new = {"items": A_OR_B, "contains": {"const": "a"}}, {"contains": {"const": "a"}}
    rules = {finding.rule for finding in compare(old, new, promise="additive").findings}
    assert "enum-dropped" in rules


def chain(requires: bool, beside: Schema, *fields: Schema) -> Schema:
    """An object whose tag selects, by conditions, between the fields for x and those for y."""
    more: Schema = {"required": ["tag"]} if requires else {}
    x, y = ({"if": {"properties": {"tag": {"const": value}}, **more}} for value in "xy")
    then_x, then_y = ({"then": {"properties": part}} for part in fields)
    return {"properties": {"tag": {"enum": ["x", "y"]}}, **beside, **x, **then_x, "else": {**y, **then_y}}


P: Schema = {"p": {"type": "integer"}}
Q: Schema = {"q": {"type": "integer"}}


@pytest.mark.parametrize("direction", ["output", "input", "full"])
@pytest.mark.parametrize("beside", [{"required": ["tag"]}, {"allOf": [{"required": ["tag"]}]}])
def test_a_condition_about_a_member_required_beside_it_is_a_tag_as_if_it_required_it(
    direction: str, beside: Schema
) -> None:
    edits = [((P, Q), ({**P, "q": TEXT}, Q)), (({**P, "q": TEXT}, Q), (P, Q)), ((P, Q), (Q, P))]
    for before, after in edits:
        told = [
            [
                (finding.rule, finding.message)
                for finding in compare(
                    chain(requires, beside, *before), chain(requires, beside, *after), promise="additive",
                    direction=direction,
                ).findings
            ]
            for requires in (True, False)
        ]  # fmt: skip
        assert told[0] == told[1]


def test_a_field_added_for_one_value_of_such_a_tag_breaks_no_writer_of_the_other_value() -> None:
    old, new = (chain(False, {"required": ["tag"]}, fields, Q) for fields in (P, {**P, "q": TEXT}))
    assert compare(old, new, promise="additive", direction="input").verdict is Verdict.COMPATIBLE


def test_a_condition_about_a_member_that_may_be_missing_is_no_tag() -> None:
    """Without the member the condition holds."""
    old, new = (chain(False, {}, fields, Q) for fields in (P, {**P, "q": TEXT}))
    assert compare(old, new, promise="additive", direction="input").verdict is Verdict.BREAKING


def in_cases(*kinds: str, asked: str = "reason", inside: bool) -> Schema:
    rule: Schema = {"if": {"properties": {"kind": {"enum": list(kinds)}}, "required": ["kind"]}}
    schema: Schema = {"type": "object", "allOf": [{**rule, "then": {"required": [asked]}}] if kinds else []}
    return {"type": "object", "properties": {"all": {"type": "array", "items": schema}}} if inside else schema


@pytest.mark.parametrize("inside", [False, True], ids=["at the root", "of items"])
@pytest.mark.parametrize(
    ("direction", "before", "after", "end"),
    [
        ("output", ("a", "b"), ("a",), "; the reader still follows the old ones."),
        ("output", ("a", "b"), ("c",), "; the reader still follows the old ones."),
        ("input", ("a",), ("a", "b"), ", in which old writers need not keep it."),
    ],
)
def test_a_rule_of_a_list_that_holds_in_other_cases_is_not_called_gone(
    direction: str, before: tuple[str, ...], after: tuple[str, ...], end: str, inside: bool
) -> None:
    old, new = in_cases(*before, inside=inside), in_cases(*after, inside=inside)
    (finding,) = errors(old, new, direction)
    where = "`/all/*`" if inside else "the document"
    assert finding.message == f"A rule of `allOf` for {where} holds in other cases now{end}"
    check_evidence(finding, old, new, direction)


def test_a_rule_of_a_list_that_is_gone_is_called_gone() -> None:
    (finding,) = errors(in_cases("a", inside=False), in_cases(inside=False))
    assert finding.message == "The rule `allOf` for the document is gone; the reader still follows it."
