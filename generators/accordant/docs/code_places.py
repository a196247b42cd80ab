"""The places of documents that carry codes, with the codes of a list that every binding of a place leaves there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from accordant.contract import CodeList
from accordant.schema.bindings import Binding


class CodePlace(NamedTuple):
    """A place in documents that carries identifiers of a list."""

    schema: str
    pointer: str
    anchor: str
    """The row of its field on the page of the version."""
    where: tuple[tuple[str, str], ...]
    """The facts that each of its codes has."""
    codes: frozenset[str | int]
    """The identifiers of the list that may stand there."""


class _Bound(NamedTuple):
    binding: Binding
    anchor: str
    depth: int
    """How much of the way to the place the field's own pointer is: the row of the longest says most of it."""
    conditions: frozenset[str]


@dataclass(slots=True)
class PlaceBindings:
    """What several fields bind at one place: what holds under some conditions is narrowed by what holds under fewer."""

    _bound: list[_Bound] = field(default_factory=list)

    def add(self, binding: Binding, anchor: str, depth: int, conditions: frozenset[str]) -> None:
        """Add what a field binds there, where all of some conditions hold."""
        self._bound.append(_Bound(binding, anchor, depth, conditions))

    def carries(self, list_name: str) -> bool:
        """Whether a field binds the place to a list."""
        return any(bound.binding.list_name == list_name for bound in self._bound)

    def place(self, schema: str, pointer: str, listed: CodeList, lists: Mapping[str, CodeList]) -> CodePlace:
        """The place as one that carries the codes of a list."""
        of_list = [bound for bound in self._bound if bound.binding.list_name == listed.name]
        holding = [self._holding_with(bound) for bound in of_list]
        facts = [
            {(key, str(fact)) for binding in bindings for key, fact in binding.where.items()} for bindings in holding
        ]
        codes = frozenset[str | int]().union(*(_select(listed, bindings, lists) for bindings in holding))
        anchor = max(of_list, key=lambda bound: bound.depth).anchor
        return CodePlace(schema, pointer, anchor, tuple(sorted(set.intersection(*facts))), codes)

    def _holding_with(self, bound: _Bound) -> list[Binding]:
        """The bindings that hold wherever one of them does."""
        return [other.binding for other in self._bound if other.conditions <= bound.conditions]


def _select(listed: CodeList, bindings: Sequence[Binding], lists: Mapping[str, CodeList]) -> frozenset[str | int]:
    """The codes of a list that every binding selects; one of another list leaves its own codes, where none may join."""
    codes = frozenset(entry.id for entry in listed.entries)
    for binding in bindings:
        bound = lists.get(binding.list_name)
        if bound is not None and (bound.name == listed.name or not bound.extensible):
            codes &= frozenset(entry.id for entry in bound.select(binding.where))
    return codes
