"""What generated code does with documents beyond reading them: the registry's behaviour tables, ready for printing.

`interpret` is made from consumer rules, `check_response` from rules with a `check`, `respond` from derived fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.contract.behaviour import (
    WORDS,
    Check,
    Condition,
    ConsumerRule,
    Implication,
    checks,
    consumer_rules,
    exit_codes,
    interprets,
)
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.model.derived_fields import Count, Derived, derived_of
from accordant.model.versions import VersionModel

FROM: Final = "-from"
"""Ends the name of a key whose value is a place in the response."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An argument: what stands at a place of the response."""

    place: str


@dataclass(frozen=True, slots=True)
class Containing:
    """An argument: the texts at a place that hold one of some words."""

    place: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """An argument: how many values stand at some places, or how many different texts."""

    call: Call


Argument: TypeAlias = "JsonValue | Standing | Containing | Counting"


@dataclass(frozen=True, slots=True)
class Call:
    """A question or an action of the runtime, by its name with hyphens."""

    name: str
    arguments: tuple[Argument, ...] = ()
    negated: bool = False

    @property
    def opposite(self) -> Call:
        """The question that has the other answer."""
        return Call(self.name, self.arguments, not self.negated)


@dataclass(frozen=True, slots=True)
class Step:
    """A consumer rule: what it asks, and what it does."""

    rule: ConsumerRule
    asks: tuple[Call, ...]
    does: Call


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
    demands: tuple[Demand, ...]
    derived: tuple[Derived, ...]
    code_place: str
    """Where the error code stands that tries are counted by."""
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
        ("interpret", bool(behaviour.steps)),
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
        steps=tuple(_step(one, rule) for rule in rules),
        demands=tuple(demands),
        derived=derived,
        code_place=next((c.at for rule in rules for c in rule.match for name, _ in c.tests if name == "repeated"), ""),
        outcome_place=next((each.pointer for each in derived if each.kind == "succeeded"), ""),
        rows=one.model.codes[listed.name].constant if listed else "",
    )
    return found if found.steps or found.demands or found.responds else None


def _step(one: VersionModel, rule: ConsumerRule) -> Step:
    word = WORDS.get(rule.action)
    if word is None:
        raise _unknown(one, f"the consumer rule {rule.id} has the action {rule.action!r}, which readers do not know")
    arguments: list[Argument] = []
    for key in word.keys:
        if isinstance(rule.given.get(key + FROM), str):
            arguments.append(Standing(rule.given[key + FROM]))
        elif key in rule.given:
            arguments.append(rule.given[key])
        else:
            raise _unknown(one, f"the consumer rule {rule.id} says {rule.action} and lacks {key}")
    if rule.action == "plan-update":
        arguments += [
            Containing(c.at, tuple(map(str, words)))
            for c in rule.match
            for name, words in c.tests
            if name == "contains-any"
        ][:1] or [[]]
    asks = tuple(call for condition in rule.match for call in _asked(one, condition))
    return Step(rule, asks, Call(word.name, tuple(arguments)))


def _demands(one: VersionModel) -> Iterator[Demand]:
    for check in checks(one.version):
        if check.schema == one.version.default_schema:
            for implication in check.implications:
                yield from _demanded(one, check, implication)


def _demanded(one: VersionModel, check: Check, implication: Implication) -> Iterator[Demand]:
    when = tuple(call for condition in implication.when for call in _asked(one, condition))
    first = next((c.pointer for c in implication.when if c.pointer), "")
    for condition in implication.then:
        for call in _asked(one, condition):
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


def counted(count: Count) -> Counting:
    """The number that a derived field must have."""
    return Counting(Call("count-texts" if count.distinct else "count", count.places))


def _asked(one: VersionModel, condition: Condition) -> Iterator[Call]:
    """A condition as questions, all of which must hold."""
    tests = dict(condition.tests)
    limits = {name: tests.pop(name) for name in ("min", "max") if name in tests}
    if limits:
        least, most = limits.get("min", float("-inf")), limits.get("max")
        yield Call("within", (condition.at, least, *([] if most is None else [most])))
    for name, value in tests.items():
        yield _question(one, condition.at, name, value)


def _question(one: VersionModel, at: str, name: str, value: JsonValue) -> Call:
    match name:
        case "is" | "is-not":
            return Call("equals", (at, value), name == "is-not")
        case "in":
            return Call("equals", (at, *value))
        case "outside":
            return Call("outside", (at, *value))
        case "present" | "absent":
            return Call("has", (at,), value is not (name == "present"))
        case "is-null":
            return Call("is-null", (at,), value is False)
        case "not-empty":
            return Call("filled", (at,), value is False)
        case "contains-any":
            return Call("contains", (at, *value))
        case "same-as":
            return Call("agrees", (at, value))
        case "repeated" | "declared":
            return Call("repeated" if name == "repeated" else "is-declared", (), value is False)
        case _:
            raise _unknown(one, f"a condition asks {name!r}, which generated code does not know")


def _unknown(one: VersionModel, message: str) -> InputError:
    path = one.contract.document.path if one.contract.document else f"{one.contract.name}/contract.toml"
    return InputError(message, Place(path), next_step=f"run: registry lint {one.contract.name}")
