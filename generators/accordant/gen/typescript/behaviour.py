"""The behaviour module of a version in TypeScript: `interpret`, `checkResponse` and `respond`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from accordant.gen.behaviour.response_factory import Factory, Parameter, factory_of, resolve
from accordant.gen.behaviour.syntax import Syntax
from accordant.gen.behaviour.tables import Behaviour
from accordant.gen.printing.header import version_heading
from accordant.gen.typescript.annotations import Annotations
from accordant.gen.typescript.closed_words import list_closed_words
from accordant.gen.typescript.printer import render_module
from accordant.gen.typescript.text import camel, comment, doc_comment, file_header, literal, member
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
_SYNTAX: Final = Syntax(
    literal=literal,
    comment=comment,
    doc=doc_comment,
    method=camel,
    attributes=lambda details: {detail: camel(detail) for detail in details},
    detail_types=_DETAIL_TYPES,
    values=_VALUES,
    negation="!",
    conjunction="&&",
    always="true",
    test_start="\n",
    test_indent="    ",
    test_end="\n  ",
    member_indent="  ",
)


def behaviour_module(version: VersionModel, behaviour: Behaviour, *, open_index: bool = False) -> str:
    """The text of a version's behaviour module; ``open_index`` gives open objects an index signature."""
    factory = factory_of(version, behaviour)
    return render_module(
        "behaviour.ts.jinja2",
        header=file_header(version.origin, f"{version_heading(version)}: what readers and writers do."),
        imports=list(_imports(version, behaviour, factory)),
        **_SYNTAX.module(version, behaviour),
        factory=_factory(version, factory, open_index) if factory else None,
    )


def _imports(version: VersionModel, behaviour: Behaviour, factory: Factory | None) -> Iterator[str]:
    if behaviour.interpretation:
        yield 'import { Interpreter, NOTHING_REMEMBERED } from "../interpret.js";'
        yield 'import type { Actions, Memory } from "../interpret.js";'
    codes = ["strayCodes"] if behaviour.code_places and behaviour.checks_responses else []
    values = ["firstProblems", *codes]
    if factory:
        dated = ["now"] if factory.needs_clock else []
        undeclared = ["undeclared"] if factory.exits else []
        completed = ["completed"] if behaviour.states_members else []
        values = [*completed, "composed", "firstProblems", *dated, "responded", *codes, *undeclared, "written"]
    values += ["placedBelow"] if behaviour.streams else []
    is_checking = behaviour.checks_responses or bool(behaviour.streams)
    if is_checking:
        yield f'import {{ {", ".join(values)} }} from "../respond.js";'
        made = [*(["Closed"] if _closes_words(version, factory) else []), "Made"] if factory else []
        types = [*made, "Problem", *(["Timer"] if factory and factory.needs_timer else [])]
        yield f'import type {{ {", ".join(types)} }} from "../respond.js";'
    placing = ", placed" if factory and (factory.counts or factory.switches) else ""
    is_seen = bool(behaviour.demands or behaviour.texts) or bool(factory and factory.counts)
    yield f'import {{ {"Seen, " if is_seen else ""}parsed{placing} }} from "../response.js";'
    yield from _rules_imports(behaviour, factory)
    declared = ["Declared"] if behaviour.has_exit_code else []
    types = [*declared, *(["Outcome"] if behaviour.interpretation else [])]
    if types:
        yield f'import type {{ {", ".join(types)} }} from "../response.js";'
    yield f'import * as v from "./{version.version.name}.js";'
    yield ""
    if behaviour.interpretation:
        yield 'export { NOTHING_REMEMBERED, rememberedCall, stateChanged } from "../interpret.js";'
        yield 'export type { Memory } from "../interpret.js";'
    if factory:
        yield f'export {{ Refused{", Timer" if factory.needs_timer else ""} }} from "../respond.js";'
    if is_checking:
        yield 'export type { Problem } from "../respond.js";'


def _rules_imports(behaviour: Behaviour, factory: Factory | None) -> Iterator[str]:
    used = (
        ("LineRules", behaviour.streams),
        ("arrange", behaviour.orders and factory),
        ("findBreaches", behaviour.held or behaviour.streams),
        ("orderKeys", behaviour.key_order and factory),
    )
    types = (("ContractRule", behaviour.held or behaviour.streams), ("Table", behaviour.orders and factory))
    for word, names in (("import", used), ("import type", types)):
        listed = [name for name, is_used in names if is_used]
        if listed:
            yield f'{word} {{ {", ".join(listed)} }} from "../rules.js";'


def _factory(version: VersionModel, factory: Factory, open_index: bool) -> dict[str, Any]:
    arguments = {switch.pointer: f"{switch.pointer[1:]}: true" for switch in factory.switches}
    words = [f"- {line}" for line in _SYNTAX.derived_words(factory, arguments)]
    types = Annotations(version.model, "v.", open_index=open_index)
    parameters = [f"{name} = {types.of(bound)}" for name, bound in factory.type_parameters().items()]
    closed = [
        word for parameter in factory.parameters for word in list_closed_words(version.model, parameter.field.type)
    ]
    return {
        "timer": factory.needs_timer,
        "exits": f"v.{factory.exits.listed_name}" if factory.exits else "",
        "parameters": [_parameter(version, factory, parameter, types) for parameter in factory.parameters],
        "switches": [_switch(switch) for switch in factory.switches],
        "derived": _SYNTAX.derived_values(factory),
        "counts": _SYNTAX.counts(factory),
        "declared": f"<{', '.join(parameters)}>" if parameters else "",
        "closed": list(dict.fromkeys(closed)),
        "order": [literal(field.wire) for field in factory.fields],
        "given": f"<{', '.join(factory.root.parameters)}>" if parameters else "",
        "words": [line[3:] for text in words for line in doc_comment(["", text, "", "x"], "").split("\n")[1:2]],
    }


def _closes_words(version: VersionModel, factory: Factory) -> bool:
    return any(list_closed_words(version.model, parameter.field.type) for parameter in factory.parameters)


def _access(name: str) -> str:
    """The access to a member, written behind the object."""
    return f".{name}" if member(name) == name else f"[{literal(name)}]"


def _switch(switch: Derived) -> dict[str, str]:
    name = switch.pointer[1:]
    return {
        "name": member(name),
        "access": _access(name),
        "pointer": literal(switch.pointer),
        "value": _VALUES[switch.kind],
    }


def _parameter(version: VersionModel, factory: Factory, parameter: Parameter, types: Annotations) -> dict[str, str]:
    wire = parameter.field.wire
    root = f"v.{factory.root.name}" + (f"<{', '.join(factory.root.parameters)}>" if factory.root.parameters else "")
    written = f"{root}[{literal(wire)}]"
    shape = resolve(version, parameter.field.type).shape
    if parameter.without and isinstance(shape, Record):
        names = " | ".join(literal(inner.wire) for inner in shape.fields if inner.wire not in parameter.without)
        written = f"Pick<{written}, {names}>" if names else "Readonly<Record<never, never>>"
        written += " & Readonly<Record<string, unknown>>" if types.index(shape) else ""
    names = " | ".join(literal(inner) for inner in parameter.stated)
    if names and isinstance(shape, Record):
        written = f"Omit<{written}, {names}> & Partial<Pick<{written}, {names}>>"
    item = f"{written}[number]" if parameter.default == "list" else written
    if list_closed_words(version.model, parameter.field.type):
        item = f"Closed<{item}, Listed>"
    written = f"readonly {item}[]" if parameter.default == "list" else item
    defaults = {"none": " ?? null", "list": " ?? []", "object": " ?? {}"}
    return {
        "name": member(wire),
        "access": _access(wire),
        "type": written,
        "mark": "?" if parameter.default else "",
        "default": defaults.get(parameter.default, ""),
    }
