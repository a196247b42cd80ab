"""The JSON types that a constraint accepts; unions are discriminated by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.findings import JsonValue
from accordant.model import constraints as R
from accordant.model.json_equality import atom_of
from accordant.model.types import Model

ALL: Final = frozenset({"null", "boolean", "number", "string", "array", "object"})
_DEEPEST: Final = 8
"""References in a row that are followed; beyond, every type may come through."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """An alternative that only values of some types can satisfy, and what it asks of a value of them."""

    types: tuple[str, ...]
    rest: R.Constraint


@dataclass(frozen=True, slots=True)
class Kinds:
    """Looks conditions up by the key that calls name."""

    definitions: Mapping[str, R.Constraint]

    @classmethod
    def of_model(cls, model: Model) -> Kinds:
        """For the conditions of a model."""
        return cls({**model.checks, **{key: named.whole for key, named in model.types.items()}})

    def apart(self, parts: Sequence[R.Constraint]) -> list[Alternative] | None:
        """The alternatives, where no two can be satisfied by values of one type; None elsewhere.

        Whether at least one or exactly one is to hold comes to the same then, and a value's type says which it can be.
        """
        groups, seen = [], frozenset[str]()
        for part in parts:
            types = self.of(part)
            if not types or types & seen:
                return None
            seen |= types
            groups.append(Alternative(tuple(kind for kind in _ORDER if kind in types), _rest(part, types)))
        return groups

    def of(self, condition: R.Constraint, depth: int = 0) -> frozenset[str]:
        """The types of the values that may satisfy a condition; never too few."""
        match condition:
            case R.Fail():
                return frozenset()
            case R.IsType(types):
                return frozenset("number" if name == "integer" else name for name in types)
            case R.IsOneOf(values):
                return frozenset(map(_type_of, values))
            case R.Carries():
                return frozenset({"object"})
            case R.All(parts):
                return ALL.intersection(*(self.of(part, depth) for part in parts))
            case R.AnyOf(parts) | R.OneOf(parts):
                return frozenset().union(*(self.of(part, depth) for part in parts))
            case R.When(_, then, otherwise):
                return self.of(then, depth) | self.of(otherwise, depth)
            case R.Call(key) if depth < _DEEPEST and key in self.definitions:
                return self.of(self.definitions[key], depth + 1)
            case _:
                return ALL


_ORDER: Final = ("object", "array", "string", "number", "boolean", "null")


def _rest(condition: R.Constraint, types: frozenset[str]) -> R.Constraint:
    """The condition without what goes without saying for values of the types."""
    match condition:
        case R.All(parts):
            return R.both(tuple(_rest(part, types) for part in parts), condition.at)
        case R.IsType(named) if types <= set(named):
            return R.Pass(condition.at)
        case R.IsOneOf((None,)) if types == {"null"}:
            return R.Pass(condition.at)
        case _:
            return condition


def _type_of(value: JsonValue) -> str:
    name = atom_of(value)
    return "number" if name in ("integer", "fraction") else name
