"""What modules of behaviour say in every language, written with that language's words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.gen.behaviour.calls import Argument, Call, Containing, Counting, Details, Listed, Standing, counted
from accordant.gen.behaviour.response_factory import Factory
from accordant.gen.behaviour.steps import Step
from accordant.gen.behaviour.tables import Behaviour, Demand

WIDTH: Final = 112


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a language writes calls, tests and comments."""

    literal: Callable[[JsonValue], str]
    comment: Callable[[str], list[str]]
    method: Callable[[str], str]
    """A name with hyphens as that of a method."""
    negation: str
    conjunction: str
    always: str
    opening: str
    indent: str
    closing: str
    """What stands before, within and after a test that takes several lines."""

    def steps(self, behaviour: Behaviour) -> list[dict[str, Any]]:
        """The consumer rules, for the template."""
        return [self._step(step) for step in behaviour.steps]

    def checks(self, behaviour: Behaviour) -> list[dict[str, Any]]:
        """The rules that `check_response` holds, for the template."""
        return [self._check(list(group)) for _, group in groupby(behaviour.demands, lambda demand: demand.check.id)]

    def counts(self, factory: Factory) -> list[dict[str, Any]]:
        """What `respond` counts, in groups that are written under one condition, for the template."""
        return [
            {
                "condition": self.call(Call("has", (beside,))) if beside else "",
                "values": [
                    (self.literal(field.pointer), self.call(counted(field.count).call))
                    for field in group
                    if field.count
                ],
            }
            for beside, group in groupby(factory.counts, factory.condition_of)
        ]

    def call(self, call: Call) -> str:
        """A question or an action."""
        written = f"seen.{self.method(call.name)}({', '.join(map(self._argument, call.arguments))})"
        return f"{self.negation}{written}" if call.negated else written

    def _step(self, step: Step) -> dict[str, Any]:
        rule = step.rule
        return {
            "comment": self._wrapped(f"{rule.id}: {rule.then}"),
            "asks": self._all([self.call(call) for call in step.asks]),
            "id": self.literal(rule.id),
            "deeds": [
                {"asks": self._all(list(map(self.call, deed.asks))) if deed.asks else "", "does": self.call(deed.call)}
                for deed in step.deeds
            ],
        }

    def _check(self, demands: list[Demand]) -> dict[str, Any]:
        check = demands[0].check
        return {
            "comment": self._wrapped(f"{check.id}: {check.says}"),
            "says": self.literal(check.says),
            "id": self.literal(check.id),
            "demands": [
                {
                    "test": self._all([*map(self.call, demand.when), self.call(demand.then.opposite)]),
                    "pointer": self.literal(demand.pointer),
                }
                for demand in demands
            ],
        }

    def _all(self, tests: list[str]) -> str:
        """Tests that must all hold, over several lines where one would be long."""
        line = f" {self.conjunction} ".join(tests) or self.always
        if len(line) <= WIDTH - 12:
            return line
        return f"{self.opening}{self.indent}" + f"\n{self.indent}{self.conjunction} ".join(tests) + self.closing

    def _argument(self, argument: Argument) -> str:
        match argument:
            case Standing(place):
                return f"seen.value({self.literal(place)})"
            case Listed(place):
                return f"seen.listed({self.literal(place)})"
            case Details(members):
                inner = ", ".join(f"{self.literal(name)}: {self._argument(value)}" for name, value in members)
                return f"{{{inner}}}"
            case Containing(place, words):
                return f"seen.containing({', '.join(self.literal(word) for word in (place, *words))})"
            case Counting(call):
                return self.call(call)
            case _:
                return self.literal(argument)

    def _wrapped(self, text: str) -> list[str]:
        """A comment in lines that are not too long."""
        mark = self.comment("")[0]
        return [
            line for part in self.comment(text) for line in textwrap.wrap(part, WIDTH, subsequent_indent=f"{mark} ")
        ]
