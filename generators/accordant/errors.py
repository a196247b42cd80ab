"""Errors in input: exceptions that carry their data and build their sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from accordant.findings import Finding, Place, Rule


class AccordantError(Exception):
    """The base class of the errors of this package."""


@dataclass(eq=False)
class InputError(AccordantError):
    """Unusable input: what is wrong, where, and what to do next."""

    reason: str
    place: Place = field(default=Place(""))
    """Its path is shown as given; an empty path stands for no file."""
    next_step: str = ""
    rule: str = "input-unusable"

    def finding(self, rule: Rule, **more: Any) -> Finding:
        """The error as a finding of ``rule``, with its own next step where it has one."""
        return rule.finding(self.reason, self.place, way_out=self.next_step, **more)

    def __str__(self) -> str:
        where, pointer = str(self.place), self.place.pointer
        if pointer:
            where += f" at {pointer}" if where else f"at {pointer}"
        where = where.replace("\n", "\\n")  # a name may hold a line end; the place is one line
        text = f"{where}: {self.reason}" if where else self.reason
        return f"{text}\n  next: {self.next_step}" if self.next_step else text
