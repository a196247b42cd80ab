"""Under which terms two schemas are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SECONDS = 8.0
"""How long one pair of schemas may take, notes included."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which terms two schemas are compared."""

    direction: str = "output"
    promise: str = "additive"
    enums: str = "open"
    carrier: str = ""
    same_list: Callable[[str], bool] = lambda _: False
    seconds: float = SECONDS
    notes: bool = True
    """Whether additions and narrowings are looked for too: against an older release they are history."""
