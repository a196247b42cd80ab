"""A copied reader says the same as its original, and leads every place back to it."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.copy_origins import find_source, origin
from accordant.schema.dialects import DIALECTS, Dialect, Holds
from accordant.schema.effort import effort
from accordant.schema.reader_copy import COPY, Copies, Readings, as_node, copy, open_reading
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

HELD: dict[Holds, Any] = {
    Holds.ONE: {"maximum": 5},
    Holds.ONE_OR_LIST: {"maximum": 5},
    Holds.LIST: [{"maximum": 5}],
    Holds.MAP: {"k": {"maximum": 5}},
    Holds.MAP_OR_NAMES: {"k": {"maximum": 5}, "n": ["a"]},
}
DOCUMENTS = [3, 7, {"k": 7}, {"k": 3}, {"n": 1}, {"x": 7}, [7], [3], [3, 7], "text"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_plain_copy_judges_as_its_original_does(dialect: Dialect) -> None:
    for keyword in dialect.applying:
        if keyword.is_reference:
            continue
        root = Resources.of({"$schema": dialect.uri, keyword.name: HELD[keyword.holds]})
        copied = validator_of(as_node(copy(root)))
        for document in DOCUMENTS:
            assert copied.is_valid(document) is validator_of(root).is_valid(document), (keyword.name, document)


def test_both_of_two_references_side_by_side_are_copied() -> None:
    defs = {"a": {"maximum": 5}, "b": {"$dynamicAnchor": "b", "minimum": 3}}
    copied = validator_of(as_node(copy(Resources.of({"$ref": "#/$defs/a", "$dynamicRef": "#b", "$defs": defs}))))
    assert [copied.is_valid(number) for number in (2, 4, 6)] == [False, True, False]


SCHEMA = {
    "$id": "urn:x:whole",
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "properties": {"a": {"$ref": "#/$defs/never"}, "b": {"$ref": "urn:x:other#/properties/n"}},
    "anyOf": [{"type": "object"}, {"enum": ["x", "y", 3]}],
    "$defs": {"never": False, "d0": {}},
}
OTHERS = {"urn:x:other": {"properties": {"n": {"minimum": 1}}}}


def refused_at(document: Any) -> tuple[str, str] | None:
    root = Resources.of(SCHEMA, OTHERS)
    copied = open_reading(root)
    problem = validator_of(as_node(copied)).problems(document)[0]
    return find_source(copied, problem.schema_pointer, root.resources)


def test_a_keyword_is_led_back_to_the_document_in_which_it_is_written() -> None:
    assert refused_at({"b": 0}) == ("urn:x:other", "/properties/n/minimum")


def test_a_boolean_definition_is_led_back_to_itself() -> None:
    assert refused_at({"a": 0}) == ("urn:x:whole", "/$defs/never")


def test_what_a_copy_says_in_other_words_is_led_back_to_the_keyword() -> None:
    assert refused_at(5) == ("urn:x:whole", "/anyOf")


def test_a_copied_schema_knows_its_origin_and_what_is_made_knows_its_parents() -> None:
    copied = copy(Resources.of({"properties": {"a": {"type": "string"}}}, uri="urn:x:whole"))
    assert origin(copied, "/properties/a") == ("urn:x:whole", "/properties/a")
    assert origin(copied, "/properties/a/type") == ("urn:x:whole", "/properties/a")
    assert origin(copied, "/nothing/there") == ("urn:x:whole", "")
    assert origin({"type": "string"}, "/type") is None


SHARING: Any = {
    "properties": {
        "kept": {"type": "object", "properties": {"a": {"pattern": "^a"}, "b": {"$ref": "#/$defs/kept"}}},
        "edited": {"oneOf": [{"$ref": "#/$defs/edited"}, {"type": "array", "items": {"$ref": "#/$defs/kept"}}]},
        "word": {"enum": ["x", "y"]},
    },
    "additionalProperties": False,
    "$defs": {"kept": {"type": "string", "maxLength": 3, "description": "a text"}, "edited": {"type": "integer"}},
}
FOR_SHARING = [
    {"kept": {"a": "ab", "b": "abc"}, "edited": 1},
    {"kept": {"a": "ba"}},
    {"kept": {"b": "abcd"}},
    {"edited": []},
    {"edited": ["abc", "abcd"]},
    {"edited": "x"},
    {"word": "z"},
    {"more": 1},
]


def with_edit(document: Any, edit: Any) -> Any:
    """A copy in which the definition of an integer is another one."""
    is_edited = {name: value.get("type") == "integer" for name, value in document["$defs"].items()}
    definitions = {name: edit if is_edited[name] else value for name, value in document["$defs"].items()}
    return {**document, "$defs": definitions}


@pytest.mark.parametrize("enums", ["", "open"])
@pytest.mark.parametrize("edit", [{"type": "array"}, {"$ref": "#/$defs/d0"}, True, {"pattern": "c$"}])
def test_readings_of_copies_that_differ_in_an_edit_say_what_readings_made_alone_say(enums: str, edit: Any) -> None:
    first = Copies().exact(Resources.of(SHARING))
    second = with_edit(first, edit)
    assert second != first
    readings = Readings(enums)
    readings.read(as_node(first))
    together, alone = readings.read(as_node(second)), Readings(enums).read(as_node(second))
    assert together.resources.patterns == alone.resources.patterns
    for document in FOR_SHARING:
        assert validator_of(together).is_valid(document) is validator_of(alone).is_valid(document), document
        assert effort(together, document) == effort(alone, document)


def test_a_reading_in_another_draft_shares_nothing_with_the_first() -> None:
    first = Copies().exact(Resources.of(SHARING))
    older = {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": first["$defs"]}
    second = {**older, "properties": {"kept": {"$ref": "#/definitions/d0"}, "word": first["properties"]["word"]}}
    definition = {**first, "properties": {"kept": {"$ref": "#/$defs/d0"}, "word": first["properties"]["word"]}}
    readings = Readings()
    together = [readings.read(as_node(document)) for document in (definition, second)]
    assert [set(reading.value) & {"$defs", "definitions"} for reading in together] == [{"$defs"}, {"definitions"}]
    word = [reading.value["properties"]["word"] for reading in together]
    assert word[0] == word[1]
    assert word[0] is not word[1]


def test_readings_of_copies_share_what_no_edit_touches() -> None:
    first = Copies().exact(Resources.of(SHARING))
    readings = Readings()
    before = readings.read(as_node(first)).value
    after = readings.read(as_node(with_edit(first, {"type": "array"}))).value
    assert after["properties"]["kept"] is before["properties"]["kept"]
    assert after["properties"]["edited"] is not before["properties"]["edited"]


def test_effort_is_counted_alike_whether_or_not_a_document_is_known_to_be_a_copy() -> None:
    one_of = SHARING["properties"]["edited"]["oneOf"]  # in a copy its branches stand twice and are one object
    schema = {**SHARING, "properties": {**SHARING["properties"], "edited": {"anyOf": one_of}}}
    schema["anyOf"] = [{"patternProperties": {"^k": {"properties": {"a": {"$ref": "#/$defs/kept"}}}}}, False]
    copied = copy(Resources.of(schema))
    for document in FOR_SHARING:
        assert effort(as_node(copied), document) == effort(Resources({COPY: copied}).root(COPY), document)
