"""The parameters of `respond`: what a caller gives, and what the generated factory sets."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.findings import JsonValue
from accordant.gen.behaviour import Behaviour
from accordant.gen.deriving import Derived
from accordant.gen.model import Field, ListOf, Literal, MapOf, Record, Ref, Typed
from accordant.gen.versions import VersionModel
from accordant.schema import pointers


@dataclass(frozen=True, slots=True)
class Parameter:
    """A member that a caller gives."""

    field: Field
    default: str
    """``none``, ``list``, ``object`` or ``absent`` where it may be left out; empty where it may not."""
    without: tuple[str, ...] = ()
    """Members of it that are derived, and so are not given."""


@dataclass(frozen=True, slots=True)
class Factory:
    """How a response is made."""

    root: str
    """The name of its type."""
    parameters: tuple[Parameter, ...]
    derived: tuple[Derived, ...]
    fixed: tuple[tuple[str, JsonValue], ...]
    """Pointers with the one value that may stand there."""

    @property
    def needs_timer(self) -> bool:
        """Whether something is measured from the start of the command."""
        return any(one.kind in ("milliseconds", "seconds") for one in self.derived)


def factory_of(one: VersionModel, behaviour: Behaviour) -> Factory | None:
    """The factory of a version's default schema; None where the schema is no object with members."""
    named = next(each for each in one.model.types.values() if each.name == one.roots[one.version.default_schema])
    record = named.type.shape
    if not behaviour.responds or not isinstance(record, Record):
        return None
    required = {each.wire for each in record.fields if each.required}
    derived = tuple(each for each in behaviour.derived if _computed(each, required))
    tops = {pointers.split(each.pointer)[0]: pointers.split(each.pointer)[1:] for each in derived}
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
            without = tuple(
                pointers.split(each.pointer)[1] for each in derived if pointers.split(each.pointer)[0] == member.wire
            )
            parameters.append(Parameter(member, _default(one, member, set(without)), without))
    return Factory(named.name, tuple(parameters), derived, tuple(fixed))


def _computed(derived: Derived, required: set[str]) -> bool:
    """Whether the factory sets a field: the time of day only where the response must say it."""
    return derived.kind != "" and (derived.kind != "now" or derived.pointer[1:] in required)


def _default(one: VersionModel, member: Field, without: set[str]) -> str:
    if not member.required:
        return "absent"
    shape = resolved(one, member.type).shape
    if member.nullable or (isinstance(shape, Literal) and None in shape.values):
        return "none"
    if isinstance(shape, ListOf) and shape.least == 0:
        return "list"
    if isinstance(shape, MapOf):
        return "object"
    if isinstance(shape, Record) and all(each.wire in without for each in shape.fields if each.required):
        return "object"
    return ""


def resolved(one: VersionModel, typed: Typed) -> Typed:
    """A type behind the names that stand for it."""
    seen: set[str] = set()
    while isinstance(typed.shape, Ref) and typed.shape.key not in seen:
        seen.add(typed.shape.key)
        typed = one.model.types[typed.shape.key].type
    return typed


__all__ = ["Factory", "Parameter", "factory_of", "resolved"]
