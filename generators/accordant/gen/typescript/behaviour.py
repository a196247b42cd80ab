"""Behaviour as a TypeScript module beside the one of its version: `interpret`, `checkResponse` and `respond`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, Final

from accordant.contract.behaviour import Interpretation
from accordant.gen.behaviour.response_factory import Factory, Parameter, factory_of, resolved
from accordant.gen.behaviour.syntax import WIDTH, Syntax
from accordant.gen.behaviour.tables import Behaviour
from accordant.gen.printing.encoding import lines_of
from accordant.gen.typescript.annotations import Annotations
from accordant.gen.typescript.printer import template
from accordant.gen.typescript.text import camel, comment, doc_comment, literal, member
from accordant.model.derived_fields import Derived
from accordant.model.types import Record
from accordant.model.versions import VersionModel

_VALUES: Final = {
    "succeeded": "call.exitCode === 0",
    "exit-code": "call.exitCode",
    "milliseconds": "call.timer.milliseconds()",
    "seconds": "call.timer.seconds()",
    "now": "now()",
}
_DETAIL_TYPES: Final = {
    "string": "string",
    "number": "number",
    "boolean": "boolean",
    "strings": "readonly string[]",
}
_SYNTAX: Final = Syntax(literal, comment, camel, "!", "&&", "true", "\n", "    ", "\n  ")


def behaviour_module(version: VersionModel, behaviour: Behaviour, header: str) -> str:
    """The text of a version's module of behaviour."""
    factory = factory_of(version, behaviour)
    name = version.version.name
    title = lines_of(version.contract.title or version.contract.name)[0]
    return (
        template("behaviour.ts.jinja2").render(
            header=header + "\n".join(comment(f"{title}, {name}: what readers and writers do.")),
            imports=list(_imports(behaviour, factory, name)),
            rows=f"v.{behaviour.rows}" if behaviour.rows else "{}",
            outcome_place=literal(behaviour.outcome_place) if behaviour.outcome_place else "",
            actions=_actions(behaviour.interpretation) if behaviour.interpretation else None,
            steps=_SYNTAX.steps(behaviour),
            checks=behaviour.checks_responses,
            demands=_SYNTAX.checks(behaviour),
            root=version.roots[version.version.default_schema],
            file=literal(f"{version.version.default_schema}.schema.json"),
            factory=_factory(version, factory) if factory else None,
        )
        + "\n"
    )


def _actions(interpretation: Interpretation) -> dict[str, Any]:
    """What `interpret` may answer, for the template."""
    types = {detail.name: _DETAIL_TYPES[detail.type] for detail in interpretation.details}
    words = [
        "What to do next.",
        "",
        " ".join(f"`{kind.name}`: {lines_of(kind.says)[0]}" for kind in interpretation.kinds),
    ]
    return {
        "kinds": [
            {
                "name": literal(kind.name),
                "outcome": literal(kind.outcome),
                "carries": "; ".join(f"readonly {camel(name)}: {types[name]}" for name in kind.carries),
                "always": literal(list(kind.carries)),
                "repeats": kind.repeats,
            }
            for kind in interpretation.kinds
        ],
        "plain": " | ".join(literal(kind.name) for kind in interpretation.kinds if not kind.carries),
        "details": [
            {
                "name": literal(detail.name),
                "attribute": camel(detail.name),
                "quoted": literal(camel(detail.name)),
                "kind": literal(detail.type),
                "type": types[detail.name],
                "source": literal(detail.source) if detail.source else "",
                "words": doc_comment(lines_of(detail.says)[:1], "  "),
            }
            for detail in interpretation.details
        ],
        "success": literal(interpretation.success),
        "failure": literal(interpretation.failure),
        "counted_by": literal(interpretation.counted_by),
        "words": doc_comment([line for part in words for line in textwrap.wrap(part, WIDTH) or [""]], ""),
    }


def _imports(behaviour: Behaviour, factory: Factory | None, version: str) -> Iterator[str]:
    if behaviour.interpretation:
        yield 'import { Interpreter, NOTHING_REMEMBERED } from "../interpret.js";'
        yield 'import type { Actions, Memory } from "../interpret.js";'
    values = ["firstProblems"]
    if factory:
        dated = ["now"] if factory.needs_clock else []
        values = ["composed", "firstProblems", *dated, "responded", "written"]
    if behaviour.checks_responses:
        yield f'import {{ {", ".join(values)} }} from "../respond.js";'
        types = ["Problem", *(["Timer"] if factory and factory.needs_timer else [])]
        yield f'import type {{ {", ".join(types)} }} from "../respond.js";'
    placing = ", placed" if factory and (factory.counts or factory.switches) else ""
    yield f'import {{ {"Seen, " if behaviour.checks_responses else ""}parsed{placing} }} from "../response.js";'
    yield f'import type {{ Declared{", Outcome" if behaviour.interpretation else ""} }} from "../response.js";'
    yield f'import * as v from "./{version}.js";'
    yield ""
    if behaviour.interpretation:
        yield 'export { NOTHING_REMEMBERED, rememberedCall, stateChanged } from "../interpret.js";'
        yield 'export type { Memory } from "../interpret.js";'
    if factory:
        yield f'export {{ Refused{", Timer" if factory.needs_timer else ""} }} from "../respond.js";'
    if behaviour.checks_responses:
        yield 'export type { Problem } from "../respond.js";'


def _factory(version: VersionModel, factory: Factory) -> dict[str, Any]:
    derived = [(literal(pointer), literal(value)) for pointer, value in factory.fixed]
    derived += [(literal(field.pointer), _VALUES[field.kind]) for field in factory.derived]
    words = [f"- `{pointer}`: {literal(value)}" for pointer, value in factory.fixed]
    words += [f"- `{field.pointer}`: {field.says}" for field in factory.derived]
    words += [f"- `{count.pointer}`: {factory.says(count)}" for count in factory.counts]
    words += [f"- `{switch.pointer}`, with `{switch.pointer[1:]}: true`: {switch.says}" for switch in factory.switches]
    types = Annotations(version.model, "v.")
    parameters = [f"{name} = {types.of(bound)}" for name, bound in factory.type_parameters().items()]
    return {
        "timer": factory.needs_timer,
        "parameters": [_parameter(version, factory, parameter) for parameter in factory.parameters],
        "switches": [_switch(switch) for switch in factory.switches],
        "derived": derived,
        "counts": _SYNTAX.counts(factory),
        "declared": f"<{', '.join(parameters)}>" if parameters else "",
        "order": [literal(field.wire) for field in factory.fields],
        "given": f"<{', '.join(factory.root.parameters)}>" if parameters else "",
        "words": [line[3:] for text in words for line in doc_comment(["", text, "", "x"], "").split("\n")[1:2]],
    }


def _access(name: str) -> str:
    """What reads a member, behind the object."""
    return f".{name}" if member(name) == name else f"[{literal(name)}]"


def _switch(switch: Derived) -> dict[str, str]:
    name = switch.pointer[1:]
    return {
        "name": member(name),
        "access": _access(name),
        "pointer": literal(switch.pointer),
        "value": _VALUES[switch.kind],
    }


def _parameter(version: VersionModel, factory: Factory, parameter: Parameter) -> dict[str, str]:
    wire = parameter.field.wire
    root = f"v.{factory.root.name}" + (f"<{', '.join(factory.root.parameters)}>" if factory.root.parameters else "")
    written = f"{root}[{literal(wire)}]"
    shape = resolved(version, parameter.field.type).shape
    if parameter.without and isinstance(shape, Record):
        names = " | ".join(literal(inner.wire) for inner in shape.fields if inner.wire not in parameter.without)
        written = f"Pick<{written}, {names}>" if names else "Readonly<Record<never, never>>"
        written += "" if shape.extra is None else " & Readonly<Record<string, unknown>>"
    if parameter.default == "list":
        written = f"readonly {written}[number][]"
    defaults = {"none": " ?? null", "list": " ?? []", "object": " ?? {}"}
    return {
        "name": member(wire),
        "access": _access(wire),
        "type": written,
        "mark": "?" if parameter.default else "",
        "default": defaults.get(parameter.default, ""),
    }
