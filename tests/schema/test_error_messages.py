"""Every keyword that can refuse a document has a sentence that says what is wrong, and never names a wrong keyword."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accordant.schema.branch_errors import relevant_problems
from accordant.schema.dialects import DIALECTS, DRAFT_04, DRAFT_07, DRAFT_2020_12, Dialect, Kind
from accordant.schema.error_messages import format_values, kind, sentence
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from accordant.schema.vocabulary import format_value

DEFS = {"never": {"$anchor": "a", "$dynamicAnchor": "d", "maximum": 5}}
"""What references lead to."""

CASES: dict[str, tuple[Any, Any, str]] = {
    "$ref": ({"$ref": "#/definitions/never", "definitions": DEFS}, 7, "7 is not at most 5"),
    "$dynamicRef": ({"$dynamicRef": "#d", "$defs": DEFS}, 7, "7 is not at most 5"),
    "$recursiveRef": (
        {"properties": {"a": {"$recursiveRef": "#"}}, "minProperties": 1}, {"a": {}},
        "has 0 fields; at least 1 required",
    ),
    "allOf": ({"allOf": [{"maximum": 5}]}, 7, "7 is not at most 5"),
    "anyOf": ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 7, "7 is an integer, not a string or null"),
    "oneOf": ({"oneOf": [{"minimum": 1}, {"minimum": 2}]}, 7, "7 fits several alternatives; exactly one must fit"),
    "not": ({"not": {"type": "integer"}}, 7, "7 fits the schema that `not` excludes"),
    "if": ({"if": {"minimum": 1}, "then": {"maximum": 5}}, 7, "7 is not at most 5"),
    "then": ({"if": {}, "then": False}, 7, "no value is allowed here, but there is 7"),
    "else": ({"if": {"maximum": 5}, "else": {"maximum": 5}}, 7, "7 is not at most 5"),
    "dependencies": ({"dependencies": {"a": ["b"]}}, {"a": 1}, '`b` is required'),
    "dependentSchemas": ({"dependentSchemas": {"a": {"maxProperties": 0}}}, {"a": 1}, "has 1 field; at most 0 allowed"),
    "properties": ({"properties": {"a": {"type": "string"}}}, {"a": 7}, "7 is an integer, not a string"),
    "patternProperties": ({"patternProperties": {"^a": {"enum": ["x", "y"]}}}, {"a": 7}, '7 is not one of "x", "y"'),
    "additionalProperties": (
        {"properties": {"b": {}}, "additionalProperties": False}, {"a": 1}, 'the field "a" is not allowed here',
    ),
    "propertyNames": (
        {"propertyNames": {"pattern": "^b"}}, {"a": 1}, 'the field name "a" is not allowed here: "a" does not match ^b',
    ),
    "unevaluatedProperties": (
        {"unevaluatedProperties": False}, {"a": 1, "b": 2}, 'the fields "a", "b" are not allowed here',
    ),
    "prefixItems": ({"prefixItems": [{"type": "null"}]}, [7], "7 is an integer, not null"),
    "items": ({"items": {"type": "object"}}, [[]], "is an array, not an object"),
    "additionalItems": ({"items": [{}], "additionalItems": False}, [1, 2, 3], "has 3 items; at most 1 allowed"),
    "contains": ({"contains": {"const": 1}}, [2], "no item fits the schema of `contains`"),
    "unevaluatedItems": ({"unevaluatedItems": False}, [1, "b"], 'the items 1, "b" are not allowed here'),
    "type": ({"type": ["string", "array"]}, {}, "is an object, not a string or an array"),
    "enum": ({"enum": [1, None]}, "a", '"a" is not one of 1, null'),
    "const": ({"const": None}, "a", '"a" is not null'),
    "multipleOf": ({"multipleOf": 2}, 7, "7 is not a multiple of 2"),
    "maximum": ({"maximum": 5}, 7, "7 is not at most 5"),
    "exclusiveMaximum": ({"exclusiveMaximum": 5}, 5, "5 is not less than 5"),
    "minimum": ({"minimum": 5}, 3, "3 is not at least 5"),
    "exclusiveMinimum": ({"exclusiveMinimum": 5}, 5, "5 is not greater than 5"),
    "maxLength": ({"maxLength": 1}, "ab", "has 2 characters; at most 1 allowed"),
    "minLength": ({"minLength": 2}, "\U0001f600", "has 1 character; at least 2 required"),
    "pattern": ({"pattern": "^b"}, "a", '"a" does not match ^b'),
    "maxItems": ({"maxItems": 0}, [1], "has 1 item; at most 0 allowed"),
    "minItems": ({"minItems": 1}, [], "has 0 items; at least 1 required"),
    "uniqueItems": ({"uniqueItems": True}, [1, 1], "two items are equal; all items must differ"),
    "maxContains": (
        {"contains": {"const": 1}, "maxContains": 1}, [2],
        "no item fits the schema of `contains`, or too many do; at most 1 allowed",
    ),
    "minContains": (
        {"contains": {}, "minContains": 2}, [1], "too few items fit the schema of `contains`; at least 2 required",
    ),
    "maxProperties": ({"maxProperties": 0}, {"a": 1}, "has 1 field; at most 0 allowed"),
    "minProperties": ({"minProperties": 2}, {"a": 1}, "has 1 field; at least 2 required"),
    "required": ({"required": ["a"]}, {}, '`a` is required'),
    "dependentRequired": ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, '`b` is required'),
}  # fmt: skip
"""For each keyword a schema that it makes refuse a document, the document, and the sentence."""

IN_DRAFT_04 = {
    "exclusiveMaximum": ({"maximum": 5, "exclusiveMaximum": True}, 5, "5 is not less than 5"),
    "exclusiveMinimum": ({"minimum": 5, "exclusiveMinimum": True}, 5, "5 is not greater than 5"),
}
REFUSING = [
    pytest.param(dialect, keyword.name, id=f"{dialect}-{keyword.name}")
    for dialect in DIALECTS
    for keyword in dialect.keywords.values()
    if keyword.kind in (Kind.ASSERTION, Kind.APPLICATOR)
]


def sentences(schema: Any, document: Any, dialect: Dialect = DRAFT_2020_12) -> list[str]:
    root = Resources.of({"$schema": dialect.uri, **schema} if isinstance(schema, dict) else schema)
    problems = relevant_problems(validator_of(root).problems(document), root.resources)
    return [sentence(problem, document, {root.document: root.value}) for problem in problems]


@pytest.mark.parametrize(("dialect", "keyword"), REFUSING)
def test_every_keyword_of_every_draft_says_what_it_refuses(dialect: Dialect, keyword: str) -> None:
    schema, document, expected = (IN_DRAFT_04 if dialect is DRAFT_04 else {}).get(keyword, CASES[keyword])
    if dialect is DRAFT_04 and keyword == "dependencies":
        schema = {"dependencies": {"a": ["b"]}}
    assert expected in sentences(schema, document, dialect)


def test_a_name_is_refused_by_the_keyword_where_only_the_schema_of_names_is_known() -> None:
    document, schema = {"A": 1}, {"propertyNames": {"pattern": "^[a-z]$"}}
    (problem,) = validator_of(Resources.of({"$id": "urn:x", **schema})).problems(document)
    there = replace(problem, schema_location="urn:x#/propertyNames", keyword="pattern")
    said = sentence(there, document, {"urn:x": schema})
    assert said == 'the field name "A" is not allowed here: "A" does not match ^[a-z]$'


NAMES = sorted({name for dialect in DIALECTS for name in dialect.keywords})


@pytest.mark.parametrize("name", NAMES)
def test_a_field_with_the_name_of_a_keyword_is_never_taken_for_it(name: str) -> None:
    assert sentences({"properties": {name: False}}, {name: 7}) == ["no value is allowed here, but there is 7"]
    whole = {name: {"a": 1}}
    assert sentences({"properties": {name: False}}, whole) == ['no value is allowed here, but there is {"a": 1}']


@pytest.mark.parametrize("keyword", ["additionalProperties", "unevaluatedProperties", "propertyNames"])
def test_a_keyword_that_refuses_every_field_names_the_fields(keyword: str) -> None:
    assert sentences({keyword: False}, {"a": 1, "b": 2}) == ['the fields "a", "b" are not allowed here']


@pytest.mark.parametrize(
    ("schema", "document", "expected"),
    [
        (
            {"anyOf": [{"type": "object"}, {"type": "boolean"}]},
            "text",
            '"text" is a string, not an object or a boolean',
        ),
        ({"anyOf": [{"enum": ["a", "b"]}, {"type": "array"}]}, "c", '"c" is not one of "a", "b"'),
        ({"anyOf": [{"enum": ["a", "b"]}, {"type": "array"}]}, 7, "7 is an integer, not an array or a string"),
        ({"oneOf": [{"const": 1}, {"const": 2}]}, 7, "7 is not one of 1, 2"),
        ({"oneOf": [{"const": 1}, {"const": 2}, {"enum": [1, 2]}]}, 7, "7 is not one of 1, 2"),
        ({"anyOf": [{"const": "1.0"}, {"const": "1.0"}]}, "2.0", '"2.0" is not "1.0"'),
        ({"oneOf": [{"const": [1]}, {"const": [2]}]}, [3], "[3] is not one of [1], [2]"),
        ({"oneOf": [{"type": "string"}, False]}, 7, "7 is an integer, not a string"),
        ({"oneOf": [False, False]}, 7, "7 fits none of the 2 alternatives"),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {}, 'must have one of the fields "a", "b"'),
    ],
)
def test_a_choice_says_what_its_alternatives_ask(schema: Any, document: Any, expected: str) -> None:
    assert sentences(schema, document) == [expected]


def test_draft_04_takes_the_spelling_of_a_number_for_its_type() -> None:
    assert sentences({"type": "integer"}, 1.0, DRAFT_04) == [
        "1.0 is spelt with a fraction, which no integer of draft-04 has"
    ]


def test_items_beside_a_list_of_items_are_counted() -> None:
    assert sentences({"items": [{}, {}], "additionalItems": False}, [1, 2, 3], DRAFT_07) == [
        "has 3 items; at most 2 allowed"
    ]


def test_a_long_value_is_cut_and_an_invisible_letter_is_spelt() -> None:
    assert len(format_value("a" * 500)) == 60
    assert format_value(["a"] * 500)[-8:] == '"a", ...'
    assert format_value("a\u202eb") == '"a\\u202eb"'


def test_a_long_list_names_the_first_values_and_counts_the_rest() -> None:
    assert format_values(list(range(10))) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
    assert format_values([1]) == "1"


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "null"), (True, "a boolean"), (1, "an integer"), (1.5, "a number"), ("", "a string"), ([], "an array")],
)
def test_a_value_is_named_by_its_type(value: Any, words: str) -> None:
    assert kind(value) == words
