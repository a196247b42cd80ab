"""A verdict is a function of the schemas: work is counted, and the clock is a last resort that says so."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from accordant.algebra import Budget, Counterexample, Session, Undecided, check_containment, contain
from accordant.compat import breaks, compare, declarations
from accordant.compat.sides import Exchange, Side, pointer_places
from accordant.findings import Finding, Verdict
from accordant.schema.reader_copy import copy
from accordant.schema.references import Node, Resources


def tagged(count: int, kind: str) -> dict[str, Any]:
    branches = [
        {"properties": {"t": {"const": f"t{number}"}, "v": {"type": kind}}, "required": ["t", "v"]}
        for number in range(count)
    ]
    return {"type": "object", "oneOf": branches}


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
    answer = check_containment(Resources.of(WRITER), Resources.of(READER), budget=Budget(clock=jumping(1000.0)))
    assert isinstance(answer, Undecided)
    assert answer.reason.startswith("stopped after 120 s of wall-clock time; run again on an idle machine")


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
        breaks.Questions, "check_containment", lambda self, writer, reader: Undecided("budget of 3 steps spent")
    )
    comparison = compare(READER, WRITER)
    assert comparison.verdict == Verdict.UNDECIDED
    assert [finding.message for finding in comparison.findings] == ["Not decided: budget of 3 steps spent."]


def test_a_pair_is_asked_no_further_question_when_its_steps_are_spent() -> None:
    questions = breaks.Questions(steps=10)
    questions.spend(10)
    answer = questions.check_containment(Resources.of({"type": "integer"}), Resources.of({"type": "string"}))
    assert answer == Undecided("the steps for one pair of schemas are spent")


def test_findings_do_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def findings(seconds: float) -> tuple[Finding, ...]:
        monkeypatch.setattr(contain, "Budget", lambda: Budget(clock=jumping(seconds)))
        return compare(tagged(3, "integer"), tagged(3, "number"), promise="additive", direction="full").findings

    quick = findings(0.0)
    assert quick
    assert findings(0.5) == quick


class Recorded(breaks.Questions):
    """Questions that write down the steps which work on their answers takes."""

    def check_containment(self, writer: Node, reader: Node) -> contain.Verdict:
        return self.session.check_containment(writer, reader)

    def spend(self, steps: int) -> None:
        self.recorded = [*getattr(self, "recorded", []), steps]


def test_reading_what_a_writer_says_about_a_refused_part_takes_steps() -> None:
    writer = {"type": "integer", "allOf": [{"title": f"part {number}"} for number in range(300)]}
    sides = [Side(Resources.of(schema), "", pointer_places("")) for schema in (writer, {"type": "string"})]
    exchange, questions = Exchange(*sides, newer_reads=False), Recorded()
    list(breaks.breaks(exchange, copy(exchange.reader.root), questions, closed=False))
    assert max(questions.recorded) > 300


def test_a_walk_over_too_many_declarations_stops_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"properties": {"b": {"properties": {"c": {}}}}}}}
    monkeypatch.setattr(declarations, "_MOST_SCHEMAS", 3)
    comparison = compare(schema, {**schema, "title": "new"}, promise="additive")
    assert comparison.verdict == Verdict.UNDECIDED
    assert comparison.findings[-1].message == "Not decided: too many declarations to compare by name."
