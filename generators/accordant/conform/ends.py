"""How a stream ended: its name, what is missing, and how far the program had come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from accordant.conform.rules import STREAM_CUT, STREAM_FAILED, STREAM_INTERRUPTED
from accordant.findings import JsonValue, Rule

End = Literal["complete", "failed", "interrupted", "cut", "malformed"]

RULE_OF: Final[dict[str, Rule]] = {
    "failed": STREAM_FAILED,
    "interrupted": STREAM_INTERRUPTED,
    "cut": STREAM_CUT,
}
"""The rule under which an end is reported; the others have no finding of their own."""


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """The end of a stream."""

    state: End
    """``complete``: whole. ``failed``: whole, and the program failed. ``interrupted``: right so far. ``cut``: right but
    for the last line, which was cut. ``malformed``: something is wrong."""
    stream: str
    lines: int = 0
    """Lines that hold a value."""
    missing: tuple[str, ...] = ()
    """The line types that must still come, the shortest way."""
    means: tuple[str, ...] = ()
    """What the contract says of that."""
    progress: JsonValue = None
    """The last line that says how far the program is; None without one."""
    progress_line: int = 0
    """Its number; 0 without one."""

    def as_json(self) -> JsonValue:
        """The end as JSON values."""
        return {
            "state": self.state,
            "stream": self.stream,
            "lines": self.lines,
            "missing": list(self.missing),
            "means": list(self.means),
            "progress": {"line": self.progress_line, "value": self.progress} if self.progress_line else None,
        }

    def __str__(self) -> str:
        lines = f"{self.lines:,} line{'' if self.lines == 1 else 's'}"
        missing = f"; missing: {_list(self.missing)}" if self.missing else ""
        means = f" ({' '.join(self.means)})" if self.means else ""
        progress = f"; last progress at line {self.progress_line}" if self.progress_line and self.missing else ""
        return f"{self.state}, {lines}{missing}{means}{progress}"


def _list(types: Iterable[str]) -> str:
    return ", ".join(f"'{type_}'" for type_ in types)
