"""The registry's behaviour tables, ready for printing.

`interpret` comes from consumer rules, `check_response` from rules with a `check`, `respond` from derived fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from accordant.contract.behaviour import (
    GIVEN,
    Check,
    Implication,
    Interpretation,
    checks,
    consumer_rules,
    exit_codes,
    interprets,
    tables,
)
from accordant.contract.contracts import ContractState
from accordant.contract.holding import HeldRule, Table, held_rules, rules_of
from accordant.contract.stated_members import STATING_TESTS
from accordant.contract.text_rules import TextRule, text_rules
from accordant.gen.behaviour.calls import Call, count_of, questions
from accordant.gen.behaviour.code_places import CodePlace, find_code_places
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
class TextStep:
    """A rule that gives a text, with its tests."""

    rule: TextRule
    asks: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class StreamRules:
    """The rules of a stream: about each line by itself, and about lines that come after others."""

    name: str
    line: str
    """The schema of its lines."""
    alone: tuple[Table, ...]
    after: tuple[Table, ...]


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
    held: tuple[Table, ...] = ()
    """The rules that a document of the default schema shows by itself."""
    orders: tuple[Table, ...] = ()
    """How lists are sorted."""
    key_order: tuple[str, ...] = ()
    texts: tuple[tuple[str, tuple[TextStep, ...]], ...] = ()
    """Functions that give a text, each with its rules."""
    givens: tuple[str, ...] = ()
    """The schemas of the documents that rules look at beside the response."""
    has_exit_code: bool = True
    streams: tuple[StreamRules, ...] = ()
    code_places: tuple[CodePlace, ...] = ()
    """Where codes stand that have exit codes of their own."""

    @property
    def checks_responses(self) -> bool:
        """Whether there is a `check_response`."""
        return bool(self.demands or (self.held and self.rows))

    @property
    def states_members(self) -> bool:
        """Whether a rule states the value of a member, so that `respond` can write it."""
        claims = (claim for rule in self.held for claim in tables(rule.get("holds")))
        return any(STATING_TESTS & condition.keys() for claim in claims for condition in tables(claim.get("then")))

    @property
    def responds(self) -> bool:
        """Whether there is a `respond`: a field of every response is derived from the exit code, or is the time."""
        return any(field.source == "exit-code" or field.always for field in self.derived)


def functions_of(behaviour: Behaviour) -> list[str]:
    """The names of the generated functions, spelt with hyphens."""
    functions = (
        ("interpret", behaviour.interpretation is not None),
        ("check-response", behaviour.checks_responses),
        ("respond", behaviour.responds),
    )
    names = [*(name for name, is_generated in functions if is_generated), *(name for name, _ in behaviour.texts)]
    return [*names, *(lines_function(behaviour, stream) for stream in behaviour.streams)]


def lines_function(behaviour: Behaviour, stream: StreamRules) -> str:
    """The name of the function that checks the lines of a stream, spelt with hyphens."""
    return "check-lines" if len(behaviour.streams) == 1 else f"check-lines-of-{stream.name}"


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
        texts=tuple(_texts(version)),
        givens=_givens(demands),
        has_exit_code=code_list is not None or any(field.source == "exit-code" for field in derived),
        code_places=find_code_places(version.version) if code_list else (),
        **_list_held(version),
    )
    return behaviour if functions_of(behaviour) else None


def _texts(version: VersionModel) -> Iterator[tuple[str, tuple[TextStep, ...]]]:
    for name, rules in text_rules(version.version).items():
        asks = (tuple(call for condition in rule.match for call in questions(version, condition)) for rule in rules)
        yield name, tuple(map(TextStep, rules, asks))


def _givens(demands: list[Demand]) -> tuple[str, ...]:
    """The schemas whose documents are looked at, in the order of the rules."""
    places = [str(call.arguments[0]) for demand in demands for call in (*demand.when, demand.then) if call.arguments]
    return tuple(dict.fromkeys(place.split("/")[1] for place in places if place.startswith(f"{GIVEN}/")))


def _list_held(version: VersionModel) -> dict[str, Any]:
    """What needs no exit code; warnings, and counts that are demands already, are left out."""
    state, default = version.version.state, version.version.default_schema
    rules = [rule for rule in held_rules(state, default) if not rule.is_warning]
    serialisation = state.behaviour.serialisation
    orders = [{"keys": [""], **{key: order[key] for key in order if key != "source"}} for order in _sorting(state)]
    names = serialisation.get("key-order")
    return {
        "held": tuple(rules_of([rule for rule in rules if not rule.pointer.startswith("/derived")], default)),
        "orders": tuple(orders),
        "key_order": tuple(map(str, names)) if isinstance(names, list) else (),
        "streams": tuple(_streams(version, rules)),
    }


def _sorting(state: ContractState) -> list[Table]:
    return list(tables(state.behaviour.serialisation.get("sort")))


def _streams(version: VersionModel, rules: list[HeldRule]) -> Iterator[StreamRules]:
    for name, stream in version.version.state.streams.items():
        alone, after = (tuple(rules_of(rules, about)) for about in (stream.line, name))
        if (alone or after) and stream.line in version.roots:
            yield StreamRules(name, stream.line, alone, after)


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
