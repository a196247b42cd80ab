"""Shapes of fixed values: lists that are complete, and those that later releases may add to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from accordant.findings import JsonValue
from accordant.model.json_equality import atom_of, plain_number
from accordant.model.keywords import Compiler
from accordant.model.shaping.facts import fixed_values
from accordant.model.shaping.parts import Part
from accordant.model.shaping.scalars import Taken
from accordant.model.types import Literal
from accordant.schema.json_values import fingerprint
from accordant.schema.open_reading import OpenEnum

_SPELLABLE: Final = frozenset({"null", "boolean", "integer", "string"})


def literal(flat: Sequence[Part], types: frozenset[str], taken: Taken, compiler: Compiler) -> Literal | None:
    """The shape where ``enum`` and ``const`` leave only some values; None where they do not, or types cannot list them.

    What it enforces is noted in ``taken``: ``type``, ``const`` and ``enum``. An open ``enum`` beside a closed one says
    nothing about types; it stays a rule unless the closed one says more anyway.
    """
    growing = open_enums(flat, compiler)
    lasting = fixed_values([part.but("enum") if index in growing else part for index, part in enumerate(flat)])
    values = fixed_values(flat) if lasting is None else lasting
    kinds: tuple[str, ...] = ()
    if lasting is None and growing:
        growing_kinds = {members.kinds for members in growing.values()}
        kinds = tuple(kind for kind in next(iter(growing_kinds)) if kind in types) if len(growing_kinds) == 1 else ()
        if not kinds:
            return None
    if values is None:
        return None
    values = tuple(value for value in values if atom_of(value) in types)
    if not _spellable(values):
        return None
    kept = set(map(fingerprint, values))
    for index, part in enumerate(flat):
        taken.update(((index, "type"), (index, "const")))
        if index not in growing or kinds or kept <= set(map(fingerprint, part.members["enum"])):
            taken.add((index, "enum"))
    numbers = tuple(plain_number(value) if isinstance(value, float) else value for value in values)
    return Literal(numbers, kinds, _codes(flat))


def open_enums(flat: Sequence[Part], compiler: Compiler) -> dict[int, OpenEnum]:
    """The parts whose ``enum`` may grow, by index."""
    enums: dict[int, OpenEnum] = {}
    for index, part in enumerate(flat):
        loosened = compiler.loosen(part.site, "enum") if "enum" in part.members else None
        if isinstance(loosened, OpenEnum):
            enums[index] = loosened
    return enums


def _spellable(values: Sequence[JsonValue]) -> bool:
    """Whether types can list the values: strings, integers within 2^53, booleans, null."""
    return bool(values) and all(
        atom_of(value) in _SPELLABLE and not (atom_of(value) == "integer" and abs(value) > 2**53) for value in values
    )


def _codes(flat: Sequence[Part]) -> str:
    """The code list that the values come from."""
    marked = [part.site.members for part in flat if "enum" in part.members or "const" in part.members]
    codes = next((mark["x-codes"] for mark in marked if "x-codes" in mark), "")
    return codes if isinstance(codes, str) else str(codes.get("list", ""))
