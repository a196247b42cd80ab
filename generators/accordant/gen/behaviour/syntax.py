"""The syntax of a target language in behaviour modules."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from accordant.contract.behaviour import Interpretation
from accordant.contract.text_rules import TextRule
from accordant.findings import JsonValue
from accordant.gen.behaviour.calls import Argument, Call, CountOf, Details, TextsWith, ValueAt, ValuesAt, count_of
from accordant.gen.behaviour.response_factory import Factory
from accordant.gen.behaviour.steps import Step
from accordant.gen.behaviour.tables import Behaviour, Demand, StreamRules, TextStep, lines_function
from accordant.gen.printing.encoding import lines_of
from accordant.model.derived_fields import Derived
from accordant.model.versions import VersionModel

WIDTH: Final = 112


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a language writes calls, tests and comments; its methods give what the templates of modules take."""

    literal: Callable[[JsonValue], str]
    comment: Callable[[str], list[str]]
    doc: Callable[[list[str], str], str]
    """Lines as documentation behind an indent."""
    method: Callable[[str], str]
    """A name with hyphens as that of a method."""
    attributes: Callable[[Iterable[str]], Mapping[str, str]]
    """The attributes of an action for the details of some names."""
    detail_types: Mapping[str, str]
    values: Mapping[str, str]
    """By kind of derived field, the expression of its value."""
    negation: str
    conjunction: str
    always: str
    test_start: str
    test_indent: str
    test_end: str
    """What stands before, within and after a test that takes several lines."""
    member_indent: str

    def module(self, version: VersionModel, behaviour: Behaviour) -> dict[str, Any]:
        """The parts of a module that all languages have."""
        schema = version.version.default_schema
        return {
            "rows": f"v.{behaviour.rows}" if behaviour.rows else "{}",
            "outcome_place": self.literal(behaviour.outcome_place) if behaviour.outcome_place else "",
            "actions": self.actions(behaviour.interpretation) if behaviour.interpretation else None,
            "steps": self.steps(behaviour),
            "checks": behaviour.checks_responses,
            "demands": self.checks(behaviour),
            "root": version.roots[schema],
            "file": self.literal(f"{schema}.schema.json"),
            "held": self.table(list(behaviour.held)) if behaviour.held else "",
            "code_places": [
                (self.literal(place), version.model.codes[name].constant) for place, name in behaviour.code_places
            ],
            "states_members": behaviour.states_members,
            "orders": self.table(list(behaviour.orders)) if behaviour.orders else "",
            "key_order": self.table(list(behaviour.key_order)) if behaviour.key_order else "",
            "texts": [self._text(name, steps) for name, steps in behaviour.texts],
            "givens": [(self.method(name), self.literal(name)) for name in behaviour.givens],
            "has_exit_code": behaviour.has_exit_code,
            "streams": [self._stream(version, behaviour, stream) for stream in behaviour.streams],
        }

    def _text(self, name: str, steps: tuple[TextStep, ...]) -> dict[str, Any]:
        return {
            "name": self.method(name),
            "words": name.replace("-", " "),
            "rules": [
                {
                    "comment": self._wrap(f"{step.rule.id}: {step.rule.then}"),
                    "asks": self._conjunction([self.call(call) for call in step.asks]),
                    "gives": self._given_text(step.rule),
                }
                for step in steps
            ],
        }

    def _given_text(self, rule: TextRule) -> str:
        if not rule.place:
            return self.literal(rule.value)
        return self.call(Call("json-at" if rule.as_json else "text-at", (rule.place,)))

    def _stream(self, version: VersionModel, behaviour: Behaviour, stream: StreamRules) -> dict[str, str]:
        return {
            "function": self.method(lines_function(behaviour, stream)),
            "name": self.literal(stream.name),
            "constant": stream.name.upper().replace("-", "_"),
            "root": version.roots[stream.line],
            "file": self.literal(f"{stream.line}.schema.json"),
            "alone": self.table(list(stream.alone)),
            "after": self.table(list(stream.after)),
        }

    def table(self, value: JsonValue, indent: str = "") -> str:
        """A JSON value as a literal, over several lines where one would be too long."""
        line = self.literal(value)
        if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
            return line
        inner = f"{indent}{self.member_indent}"
        if isinstance(value, dict):
            parts = [f"{inner}{self.literal(key)}: {self.table(part, inner)},\n" for key, part in value.items()]
            return f"{{\n{''.join(parts)}{indent}}}"
        return f"[\n{''.join(f'{inner}{self.table(part, inner)},{chr(10)}' for part in value)}{indent}]"

    def actions(self, interpretation: Interpretation) -> dict[str, Any]:
        """What `interpret` may answer."""
        attributes = self.attributes(detail.name for detail in interpretation.details)
        types = {detail.name: self.detail_types[detail.type] for detail in interpretation.details}
        kinds = " ".join(f"`{kind.name}`: {lines_of(kind.says)[0]}" for kind in interpretation.kinds)
        return {
            "kinds": [
                {
                    "name": self.literal(kind.name),
                    "outcome": self.literal(kind.outcome),
                    "carries": [(attributes[name], types[name]) for name in kind.carries],
                    "always": self.literal(list(kind.carries)),
                    "repeats": kind.repeats,
                }
                for kind in interpretation.kinds
            ],
            "details": [
                {
                    "name": self.literal(detail.name),
                    "attribute": attributes[detail.name],
                    "quoted": self.literal(attributes[detail.name]),
                    "kind": self.literal(detail.type),
                    "type": types[detail.name],
                    "source": self.literal(detail.source) if detail.source else "",
                    "words": self.doc(lines_of(detail.says)[:1], self.member_indent),
                }
                for detail in interpretation.details
            ],
            "success": self.literal(interpretation.success),
            "failure": self.literal(interpretation.failure),
            "counted_by": self.literal(interpretation.counted_by),
            "words": self.doc(["What to do next.", "", *textwrap.wrap(kinds, WIDTH)], ""),
        }

    def derived_values(self, factory: Factory) -> list[tuple[str, str]]:
        """What `respond` always sets: pointers and the expressions of their values."""
        fixed = [(self.literal(pointer), self.literal(value)) for pointer, value in factory.fixed]
        return [*fixed, *((self.literal(field.pointer), self.values[field.kind]) for field in factory.derived)]

    def derived_words(self, factory: Factory, arguments: Mapping[str, str]) -> list[str]:
        """What `respond` sets, in a line each; ``arguments`` are what asks for a switch, by its pointer."""
        return [
            *(f"`{pointer}`: {self.literal(value)}" for pointer, value in factory.fixed),
            *(f"`{field.pointer}`: {field.says}" for field in factory.derived),
            *(f"`{count.pointer}`: {factory.says(count)}" for count in factory.counts),
            *(f"`{switch.pointer}`, with `{arguments[switch.pointer]}`: {switch.says}" for switch in factory.switches),
        ]

    def steps(self, behaviour: Behaviour) -> list[dict[str, Any]]:
        """The consumer rules."""
        return [self._step(step) for step in behaviour.steps]

    def checks(self, behaviour: Behaviour) -> list[dict[str, Any]]:
        """The rules of `check_response`."""
        return [self._check(list(group)) for _, group in groupby(behaviour.demands, lambda demand: demand.check.id)]

    def counts(self, factory: Factory) -> list[dict[str, Any]]:
        """The counts of `respond`, grouped by the condition under which they are set."""
        return [
            {
                "condition": self._conjunction([self.call(call) for call in asked]) if asked else "",
                "values": [
                    (self.literal(field.pointer), self.call(count_of(field.count).call))
                    for field in group
                    if field.count
                ],
            }
            for asked, group in groupby(factory.counts, lambda count: _asked_before(factory, count))
        ]

    def call(self, call: Call) -> str:
        """A call, written out."""
        written = f"seen.{self.method(call.name)}({', '.join(map(self._argument, call.arguments))})"
        return f"{self.negation}{written}" if call.negated else written

    def _step(self, step: Step) -> dict[str, Any]:
        rule = step.rule
        return {
            "comment": self._wrap(f"{rule.id}: {rule.then}"),
            "asks": self._conjunction([self.call(call) for call in step.asks]),
            "id": self.literal(rule.id),
            "effects": [
                {
                    "asks": self._conjunction(list(map(self.call, effect.asks))) if effect.asks else "",
                    "does": self.call(effect.call),
                }
                for effect in step.effects
            ],
        }

    def _check(self, demands: list[Demand]) -> dict[str, Any]:
        check = demands[0].check
        return {
            "comment": self._wrap(f"{check.id}: {check.says}"),
            "says": self.literal(check.says),
            "id": self.literal(check.id),
            "demands": [
                {
                    "test": self._conjunction([*map(self.call, demand.when), self.call(demand.then.opposite)]),
                    "pointer": self.literal(demand.pointer),
                }
                for demand in demands
            ],
        }

    def _conjunction(self, tests: list[str]) -> str:
        """The conjunction of some tests, over several lines where one would be too long."""
        line = f" {self.conjunction} ".join(tests) or self.always
        if len(line) <= WIDTH - 12:
            return line
        first = f"{self.test_start}{self.test_indent}"
        return first + f"\n{self.test_indent}{self.conjunction} ".join(tests) + self.test_end

    def _argument(self, argument: Argument) -> str:
        match argument:
            case ValueAt(place):
                return f"seen.value({self.literal(place)})"
            case ValuesAt(place):
                return f"seen.listed({self.literal(place)})"
            case Details(members):
                inner = ", ".join(f"{self.literal(name)}: {self._argument(value)}" for name, value in members)
                return f"{{{inner}}}"
            case TextsWith(place, words):
                return f"seen.containing({', '.join(self.literal(word) for word in (place, *words))})"
            case CountOf(call):
                return self.call(call)
            case _:
                return self.literal(argument)

    def _wrap(self, text: str) -> list[str]:
        """A comment, wrapped."""
        mark = self.comment("")[0]
        return [
            line for part in self.comment(text) for line in textwrap.wrap(part, WIDTH, subsequent_indent=f"{mark} ")
        ]


def _asked_before(factory: Factory, count: Derived) -> tuple[Call, ...]:
    """What must hold for a count to be set."""
    beside = factory.condition_of(count)
    given = (Call("has", (count.pointer,), negated=True),) if factory.may_be_given(count) else ()
    return (*((Call("has", (beside,)),) if beside else ()), *given)
