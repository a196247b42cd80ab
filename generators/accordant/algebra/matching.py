"""A system of distinct representatives, or the proof that there is none (augmenting paths; Kuhn 1955)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def choose_distinct(options: Sequence[Sequence[Hashable]]) -> list[Hashable] | None:
    """A member of each list, all of them different; None where that is impossible."""
    owner: dict[Hashable, int] = {}
    for index, candidates in enumerate(options):
        free = next((option for option in candidates[index:] if option not in owner), None)
        if free is not None:
            owner[free] = index
            continue
        if not _augment(index, options, owner):
            return None
    chosen: list[Hashable] = [None] * len(options)
    for option, index in owner.items():
        chosen[index] = option
    return chosen


def _augment(start: int, options: Sequence[Sequence[Hashable]], owner: dict[Hashable, int]) -> bool:
    """Find an option for the list `start` along an augmenting path; False where there is none."""
    came_from: dict[Hashable, int] = {}
    todo = [start]
    while todo:
        index = todo.pop(0)
        for option in options[index]:
            if option in came_from:
                continue
            came_from[option] = index
            if option not in owner:
                _flip(option, start, came_from, owner)
                return True
            todo.append(owner[option])
    return False


def _flip(option: Hashable, start: int, came_from: dict[Hashable, int], owner: dict[Hashable, int]) -> None:
    while True:
        index = came_from[option]
        previous = next((held for held, holder in owner.items() if holder == index), None)
        owner[option] = index
        if index == start:
            return
        assert previous is not None
        option = previous
