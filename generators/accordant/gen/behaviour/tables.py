"""What generated code does with documents beyond reading them: the registry's behaviour tables, ready for printing.

`interpret` is made from consumer rules, `check_response` from rules with a `check`, `respond` from derived fields.
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
from accordant.gen.behaviour.calls import Call, counted, questions
from accordant.gen.behaviour.steps import Step, actions_of, step_of
from accordant.model.derived_fields import Derived, derived_of
from accordant.model.versions import VersionModel


@dataclass(frozen=True, slots=True)
class Demand:
    """A condition of a check: when some questions hold, one more must; else there is a problem at a pointer."""

    check: Check
    when: tuple[Call, ...]
    then: Call
    pointer: str


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What is generated for the default schema of a version."""

    steps: tuple[Step, ...]
    interpretation: Interpretation | None
    """What `interpret` may answer; None where there is no `interpret`."""
    demands: tuple[Demand, ...]
    derived: tuple[Derived, ...]
    outcome_place: str
    """The field that says how the call went where the exit code is not known."""
    rows: str
    """The constant with the facts of exit codes; empty where there is none."""

    @property
    def checks_responses(self) -> bool:
        """Whether there is a `check_response`: something holds only with the exit code known."""
        return bool(self.demands)

    @property
    def responds(self) -> bool:
        """Whether there is a `respond`: something is derived from the exit code."""
        return any(one.source == "exit-code" for one in self.derived)


def functions_of(behaviour: Behaviour) -> list[str]:
    """The functions that are generated from it, by their names with hyphens."""
    there = (
        ("interpret", behaviour.interpretation is not None),
        ("check-response", behaviour.checks_responses),
        ("respond", behaviour.responds),
    )
    return [name for name, is_there in there if is_there]


def behaviour_of(one: VersionModel) -> Behaviour | None:
    """The behaviour of a version's default schema; None where nothing is to be generated.

    Raises:
        InputError: a table uses a word that generated code does not know.
    """
    version = one.version
    if version.default_schema not in version.state.schemas:
        return None
    rules = consumer_rules(version) if interprets(version) else []
    derived = derived_of(version)
    demands = [*_demands(one), *_derivations(one, derived)]
    listed = exit_codes(version)
    found = Behaviour(
        steps=tuple(step_of(one, rule) for rule in rules),
        interpretation=actions_of(one) if interprets(version) else None,
        demands=tuple(demands),
        derived=derived,
        outcome_place=next((each.pointer for each in derived if each.kind == "succeeded"), ""),
        rows=one.model.codes[listed.name].constant if listed else "",
    )
    return found if found.interpretation or found.demands or found.responds else None


def _demands(one: VersionModel) -> Iterator[Demand]:
    for check in checks(one.version):
        if check.schema == one.version.default_schema:
            for implication in check.implications:
                yield from _demanded(one, check, implication)


def _demanded(one: VersionModel, check: Check, implication: Implication) -> Iterator[Demand]:
    when = tuple(call for condition in implication.when for call in questions(one, condition))
    first = next((c.pointer for c in implication.when if c.pointer), "")
    for condition in implication.then:
        for call in questions(one, condition):
            yield Demand(check, when, call, condition.pointer or first)


def _derivations(one: VersionModel, derived: tuple[Derived, ...]) -> Iterator[Demand]:
    """That derived fields agree with what they are computed from, where no rule says so."""
    said = {
        condition.at for check in checks(one.version) for each in check.implications for condition in each.then
    }  # fmt: skip
    for each in derived:
        check = Check(f"derived{each.pointer}", each.says, one.version.default_schema, ())
        if each.count is not None:
            listed = tuple(
                Call("has", (one,)) for one in dict.fromkeys(p.partition("/*")[0] for p in each.count.places)
            )
            yield Demand(check, listed, Call("agrees-with", (each.pointer, counted(each.count))), each.pointer)
        elif each.source == "exit-code" and each.pointer not in said:
            if each.kind == "succeeded":
                is_zero = Call("equals", ("exit-code", 0))
                true, false = (Call("equals", (each.pointer, value)) for value in (True, False))
                yield Demand(check, (is_zero,), true, each.pointer)
                yield Demand(check, (Call("equals", ("exit-code", 0), True),), false, each.pointer)
            else:
                yield Demand(check, (), Call("agrees", (each.pointer, "exit-code")), each.pointer)
