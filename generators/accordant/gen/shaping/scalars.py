"""Shapes of null, booleans, numbers and strings, and of fixed values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from accordant.findings import JsonValue
from accordant.gen.equality import json_type, plain_number
from accordant.gen.model import Literal, Scalar
from accordant.gen.patterns import translate
from accordant.gen.shaping.parts import Part

Taken = set[tuple[int, str]]
"""The keywords that a shape enforces, as (index of the part, keyword)."""

_SPELLABLE: Final = frozenset({"null", "boolean", "integer", "string"})


def spellable(values: Sequence[JsonValue]) -> bool:
    """Whether types can list the values: strings, integers within 2^53, booleans, null."""
    return bool(values) and all(
        json_type(one) in _SPELLABLE and not (json_type(one) == "integer" and abs(one) > 2**53) for one in values
    )


def literal(flat: Sequence[Part], values: Sequence[JsonValue], taken: Taken) -> Literal:
    """The shape of fixed values; ``type``, ``enum`` and ``const`` are enforced by it."""
    taken.update((index, name) for index in range(len(flat)) for name in ("type", "enum", "const"))
    marked = [part.site.members for part in flat if "enum" in part.members or "const" in part.members]
    codes = next((one["x-codes"] for one in marked if "x-codes" in one), "")
    name = codes if isinstance(codes, str) else str(codes.get("list", ""))
    numbers = tuple(plain_number(one) if isinstance(one, float) else one for one in values)
    return Literal(numbers, codes=name)


def number(flat: Sequence[Part], atoms: frozenset[str], taken: Taken) -> Scalar:
    """An integer or a number with its bounds, the narrowest of each kind."""
    bounds: dict[str, int | float] = {}
    for index, part in enumerate(flat):
        members = part.members
        for keyword, relation, strict, tighter in (
            ("minimum", ">=", ">", max), ("maximum", "<=", "<", min),
        ):  # fmt: skip
            exclusive = "exclusive" + keyword.capitalize()
            if keyword in members:
                chosen = strict if members.get(exclusive) is True else relation
                limit = members[keyword]
                bounds[chosen] = tighter(bounds.get(chosen, limit), limit)
                taken.add((index, keyword))
            limit = members.get(exclusive)
            if limit is not None and not isinstance(limit, bool):
                bounds[strict] = tighter(bounds.get(strict, limit), limit)
                taken.add((index, exclusive))
    kind = "number" if "fraction" in atoms else "integer"
    return Scalar(kind, tuple((one, bounds[one]) for one in (">=", ">", "<=", "<") if one in bounds))


def string(flat: Sequence[Part], taken: Taken) -> Scalar:
    """A string with its lengths and the first pattern that the linear engine takes."""
    least, most, chosen = 0, None, ""
    for index, part in enumerate(flat):
        members = part.members
        if "minLength" in members:
            least = max(least, int(members["minLength"]))
            taken.add((index, "minLength"))
        if "maxLength" in members:
            limit = int(members["maxLength"])
            most = limit if most is None else min(most, limit)
            taken.add((index, "maxLength"))
        pattern = members.get("pattern", "")
        translated = translate(pattern) if pattern and not chosen else None
        if translated is not None and translated.linear:
            chosen = pattern
            taken.add((index, "pattern"))
    return Scalar("string", least=least, most=most, pattern=chosen)
