"""The contract's own rules about the lines of one stream; most lines are known to keep them by their shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.conform.judge import Judge, Locate
from accordant.conform.rule_shapes import Plan, Shape, plan_of
from accordant.contract import Stream
from accordant.contract.held_rules import ABSENT
from accordant.findings import Finding, JsonValue

_MOST_SHAPES: Final = 1_000
"""The most plans that are kept; with more, all are forgotten."""


class StreamRules:
    """The rules that hold for the reader of a stream: about each line by itself, and about one after the other."""

    def __init__(self, judge: Judge, stream: Stream) -> None:
        self._rules = judge.rules
        self._schema = stream.line
        at = stream.discriminator
        self._discriminator = at[1:] if at.startswith("/") and not set(at[1:]) & set("/~") else ""
        about_lines = self._rules is not None and self._rules.are_about(stream.name)
        self._lines = self._rules.of_stream(stream.name) if self._rules is not None and about_lines else None
        self._is_needed = self._lines is not None or (self._rules is not None and self._rules.are_about(stream.line))
        """Whether there is a rule at all."""
        self._plans: dict[tuple[tuple[str, ...], str], Plan | None] = {}

    def after(self, values: list[JsonValue], types: list[str]) -> dict[int, JsonValue] | None:
        """The earlier lines that are kept after some lines that surely keep all rules; None where this is not sure."""
        if not self._is_needed:
            return {}
        is_behind = self._lines is not None and bool(self._lines.due)
        if is_behind or not all(isinstance(value, dict) for value in values):
            return None
        earlier = dict(self._lines.earlier) if self._lines is not None else {}
        for value, type_ in zip(values, types, strict=True):
            shape = (tuple(value), type_)
            plan = self._plans[shape] if shape in self._plans else self._plan(shape)
            if plan is None:
                return None
            for number, test in plan.tests:
                if not test(value, earlier.get(number, ABSENT)):
                    return None
            for number, tests in plan.keeps:
                if all(test(value, ABSENT) for test in tests):
                    earlier[number] = value
        return earlier

    def go_on(self, earlier: dict[int, JsonValue]) -> None:
        """Take the lines that :meth:`after` was asked about."""
        if self._lines is not None:
            self._lines.earlier = earlier

    def _plan(self, shape: tuple[tuple[str, ...], str]) -> Plan | None:
        keys, type_ = shape
        if len(self._plans) >= _MOST_SHAPES:
            self._plans.clear()
        rules = self._rules.about(self._schema) if self._rules is not None else []
        claims = [claim for _, claim in self._lines.claims] if self._lines is not None else []
        self._plans[shape] = plan_of(Shape(keys, self._discriminator, type_), rules, claims)
        return self._plans[shape]

    def of_line(self, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """The rules about one line after the other that the next line breaks."""
        if self._rules is not None and self._lines is not None:
            yield from self._rules.of_line(self._lines, value, locate)

    def pass_unknown(self) -> None:
        """A line came that may have been any."""
        if self._lines is not None:
            self._lines.pass_unknown()
