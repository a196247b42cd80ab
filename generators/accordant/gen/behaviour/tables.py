"""The registry's behaviour tables, ready for printing.

`interpret` comes from consumer rules, `check_response` from rules with a `check`, `respond` from derived fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from accordant.contract.behaviour import (
    Check,
    Implication,
    Interpretation,
    checks,
    consumer_rules,
    exit_codes,
    interprets,
)
from accordant.gen.behaviour.calls import Call, count_of, questions
from accordant.gen.behaviour.steps import Step, actions_of, step_of
from accordant.model.derived_fields import Derived, find_derived_fields
from accordant.model.versions import VersionModel


@dataclass(frozen=True, slots=True)
class Demand:
    """An implication of a check: where all of ``when`` hold, ``then`` must; else there is a problem at the pointer."""

    check: Check
    when: tuple[Call, ...]
    then: Call
    pointer: str


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The behaviour of a version's default schema."""

    steps: tuple[Step, ...]
    interpretation: Interpretation | None
    """The actions of `interpret`; None where there is no `interpret`."""
    demands: tuple[Demand, ...]
    derived: tuple[Derived, ...]
    outcome_place: str
    """The field that tells success from failure where the exit code is not known."""
    rows: str
    """The constant with the facts of exit codes; empty where there is none."""

    @property
    def checks_responses(self) -> bool:
        """Whether there is a `check_response`."""
        return bool(self.demands)

    @property
    def responds(self) -> bool:
        """Whether there is a `respond`: a field is derived from the exit code."""
        return any(field.source == "exit-code" for field in self.derived)


def functions_of(behaviour: Behaviour) -> list[str]:
    """The names of the generated functions, spelt with hyphens."""
    functions = (
        ("interpret", behaviour.interpretation is not None),
        ("check-response", behaviour.checks_responses),
        ("respond", behaviour.responds),
    )
    return [name for name, is_generated in functions if is_generated]


def behaviour_of(version: VersionModel) -> Behaviour | None:
    """The behaviour of a version's default schema; None where nothing is to be generated.

    Raises:
        InputError: a table uses a word that generated code does not know.
    """
    if version.version.default_schema not in version.version.state.schemas:
        return None
    rules = consumer_rules(version.version) if interprets(version.version) else []
    derived = find_derived_fields(version.version)
    demands = [*_demands(version), *_derived_demands(version, derived)]
    code_list = exit_codes(version.version)
    behaviour = Behaviour(
        steps=tuple(step_of(version, rule) for rule in rules),
        interpretation=actions_of(version) if interprets(version.version) else None,
        demands=tuple(demands),
        derived=derived,
        outcome_place=next((field.pointer for field in derived if field.kind == "succeeded"), ""),
        rows=version.model.codes[code_list.name].constant if code_list else "",
    )
    return behaviour if behaviour.interpretation or behaviour.demands or behaviour.responds else None


def _demands(version: VersionModel) -> Iterator[Demand]:
    for check in checks(version.version):
        if check.schema == version.version.default_schema:
            for implication in check.implications:
                yield from _implied_demands(version, check, implication)


def _implied_demands(version: VersionModel, check: Check, implication: Implication) -> Iterator[Demand]:
    when = tuple(call for condition in implication.when for call in questions(version, condition))
    first = next((c.pointer for c in implication.when if c.pointer), "")
    for condition in implication.then:
        for call in questions(version, condition):
            yield Demand(check, when, call, condition.pointer or first)


def _derived_demands(version: VersionModel, derived: tuple[Derived, ...]) -> Iterator[Demand]:
    """Checks of derived fields against what they are computed from; fields that a rule checks already are left out."""
    implications = (implication for check in checks(version.version) for implication in check.implications)
    checked = {condition.at for implication in implications for condition in implication.then}
    for field in derived:
        check = Check(f"derived{field.pointer}", field.says, version.version.default_schema, ())
        if field.count is not None:
            present = tuple(
                Call("has", (place,)) for place in dict.fromkeys(p.partition("/*")[0] for p in field.count.places)
            )
            yield Demand(check, present, Call("agrees-with", (field.pointer, count_of(field.count))), field.pointer)
        elif field.source == "exit-code" and field.pointer not in checked:
            if field.kind == "succeeded":
                is_zero = Call("equals", ("exit-code", 0))
                true, false = (Call("equals", (field.pointer, value)) for value in (True, False))
                yield Demand(check, (is_zero,), true, field.pointer)
                yield Demand(check, (Call("equals", ("exit-code", 0), True),), false, field.pointer)
            else:
                yield Demand(check, (), Call("agrees", (field.pointer, "exit-code")), field.pointer)
