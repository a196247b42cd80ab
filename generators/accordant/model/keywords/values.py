"""Keywords that judge single values: types, fixed values, numbers, strings (Validation 2020-12, 6.1 to 6.3)."""

from __future__ import annotations

from collections.abc import Callable

from accordant.model.constraints import (
    Bound,
    Constraint,
    IsOneOf,
    IsType,
    Length,
    Matches,
    MultipleOf,
    Pass,
    SpeltAsInteger,
    both,
)
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import ScopedSchema

ALL_TYPES = frozenset({"null", "boolean", "number", "string", "array", "object"})


def type_(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``type``: one name or several."""
    named = site.members["type"]
    types = tuple(dict.fromkeys([named] if isinstance(named, str) else named))
    if "number" in types:
        types = tuple(name for name in types if name != "integer")
    at = site.at(compiler.root, "type")
    return both((Pass(at) if set(types) >= ALL_TYPES else IsType(types, at), spelling(site, at)), at)


def spelling(site: ScopedSchema, at: str) -> Constraint:
    """What ``type`` asks about the spelling of numbers; types cannot say it."""
    named = site.members["type"]
    types = [named] if isinstance(named, str) else named
    asked = site.dialect.integers_by_spelling and "integer" in types and "number" not in types
    return SpeltAsInteger(at) if asked else Pass(at)


def enum(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``enum``: the value equals one of the list."""
    return IsOneOf(tuple(site.members["enum"]), site.at(compiler.root, "enum"))


def const(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``const``: the value equals this one."""
    return IsOneOf((site.members["const"],), site.at(compiler.root, "const"))


def minimum(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``minimum``; a boolean ``exclusiveMinimum`` beside it (draft-04) makes it strict."""
    strict = site.members.get("exclusiveMinimum") is True
    return Bound(">" if strict else ">=", site.members["minimum"], site.at(compiler.root, "minimum"))


def maximum(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``maximum``; a boolean ``exclusiveMaximum`` beside it (draft-04) makes it strict."""
    strict = site.members.get("exclusiveMaximum") is True
    return Bound("<" if strict else "<=", site.members["maximum"], site.at(compiler.root, "maximum"))


def exclusive_minimum(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``exclusiveMinimum`` as a number."""
    limit = site.members["exclusiveMinimum"]
    at = site.at(compiler.root, "exclusiveMinimum")
    return Pass(at) if isinstance(limit, bool) else Bound(">", limit, at)


def exclusive_maximum(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``exclusiveMaximum`` as a number."""
    limit = site.members["exclusiveMaximum"]
    at = site.at(compiler.root, "exclusiveMaximum")
    return Pass(at) if isinstance(limit, bool) else Bound("<", limit, at)


def multiple_of(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``multipleOf``, in decimal arithmetic."""
    return MultipleOf(site.members["multipleOf"], site.at(compiler.root, "multipleOf"))


def min_length(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``minLength``, in code points."""
    least = int(site.members["minLength"])
    at = site.at(compiler.root, "minLength")
    return Length(least, None, at) if least else Pass(at)


def max_length(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``maxLength``, in code points."""
    return Length(0, int(site.members["maxLength"]), site.at(compiler.root, "maxLength"))


def pattern(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``pattern``: found anywhere, not anchored."""
    text, at = site.members["pattern"], site.at(compiler.root, "pattern")
    return Matches(text, at) if text and compiler.is_pattern(text, at) else Pass(at)


KEYWORDS: dict[str, Callable[[ScopedSchema, Subschemas], Constraint]] = {
    "type": type_,
    "enum": enum,
    "const": const,
    "multipleOf": multiple_of,
    "minimum": minimum,
    "exclusiveMinimum": exclusive_minimum,
    "maximum": maximum,
    "exclusiveMaximum": exclusive_maximum,
    "minLength": min_length,
    "maxLength": max_length,
    "pattern": pattern,
}
