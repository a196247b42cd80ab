"""The parameters of `respond`: what a caller gives, and what the generated factory sets."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.findings import JsonValue
from accordant.gen.behaviour.tables import Behaviour
from accordant.model.derived_fields import Derived
from accordant.model.types import Field, ListOf, Literal, MapOf, NamedType, Record, Ref, Typed, type_parameters
from accordant.model.versions import VersionModel
from accordant.schema import pointers


@dataclass(frozen=True, slots=True)
class Parameter:
    """A member that a caller gives."""

    field: Field
    default: str
    """``none``, ``list``, ``object`` or ``absent`` where it may be left out; empty where it may not."""
    without: tuple[str, ...] = ()
    """Members of it that are derived, and so are not given."""

    @property
    def is_generic(self) -> bool:
        """Whether the user of the types says what stands in it."""
        return bool(type_parameters(self.field.type))


@dataclass(frozen=True, slots=True)
class Factory:
    """How a response is made."""

    root: NamedType
    parameters: tuple[Parameter, ...]
    derived: tuple[Derived, ...]
    """What is always set."""
    fixed: tuple[tuple[str, JsonValue], ...]
    """Pointers with the one value that may stand there."""
    counts: tuple[Derived, ...]
    """What is counted when the rest of the response is there."""
    required: frozenset[str]
    """The members that a response must have."""
    switches: tuple[Derived, ...]
    """What is set where the caller says that the response has it."""

    @property
    def needs_timer(self) -> bool:
        """Whether something is measured from the start of the command."""
        return any(field.kind in ("milliseconds", "seconds") for field in self.derived)

    @property
    def needs_clock(self) -> bool:
        """Whether something says the time of day."""
        return any(field.kind == "now" for field in (*self.derived, *self.switches))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The members of the response, in their order."""
        return self.root.type.shape.fields if isinstance(self.root.type.shape, Record) else ()

    def type_parameters(self) -> dict[str, Typed]:
        """The type parameters of the response's type, with what the schema allows there."""
        return type_parameters(self.root.type)

    def says(self, count: Derived) -> str:
        """What a count is, and where it is written."""
        beside = self.condition_of(count)
        return f"{count.says}, where `{beside}` is given" if beside else count.says

    def condition_of(self, count: Derived) -> str:
        """The pointer of the member beside which a count is written; empty where it always is."""
        return "" if count.pointer[1:] in self.required else count.beside


def factory_of(version: VersionModel, behaviour: Behaviour) -> Factory | None:
    """The factory of a version's default schema; None where the schema is no object with members."""
    named = next(
        named for named in version.model.types.values() if named.name == version.roots[version.version.default_schema]
    )
    record = named.type.shape
    if not behaviour.responds or not isinstance(record, Record):
        return None
    required = frozenset(field.wire for field in record.fields if field.required)
    counts = tuple(field for field in behaviour.derived if field.count is not None)
    switches = tuple(field for field in behaviour.derived if field.kind == "now" and field.pointer[1:] not in required)
    derived = tuple(field for field in behaviour.derived if field.kind != "" and field not in switches)
    places = [pointers.split(field.pointer) for field in (*derived, *counts, *switches)]
    tops = {first: rest for first, *rest in places}
    parameters: list[Parameter] = []
    fixed: list[tuple[str, JsonValue]] = []
    for member in record.fields:
        below = tops.get(member.wire)
        if below == []:
            continue
        shape = member.type.shape
        if member.required and isinstance(shape, Literal) and len(shape.values) == 1 and not shape.open:
            fixed.append((pointers.join("", member.wire), shape.values[0]))
        else:
            without = tuple(rest[0] for first, *rest in places if first == member.wire)
            parameters.append(Parameter(member, _default(version, member, set(without)), without))
    return Factory(named, tuple(parameters), derived, tuple(fixed), counts, required, switches)


def _default(version: VersionModel, member: Field, without: set[str]) -> str:
    if not member.required:
        return "absent"
    shape = resolve(version, member.type).shape
    if member.nullable or (isinstance(shape, Literal) and None in shape.values):
        return "none"
    if isinstance(shape, ListOf) and shape.least == 0:
        return "list"
    if isinstance(shape, MapOf):
        return "object"
    if isinstance(shape, Record) and all(field.wire in without for field in shape.fields if field.required):
        return "object"
    return ""


def resolve(version: VersionModel, typed: Typed) -> Typed:
    """A type behind the names that stand for it."""
    seen: set[str] = set()
    while isinstance(typed.shape, Ref) and typed.shape.key not in seen:
        seen.add(typed.shape.key)
        typed = version.model.types[typed.shape.key].type
    return typed
