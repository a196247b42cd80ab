"""The behaviour module of a version in Python: `interpret`, `check_response` and `respond`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from token import NAME
from tokenize import generate_tokens
from typing import Any, Final

from accordant.gen.behaviour.response_factory import Factory, Parameter, factory_of
from accordant.gen.behaviour.syntax import Syntax
from accordant.gen.behaviour.tables import Behaviour, lines_function
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import header_comment, version_heading
from accordant.gen.printing.python_text import comment, docstring, docstring_line, literal
from accordant.gen.printing.wrapping import WIDTH
from accordant.gen.python.plain_types import PlainTypes
from accordant.gen.python.template_files import render_module
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
_PLACE: Final = "import imports"
"""Stands for the imports until it is known which names the module uses."""
_ACTION_FIELDS: Final = frozenset({"kind", "outcome", "rules", "exit_code"})
_TAKEN: Final = frozenset({"exit_code", "timer", "declared", "v", "document", "problems", "seen", "value"})


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


_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "collections.abc": ("Iterable", "Iterator", "Mapping", "Sequence"),
    "dataclasses": ("dataclass",),
    "typing": ("Any", "Final", "Generic", "Literal", "NamedTuple", "TypeAlias", "overload"),
    "pydantic": ("MISSING", "BaseModel"),
    ".._interpret": ("Actions", "Detail", "Interpreter", "Kind", "Memory"),
    ".._reading": ("Document",),
    ".._respond": (
        "Made", "Problem", "Refused", "Timer", "completed", "composed", "first_problems", "now", "placed_below",
        "responded", "stray_codes", "undeclared",
    ),
    ".._response": ("Declared", "Outcome", "Seen", "parsed", "placed"),
    ".._rules": ("LineRules", "arrange", "find_breaches", "order_keys"),
    ".._runtime": ("JsonObject",),
}  # fmt: skip
"""What modules of behaviour may import, by module, in the order of imports."""


def behaviour_module(version: VersionModel, behaviour: Behaviour) -> str:
    """The text of a version's behaviour module."""
    factory = factory_of(version, behaviour)
    exported = list(_exports(behaviour, factory))
    body = render_module(
        "behaviour.py.jinja2",
        header=header_comment(version.origin, comment).rstrip("\n"),
        docstring=docstring([f"{version_heading(version)}: what readers and writers do. Generated; do not edit."], ""),
        imports=[_PLACE],
        **_SYNTAX.module(version, behaviour),
        factory=_factory(version, factory) if factory else None,
        all_names=[literal(name) for name in sorted(exported)],
    )
    imports = [*_imports(body, exported), f"from . import {version.version.name} as v"]
    return body.replace(_PLACE, "\n".join(imports), 1)


def _exports(behaviour: Behaviour, factory: Factory | None) -> Iterator[str]:
    if behaviour.interpretation:
        yield from ("Action", "ActionKind", "Interpretation", "Memory", "NOTHING_REMEMBERED", "interpret")
    if behaviour.checks_responses:
        yield "check_response"
    yield from (_SYNTAX.method(name) for name, _ in behaviour.texts)
    if behaviour.checks_responses or behaviour.streams:
        yield "Problem"
    yield from (_SYNTAX.method(lines_function(behaviour, stream)) for stream in behaviour.streams)
    if factory:
        yield from ("Refused", "Response", "respond", *(["Timer"] if factory.needs_timer else []))


def _imports(body: str, exported: Iterable[str]) -> Iterator[str]:
    """The imports of the names that a module uses, or passes on."""
    used = {token.string for token in generate_tokens(StringIO(body).readline) if token.type == NAME} | set(exported)
    before = ""
    for module, names in _NAMES.items():
        listed = [name for name in names if name in used]
        group = "own" if module.startswith(".") else module if module == "pydantic" else "standard"
        if listed and before and group != before:
            yield ""
        if listed:
            before = group
            yield from _import_lines(module, listed)


def _import_lines(module: str, names: list[str]) -> Iterator[str]:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        yield line
    else:
        yield from (f"from {module} import (", *(f"    {name}," for name in names), ")")


def _factory(version: VersionModel, factory: Factory) -> dict[str, Any]:
    wires = [parameter.field.wire for parameter in factory.parameters]
    names = field_names([*wires, *(switch.pointer[1:] for switch in factory.switches)], _TAKEN)
    types = PlainTypes({key: f"v.{named.name}" for key, named in version.model.types.items()}, module="v.")
    ordered = sorted(factory.parameters, key=lambda parameter: parameter.default != "")
    arguments = {switch.pointer: names[switch.pointer[1:]] for switch in factory.switches}
    words = _SYNTAX.derived_words(factory, {pointer: f"{name}=True" for pointer, name in arguments.items()})
    root, generic = f"v.{factory.root.name}", factory.root.parameters
    parameters = ", ".join(f"v.{name}" for name in generic)
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
        "root": f"{root}[{parameters}], Generic[{parameters}]" if generic else root,
        "result": f"Response[{parameters}]" if generic else "Response",
        "made": "_RESPONSE" if generic else "Response",
        "any": f"Response[{', '.join('Any' for _ in generic)}]" if generic else "",
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
    elif parameter.stated and "Mapping" not in written:
        written += " | Mapping[str, Any]"
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
