"""What can be generated, in the order in which reports and help name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Target:
    """A target: its word on the command line, what it is, and the file that it makes of a loose schema."""

    name: str
    says: str
    loose_file: str


TARGETS: Final = (
    Target("python", "Pydantic models", "model.py"),
    Target("ts", "TypeScript types and guards", "types.ts"),
)
