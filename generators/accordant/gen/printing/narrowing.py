"""Records that say what another record says, of narrower members: their classes derive from its class.

That is a schema with a reference and members beside it. The places of members and rules tell that they came from there.
All is compared as written: to Python 1 and True are equal.
"""

from __future__ import annotations

from dataclasses import replace

from accordant.model.constraints import Constraint
from accordant.model.types import Field, Literal, Model, NamedType, Record


def base_records(model: Model) -> dict[str, str]:
    """The key of the record that each narrower one derives from; none of them derives from another itself.

    >>> base_records(Model("", {}, {}, {}))
    {}
    """
    bases: dict[str, str] = {}
    for group in _by_members(model):
        for narrow in group:
            base = next((wide for wide in group if wide.key not in bases and _is_narrower(narrow, wide)), None)
            if base is not None and narrow.key not in bases.values():
                bases[narrow.key] = base.key
    return bases


def _by_members(model: Model) -> list[list[NamedType]]:
    """The records whose members have the same names; the narrower one has its own members first."""
    groups: dict[frozenset[str], list[NamedType]] = {}
    for named in model.types.values():
        members = members_of(named)
        if members and not named.parameters:
            groups.setdefault(frozenset(member.wire for member in members), []).append(named)
    return list(groups.values())


def _is_narrower(narrow: NamedType, wide: NamedType) -> bool:
    narrow_shape, wide_shape = narrow.type.shape, wide.type.shape
    if narrow.key == wide.key or not isinstance(narrow_shape, Record) or not isinstance(wide_shape, Record):
        return False
    openness = [repr((shape.extra, shape.sealed)) for shape in (narrow_shape, wide_shape)]
    if openness[0] != openness[1] or not _adds_rules(narrow, wide):
        return False
    theirs = {member.wire: member for member in members_of(wide)}
    pairs = [(mine, theirs[mine.wire]) for mine in members_of(narrow)]
    stands_there = any(mine.at.startswith(f"{wide.at}/") and repr(mine) == repr(other) for mine, other in pairs)
    return stands_there and all(_may_override(*pair) for pair in pairs)


def _adds_rules(narrow: NamedType, wide: NamedType) -> bool:
    """Whether the rules of the wide record are among those of the narrow one."""
    rules = {*map(repr, wide.type.rules)}
    return rules <= {*map(repr, narrow.type.rules)} and bool(rules or not narrow.type.rules)


def _may_override(mine: Field, theirs: Field) -> bool:
    """Whether a member is the other one, or required where that is not, or one of some of its values."""
    if theirs.required and not mine.required:
        return False
    if repr(mine.type) == repr(theirs.type):
        return True
    shape, other = mine.type.shape, theirs.type.shape
    if not isinstance(shape, Literal) or not isinstance(other, Literal) or mine.type.rules or theirs.type.rules:
        return False
    return shape.open == other.open and {*map(repr, shape.values)} <= {*map(repr, other.values)}


def own_part(narrow: NamedType, wide: NamedType) -> tuple[Record, tuple[Constraint, ...]]:
    """The members and rules of a narrower record that the wide one does not have."""
    shape = narrow.type.shape
    assert isinstance(shape, Record)
    theirs = {*map(repr, (*members_of(wide), *wide.type.rules))}
    members = tuple(member for member in shape.fields if repr(member) not in theirs)
    return replace(shape, fields=members), tuple(rule for rule in narrow.type.rules if repr(rule) not in theirs)


def members_of(named: NamedType) -> tuple[Field, ...]:
    """The members of a record."""
    return named.type.shape.fields if isinstance(named.type.shape, Record) else ()
