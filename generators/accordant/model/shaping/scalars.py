"""Shapes of numbers and strings."""

from __future__ import annotations

from collections.abc import Sequence

from accordant.model.shaping.parts import Part
from accordant.model.types import Scalar
from accordant.regex.errors import NotExpressible, UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.printers import rust

Taken = set[tuple[int, str]]
"""The keywords that a shape enforces, as (index of the part, keyword)."""


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
    return Scalar(
        kind, tuple((relation, bounds[relation]) for relation in (">=", ">", "<=", "<") if relation in bounds)
    )


def string(flat: Sequence[Part], taken: Taken) -> Scalar:
    """A string with its lengths and the first pattern that an engine in linear time takes; others are rules."""
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
        if pattern and not chosen and _is_linear(pattern):
            chosen = pattern
            taken.add((index, "pattern"))
    return Scalar("string", least=least, most=most, pattern=chosen)


def _is_linear(text: str) -> bool:
    try:
        rust.print_pattern(parse(text))
    except (NotExpressible, UnreadablePattern):
        return False
    return True
