"""Sentences say what a constraint asks, no more and no less; pages and docstrings share them."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.docs.fields import FieldTables
from accordant.docs.places import Book
from accordant.model import constraints as R
from accordant.model.constraint_text import message, sentence
from accordant.model.fields.reader import FieldReader
from accordant.schema.references import Resources
from tests.conftest import bundled
from tests.docs.page_oracle import rows

CONTRACT = bundled().contracts[0]


def text_of(schema: Any) -> str:
    """The section of a schema of objects, without markup."""
    reader = FieldReader({"doc": Resources.of({"type": "object", **schema})})
    tables = FieldTables(reader, Book(CONTRACT, CONTRACT.versions[0]))
    text = "\n".join(tables.body(reader.sections_of("doc")[0]))
    return text.replace("<code>", "").replace("</code>", "").replace("`", "")


def rules_of(schema: Any) -> list[str]:
    """The rules and the constraints of a schema's page, without markup."""
    text = text_of(schema)
    cells = [row.constraints for row in rows(text).values() if row.constraints]
    return [line[2:] for line in text.splitlines() if line.startswith("- ")] + cells


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        (
            {"properties": {"a": {"contains": {"const": 1}, "minContains": 2}}},
            "/a must contain at least 2 items each of which is 1. (/properties/a/contains)",
        ),
        (
            {"properties": {"a": {"contains": {"const": 1}, "minContains": 0, "maxContains": 2}}},
            "/a must contain at most 2 items each of which is 1. (/properties/a/contains)",
        ),
        ({"required": ["a"], "if": {}, "dependentRequired": {"a": ["b"]}}, "If /a is present, /b must be present."),
        ({"not": {"required": ["a", "b"]}}, "/a or /b must be absent. (/not)"),
    ],
)
def test_a_rule_says_what_is_asked(schema: Any, sentence: str) -> None:
    assert any(rule.startswith(sentence) for rule in rules_of(schema)), rules_of(schema)


def test_a_closed_tuple_says_how_many_items_there_may_be() -> None:
    schema = {"properties": {"t": {"type": "array", "prefixItems": [{"type": "string"}, {}], "items": False}}}
    assert "at most 2 items" in rules_of(schema)


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        (
            {"properties": {"l": {"contains": {"type": "string"}, "unevaluatedItems": {"type": "integer"}}}},
            "Each item of /l that no other keyword covers (covered: any that is a string) must be an integer.",
        ),
        (
            {
                "properties": {"q": {}},
                "anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {}],
                "unevaluatedProperties": {"type": "integer"},
            },
            "Each member of the document that no other keyword covers (covered: /q; /a if /a is 1) must be an integer.",
        ),
        (
            {"if": {"required": ["z"]}, "then": {"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}},
            "If /z is present, each member of the document except /a must be an integer.",
        ),
        (
            {
                "properties": {
                    "l": {
                        "prefixItems": [{}],
                        "anyOf": [{"prefixItems": [{}, {"const": 2}]}, {"minItems": 2}],
                        "unevaluatedItems": {"type": "integer"},
                    }
                }
            },
            "Each item of /l from the 2nd on that no other keyword covers (covered: the first 2 items if item 1",
        ),
    ],
)
def test_a_rule_about_the_rest_says_what_it_leaves_out(schema: Any, sentence: str) -> None:
    assert any(rule.startswith(sentence) for rule in rules_of(schema)), rules_of(schema)


@pytest.mark.parametrize(
    ("schema", "start"),
    [
        (
            {"anyOf": [{"properties": {"l": {"contains": {"const": 1}}}}, {}]},
            "Only in alternative 1 of the schema: /l must contain",
        ),
        ({"patternProperties": {"x": {"contains": {"const": 1}}}}, "Names like x: /… must contain"),
        ({"properties": {"a": {}}, "additionalProperties": {"contains": {"const": 1}}}, "Other names: /… must contain"),
        ({"prefixItems": [{}], "items": {"contains": {"const": 1}}}, "From the 2nd on: /* must contain"),
    ],
)
def test_a_rule_about_some_values_at_a_pointer_says_which(schema: Any, start: str) -> None:
    assert any(rule.startswith(start) for rule in rules_of(schema)), rules_of(schema)


def test_an_array_that_may_hold_nothing_has_no_items() -> None:
    assert rules_of({"properties": {"l": {"type": "array", "items": False}}}) == ["no items"]


def test_a_condition_that_holds_without_the_field_says_so() -> None:
    test: dict[str, Any] = {"properties": {"k": {"const": True}}}
    without = rules_of({"if": test, "then": {"required": ["b"]}})
    with_it = rules_of({"if": {**test, "required": ["k"]}, "then": {"required": ["b"]}})
    assert without == ["If /k is absent or true, /b must be present. (/if)"]
    assert with_it == ["If /k is true, /b must be present. (/if)"]


def test_a_typed_field_of_a_branch_reads_otherwise_where_it_is_required() -> None:
    test = {"properties": {"k": {"const": True}}, "required": ["k"]}
    typed = {"properties": {"b": {"type": "integer"}}}
    optional = rules_of({"if": test, "then": typed})
    required = rules_of({"if": test, "then": {**typed, "required": ["b"]}})
    assert optional == ["If /k is true, /b must be an integer. (/if)"]
    assert required == ["If /k is true, /b must be present and be an integer. (/if)"]


@pytest.mark.parametrize("place", ["rows", "conditions"])
def test_a_row_and_its_rule_agree_on_members_that_are_always_there(place: str) -> None:
    fields = {"k": {"type": "string"}} | ({} if place == "rows" else {"b": {}})
    then = {"required": ["b"], "properties": {"b": {"type": "integer"}}}
    branch = {"if": {"properties": {"k": {"const": "x"}}}, "then": then}
    text = text_of({"properties": fields, "required": ["k"], "allOf": [branch]})
    assert 'when /k is "x"' in text
    assert 'If /k is "x", /b must be present' in text
    assert "absent" not in text


def test_nested_conditions_are_sentences_of_their_own() -> None:
    inner = {"if": {"required": ["b"]}, "then": {"required": ["c"]}}
    rules = rules_of({"if": {"required": ["a"]}, "then": {"allOf": [inner, {"required": ["d"]}]}})
    assert rules == [
        "If /a is present, /d must be present. (/if)",
        "If /a is present and /b is present, /c must be present. (/then/allOf/0/if)",
    ]


def test_the_texts_of_described_constants_are_told() -> None:
    constants = [
        {"const": "D", "title": "Doubt", "description": "Suspicious."},
        {"const": "M", "description": "Match."},
    ]
    reader = FieldReader({"doc": Resources.of({"properties": {"cvv": {"oneOf": constants}}})})
    text = "\n".join(FieldTables(reader, Book(CONTRACT, CONTRACT.versions[0])).body(reader.sections_of("doc")[0]))
    row = next(line for line in text.splitlines() if "cvv" in line)
    assert "| string | no | one of" in row
    assert "Doubt - Suspicious.; " in row
    assert "Match." in row


def test_several_lists_are_one_list_of_what_they_share() -> None:
    form = {"properties": {"t": {"const": "a"}}}
    schema = {"properties": {"t": {"enum": ["a", "b"]}}, "anyOf": [form, {"required": ["q"]}]}
    assert [rule for rule in rules_of(schema) if "must" not in rule] == ['one of "a", "b"', '"a"']


def test_what_is_asked_of_known_values_says_that_a_later_release_may_add_one() -> None:
    unknown = R.All((R.Not(R.IsClosed()), R.Member("status", R.Not(R.IsOneOf(("open",))))))
    asked = R.AnyOf((R.Member("reason", R.Fail()), unknown))
    assert sentence(asked) == "`/reason` must be absent (or there is a value that a later release adds)"
    assert message(asked) == "`reason` must be absent"


def test_a_type_goes_without_saying_beside_a_value() -> None:
    bearer = {"properties": {"s": {"type": "string", "const": "bearer"}}, "required": ["s"]}
    assert rules_of({"if": bearer, "then": {"required": ["t"]}}) == ['If /s is "bearer", /t must be present. (/if)']
    assert rules_of({"not": bearer}) == ['It must not be the case that /s is "bearer". (/not)']


def test_a_definition_that_is_named_by_an_address_goes_by_its_last_word() -> None:
    called = R.Call("urn:a#/definitions/http:~1~1asyncapi.com~1definitions~12.6.0~1openapiSchema_3_0.json")
    assert message(called) == "must be a valid openapiSchema_3_0"
    assert message(R.Call("urn:a#/$defs/a~1b")) == "must be a valid b"


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ({"required": ["a"], "properties": {"a": {"const": True}}}, "/a must be true"),
        ({"properties": {"a": {"const": 0}}}, "/a must be absent or 0"),
        (
            {"required": ["a"], "properties": {"a": {"minLength": 1}}},
            "/a must be present and have at least 1 character",
        ),
        (
            {"required": ["a", "b"], "properties": {"a": {"const": None}, "b": {"const": None}}},
            "/a and /b must each be null",
        ),
        (
            {"required": ["a", "b"], "properties": {"a": {"const": 1}, "b": {"type": "array"}}},
            "/b must be present and be an array",
        ),
    ],
)
def test_presence_is_said_where_a_value_does_not_say_it_and_what_is_alike_once(then: Any, words: str) -> None:
    test = {"required": ["k"]}
    described = text_of({"if": test, "then": then})
    assert words in described, described


def test_a_message_about_alternatives_names_them() -> None:
    parts = (R.Bound(">=", 5), R.MultipleOf(2))
    assert message(R.AnyOf(parts)) == "must be such that it is >= 5 or it is a multiple of 2"
    assert (
        message(R.OneOf(parts)) == "must be such that exactly one of these holds: it is >= 5 or it is a multiple of 2"
    )
