"""The claims that follow from a shape alone, without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from accordant.model.cases.analysis import Alternatives, cases, together
from accordant.model.cases.claims import Claim
from accordant.model.constraints import Constraint
from accordant.model.json_equality import atom_of, atoms
from accordant.model.types import (
    ListOf,
    Literal,
    MapOf,
    Model,
    NamedType,
    Nothing,
    Record,
    Ref,
    Scalar,
    Shape,
    TupleOf,
    TypeParam,
    UnionOf,
)

_DEPTH: Final = 8

Rules: TypeAlias = tuple[Constraint, ...]


@dataclass(frozen=True)  # no slots: what named types claim is kept
class ShapeClaims:
    """Answers for the shapes of one model."""

    types: Mapping[str, NamedType]
    """The named types of the model, by key."""
    _worked_out: dict[tuple[int, int], tuple[Record, Rules, list[Alternatives]]] = field(default_factory=dict)

    def alternatives(self, record: Record, rules: Rules) -> list[Alternatives]:
        """The cases that the rules of a record leave, worked out once."""
        known = self._worked_out.get((id(record), id(rules)))
        if known is None:  # both are kept with the answer, so that nothing else takes their identity
            declared = self.declared(record)
            groups = together([cases(rule, declared, self.named) for rule in rules], declared)
            known = self._worked_out[id(record), id(rules)] = (record, rules, groups)
        return known[2]

    @cached_property
    def named(self) -> Mapping[str, frozenset[str]]:
        """The JSON types of the values of each named type, by its key; generic types are left out."""
        return {key: self.of(named.type.shape).types for key, named in self.types.items() if not named.parameters}

    def declared(self, record: Record) -> dict[str, Claim]:
        """What the members of a record are anyway, by name."""
        claims: dict[str, Claim] = {}
        for member in record.fields:
            claim = self.of(member.type.shape)
            claims[member.wire] = Claim(True if member.required else None, claim.types, claim.values, count=claim.count)
        return claims

    def of(self, shape: Shape, depth: int = _DEPTH) -> Claim:
        """The JSON types of a shape, and its values where they are few."""
        match shape:
            case Scalar(kind):
                fixed = {"boolean": (True, False), "null": (None,)}.get(kind)
                return Claim(types=atoms([kind]), values=fixed)
            case Literal(values, kinds):
                return Claim(types=frozenset(map(atom_of, values)) | set(kinds), values=None if kinds else values)
            case ListOf(_, least, most):
                return Claim(types=frozenset({"array"}), count=(least, most))
            case TupleOf():
                return Claim(types=frozenset({"array"}))
            case MapOf() | Record():
                return Claim(types=frozenset({"object"}))
            case Ref(key) if depth:
                return self.of(self.types[key].type.shape, depth - 1)
            case TypeParam(_, bound):
                return Claim(types=self.of(bound.shape, depth).types)
            case UnionOf(options):
                claims = [self.of(option.shape, depth) for option in options]
                known = [claim.values for claim in claims if claim.values is not None]
                texts = tuple(text for some in known for text in some) if len(known) == len(claims) else None
                return Claim(types=frozenset().union(*(claim.types for claim in claims)), values=texts)
            case Nothing():
                return Claim(types=frozenset(), values=())
            case _:
                return Claim()


_CLAIMS: Final[WeakKeyDictionary[Model, ShapeClaims]] = WeakKeyDictionary()


def claims_of(model: Model) -> ShapeClaims:
    """What the shapes of a model claim; worked out once, since the printers of all languages ask."""
    claims = _CLAIMS.get(model)
    if claims is None:
        claims = _CLAIMS[model] = ShapeClaims(model.types)
    return claims
