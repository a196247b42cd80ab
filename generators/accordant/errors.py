"""What goes wrong with input: exceptions that carry their data and build their sentence themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from accordant.findings import Place


class AccordantError(Exception):
    """Anything this package raises on purpose."""


@dataclass(eq=False)
class InputError(AccordantError):
    """Input that cannot be used: what is wrong, where, and what to do next."""

    reason: str
    place: Place = field(default=Place(""))
    """Its path is shown as given; an empty path stands for no file."""
    next_step: str = ""
    rule: str = "input-unusable"

    def __str__(self) -> str:
        where, pointer = str(self.place), self.place.pointer
        if pointer:
            where += f" at {pointer}" if where else f"at {pointer}"
        text = f"{where}: {self.reason}" if where else self.reason
        return f"{text}\n  next: {self.next_step}" if self.next_step else text
