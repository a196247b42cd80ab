"""`accordant.enforce`: prompts, errors, the one retry, results and failures, sync and async."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from typing import Any

import pytest

import accordant
from accordant.conform import validate
from accordant.contract import Contract
from accordant.enforce import Answer, Exchange, Outcome, child_result, read_blueprint, run_blueprint
from accordant.enforce.prompts import HEADING
from accordant.errors import InputError
from accordant.registry.load import load
from tests.conftest import PROJECT

SCHEMA = {
    "type": "object",
    "required": ["files", "severity"],
    "properties": {
        "files": {"type": "integer", "minimum": 0},
        "severity": {"enum": ["low", "high"]},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    },
}
GOOD = '{"files": 3, "severity": "high"}'
BAD = '{"files": -5, "severity": "critical"}'


class Agent:
    """Answers with given texts, and remembers what it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Exchange] = []

    def __call__(self, exchange: Exchange) -> Answer:
        self.asked.append(Exchange(list(exchange), exchange.session_id))
        return self.answers.pop(0)


@pytest.fixture(scope="module")
def contract() -> Contract:
    contract = load(PROJECT / "registry", only="agent-output", with_examples=False).contract("agent-output")
    assert contract is not None
    return contract


def assert_keeps(contract: Contract, schema: str, document: object) -> None:
    data = json.dumps(document).encode()
    assert list(validate(contract, [("document.json", data)], version="v1", schema=schema, as_="producer")) == []


def test_an_answer_that_conforms_is_the_result(contract: Contract) -> None:
    agent = Agent(GOOD)
    outcome = accordant.enforce(agent, SCHEMA, prompt="Count the files.")
    assert (outcome.ok, outcome.data, outcome.text, outcome.retries) == (True, json.loads(GOOD), None, 0)
    assert_keeps(contract, "result-event", outcome.event())
    with pytest.raises(ValueError, match="has a result"):
        outcome.failure("run_1")


def test_the_last_section_of_the_prompt_states_the_schema() -> None:
    agent = Agent(GOOD)
    accordant.enforce(agent, SCHEMA, prompt="Count the files.", system="You count.")
    system, user = agent.asked[0]
    assert system["content"].startswith("You count.")
    section = system["content"].split("\n## ")[-1]
    assert f"## {section}".startswith(HEADING)
    assert json.loads(section.split("```json\n")[1].split("\n```")[0]) == SCHEMA
    assert user == {"role": "user", "content": "Count the files."}


def test_an_answer_that_does_not_conform_is_asked_for_once_more_with_every_error() -> None:
    agent = Agent(BAD, GOOD)
    outcome = accordant.enforce(agent, SCHEMA, prompt="Count the files.")
    assert (outcome.ok, outcome.retries) == (True, 1)
    first, second = agent.asked
    assert second[: len(first)] == first
    assert second.session_id == first.session_id == outcome.session_id
    assert second[-2] == {"role": "assistant", "content": BAD}
    again = second[-1]["content"]
    assert again.startswith("<output-validation-error>")
    assert again.endswith("</output-validation-error>")
    assert "\n- $.files: -5 is not at least 0\n" in again
    assert '\n- $.severity: "critical" is not one of "low", "high"\n' in again


def test_after_the_last_try_the_failure_holds_every_error_and_there_is_no_result(contract: Contract) -> None:
    agent = Agent("no JSON here", BAD, GOOD)
    outcome = accordant.enforce(agent, SCHEMA)
    assert (outcome.ok, outcome.data, len(agent.asked)) == (False, None, 2)
    failure = outcome.failure("run_1")
    assert len(failure["error"]["validation_errors"]) == 2
    assert_keeps(contract, "run-failure", failure)
    with pytest.raises(ValueError, match="no result event"):
        outcome.event()


def test_an_answer_without_json_is_an_error_at_the_root_and_asked_for_again() -> None:
    agent = Agent("I cannot say.", GOOD)
    outcome = accordant.enforce(agent, SCHEMA)
    assert outcome.attempts[0].errors == ("$: the answer holds no JSON, and the schema asks for some",)
    assert outcome.ok


def test_the_error_about_an_optional_field_offers_to_leave_it_out() -> None:
    outcome = accordant.enforce(Agent('{"files": 1, "severity": "low", "tags": null}', GOOD), SCHEMA)
    (error,) = outcome.attempts[0].errors
    assert error == "$.tags: is null, not an array; leave the field out if there is nothing"
    outcome = accordant.enforce(Agent('{"files": null, "severity": "low", "tags": []}', GOOD), SCHEMA)
    assert "leave the field out" not in outcome.attempts[0].errors[0]
    assert outcome.attempts[0].errors[1].endswith("; leave the field out if there is nothing")


def test_the_branch_that_the_tag_selects_is_explained() -> None:
    circle = {"required": ["kind", "radius"], "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}}
    square = {"required": ["kind", "side"], "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}}
    schema = {"type": "object", "properties": {"shape": {"oneOf": [circle, square]}}}
    outcome = accordant.enforce(Agent('{"shape": {"kind": "square", "side": "wide"}}', "{}"), schema)
    assert outcome.attempts[0].errors == ('$.shape.side: "wide" is a string, not a number',)


def test_an_index_is_a_step_and_a_name_with_brackets_ends_the_path(contract: Contract) -> None:
    numbers = {"type": "array", "items": {"type": "integer"}}
    schema = {"type": "object", "properties": {"a": numbers, "b[0]": {"type": "integer"}}}
    outcome = accordant.enforce(Agent('{"a": [1, "x"], "b[0]": "y"}', '{"a": [1, "x"], "b[0]": "y"}'), schema)
    assert outcome.errors[0].startswith("$.a.1: ")
    assert outcome.errors[1].startswith("$: in /b[0]: ")
    assert_keeps(contract, "run-failure", outcome.failure("run_1"))


@pytest.mark.parametrize(
    ("answer", "accept", "ok", "asked"),
    [
        (('{"files": 3, "sever', "length"), False, False, 1),
        ((GOOD, "length"), False, False, 1),
        ((GOOD, "length"), True, True, 1),
        (('{"files": 3, "sever', "length"), True, False, 1),
        (('{"files": 3, "sever', "stop"), False, True, 2),
    ],
)
def test_an_answer_that_was_cut_is_not_asked_for_again(answer: Answer, accept: bool, ok: bool, asked: int) -> None:
    agent = Agent(answer, GOOD)
    outcome = accordant.enforce(agent, SCHEMA, accept_truncated=accept)
    assert (outcome.ok, len(agent.asked)) == (ok, asked)
    assert outcome.truncated is (answer[1] == "length")


def test_an_async_agent_is_awaited() -> None:
    agent = Agent(BAD, (GOOD, "stop"))

    async def ask(exchange: Exchange) -> Answer:
        await asyncio.sleep(0)
        return agent(exchange)

    waiting: Awaitable[Outcome] = accordant.enforce(ask, SCHEMA)
    outcome = asyncio.run(_await(waiting))
    assert (outcome.ok, outcome.retries) == (True, 1)


def test_an_agent_that_only_sometimes_has_to_be_awaited_is_taken() -> None:
    async def later(text: str) -> str:
        return text

    first: list[Any] = [BAD, later(BAD)]
    then: list[Any] = [later(GOOD), GOOD]
    for answers in zip(first, then, strict=True):
        waiting: Any = accordant.enforce(Agent(*answers), SCHEMA)
        assert asyncio.run(_await(waiting)).retries == 1


async def _await(waiting: Awaitable[Outcome]) -> Outcome:
    return await waiting


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array"},
        {"type": "objekt"},
        {"properties": {"a": {"pattern": "("}}},
        {"properties": {"a": {"$ref": "#/$defs/gone"}}},
        {"$ref": "https://example.com/schema.json"},
        True,
        [],
    ],
)
def test_a_schema_that_cannot_be_used_is_refused_before_anything_is_asked(schema: Any) -> None:
    agent = Agent(GOOD)
    with pytest.raises(InputError):
        accordant.enforce(agent, schema)
    assert agent.asked == []


def test_an_agent_that_answers_with_something_else_is_refused() -> None:
    def answer_with_a_number(exchange: Exchange) -> Any:
        return 3

    with pytest.raises(InputError, match="the agent answered with int"):
        accordant.enforce(answer_with_a_number, SCHEMA)


REVIEWER = {
    "name": "reviewer",
    "parameters_schema": {
        "type": "object",
        "required": ["url"],
        "properties": {"url": {"type": "string"}},
        "additionalProperties": False,
    },
    "output_schema": SCHEMA,
    "system_prompt": "You review.",
}


def test_a_blueprint_checks_its_input_at_the_start_and_its_output_on_every_run() -> None:
    agent = Agent(BAD, GOOD)
    outcome = run_blueprint(agent, REVIEWER, {"url": "https://example.com/1"})
    assert outcome.ok
    assert '"url": "https://example.com/1"' in agent.asked[0][-1]["content"]
    with pytest.raises(InputError, match=r'"url" is missing|`url` is required'):
        run_blueprint(agent, REVIEWER, {})
    resumed = Agent(BAD, BAD)
    outcome = run_blueprint(resumed, REVIEWER, {"prompt": "Again."}, resume=True, session_id="ses_1")
    assert (outcome.ok, outcome.session_id, len(resumed.asked)) == (False, "ses_1", 2)
    with pytest.raises(InputError):
        run_blueprint(resumed, REVIEWER, {"url": "https://example.com/1"}, resume=True)


def test_a_blueprint_without_an_output_schema_gives_text(contract: Contract) -> None:
    without: tuple[Any, ...] = (None, {})
    for output_schema in without:
        agent = Agent("I found {3} issues.")
        outcome = run_blueprint(agent, {"name": "talker", "output_schema": output_schema}, {"prompt": "Look."})
        assert (outcome.text, outcome.data) == ("I found {3} issues.", None)
        assert agent.asked[0] == [{"role": "user", "content": "Look."}]
        assert_keeps(contract, "result-event", outcome.event())


def test_a_procedural_agent_has_no_section_and_no_retry(contract: Contract) -> None:
    blueprint = {"name": "counter", "type": "procedural", "output_schema": SCHEMA}
    agent = Agent(GOOD)
    outcome = run_blueprint(agent, blueprint, {"path": "/a"})
    assert outcome.data == json.loads(GOOD)
    assert agent.asked[0] == [{"role": "user", "content": '{"path": "/a"}'}]
    assert_keeps(contract, "result-event", outcome.event())
    for wrong in (BAD, f"Here: {GOOD}"):
        failing = Agent(wrong, GOOD)
        outcome = run_blueprint(failing, blueprint, {})
        assert (outcome.ok, len(failing.asked)) == (False, 1)
        assert_keeps(contract, "run-failure", outcome.failure("run_1"))
    with pytest.raises(InputError, match="cannot be resumed"):
        run_blueprint(Agent(), blueprint, {"prompt": "Again."}, resume=True)


def test_a_blueprint_schema_is_draft_07_unless_it_declares_another() -> None:
    beside = {"type": "object", "properties": {"n": {"$ref": "#/definitions/n", "minimum": 10}},
              "definitions": {"n": {"type": "integer"}}}  # fmt: skip
    assert run_blueprint(Agent('{"n": 3}'), {"output_schema": beside}, {"prompt": "?"}).ok
    declared = {"$schema": "https://json-schema.org/draft/2020-12/schema", **beside}
    assert not run_blueprint(Agent('{"n": 3}', '{"n": 3}'), {"output_schema": declared}, {"prompt": "?"}).ok


@pytest.mark.parametrize("key", ["parameters_schema", "output_schema"])
def test_both_schemas_are_checked_when_the_blueprint_is_read(key: str) -> None:
    with pytest.raises(InputError) as caught:
        read_blueprint({"name": "a", key: {"properties": {"x": {"type": "objekt"}}}})
    assert caught.value.place.pointer.startswith(f"/{key}/properties/x")


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ({"result_data": {"a": 1}, "result_text": None}, '{\n  "a": 1\n}'),
        ({"result_data": {}, "result_text": None}, "{}"),
        ({"result_data": None, "result_text": "words"}, "words"),
        ({"result_text": ""}, "(No result available)"),
        ({}, "(No result available)"),
    ],
)
def test_a_parent_gets_the_data_else_the_text(result: dict[str, Any], text: str) -> None:
    assert child_result(result) == text
