"""How long an engine that backtracks may take: a bound that follows from the form of a pattern."""

from __future__ import annotations

from accordant.regex.tree import Choice, Repeat, Tree, children, descendants


def most_steps(tree: Tree, length: int) -> int | None:
    """A bound of the steps of a search in a text of some length; None where the steps may double with each character.

    Each variable repetition may end anywhere, and the search may begin anywhere. A repetition of something that can
    match in several ways may try all ways to divide the text.
    """
    steps = length + 1
    for part in descendants(tree):
        if isinstance(part, Choice):
            steps *= len(part.options)
        if isinstance(part, Repeat) and part.high != 1:
            if not _is_rigid(part.body):
                return None
            steps *= 1 if part.low == part.high else length + 1
        elif isinstance(part, Repeat):
            steps *= 2
    return steps


def _is_rigid(tree: Tree) -> bool:
    """Whether a tree can match in one way only, wherever it begins."""
    if isinstance(tree, Choice) or (isinstance(tree, Repeat) and tree.low != tree.high):
        return False
    return all(_is_rigid(child) for child in children(tree))
