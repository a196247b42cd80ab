"""What `validate` refuses as JSON, generated packages neither read nor write, in both languages; they say where."""

from __future__ import annotations

import importlib
import io
import json
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from accordant.conform import Session, validate
from accordant.schema.strict_lines import MOST_BYTES
from tests.gen.conftest import BUNDLED, Built, Package
from tests.gen.test_streams import STREAMS, cobre, judged, session, streams, values
from tests.gen.test_streams_typescript import asked

__all__ = ["cobre", "session", "streams"]

DEEPEST = 126
"""So many lists inside each other may stand in a member of `data`."""
VALUES: dict[str, tuple[str, str, str]] = {
    "a vast integer": ("1" + "0" * 309, "number-out-of-range", "/data/a"),
    "a vast negative integer": ("-1" + "0" * 309, "number-out-of-range", "/data/a"),
    "a vast float": ("1e400", "number-out-of-range", "/data/a"),
    "the largest double": ("1" + "0" * 308, "", ""),
    "half of a pair": ('"x\\ud800"', "lone-surrogate", "/data/a"),
    "the other half": ('["\\uDC00"]', "lone-surrogate", "/data/a/0"),
    "half of a pair in a key": ('{"\\ud800": 1}', "lone-surrogate", "/data/a"),
    "a whole pair": ('"\\ud83d\\ude00"', "", ""),
    "an escape that is none": ('"\\\\ud800"', "", ""),
    "the deepest list": ("[" * DEEPEST + "]" * DEEPEST, "", ""),
    "a deeper list": ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "too-deep", "/data/a" + "/0" * DEEPEST),
    "much deeper lists": ("[" * 150 + "1" + "]" * 150, "too-deep", "/data/a" + "/0" * DEEPEST),
    "many lists beside each other": ("[" + "[]," * 200 + "[]]", "", ""),
}
GIVEN = pytest.mark.parametrize(("value", "rule", "pointer"), VALUES.values(), ids=VALUES)


def envelope(value: str) -> str:
    return f'{{"ok": true, "data": {{"a": {value}}}, "error": null, "warnings": [], "meta": {{"duration_ms": 1}}}}'


@GIVEN
def test_a_document_is_read_where_validate_takes_its_json(
    value: str, rule: str, pointer: str, package: Package, built: Built
) -> None:
    contract = BUNDLED.contract("response-envelope")
    assert contract is not None
    text = envelope(value)
    found = [finding.rule for finding in validate(contract, [("x.json", text.encode())], version="v1")]
    assert found == ([rule] if rule else [])
    entry = importlib.import_module("accordant_contracts.response_envelope")
    (answer,) = built.call("response-envelope/index", "parse", (text,))
    assert ("value" in answer) is not bool(rule)
    for given in (text, text.encode(), json.loads(text)):
        if rule:
            with pytest.raises(ValidationError):
                entry.parse(given)
        else:
            entry.parse(given)


@GIVEN
def test_a_response_has_a_problem_at_the_place_of_what_readers_refuse(
    value: str, rule: str, pointer: str, package: Package, built: Built
) -> None:
    behaviour = importlib.import_module("accordant_contracts.response_envelope.v1_behaviour")
    text = envelope(value)
    (answer,) = built.call("response-envelope/v1-behaviour", "checkResponse", (text, 0))
    problems = [(problem["pointer"], problem["message"], problem["rule"]) for problem in answer["value"]]
    assert [(at, from_rule) for at, _, from_rule in problems] == ([(pointer, "json")] if rule else [])
    for given in (text, json.loads(text)):
        found = behaviour.check_response(given, 0)
        assert [(problem.pointer, problem.message, problem.rule) for problem in found] == problems


NO_JSON = {
    "": "is not JSON: line 1, column 1",
    " \n  ": "is not JSON: line 2, column 3",
    '{"ok": true,\n  "data" 1}': "is not JSON: line 2, column 10",
    '{"ok": true\n"data": 1}': "is not JSON: line 2, column 1",
    '{"a": tru': "is not JSON: line 1, column 7",
    '{"a": "x': "is not JSON: line 1, column 7",
    '{"a": "x\ty"}': "is not JSON: line 1, column 9",
    '{"a": "x\\y"}': "is not JSON: line 1, column 9",
    '{"\U0001f600": NaN}': "is not JSON: line 1, column 7",
    '["Infinity", -Infinity]': "is not JSON: line 1, column 14",
    "{} {}": "is not JSON: line 1, column 4",
    '\ufeff{"a": 1}': "is not JSON: line 1, column 1",
    '{"a": 1, "a": 2}': "is not read: a key occurs twice in one object",
}
"""Texts that are no response, and what is said of them."""


@pytest.mark.parametrize(("text", "message"), NO_JSON.items())
def test_a_text_that_is_no_json_is_told_with_its_line_and_column(
    text: str, message: str, package: Package, built: Built
) -> None:
    behaviour = importlib.import_module("accordant_contracts.response_envelope.v1_behaviour")
    (answer,) = built.call("response-envelope/v1-behaviour", "checkResponse", (text, 0))
    problem = {"pointer": "", "message": message, "rule": "envelope.schema.json"}
    assert answer["value"] == [problem]
    for given in (text, text.encode()):
        (found,) = behaviour.check_response(given, 0)
        assert {"pointer": found.pointer, "message": found.message, "rule": found.rule} == problem


def test_bytes_that_are_no_text_are_told_as_that(package: Package) -> None:
    behaviour = importlib.import_module("accordant_contracts.response_envelope.v1_behaviour")
    (found,) = behaviour.check_response(b'{"a": "\xff"}', 0)
    assert found.message == "is not JSON: not UTF-8"


@GIVEN
def test_no_response_is_made_that_readers_refuse(value: str, rule: str, pointer: str, package: Package) -> None:
    behaviour = importlib.import_module("accordant_contracts.response_envelope.v1_behaviour")
    given = {"exit_code": 0, "timer": behaviour.Timer(), "data": {"a": json.loads(value)}}
    if not rule:
        assert behaviour.check_response(behaviour.respond(**given).model_dump_json(), 0) == []
        return
    with pytest.raises(behaviour.Refused) as caught:
        behaviour.respond(**given)
    assert [problem.pointer for problem in caught.value.problems] == [pointer]


def lines_with(**members: Any) -> list[dict[str, Any]]:
    """A whole stream, in which the first line of progress has these members."""
    lines = values(STREAMS[-2])
    at = next(index for index, line in enumerate(lines) if line["type"] == "progress")
    return [{**line, **members} if index == at else line for index, line in enumerate(lines)]


def written(streams: ModuleType, lines: list[dict[str, Any]]) -> str:
    file = io.StringIO()
    with streams.StreamWriter(file) as writer:
        for line in lines:
            writer.write(line)
    return file.getvalue()


@GIVEN
def test_no_line_is_written_that_readers_refuse(
    value: str, rule: str, pointer: str, session: Session, streams: ModuleType, built: Built
) -> None:
    lines = lines_with(data={"a": json.loads(value)})
    (in_typescript,) = asked(built, written=[lines_with(data={"a": "VALUE"})], value=value)["texts"]
    if not rule:
        text = written(streams, lines)
        assert judged(session, text.encode())[0] == "complete"
        assert in_typescript["refused"] == []
        return
    with pytest.raises(streams.StreamError) as caught:
        written(streams, lines)
    assert str(caught.value).startswith(f"{pointer}: ")
    assert in_typescript["refused"][0] == f"StreamError: {caught.value}"


@pytest.mark.parametrize("letter", ["x", "\u00fc"])
def test_a_line_is_written_up_to_the_length_that_readers_take(
    letter: str, session: Session, streams: ModuleType, built: Built
) -> None:
    (line,) = [text for text in written(streams, lines_with(x="")).splitlines() if '"x":""' in text]
    rest = MOST_BYTES - len(line.encode())
    size = len(letter.encode())
    longest = letter * (rest // size) + "." * (rest % size)
    assert judged(session, written(streams, lines_with(x=longest)).encode())[0] == "complete"
    with pytest.raises(streams.StreamError, match="the line has more than 4,194,304 bytes"):
        written(streams, lines_with(x=longest + "."))
    fitting, longer = asked(built, written=[lines_with(x=longest), lines_with(x=longest + ".")])["texts"]
    assert fitting["refused"] == []
    assert longer["refused"][0].startswith("StreamError: the line has more than 4,194,304 bytes")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"gap": float("nan")}, "^/gap: is not a JSON value: NaN$"),
        ({"gap": float("inf")}, "^/gap: is a number out of the range of a double$"),
        ({"gap": "wide"}, "/gap: Input should be a valid number"),
        ({"x": {1, 2}}, "^/x: is not a JSON value: set$"),
        ({"x": {1: 2}}, "^/x: has a member whose name is 1, which is not text$"),
        ({"type": "later"}, "^a line 'later' is not allowed here"),
        ({"type": 1}, "^a line 1 is not allowed here"),
    ],
)
def test_a_writer_refuses_with_one_kind_of_error_that_says_where(
    members: dict[str, Any], said: str, streams: ModuleType
) -> None:
    with pytest.raises(streams.StreamError, match=said) as caught:
        written(streams, lines_with(**members))
    assert "tagged-union" not in str(caught.value)


def test_a_line_that_was_refused_leaves_the_stream_where_it_was(streams: ModuleType) -> None:
    writer = streams.StreamWriter(io.StringIO())
    for line in lines_with():
        for wrong in ({**line, "x": float("nan")}, {**line, "x": "x" * MOST_BYTES}):
            with pytest.raises(streams.StreamError):
                writer.write(wrong)
        writer.write(line)
    writer.close()
