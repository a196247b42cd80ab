"""Constants as formulas: the one value, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from accordant.algebra.model import (
    ARRAY,
    FALSE_VALUE,
    NULL,
    NUMBER,
    OBJECT,
    STRING,
    TRUE_VALUE,
    Formula,
    Pool,
)
from accordant.algebra.values import Key

_SCALARS = {None: NULL, True: TRUE_VALUE, False: FALSE_VALUE}


def constant(pool: Pool, key: Key) -> Formula:
    """The formula of the value with this key (see `values.key_of`)."""
    if isinstance(key, str):
        return pool.is_(STRING, pool.among(frozenset([key])))
    if isinstance(key, Fraction):
        return pool.is_(NUMBER, pool.among(frozenset([key])))
    kind, content = key
    if kind == "c":
        return pool.types(_SCALARS[content])
    if kind == "a":
        parts = [pool.min_items(len(content)), pool.max_items(len(content))]
        for index, item in enumerate(content):
            parts.append(pool.item(index, constant(pool, item)))
        return pool.is_(ARRAY, pool.all_of(parts))
    names = frozenset([name for name, _ in content])
    parts = [pool.names(pool.is_(STRING, pool.among(names)).negated, pool.false)]
    for name, member in content:
        parts.append(pool.has(name, constant(pool, member)))
    return pool.is_(OBJECT, pool.all_of(parts))


def constants(pool: Pool, keys: Iterable[Key]) -> Formula:
    """The formula of any of the values; lists of texts and of numbers stay lists."""
    keys = dict.fromkeys(keys)
    texts = frozenset([key for key in keys if isinstance(key, str)])
    numbers = frozenset([key for key in keys if isinstance(key, Fraction)])
    parts = []
    if texts:
        parts.append(pool.is_(STRING, pool.among(texts)))
    if numbers:
        parts.append(pool.is_(NUMBER, pool.among(numbers)))
    for key in keys:
        if isinstance(key, tuple):
            parts.append(constant(pool, key))
    return pool.any_of(parts)
