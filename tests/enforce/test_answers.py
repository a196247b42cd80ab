"""The JSON of an answer: what the answer does not decide is refused, with the reason."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accordant.enforce.answers import is_cut, take_json

FENCED = "```json\n{}\n```"


@pytest.mark.parametrize(
    ("text", "value", "where"),
    [
        ('{"a": 1}', {"a": 1}, "the whole answer"),
        (' \n{"a": 1}\n\n', {"a": 1}, "the whole answer"),
        (
            '{"advice":"Put ```pip check``` in the job"}',
            {"advice": "Put ```pip check``` in the job"},
            "the whole answer",
        ),
        ('```json\n{"advice":"quote it as ```x```"}\n```', {"advice": "quote it as ```x```"}, "the fenced block"),
        ('```\n{"a": 1}\n```', {"a": 1}, "the fenced block"),
        ('~~~json\n{"a": 1}\n~~~', {"a": 1}, "the fenced block"),
        ('```json\n{"a": "\u2028\u0085"}\n```', {"a": "\u2028\u0085"}, "the fenced block"),
        ('So:\r\n```json\r\n{"a": 1}\r\n```\r\n', {"a": 1}, "the fenced block"),
        ('````json\n{"a": "```"}\n````', {"a": "```"}, "the fenced block"),
        ('Like so:\n```JSON\n{"a": 1}\n```\nDone {really}.', {"a": 1}, "the fenced block"),
        ('```python\nx = {"b": 2}\n```\n```json\n{"a": 1}\n```', {"a": 1}, "the fenced block"),
        ('```\nplain words\n```\n```\n{"a": 1}\n```', {"a": 1}, "the fenced block"),
        ('A set {1, 2} and a {name}, then {"a": {"b": "}"}} and more.', {"a": {"b": "}"}}, "the object in the text"),
        ('The same twice: {"a": 1}, that is {"a":1}.', {"a": 1}, "the object in the text"),
        ('```json\n{"a": 1}\n```\n```json\n{"a": 1.0}\n```', {"a": 1}, "the fenced block"),
        ('{"a": 100, "b": -0.0} or {"b": 0, "a": 1e2}', {"a": 100, "b": 0}, "the object in the text"),
        ('"{\\"a\\": 1}"', {"a": 1}, "the JSON inside a JSON string"),
        ("[1, 2]", [1, 2], "the whole answer"),
        ('"words"', "words", "the whole answer"),
    ],
)
def test_one_value_is_taken_and_its_place_is_said(text: str, value: object, where: str) -> None:
    taken = take_json(text)
    assert (taken.value, taken.where, taken.problem) == (value, where, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no JSON"),
        ("I found {nothing} to report.", "holds no JSON"),
        ("The list [1, 2] is short.", "holds no JSON"),
        ('{"a": 1} or else {"a": 2}', "2 objects with different JSON"),
        ('{"a": 1} or else {"a": true}', "2 objects with different JSON"),
        ('```json\n{"a": 1}\n```\n```json\n{"a": 2}\n```', "2 fenced blocks with different JSON"),
        ('{"name":"Mira"', "the answer is not JSON: a comma"),
        ('```json\n{"a": 1,\n```', "the fenced block is not JSON: "),
        ('```json\n{"a": 1', "the fenced block is not JSON: "),
        ('Here: {"outer": {"a": 1}, and then it stops', "no complete JSON"),
        ('{"a": 1, "a": 2}', "the answer cannot be read: the key 'a' occurs twice"),
        ('So: {"a": 1, "a": 2}', "the object in the text cannot be read: the key 'a' occurs twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": ' + "[" * 100_000, "the answer cannot be read: nested deeper"),
    ],
)
def test_what_is_not_decided_is_a_problem_and_no_guess(text: str, said: str) -> None:
    taken = take_json(text)
    assert said in taken.problem
    assert len(re.findall("n(?:o|ot) JSON", taken.problem)) <= 1
    assert taken.value is None


def test_many_braces_do_not_take_long() -> None:
    assert take_json('{"a": ' * 200_000).problem
    assert take_json("{ " * 500_000).problem


@pytest.mark.parametrize(("reason", "cut"), [("length", True), ("MAX_TOKENS", True), ("stop", False), (None, False)])
def test_the_reason_why_an_answer_ended_is_read(reason: str | None, cut: bool) -> None:
    assert is_cut(reason) is cut


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.text(max_size=8)
    | st.sampled_from(["```", "}", '{"a"', "\n~~~"]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=4)
WAYS = {
    "whole": "{}",
    "fenced": "Here it is:\n\n```json\n{}\n```\nThat is all {really}.",
    "unnamed fence": "```\n{}\n```",
    "after a fence of code": "```python\nprint({{1}})\n```\n```json\n{}\n```",
    "in prose": "The answer is {} as you asked.",
}


@pytest.mark.parametrize("way", WAYS)
@given(value=OBJECTS, indent=st.sampled_from([None, 2]))
def test_an_object_is_taken_as_it_is_however_it_is_wrapped(way: str, value: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    before, _, after = WAYS[way].rpartition("{}")
    taken = take_json(before.replace("{{", "{").replace("}}", "}") + text + after)
    assert (taken.value, taken.problem) == (value, "")


@given(value=OBJECTS, cut=st.integers(1, 40))
def test_an_object_that_was_cut_is_never_taken(value: dict[str, Any], cut: int) -> None:
    text = json.dumps({"first": value, "last": 1})
    taken = take_json(text[: max(1, len(text) - cut)])
    assert taken.problem
    assert taken.value is None


@given(text=st.text(max_size=60) | st.text(alphabet='{}[]"`~:,\n ajson1', max_size=60))
def test_any_text_is_decided(text: str) -> None:
    taken = take_json(text)
    assert taken.problem or taken.where
