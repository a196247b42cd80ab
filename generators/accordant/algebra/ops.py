"""What formulas can say: the operations, the arguments of each, and the operation of its negation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class Op:
    """The operations of formulas. Plain texts: they are compared in the innermost loops, where enums are slow."""

    # About any value
    TRUE: Final = "true"
    """Holds for every value. Arguments: ()."""
    FALSE: Final = "false"
    """Holds for no value. Arguments: ()."""
    AND: Final = "and"
    """All of the parts hold. Arguments: the parts, by their numbers."""
    OR: Final = "or"
    """Some part holds. Arguments: the parts, by their numbers."""
    ONE: Final = "one"
    """Exactly one part holds. Arguments: the parts, by their numbers."""
    NOT_ONE: Final = "not one"
    """No part holds, or several do. Arguments: the parts, by their numbers."""
    TYPES: Final = "types"
    """The value is of one of the types. Arguments: their bits."""
    IS: Final = "is"
    """The value is of one of the types and satisfies the inner formula. Arguments: (bits, inner formula)."""
    IF: Final = "if"
    """The value is of another type or satisfies the inner formula. Arguments: (bits, inner formula)."""
    REFERENCE: Final = "reference"
    """The schema at a place that is still being read holds. Arguments: the place."""
    NOT_REFERENCE: Final = "not reference"
    """It does not hold. Arguments: the place."""
    OPAQUE: Final = "opaque"
    """Something that the algebra does not understand. Arguments: (what it is, whether it is asked or denied)."""
    OPEN: Final = "open"
    """The view of a formula that is being worked out. Arguments: ()."""

    # About numbers, and about numbers or strings
    MINIMUM: Final = "minimum"
    """At least, or where strict above. Arguments: (limit, strict)."""
    MAXIMUM: Final = "maximum"
    """At most, or where strict below. Arguments: (limit, strict)."""
    MULTIPLE: Final = "multiple"
    """A multiple. Arguments: the divisor."""
    NOT_MULTIPLE: Final = "not multiple"
    """No multiple. Arguments: the divisor."""
    AMONG: Final = "among"
    """One of the listed numbers or strings. Arguments: their set."""
    NOT_AMONG: Final = "not among"
    """None of the listed numbers or strings. Arguments: their set."""

    # About strings
    MIN_LENGTH: Final = "min length"
    """At least this many code points. Arguments: the count."""
    MAX_LENGTH: Final = "max length"
    """At most this many code points. Arguments: the count."""
    PATTERN: Final = "pattern"
    """A pattern is found, or is not. Arguments: (pattern, whether it is found)."""

    # About arrays
    ITEM: Final = "item"
    """The item at an index, if there is one, satisfies the formula. Arguments: (index, formula)."""
    HAS_ITEM: Final = "has item"
    """There is an item at an index, and it satisfies the formula. Arguments: (index, formula)."""
    AT_LEAST: Final = "at least"
    """At least `count` items from `start` on satisfy the formula. Arguments: (start, formula, count)."""
    AT_MOST: Final = "at most"
    """At most `count` items from `start` on satisfy the formula. Arguments: (start, formula, count)."""
    MIN_ITEMS: Final = "min items"
    """At least this many items. Arguments: the count."""
    MAX_ITEMS: Final = "max items"
    """At most this many items. Arguments: the count."""
    UNIQUE: Final = "unique"
    """All items differ. Arguments: ()."""
    REPEATED: Final = "repeated"
    """Two items are equal. Arguments: ()."""

    # About objects
    PROPERTY: Final = "property"
    """The member of a name, if there is one, satisfies the formula. Arguments: (name, formula)."""
    HAS_PROPERTY: Final = "has property"
    """There is a member of a name, and it satisfies the formula. Arguments: (name, formula)."""
    NAMES: Final = "names"
    """Members whose names satisfy a formula satisfy another. Arguments: (formula of names, formula of values)."""
    HAS_NAME: Final = "has name"
    """Some member satisfies both. Arguments: (formula of names, formula of values)."""
    MIN_PROPERTIES: Final = "min properties"
    """At least this many members. Arguments: the count."""
    MAX_PROPERTIES: Final = "max properties"
    """At most this many members. Arguments: the count."""


_PAIRS: Final = (
    (Op.TRUE, Op.FALSE), (Op.AND, Op.OR), (Op.ONE, Op.NOT_ONE), (Op.TYPES, Op.TYPES), (Op.IS, Op.IF),
    (Op.REFERENCE, Op.NOT_REFERENCE), (Op.OPAQUE, Op.OPAQUE), (Op.MINIMUM, Op.MAXIMUM), (Op.MULTIPLE, Op.NOT_MULTIPLE),
    (Op.AMONG, Op.NOT_AMONG), (Op.MIN_LENGTH, Op.MAX_LENGTH), (Op.PATTERN, Op.PATTERN), (Op.ITEM, Op.HAS_ITEM),
    (Op.AT_LEAST, Op.AT_MOST), (Op.MIN_ITEMS, Op.MAX_ITEMS), (Op.UNIQUE, Op.REPEATED), (Op.PROPERTY, Op.HAS_PROPERTY),
    (Op.NAMES, Op.HAS_NAME), (Op.MIN_PROPERTIES, Op.MAX_PROPERTIES),
)  # fmt: skip
DUAL: Final[Mapping[str, str]] = {**dict(_PAIRS), **{second: first for first, second in _PAIRS}}
"""The operation of a formula's negation."""
CLAUSES: Final = frozenset({Op.OR, Op.ONE, Op.NOT_ONE})
"""The operations that need a case split."""
