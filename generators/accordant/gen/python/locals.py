"""Names of local variables in generated functions, for members that are used more than once."""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from accordant.gen.python.runtime_source import exported_names
from accordant.model.names import field_names

MARK: Final = "\x01"
"""A mark on both sides of a variable's name while lines are written; text of a schema never contains it."""

_LONGEST: Final = 40
_OWN: Final = frozenset({"value", "at", "fail", "closed", "name", "cls"})
"""Names of parameters and loop variables of generated functions."""


def local_name(wire: str, taken: Collection[str]) -> str:
    """The variable for a member; ``taken`` are the variables of the members around it."""
    name = _name(wire)
    while name in taken:
        name += "_"
    return name


@lru_cache(maxsize=4096)
def _name(wire: str) -> str:
    name = field_names([wire], _taken_names())[wire]
    return name if len(name) <= _LONGEST and not re.fullmatch(r"[xki]\d+|(?:keys|places)\d+_\d+", name) else "member"


@lru_cache(maxsize=1)
def _taken_names() -> frozenset[str]:
    return _OWN | exported_names() | frozenset(dir(builtins))


def mark(name: str) -> str:
    """A variable between marks."""
    return f"{MARK}{name}{MARK}"


def fetch_once(lines: list[str], name: str, code: str) -> list[str]:
    """Lines with a variable assigned before them; a variable that is used once is replaced by its code."""
    uses = sum(line.count(mark(name)) for line in lines)
    if uses > 1:
        return [f"{mark(name)} = {code}", *lines]
    return [line.replace(mark(name), code) for line in lines]
