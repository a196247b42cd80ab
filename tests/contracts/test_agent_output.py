"""agent-output/v1: blueprints carry usable schemas, and data is read in draft-07 where none is declared."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contracts.conftest import judge

BROKEN = [
    {"type": "array"},
    {"properties": {"id": {"pattern": "("}}},
    {"properties": {"id": {"$ref": "#/definitions/id"}}},
    {"properties": {"id": {"$ref": "https://example.com/id.json"}}},
]


@pytest.mark.parametrize("as_", ["schema", "producer", "consumer"])
@pytest.mark.parametrize("part", ["output_schema", "parameters_schema"])
@pytest.mark.parametrize("schema", BROKEN, ids=str)
def test_a_blueprint_with_an_unusable_schema_is_refused(as_: str, part: str, schema: Any) -> None:
    found = judge("agent-output", {"name": "agent", part: schema}, version="v1", schema="agent-create", as_=as_)
    assert len(found) == 1


@pytest.mark.parametrize("as_", ["schema", "producer", "consumer"])
@pytest.mark.parametrize(
    ("schema", "data", "valid"),
    [
        # In draft-07 nothing beside $ref counts, and prefixItems is no keyword.
        ({"properties": {"n": {"$ref": "#/definitions/n", "minimum": 10}}, "definitions": {"n": {}}}, {"n": 3}, True),
        ({"properties": {"l": {"prefixItems": [{"type": "integer"}]}}}, {"l": ["x"]}, True),
        ({"properties": {"l": {"items": [{"type": "integer"}]}}}, {"l": ["x"]}, False),
        ({"properties": {"n": {"type": "integer"}}}, {"n": "3"}, False),
        (
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "properties": {"l": {"prefixItems": [{"type": "integer"}]}},
            },
            {"l": ["x"]},
            False,
        ),
    ],
    ids=str,
)
def test_data_is_judged_in_the_draft_of_the_contract(as_: str, schema: Any, data: Any, valid: bool) -> None:
    event = {"event_type": "result", "session_id": "s", "result_text": None, "result_data": data}
    found = judge("agent-output", event, version="v1", schema="result-event", as_=as_, bindings={"T": schema})
    assert (found == []) is valid


def test_a_text_result_is_not_judged_by_the_schema_of_data() -> None:
    event = {"event_type": "result", "session_id": "s", "result_text": "fine", "result_data": None}
    bindings = {"T": {"type": "object", "required": ["n"]}}
    assert judge("agent-output", event, version="v1", schema="result-event", bindings=bindings) == []
