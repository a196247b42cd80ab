"""A verdict is a function of the schemas: work is counted, and the clock is a last resort that says so."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from accordant.algebra import STEPS_A_SECOND, Budget, Counterexample, Session, Undecided, check_containment, contain
from accordant.compat import breaks, compare, declarations, solving
from accordant.compat.sides import Exchange, Side, pointer_places
from accordant.findings import Finding, Verdict
from accordant.schema.reader_copy import as_node, copy
from accordant.schema.references import Node, Resources
from tests.processor_time import in_starts


def tagged(count: int, kind: str) -> dict[str, Any]:
    branches = [
        {"properties": {"t": {"const": f"t{number}"}, "v": {"type": kind}}, "required": ["t", "v"]}
        for number in range(count)
    ]
    return {"type": "object", "oneOf": branches}


def hard(count: int) -> dict[str, Any]:
    options = [
        {"type": "object", "properties": {f"a{number}_{part}": {"type": "string"} for part in range(5)}}
        for number in range(count)
    ]
    return {"oneOf": options}


WRITER, READER = tagged(40, "number"), tagged(40, "integer")


def jumping(seconds: float) -> Callable[[], float]:
    """A clock of a busy machine: it is so many seconds later whenever it is asked."""
    return itertools.count(0, seconds).__next__


@pytest.mark.parametrize("seconds", [0.0, 0.001, 1.0])
def test_a_slow_machine_gives_the_same_answer(seconds: float) -> None:
    answer = check_containment(Resources.of(WRITER), Resources.of(READER), budget=Budget(clock=jumping(seconds)))
    assert answer == check_containment(Resources.of(WRITER), Resources.of(READER))
    assert isinstance(answer, Counterexample)


def test_the_last_resort_says_that_the_clock_decided() -> None:
    answer = check_containment(Resources.of(hard(21)), Resources.of(hard(20)), budget=Budget(clock=jumping(1000.0)))
    assert isinstance(answer, Undecided)
    assert answer.reason.startswith("stopped after 10 s of processor time, before the counted work was spent")


def test_the_same_question_takes_the_same_steps() -> None:
    def steps() -> int:
        session = Session()
        session.check_containment(Resources.of(WRITER), Resources.of(READER))
        return session.steps

    assert steps() == steps() > 0


def test_steps_that_are_spent_leave_a_question_open() -> None:
    answer = check_containment(Resources.of(WRITER), Resources.of(READER), budget=Budget(steps=3))
    assert answer == Undecided("budget of 3 steps spent")


def test_a_finding_says_when_the_steps_for_a_pair_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        solving.Questions, "check_containment", lambda self, writer, reader: Undecided("budget of 3 steps spent")
    )
    comparison = compare(READER, WRITER)
    assert comparison.verdict == Verdict.UNDECIDED
    assert [finding.message for finding in comparison.findings] == [
        "Not decided: budget of 3 steps spent; it is undecided whether the edit of `/v` breaks."
    ]


def test_a_pair_is_asked_no_further_question_when_its_steps_are_spent() -> None:
    questions = solving.Questions(seconds=2)
    questions.spend(questions.steps)
    answer = questions.check_containment(Resources.of({"type": "integer"}), Resources.of({"type": "string"}))
    assert answer == Undecided("the work for one pair of schemas is used up (2 s); allow more with --seconds")


def test_one_question_may_use_all_that_a_pair_may_cost() -> None:
    questions = solving.Questions(seconds=60)
    questions.check_containment(Resources.of(WRITER), Resources.of(READER))
    assert questions.session.budget.steps == 60 * STEPS_A_SECOND
    assert 50 < questions.session.budget.seconds <= 60


def test_all_questions_about_a_pair_share_its_time() -> None:
    questions = solving.Questions(seconds=3, clock=jumping(1.0))
    for _ in range(2):
        questions.check_containment(Resources.of(WRITER), Resources.of(READER))
    assert questions.session.budget.seconds == 1


def test_questions_within_others_have_steps_that_do_not_depend_on_the_clock() -> None:
    outer = solving.Questions(seconds=8, clock=jumping(1.0))
    inner = outer.within(2)
    inner.check_containment(Resources.of(WRITER), Resources.of(READER))
    assert inner.session.budget.steps == 2 * STEPS_A_SECOND
    outer.spend(7 * STEPS_A_SECOND)
    outer.within(2).check_containment(Resources.of(WRITER), Resources.of(READER))
    assert outer.session.budget.steps == STEPS_A_SECOND


def test_questions_within_others_end_when_these_do_by_the_clock() -> None:
    inner = solving.Questions(seconds=2, clock=jumping(0.5)).within(2)
    inner.check_containment(Resources.of(WRITER), Resources.of(READER))
    assert inner.session.budget.seconds == 1


def test_a_budget_is_kept_and_more_of_it_finds_more() -> None:
    few, starts = in_starts(lambda: compare(hard(20), hard(21), seconds=0.2))
    assert starts < 100
    many = compare(hard(20), hard(21), seconds=2)
    assert few.verdict == Verdict.UNDECIDED
    assert any("seconds" in finding.message for finding in few.findings)  # counted, or by the clock of a slow machine
    assert len(many.findings) >= len(few.findings)


def test_unions_inside_unions_are_not_handed_to_the_validator_as_they_are() -> None:
    def nested(count: int) -> dict[str, Any]:
        levels = {
            f"l{level}": {
                "anyOf": [
                    {
                        "required": [f"x{level}_{number}"],
                        "properties": {
                            f"x{level}_{number}": {"type": "string"},
                            "next": {"$ref": f"#/$defs/l{level + 1}"},
                        },
                        "additionalProperties": False,
                    }
                    for number in range(count if level == 5 else 10)
                ]
            }
            for level in range(6)
        }
        return {"$ref": "#/$defs/l0", "$defs": {**levels, "l6": {"type": "null"}}}

    judgement, starts = in_starts(lambda: compare(nested(10), nested(11)))
    assert judgement.verdict == Verdict.BREAKING
    assert starts < 400  # the validator alone would take minutes


def test_findings_do_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def findings(seconds: float) -> tuple[Finding, ...]:
        monkeypatch.setattr(contain, "Budget", lambda: Budget(clock=jumping(seconds)))
        return compare(tagged(3, "integer"), tagged(3, "number"), promise="additive", direction="full").findings

    quick = findings(0.0)
    assert quick
    assert findings(0.5) == quick


class Recorded(solving.Questions):
    """Questions that write down the steps which work on their answers takes."""

    def check_containment(self, writer: Node, reader: Node) -> contain.Answer:
        return self.session.check_containment(writer, reader)

    def spend(self, steps: int) -> None:
        self.recorded = [*getattr(self, "recorded", []), steps]


def test_reading_what_a_writer_says_about_a_refused_part_takes_steps() -> None:
    writer = {"type": "integer", "allOf": [{"title": f"part {number}"} for number in range(300)]}
    sides = [Side(Resources.of(schema), "", pointer_places("")) for schema in (writer, {"type": "string"})]
    exchange, questions = Exchange(sides[0], sides[1], newer_reads=False), Recorded()
    list(breaks.breaks(exchange, as_node(copy(exchange.reader.root)), questions, closed=False))
    assert max(questions.recorded) > 300


def test_a_walk_over_too_many_declarations_stops_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = (
        {"type": "object", "properties": {"a": {"properties": {"b": {"properties": {"c": {"title": title}}}}}}}
        for title in ("C", "D")
    )
    monkeypatch.setattr(declarations, "_MOST_SCHEMAS", 3)
    comparison = compare(old, new, promise="additive")
    assert comparison.verdict == Verdict.UNDECIDED
    assert comparison.findings[-1].message == "Not decided: too many declarations to compare by name."


def test_a_list_where_the_draft_expects_one_schema_is_no_tuple() -> None:
    old = {"type": "array", "items": [{"$ref": "#/definitions/a"}], "definitions": {"a": {"type": "string"}}}
    new = {**old, "items": [{"$ref": "#/definitions/a"}, {"$ref": "#/definitions/a"}]}
    assert compare(old, new).verdict == Verdict.UNDECIDED
