"""A part of a schema stands alone, and means what it meant inside."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from jsonschema.validators import validator_for

from accordant.schema.parts import extract

DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"
NAMES: list[dict[str, Any]] = [{}, {"name": "x"}, {"name": 1}]
INNER: list[dict[str, Any]] = [
    {},
    {"inner": {}},
    {"inner": {"id": 1}},
    {"inner": {"id": "a"}},
    {"inner": {"id": 1, "box": {}}},
]
DOCUMENTS = [{**name, **inner} for name, inner in product(NAMES, INNER)]


def schema(refers: dict[str, Any], **whole: Any) -> dict[str, Any]:
    box = {
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string"}, "inner": refers},
    }
    return {
        "$schema": DRAFT_2019,
        **whole,
        "required": ["id"],
        "properties": {"id": {"type": "integer"}, "box": {"$ref": "#/$defs/box"}},
        "$defs": {"box": box},
    }


@pytest.mark.parametrize("whole", [{}, {"$recursiveAnchor": True}])
@pytest.mark.parametrize(
    "refers",
    [
        {"$ref": "#"},
        {"$recursiveRef": "#"},
        {"$ref": "#/properties/box", "$recursiveRef": "#"},
        {"$recursiveRef": "#", "allOf": [{"maxProperties": 1}]},
    ],
)
def test_a_reference_to_the_whole_leads_there_still(refers: dict[str, Any], whole: dict[str, Any]) -> None:
    written = schema(refers, **whole)
    judge = validator_for(written)
    part = judge(extract(written, "/$defs/box"))
    around = judge(
        {"$schema": DRAFT_2019, "$ref": "urn:whole#/$defs/box", "$defs": {"w": {**written, "$id": "urn:whole"}}}
    )
    verdicts = [part.is_valid(document) for document in DOCUMENTS]
    assert verdicts == [around.is_valid(document) for document in DOCUMENTS]
    assert {True, False} == {*verdicts}
