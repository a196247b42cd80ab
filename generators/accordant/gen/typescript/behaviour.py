"""Behaviour as a TypeScript module beside the one of its version: `interpret`, `checkResponse` and `respond`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from accordant.gen.behaviour import Argument, Behaviour, Call, Containing, Demand, Standing, Step
from accordant.gen.factory import Factory, Parameter, factory_of, resolved
from accordant.gen.model import Record
from accordant.gen.python.text import lines_of
from accordant.gen.typescript.printer import template
from accordant.gen.typescript.text import camel, comment, doc_comment, literal, member
from accordant.gen.versions import VersionModel

_VALUES: Final = {
    "succeeded": "call.exitCode === 0",
    "exit-code": "call.exitCode",
    "milliseconds": "call.timer.milliseconds()",
    "seconds": "call.timer.seconds()",
    "now": "now()",
}
WIDTH: Final = 112


def behaviour_module(one: VersionModel, behaviour: Behaviour, header: str) -> str:
    """The text of a version's module of behaviour."""
    factory = factory_of(one, behaviour)
    version = one.version.name
    title = lines_of(one.contract.title or one.contract.name)[0]
    return (
        template("behaviour.ts.jinja2").render(
            header=header + "\n".join(comment(f"{title}, {version}: what readers and writers do.")),
            imports=list(_imports(behaviour, factory, version)),
            rows=f"v.{behaviour.rows}" if behaviour.rows else "{}",
            code_place=literal(behaviour.code_place),
            outcome_place=literal(behaviour.outcome_place) if behaviour.outcome_place else "",
            steps=[_step(step) for step in behaviour.steps],
            checks=behaviour.checks_responses,
            demands=[_check(list(group)) for _, group in groupby(behaviour.demands, lambda each: each.check.id)],
            root=one.roots[one.version.default_schema],
            file=literal(f"{one.version.default_schema}.schema.json"),
            factory=_factory(one, factory) if factory else None,
        )
        + "\n"
    )


def _imports(behaviour: Behaviour, factory: Factory | None, version: str) -> Iterator[str]:
    reading = ["Action", "ActionKind", "Interpretation", "Memory"]
    if behaviour.steps:
        yield 'import { NOTHING_REMEMBERED, Response } from "../interpreting.js";'
        yield 'import type { Interpretation, Memory } from "../interpreting.js";'
    values = ["schemaProblems"]
    if factory:
        dated = ["now"] if any(each.kind == "now" for each in factory.derived) else []
        values = ["composed", *dated, "responded", "schemaProblems"]
    if behaviour.checks_responses:
        yield f'import {{ {", ".join(values)} }} from "../responding.js";'
        types = ["Problem", *(["Timer"] if factory and factory.needs_timer else [])]
        yield f'import type {{ {", ".join(types)} }} from "../responding.js";'
    yield f'import {{ {"Seen, " if behaviour.checks_responses else ""}parsed }} from "../seeing.js";'
    yield 'import type { Declared } from "../seeing.js";'
    yield f'import * as v from "./{version}.js";'
    yield ""
    if behaviour.steps:
        yield 'export { NOTHING_REMEMBERED, rememberedCall, stateChanged } from "../interpreting.js";'
        yield f'export type {{ {", ".join(reading)} }} from "../interpreting.js";'
    if factory:
        yield f'export {{ Refused{", Timer" if factory.needs_timer else ""} }} from "../responding.js";'
    if behaviour.checks_responses:
        yield 'export type { Problem } from "../responding.js";'


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
            {
                "test": _all([*map(_call, each.when), _call(each.then, negated=not each.then.negated)]),
                "pointer": literal(each.pointer),
            }
            for each in demands
        ],
    }


def _all(tests: list[str]) -> str:
    """Tests that must all hold, over several lines where one would be long."""
    line = " && ".join(tests) or "true"
    return line if len(line) <= WIDTH - 12 else "\n    " + "\n    && ".join(tests) + "\n  "


def _call(call: Call, *, negated: bool | None = None) -> str:
    written = f"seen.{camel(call.name)}({', '.join(map(_argument, call.arguments))})"
    return f"!{written}" if (call.negated if negated is None else negated) else written


def _argument(one: Argument) -> str:
    match one:
        case Standing(place):
            return f"seen.value({literal(place)})"
        case Containing(place, words):
            return f"seen.containing({', '.join(literal(word) for word in (place, *words))})"
        case _:
            return literal(one)


def _comment(text: str) -> list[str]:
    return [line for part in comment(text) for line in textwrap.wrap(part, WIDTH, subsequent_indent="// ")]


def _factory(one: VersionModel, factory: Factory) -> dict[str, Any]:
    derived = [(literal(pointer), literal(value)) for pointer, value in factory.fixed]
    derived += [(literal(each.pointer), _VALUES[each.kind]) for each in factory.derived]
    words = [f"- `{pointer}`: {literal(value)}" for pointer, value in factory.fixed]
    words += [f"- `{each.pointer}`: {each.says}" for each in factory.derived]
    return {
        "timer": factory.needs_timer,
        "parameters": [_parameter(one, factory, each) for each in factory.parameters],
        "derived": derived,
        "words": [line[3:] for text in words for line in doc_comment(["", text, "", "x"], "").split("\n")[1:2]],
    }


def _parameter(one: VersionModel, factory: Factory, each: Parameter) -> dict[str, str]:
    wire = each.field.wire
    written = f"v.{factory.root}[{literal(wire)}]"
    shape = resolved(one, each.field.type).shape
    if each.without and isinstance(shape, Record):
        names = " | ".join(literal(inner.wire) for inner in shape.fields if inner.wire not in each.without)
        written = f"Pick<{written}, {names}>" if names else "Readonly<Record<never, never>>"
        written += "" if shape.extra is None else " & Readonly<Record<string, unknown>>"
    defaults = {"none": " ?? null", "list": " ?? []", "object": " ?? {}"}
    return {
        "name": member(wire),
        "access": f".{wire}" if member(wire) == wire else f"[{literal(wire)}]",
        "type": written,
        "mark": "?" if each.default else "",
        "default": defaults.get(each.default, ""),
    }
