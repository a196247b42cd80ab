"""Behaviour as a Python module beside the one of its version: `interpret`, `check_response` and `respond`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from accordant.gen.behaviour import Argument, Behaviour, Call, Containing, Demand, Standing, Step
from accordant.gen.factory import Factory, Parameter, factory_of
from accordant.gen.model import ListOf
from accordant.gen.names import field_names
from accordant.gen.python.plain_types import PlainTypes
from accordant.gen.python.printer import template
from accordant.gen.python.text import comment, docstring, lines_of, literal
from accordant.gen.versions import VersionModel

_VALUES: Final = {
    "succeeded": "exit_code == 0",
    "exit-code": "exit_code",
    "milliseconds": "timer.milliseconds()",
    "seconds": "timer.seconds()",
    "now": "now()",
}
_TAKEN: Final = frozenset({"exit_code", "timer", "declared", "v"})
WIDTH: Final = 112


def behaviour_module(one: VersionModel, behaviour: Behaviour, header: str) -> str:
    """The text of a version's module of behaviour."""
    factory = factory_of(one, behaviour)
    made = _factory(one, factory) if factory else None
    version = one.version.name
    title = lines_of(one.contract.title or one.contract.name)[0]
    return (
        template("behaviour.py.jinja2").render(
            header=header.rstrip("\n"),
            docstring=docstring([f"{title}, {version}: what readers and writers do. Generated; do not edit."], ""),
            imports=list(_imports(behaviour, factory, made, version)),
            rows=f"v.{behaviour.rows}" if behaviour.rows else "{}",
            code_place=literal(behaviour.code_place),
            outcome_place=literal(behaviour.outcome_place) if behaviour.outcome_place else "",
            steps=[_step(step) for step in behaviour.steps],
            checks=behaviour.checks_responses,
            demands=[_check(list(group)) for _, group in groupby(behaviour.demands, lambda each: each.check.id)],
            root=one.roots[one.version.default_schema],
            file=literal(f"{one.version.default_schema}.schema.json"),
            factory=made,
            all_names=[literal(name) for name in sorted(_exports(behaviour, factory))],
        )
        + "\n"
    )


def _exports(behaviour: Behaviour, factory: Factory | None) -> Iterator[str]:
    if behaviour.steps:
        yield from ("Action", "ActionKind", "Interpretation", "Memory", "NOTHING_REMEMBERED", "interpret")
    if behaviour.checks_responses:
        yield from ("Problem", "check_response")
    if factory:
        yield from ("Refused", "respond", *(["Timer"] if factory.needs_timer else []))


def _imports(behaviour: Behaviour, factory: Factory | None, made: dict[str, Any] | None, version: str) -> Iterator[str]:
    written = " ".join(each["type"] for each in made["parameters"]) if made else ""
    abstract = [name for name in ("Mapping", "Sequence") if f"{name}[" in written]
    if abstract:
        yield f"from collections.abc import {', '.join(abstract)}"
    typing = [name for name, word in (("Any", "Any"), ("Literal", "Literal[")) if word in written]
    typing = sorted([*typing, *(["Final"] if behaviour.steps or behaviour.demands else [])])
    if typing:
        yield f"from typing import {', '.join(typing)}"
    if behaviour.checks_responses:
        yield from ("", "from pydantic import MISSING")
    yield ""
    if behaviour.steps:
        yield "from .._interpreting import Action, ActionKind, Interpretation, Memory, Response"
    yield "from .._reading import Document"
    names = ["Problem", "schema_problems"]
    if factory:
        timed = ["Timer"] if factory.needs_timer else []
        dated = ["now"] if any(each.kind == "now" for each in factory.derived) else []
        names = ["Problem", "Refused", *timed, "composed", *dated, "responded", "schema_problems"]
    if behaviour.checks_responses:
        yield f"from .._responding import {', '.join(names)}"
    yield f"from .._seeing import Declared, {'Seen, ' if behaviour.checks_responses else ''}parsed"
    yield f"from . import {version} as v"


def _step(step: Step) -> dict[str, Any]:
    rule = step.rule
    return {
        "comment": _comment(f"{rule.id}: {rule.then}"),
        "asks": _all([_call(each) for each in step.asks]),
        "id": literal(rule.id),
        "log": rule.given.get("log") is True,
        "does": _call(step.does),
    }


def _check(demands: list[Demand]) -> dict[str, Any]:
    check = demands[0].check
    return {
        "comment": _comment(f"{check.id}: {check.says}"),
        "says": literal(check.says),
        "id": literal(check.id),
        "demands": [
            {"test": _all([*map(_call, each.when), _call(_negated(each.then))]), "pointer": literal(each.pointer)}
            for each in demands
        ],
    }


def _all(tests: list[str]) -> str:
    """Tests that must all hold, over several lines where one would be long."""
    line = " and ".join(tests) or "True"
    return line if len(line) <= WIDTH - 12 else "(\n        " + "\n        and ".join(tests) + "\n    )"


def _negated(call: Call) -> Call:
    return Call(call.name, call.arguments, not call.negated)


def _call(call: Call) -> str:
    written = f"seen.{call.name.replace('-', '_')}({', '.join(map(_argument, call.arguments))})"
    return f"not {written}" if call.negated else written


def _argument(one: Argument) -> str:
    match one:
        case Standing(place):
            return f"seen.value({literal(place)})"
        case Containing(place, words):
            return f"seen.containing({', '.join(literal(word) for word in (place, *words))})"
        case _:
            return literal(one)


def _comment(text: str) -> list[str]:
    return [line for part in comment(text) for line in textwrap.wrap(part, WIDTH, subsequent_indent="# ")]


def _factory(one: VersionModel, factory: Factory) -> dict[str, Any]:
    names = field_names([each.field.wire for each in factory.parameters], _TAKEN)
    types = PlainTypes({key: f"v.{each.name}" for key, each in one.model.types.items()})
    ordered = sorted(factory.parameters, key=lambda each: each.default != "")
    derived = [(literal(pointer), literal(value)) for pointer, value in factory.fixed]
    derived += [(literal(each.pointer), _VALUES[each.kind]) for each in factory.derived]
    words = [f"* `{pointer}`: {literal(value)}" for pointer, value in factory.fixed]
    words += [f"* `{each.pointer}`: {each.says}" for each in factory.derived]
    return {
        "timer": factory.needs_timer,
        "parameters": [_parameter(each, names[each.field.wire], types) for each in ordered],
        "derived": derived,
        "words": [docstring(lines_of(line)[:1], "").strip('"') for line in words],
    }


def _parameter(one: Parameter, name: str, types: PlainTypes) -> dict[str, str]:
    written = types.of(one.field.type)
    defaults = {"none": " = None", "absent": " = MISSING", "list": " = ()", "object": " = MISSING", "": ""}
    value = name
    if one.default == "list":
        shape = one.field.type.shape
        written = f"Sequence[{types.of(shape.item)}]" if isinstance(shape, ListOf) else "Sequence[Any]"
        value = f"list({name})"
    if one.without:
        written = "Mapping[str, Any]"
    if one.default in ("absent", "object"):
        written += " | MISSING"
        value = name if one.default == "absent" else f"{{}} if {name} is MISSING else {name}"
    return {
        "name": name,
        "wire": literal(one.field.wire),
        "type": written,
        "default": defaults[one.default],
        "value": value,
    }
