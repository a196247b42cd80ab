"""agent-output: `respond` makes either a text or data, and `child_result` is what a parent gets; in both languages."""

from __future__ import annotations

import importlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from .conftest import Built, Package

MODULE = "accordant_contracts.agent_output.v1_behaviour"
ENTRY = "agent-output/v1-behaviour"
PLAIN = {"name": "helper"}
WITH_SCHEMA = {"name": "helper", "output_schema": {"type": "object"}}
PROGRAM = {"name": "helper", "type": "procedural"}
TEXT, DATA = {"result_text": "Three issues."}, {"result_data": {"issues": [1.5, None]}}
GIVEN: list[tuple[dict[str, Any], dict[str, Any] | None, str]] = [
    (TEXT, None, ""),
    (DATA, None, ""),
    (TEXT, PLAIN, ""),
    (DATA, PLAIN, "/result_data"),
    (TEXT, {**PLAIN, "output_schema": None}, ""),
    (TEXT, WITH_SCHEMA, "/result_text"),
    (DATA, WITH_SCHEMA, ""),
    (TEXT, PROGRAM, "/result_text"),
    (DATA, PROGRAM, ""),
    ({**TEXT, **DATA}, None, "schema"),
    ({}, None, "schema"),
]


@pytest.mark.parametrize(("given", "agent", "refused"), GIVEN)
def test_a_result_is_text_or_data_as_its_agent_answers(
    given: dict[str, Any], agent: dict[str, Any] | None, refused: str, package: Package, built: Built
) -> None:
    module = importlib.import_module(MODULE)
    beside = {} if agent is None else {"agent": agent}
    (answer,) = built.call(ENTRY, "respond", ({"session_id": "ses_1", **given}, beside))
    if refused:
        with pytest.raises(module.Refused) as caught:
            module.respond(session_id="ses_1", **given, **beside)
        assert answer["thrown"] == "Refused"
        if refused != "schema":
            for problems in ([vars_of(problem) for problem in caught.value.problems], answer["problems"]):
                assert [(problem["pointer"], problem["rule"]) for problem in problems] == [
                    (refused, "field-by-agent-type")
                ]
        return
    made = json.loads(module.respond(session_id="ses_1", **given, **beside).model_dump_json())
    now = datetime.now(UTC)
    for event in (made, answer["value"]):
        assert abs(datetime.fromisoformat(event.pop("timestamp")) - now) < timedelta(minutes=5)
        whole = {"event_type": "result", "session_id": "ses_1", "result_text": None, "result_data": None, **given}
        assert event == whole


def vars_of(problem: Any) -> dict[str, str]:
    return {"pointer": problem.pointer, "message": problem.message, "rule": problem.rule}


def test_a_result_that_was_made_stays_right(package: Package) -> None:
    module = importlib.import_module(MODULE)
    made = module.respond(session_id="ses_1", result_text="Three issues.", agent=PLAIN)
    with pytest.raises(module.Refused):
        made.result_data = {}
    made.result_text = "Four issues."
    assert module.check_response(made, agent=PLAIN) == []


RESULTS: list[tuple[Any, str]] = [
    ({"result_text": "Done.", "result_data": None}, "Done."),
    ({"result_text": None, "result_data": {"a": [1, {}], "b": "\u00e9\U0001f600\u007f"}},
     '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "\\u00e9\\ud83d\\ude00\\u007f"\n}'),
    ({"result_text": "Done.", "result_data": {}}, "{}"),
    ({"result_text": "", "result_data": None}, "(No result available)"),
    ({}, "(No result available)"),
    ("no JSON", "(No result available)"),
    ('{"result_text": "Done."}', "Done."),
]  # fmt: skip


@pytest.mark.parametrize(("document", "text"), RESULTS)
def test_a_parent_gets_data_before_text_before_a_sentence(
    document: Any, text: str, package: Package, built: Built
) -> None:
    assert importlib.import_module(MODULE).child_result(document) == text
    (answer,) = built.call(ENTRY, "childResult", (document,))
    assert answer == {"value": text}
