"""What goes wrong with input: exceptions that carry their data and build their sentence themselves."""

from __future__ import annotations

from dataclasses import dataclass


class AccordantError(Exception):
    """Anything this package raises on purpose."""


@dataclass(eq=False)
class InputError(AccordantError):
    """Input that cannot be used: what is wrong, where, and what to do next.

    ``path`` is shown as given; ``line`` and ``column`` count from 1, 0 means unknown.
    """

    reason: str
    path: str = ""
    line: int = 0
    column: int = 0
    pointer: str = ""
    next_step: str = ""
    rule: str = "input-unusable"

    def __str__(self) -> str:
        place = self.path
        if place and self.line:
            place += f":{self.line}:{self.column}"
        if self.pointer:
            place += f" at {self.pointer}" if place else f"at {self.pointer}"
        text = f"{place}: {self.reason}" if place else self.reason
        return f"{text}\n  next: {self.next_step}" if self.next_step else text
