"""The parameters of `respond`, and the members that it sets itself."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.contract.behaviour import tables
from accordant.contract.stated_members import STATING_TESTS
from accordant.findings import JsonValue
from accordant.gen.behaviour.tables import Behaviour
from accordant.model.derived_fields import Derived
from accordant.model.types import Codes, Field, ListOf, Literal, MapOf, NamedType, Record, Ref, Typed, type_parameters
from accordant.model.versions import VersionModel
from accordant.schema import pointers


@dataclass(frozen=True, slots=True)
class Parameter:
    """A member that a caller gives."""

    field: Field
    default: str
    """What a caller may omit it for: ``none``, ``list``, ``object`` or ``absent``; empty where it is required."""
    without: tuple[str, ...] = ()
    """Its derived members, which the caller does not give."""
    stated: tuple[str, ...] = ()
    """Its members whose values rules state, which the caller may leave out."""

    @property
    def is_generic(self) -> bool:
        """Whether its type has a type parameter."""
        return bool(type_parameters(self.field.type))


@dataclass(frozen=True, slots=True)
class Factory:
    """What `respond` takes and sets."""

    root: NamedType
    parameters: tuple[Parameter, ...]
    derived: tuple[Derived, ...]
    """The fields that are always set."""
    fixed: tuple[tuple[str, JsonValue], ...]
    """Pointers with the only value that the schema allows there."""
    counts: tuple[Derived, ...]
    """The counts, which are set last."""
    required: frozenset[str]
    """The members that a response must have."""
    switches: tuple[Derived, ...]
    """Optional fields that are set when the caller asks for them."""
    exits: Codes | None = None
    """The list of exit codes: a command ends with one of these, or with one that it declares."""

    @property
    def needs_timer(self) -> bool:
        """Whether a field measures time since the start of the command."""
        return any(field.kind in ("milliseconds", "seconds") for field in self.derived)

    @property
    def needs_clock(self) -> bool:
        """Whether a field holds the time of day."""
        return any(field.kind == "now" for field in (*self.derived, *self.switches))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The members of the response, in their order."""
        return self.root.type.shape.fields if isinstance(self.root.type.shape, Record) else ()

    def type_parameters(self) -> dict[str, Typed]:
        """The type parameters of the response's type, with what the schema allows there."""
        return type_parameters(self.root.type)

    def says(self, count: Derived) -> str:
        """What a count is, and when it is set."""
        beside = self.condition_of(count)
        return f"{count.says}, where `{beside}` is given" if beside else count.says

    def may_be_given(self, count: Derived) -> bool:
        """Whether a caller may give a count, where it leaves out the list."""
        return any(pointers.join("", parameter.field.wire) == count.pointer for parameter in self.parameters)

    def condition_of(self, count: Derived) -> str:
        """The pointer of the member that must be given for a count to be set; empty where it is always set."""
        return "" if count.pointer[1:] in self.required else count.beside


def factory_of(version: VersionModel, behaviour: Behaviour) -> Factory | None:
    """The factory of a version's default schema; None where the schema is not an object with members."""
    named = next(
        named for named in version.model.types.values() if named.name == version.roots[version.version.default_schema]
    )
    record = named.type.shape
    if not behaviour.responds or not isinstance(record, Record):
        return None
    required = frozenset(field.wire for field in record.fields if field.required)
    counts = tuple(field for field in behaviour.derived if field.count is not None)
    switches = tuple(
        field
        for field in behaviour.derived
        if field.kind == "now" and field.pointer[1:] not in required and not field.always
    )
    derived = tuple(field for field in behaviour.derived if field.kind != "" and field not in switches)
    places = [pointers.split(field.pointer) for field in (*derived, *counts, *switches)]
    tops = {first: rest for first, *rest in places}
    given_counts = [count for count in counts if _is_of_optional_lists(count, required)]
    stated = _stated_below(behaviour)
    parameters: list[Parameter] = []
    fixed: list[tuple[str, JsonValue]] = []
    for member in record.fields:
        below = tops.get(member.wire)
        if below == []:
            if any(count.pointer == pointers.join("", member.wire) for count in given_counts):
                parameters.append(Parameter(member, "absent"))
            continue
        shape = member.type.shape
        if member.required and isinstance(shape, Literal) and len(shape.values) == 1 and not shape.open:
            fixed.append((pointers.join("", member.wire), shape.values[0]))
        else:
            without = tuple(rest[0] for first, *rest in places if first == member.wire)
            default = _default(version, member, set(without))
            left = tuple(name for name in stated.get(member.wire, ()) if name not in without)
            parameters.append(Parameter(member, default, without, left))
    rows = behaviour.rows if behaviour.has_exit_code else ""
    exits = next((codes for codes in version.model.codes.values() if codes.constant == rows), None)
    return Factory(named, tuple(parameters), derived, tuple(fixed), counts, required, switches, exits)


def _is_of_optional_lists(count: Derived, required: frozenset[str]) -> bool:
    """Whether what it counts may be left out of a response, so that it cannot always be counted."""
    lists = {pointers.split(place)[0] for place in count.count.places} if count.count else set()
    return bool(lists) and required.isdisjoint(lists)


def _stated_below(behaviour: Behaviour) -> dict[str, tuple[str, ...]]:
    """The members of each member of a response whose values rules state."""
    below: dict[str, list[str]] = {}
    for rule in behaviour.held:
        for claim in tables(rule.get("holds")):
            for condition in tables(claim.get("then")):
                first, *rest = pointers.split(str(claim.get("each", "")) + str(condition.get("at", ""))) or [""]
                if STATING_TESTS & condition.keys() and len(rest) == 1 and "*" not in (first, *rest):
                    below.setdefault(first, []).append(rest[0])
    return {name: tuple(dict.fromkeys(members)) for name, members in below.items()}


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
    """The type behind a reference, or a chain of them."""
    seen: set[str] = set()
    while isinstance(typed.shape, Ref) and typed.shape.key not in seen:
        seen.add(typed.shape.key)
        typed = version.model.types[typed.shape.key].type
    return typed
