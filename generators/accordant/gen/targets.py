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
    ours: bool = False
    """Whether the bundled registry generates it: it has a table in ``registry.toml`` and a folder in ``generated/``."""
    flavour: bool = False
    """Whether datamodel-code-generator prints it, from types alone."""


TARGETS: Final = (
    Target("python", "Pydantic models", "model.py", ours=True),
    Target("ts", "TypeScript types and guards", "types.ts", ours=True),
    Target("model", "the type model as JSON, one file for each contract version", "model.json"),
    Target("dataclass", "dataclasses, printed by datamodel-code-generator", "model.py", flavour=True),
    Target("typeddict", "TypedDicts, printed by datamodel-code-generator", "model.py", flavour=True),
    Target("msgspec", "msgspec structs, printed by datamodel-code-generator", "model.py", flavour=True),
)


def named(name: str) -> Target | None:
    """The target of that name."""
    return next((one for one in TARGETS if one.name == name), None)
