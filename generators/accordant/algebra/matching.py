"""One different choice for everybody, or the proof that there is none (augmenting paths; Kuhn 1955)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def distinct_choice(options: Sequence[Sequence[Hashable]]) -> list[Hashable] | None:
    """For each list one of its members, all different; None where that cannot be."""
    owner: dict[Hashable, int] = {}
    for who, wanted in enumerate(options):
        free = next((option for option in wanted[who:] if option not in owner), None)
        if free is not None:
            owner[free] = who
            continue
        if not _settle(who, options, owner):
            return None
    chosen: list[Hashable] = [None] * len(options)
    for option, who in owner.items():
        chosen[who] = option
    return chosen


def _settle(start: int, options: Sequence[Sequence[Hashable]], owner: dict[Hashable, int]) -> bool:
    """Find an option for `start`, moving others aside along an augmenting path."""
    came_from: dict[Hashable, int] = {}
    todo = [start]
    while todo:
        who = todo.pop(0)
        for option in options[who]:
            if option in came_from:
                continue
            came_from[option] = who
            if option not in owner:
                _flip(option, start, came_from, owner)
                return True
            todo.append(owner[option])
    return False


def _flip(option: Hashable, start: int, came_from: dict[Hashable, int], owner: dict[Hashable, int]) -> None:
    while True:
        who = came_from[option]
        previous = next((held for held, holder in owner.items() if holder == who), None)
        owner[option] = who
        if who == start:
            return
        assert previous is not None
        option = previous
