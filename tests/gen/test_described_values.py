"""What a schema says about single values stands where users of the generated types read it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from accordant import generate
from accordant.model.described_values import describe_values

SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Job",
    "type": "object",
    "properties": {
        "state": {"oneOf": [{"const": "new", "description": "Not begun."}, {"const": "over", "title": "Over"}]},
        "level": {"enum": ["low", "high"], "enumDescriptions": ["Quiet.", 'Loud. """ */ \\']},
        "place": {"anyOf": [{"type": "string", "description": "A path,\n as typed."}, {"$ref": "#/$defs/Spot"}]},
        "rate": {"anyOf": [{"enum": [1, 2], "meta:enum": {"1": "Slow.", "2": "Fast."}}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"enum": ["x"], "x-enum-descriptions": {"x": "Marked."}}},
        "color": {"$ref": "#/$defs/Color"},
    },
    "$defs": {
        "Spot": {"type": "object", "description": "A spot.", "properties": {"x": {"type": "integer"}}},
        "Color": {"anyOf": [{"const": "red", "description": "Warm."}, {"const": "blue", "description": "Cold."}]},
    },
}
SAID: Final = (
    '* `"new"`: Not begun.', '* `"over"`: Over', '* `"low"`: Quiet.', "* A string: A path, as typed.", "* `1`: Slow.",
    "* `2`: Fast.", '* `"x"`: Marked.', '* `"red"`: Warm.', '* `"blue"`: Cold.',
)  # fmt: skip


@pytest.mark.parametrize("target", ["python", "ts"])
def test_what_is_said_about_a_value_is_said_once_in_the_code(target: str) -> None:
    (text,) = generate(SCHEMA, target=target).values()
    assert {words: text.count(words) for words in SAID} == dict.fromkeys(SAID, 1)
    code, *_ = text.split("state_schemas(__name__")  # the schema that the models state has each text once more
    assert code.count("Loud.") == 1
    assert code.count("A spot.") == 1, "an alternative with a type of its own is described there"


def test_texts_that_belong_to_no_value_are_left_out() -> None:
    assert describe_values({"enum": ["a", "b"], "enumDescriptions": ["only one"]}) == ()
    assert describe_values({"enum": ["a"], "enumDescriptions": [1], "meta:enum": {"b": "another"}}) == ()
    assert describe_values({"oneOf": "no list", "items": True}) == ()
    assert describe_values({"oneOf": [{"minimum": 1, "description": "of no type"}, True]}) == ()


def test_long_lists_are_cut() -> None:
    schema = {"oneOf": [{"const": number, "description": f"Number {number}."} for number in range(100)]}
    (text,) = generate(schema, target="ts", root="Number").values()
    assert text.count(": Number ") == 40
    assert "* And 60 more: see the schema." in text
