"""The behaviour module of a version in Python: `interpret`, `check_response` and `respond`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from accordant.gen.behaviour.response_factory import Factory, Parameter, factory_of
from accordant.gen.behaviour.syntax import Syntax
from accordant.gen.behaviour.tables import Behaviour, lines_function
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import header_comment, version_heading
from accordant.gen.printing.python_text import comment, docstring, docstring_line, literal
from accordant.gen.python.plain_types import PlainTypes
from accordant.gen.python.printer import render_module
from accordant.model.names import field_names
from accordant.model.types import ListOf
from accordant.model.versions import VersionModel

_VALUES: Final = {
    "succeeded": "exit_code == 0",
    "exit-code": "exit_code",
    "milliseconds": "timer.milliseconds()",
    "seconds": "timer.seconds()",
    "now": "now()",
}
_DETAIL_TYPES: Final = {
    "string": 'str = ""',
    "number": "float = 0",
    "boolean": "bool = False",
    "strings": "tuple[str, ...] = ()",
}
_ACTION_FIELDS: Final = frozenset({"kind", "outcome", "rules", "exit_code"})
_TAKEN: Final = frozenset({"exit_code", "timer", "declared", "v"})


def _action_attributes(details: Iterable[str]) -> dict[str, str]:
    """The attributes of an action for its details, none of which is one that every action has."""
    names = {detail: detail.replace("-", "_") for detail in details}
    attributes = field_names(names.values(), _ACTION_FIELDS)
    return {detail: attributes[name] for detail, name in names.items()}


_SYNTAX: Final = Syntax(
    literal=literal,
    comment=comment,
    doc=docstring,
    method=lambda name: name.replace("-", "_"),
    attributes=_action_attributes,
    detail_types=_DETAIL_TYPES,
    values=_VALUES,
    negation="not ",
    conjunction="and",
    always="True",
    test_start="(\n",
    test_indent="        ",
    test_end="\n    )",
    member_indent="    ",
)


def behaviour_module(version: VersionModel, behaviour: Behaviour) -> str:
    """The text of a version's behaviour module."""
    factory = factory_of(version, behaviour)
    content = _factory(version, factory) if factory else None
    return render_module(
        "behaviour.py.jinja2",
        header=header_comment(version.origin, comment).rstrip("\n"),
        docstring=docstring([f"{version_heading(version)}: what readers and writers do. Generated; do not edit."], ""),
        imports=list(_imports(behaviour, factory, content, version.version.name)),
        **_SYNTAX.module(version, behaviour),
        factory=content,
        all_names=[literal(name) for name in sorted(_exports(behaviour, factory))],
    )


def _exports(behaviour: Behaviour, factory: Factory | None) -> Iterator[str]:
    if behaviour.interpretation:
        yield from ("Action", "ActionKind", "Interpretation", "Memory", "NOTHING_REMEMBERED", "interpret")
    if behaviour.checks_responses:
        yield "check_response"
    if behaviour.checks_responses or behaviour.streams:
        yield "Problem"
    yield from (_SYNTAX.method(lines_function(behaviour, stream)) for stream in behaviour.streams)
    if factory:
        yield from ("Refused", "respond", *(["Timer"] if factory.needs_timer else []))


def _imports(
    behaviour: Behaviour, factory: Factory | None, content: dict[str, Any] | None, version: str
) -> Iterator[str]:
    written = " ".join(parameter["type"] for parameter in content["parameters"]) if content else ""
    written += "Iterable[ Iterator[" if behaviour.streams else ""
    abstract = [name for name in ("Iterable", "Iterator", "Mapping", "Sequence") if f"{name}[" in written]
    if abstract:
        yield f"from collections.abc import {', '.join(abstract)}"
    written += "Any" if factory and factory.root.parameters else ""
    names = {name for name, word in (("Any", "Any"), ("Literal", "Literal[")) if word in written}
    is_checking = behaviour.checks_responses or bool(behaviour.streams)
    names |= {"Final"} if behaviour.interpretation or is_checking else set()
    names |= {"Literal", "NamedTuple", "TypeAlias"} if behaviour.interpretation else set()
    names |= {"overload"} if factory and factory.exits else set()
    typing = sorted(names)
    if behaviour.interpretation:
        yield "from dataclasses import dataclass"
    if typing:
        yield f"from typing import {', '.join(typing)}"
    if is_checking:
        yield from ("", f"from pydantic import MISSING{', BaseModel' if 'BaseModel' in written else ''}")
    yield ""
    if behaviour.interpretation:
        yield "from .._interpret import Actions, Detail, Interpreter, Kind, Memory"
    yield "from .._reading import Document"
    responding = ["Problem", "first_problems"]
    if factory:
        timed = ["Timer"] if factory.needs_timer else []
        dated = ["now"] if factory.needs_clock else []
        responding = ["Problem", "Refused", *timed, "composed", "first_problems", *dated, "responded"]
        responding += ["undeclared"] if factory.exits else []
    responding += ["placed_below"] if behaviour.streams else []
    if is_checking:
        yield f"from .._respond import {', '.join(sorted(responding, key=_case_of))}"
    placing = ", placed" if factory and (factory.counts or factory.switches) else ""
    outcome = "Outcome, " if behaviour.interpretation else ""
    is_seen = bool(behaviour.demands) or bool(factory and factory.counts)
    seen = "Seen, " if is_seen else ""
    yield f"from .._response import Declared, {outcome}{seen}parsed{placing}"
    arranging = [name for name, is_used in _rules_used(behaviour, factory) if is_used]
    if arranging:
        yield f"from .._rules import {', '.join(arranging)}"
    if behaviour.interpretation or arranging:
        yield "from .._runtime import JsonObject"
    yield f"from . import {version} as v"


def _rules_used(behaviour: Behaviour, factory: Factory | None) -> Iterator[tuple[str, bool]]:
    """The names of the module of rules, in the order of an import, and whether they are used."""
    yield "LineRules", bool(behaviour.streams)
    yield "arrange", bool(behaviour.orders and factory)
    yield "find_breaches", bool(behaviour.held or behaviour.streams)
    yield "order_keys", bool(behaviour.key_order and factory)


def _case_of(name: str) -> tuple[bool, str]:
    """Names of classes before those of functions, as imports are sorted."""
    return name.islower(), name


def _factory(version: VersionModel, factory: Factory) -> dict[str, Any]:
    wires = [parameter.field.wire for parameter in factory.parameters]
    names = field_names([*wires, *(switch.pointer[1:] for switch in factory.switches)], _TAKEN)
    types = PlainTypes({key: f"v.{named.name}" for key, named in version.model.types.items()}, module="v.")
    ordered = sorted(factory.parameters, key=lambda parameter: parameter.default != "")
    arguments = {switch.pointer: names[switch.pointer[1:]] for switch in factory.switches}
    words = _SYNTAX.derived_words(factory, {pointer: f"{name}=True" for pointer, name in arguments.items()})
    root, generic = f"v.{factory.root.name}", factory.root.parameters
    return {
        "timer": factory.needs_timer,
        "exits": f"v.{factory.exits.listed_name}" if factory.exits else "",
        "parameters": [_parameter(parameter, names[parameter.field.wire], types) for parameter in ordered],
        "switches": [
            (arguments[switch.pointer], literal(switch.pointer), _VALUES[switch.kind]) for switch in factory.switches
        ],
        "derived": _SYNTAX.derived_values(factory),
        "counts": _SYNTAX.counts(factory),
        "own": [
            (literal(parameter.field.wire), names[parameter.field.wire])
            for parameter in factory.parameters
            if parameter.is_generic
        ],
        "result": f"{root}[{', '.join(f'v.{name}' for name in generic)}]" if generic else root,
        "made": f"_{factory.root.name.upper()}" if generic else root,
        "any": f"{root}[{', '.join('Any' for _ in generic)}]" if generic else "",
        "words": [_docline(f"* {line}") for line in words],
    }


def _docline(line: str) -> str:
    """One line inside a docstring."""
    return docstring_line(lines_of(line)[0])


def _parameter(parameter: Parameter, name: str, types: PlainTypes) -> dict[str, str]:
    written = types.given(parameter.field.type)
    defaults = {"none": " = None", "absent": " = MISSING", "list": " = ()", "object": " = MISSING", "": ""}
    value = name
    if parameter.default == "list":
        shape = parameter.field.type.shape
        item = types.of(shape.item) if isinstance(shape, ListOf) else "Any"
        # A text is a sequence of texts too, and must not pass for a list of them.
        written = f"Sequence[{item}]" if item != "str" else "list[str] | tuple[str, ...]"
    if parameter.without:
        written = "Mapping[str, Any]"
    if parameter.default in ("absent", "object"):
        written += " | MISSING"
        value = name if parameter.default == "absent" else f"{{}} if {name} is MISSING else {name}"
    return {
        "name": name,
        "wire": literal(parameter.field.wire),
        "type": written,
        "default": defaults[parameter.default],
        "value": value,
    }
