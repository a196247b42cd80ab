"""What changed from one release to the next, as values: the command line compares, and pages show it."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two releases."""

    kind: str
    """``break``, ``undecided``, ``addition``, ``deprecation`` or ``note``."""
    rule: str
    subject: str
    message: str
    old: JsonValue = None
    new: JsonValue = None
    evidence: str = ""
    """What the document in `document` is; "" where there is none."""
    document: JsonValue = None
    at: str = ""
    """The pointer of the part of the document that is refused."""
    way_out: str = ""
    acknowledged: str = ""
    """Why people accept a break; "" where nobody does."""


@dataclass(frozen=True, slots=True)
class ReleaseStep:
    """What changed from one moment of a contract to the next."""

    contract: str
    before: tuple[str, str] | None
    """The version and the release; None before the first one."""
    after: tuple[str, str]
    verdict: str = "compatible"
    changes: tuple[Change, ...] = ()
    date: str = ""
    """The day of the newer release; empty where nobody recorded it."""

    @property
    def name(self) -> str:
        """``1.0-to-1.1``: the name of its page."""
        return f"{self.before[1]}-to-{self.after[1]}" if self.before else self.after[1]

    @property
    def is_new_version(self) -> bool:
        """Whether it leads from one version to the next."""
        return self.before is not None and self.before[0] != self.after[0]
