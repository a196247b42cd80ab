"""Units that both sides have at a place, and that are no longer those of the same values."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.compat.changes import Change
from accordant.compat.place_pair import PlacePair
from accordant.schema import pointers
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node


def unit_changes(pair: PlacePair) -> Iterator[Change]:
    """The units of a place that has, on the newer side, all those of the older side."""
    yield from _contradicting_units(pair)
    yield from _exchanged_units(pair)


def _exchanged_units(pair: PlacePair) -> Iterator[Change]:
    """The units that alternatives have exchanged: both sides have the same ones, but not in the same places."""
    for old in pair.olds:
        new = pair.counterpart(old.node.pointer)
        unit = _unit_of(old.node)
        if unit is None or new is None or _unit_of(new) in (unit, None):
            continue
        holder = _holder_of(old.node)
        if not any(_unit_of(other.node) == unit and _holder_of(other.node) == holder for other in pair.twins):
            yield _unit_change(pair, old.node, new)
            return


def _contradicting_units(pair: PlacePair) -> Iterator[Change]:
    """The unit that the newer side adds to a value which has another one: both schemas hold for it."""
    known = {_unit_of(old.node) for old in pair.olds}
    for new in pair.twins:
        for around in new.around:
            units = {_unit_of(node): node for node in (around, new.node)}
            added = [unit for unit in units if unit not in (*known, None)]
            kept = [unit for unit in units if unit is not None and unit in known]
            if added and kept:
                older = next(old.node for old in pair.olds if _unit_of(old.node) == kept[0])
                yield _unit_change(pair, older, units[added[0]])
                return


def _unit_change(pair: PlacePair, old: Node, new: Node) -> Change:
    return Change("unit-changed", pair.steps, old, new, "", old.value["x-unit"], new.value["x-unit"], "x-unit")


def _unit_of(node: Node) -> str | None:
    """The text of the unit that a schema states."""
    has_unit = isinstance(node.value, dict) and "x-unit" in node.value
    return fingerprint(node.value["x-unit"]) if has_unit else None


def _holder_of(node: Node) -> str:
    """The text of an alternative, else of the schema that declares a property: one that moved is known by it."""
    tokens = pointers.split(node.pointer)
    around = tokens if tokens[-1:] and tokens[-1].isdecimal() else tokens[:-2]
    return fingerprint(pointers.follow(node.resources.root(node.document).value, pointers.write(around)))
