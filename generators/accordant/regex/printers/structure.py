"""Prints the syntax that all engines share: sequences, choices, repetitions and capturing groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from accordant.regex.errors import NotExpressible
from accordant.regex.tree import Backreference, Characters, Choice, Edge, Group, Look, Modified, Repeat, Sequence, Tree

Leaf = Characters | Edge | Look | Backreference
"""The trees that each engine prints in its own way."""
DEEPEST: Final = 50
"""Engines fail in their own ways where groups are nested some hundred deep."""
_SIGNS: Final = {(0, None): "*", (1, None): "+", (0, 1): "?"}


def write(tree: Tree, leaf: Callable[[Leaf], str], names: bool, depth: int = 0) -> str:
    """A tree as text; `leaf` prints the trees of an engine's own, `names`: groups keep their names.

    Raises:
        NotExpressible: nested too deeply, or flags inside the pattern.
    """
    if depth > DEEPEST:
        raise NotExpressible("groups nested too deeply")

    def inner(part: Tree) -> str:
        return write(part, leaf, names, depth + 1)

    match tree:
        case Sequence(parts):
            return _join([f"(?:{inner(part)})" if isinstance(part, Choice) else inner(part) for part in parts])
        case Choice(options):
            return "|".join([inner(option) for option in options])
        case Repeat(body):
            atom = isinstance(body, Characters | Group | Backreference)
            return (inner(body) if atom else f"(?:{inner(body)})") + quantifier(tree)
        case Group(_, body, name):
            return f"({f'?<{name}>' if names and name else ''}{inner(body)})"
        case Characters() | Edge() | Look() | Backreference():
            return leaf(tree)
        case Modified():
            raise NotExpressible("flags inside the pattern")
    raise TypeError(tree)


def _join(parts: list[str]) -> str:
    """Parts side by side; a digit behind a numbered reference would belong to the number."""
    text = ""
    for part in parts:
        refers = text[-1:].isdecimal() and text.rstrip("0123456789")[-1:] == "\\"
        text += f"(?:){part}" if refers and part[:1].isdecimal() else part
    return text


def quantifier(repeat: Repeat) -> str:
    """The quantifier of a repetition.

    >>> quantifier(Repeat(Sequence(()), 2, None, lazy=True))
    '{2,}?'
    """
    low, high = repeat.low, repeat.high
    sign = _SIGNS.get((low, high))
    if sign is None:
        sign = f"{{{low}}}" if low == high else f"{{{low},{'' if high is None else high}}}"
    return sign + ("?" if repeat.lazy else "")
