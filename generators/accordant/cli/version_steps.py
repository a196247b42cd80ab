"""The smallest step that the edits to a version need: none, a correction, a release, or a new major version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.cli.open_registry import Opened
from accordant.contract import Version
from accordant.errors import InputError
from accordant.findings import Finding, Place, Severity

NONE, PATCH, MINOR, MAJOR = "none", "patch", "minor", "major"
_SAYS: Final = {
    NONE: "nothing to release",
    PATCH: "words were corrected; a release is enough",
    MINOR: "something was added; a release is enough",
    MAJOR: "a reader breaks, so a new version is needed",
}

_CHANGED: Final = "more than words changed; a release is enough"
"""What it says about a release to which nothing is added."""
_FIRST: Final = "it has no release yet; when it is ready, freeze the first one"


@dataclass(frozen=True, slots=True)
class VersionStep:
    """What the edits to a version need."""

    version: Version
    kind: str
    newer: Version | None = None
    """The newest version of the contract, where it is a newer one than this."""
    adds: bool = True
    """Whether something was added that no release holds, rather than only changed."""

    @property
    def command(self) -> str:
        """The command that makes the step; empty where none is needed."""
        name = f"{self.version.contract}/{self.version.name}"
        commands = {NONE: "", MAJOR: "" if self.newer else f"registry bump {self.version.contract}"}
        return commands.get(self.kind, f"registry release {name}")

    @property
    def to(self) -> str:
        """The version that holds the edits then."""
        after = self.newer.name if self.newer else f"v{self.version.major + 1}"
        return after if self.kind == MAJOR else self.version.name

    @property
    def text(self) -> str:
        """The step in one line."""
        subject = f"{self.version.contract}/{self.version.name}"
        if self.kind == MAJOR and self.newer:
            there = f"{self.version.contract}/{self.to}, which is there already"
            return f"{subject}: a reader breaks; make the edit in {there}"
        line = f"{subject}: {self._says}"
        return f"{line}: {self.command}" if self.command else line

    @property
    def _says(self) -> str:
        if self.kind != MINOR:
            return _SAYS[self.kind]
        if not self.version.releases:
            return _FIRST
        return _SAYS[MINOR] if self.adds else _CHANGED


def steps_of(opened: Opened, contract: str) -> list[VersionStep]:
    """The step of each version of a contract, oldest first; accepted breaks ask for none.

    Raises:
        InputError: the contract has no version, or a release cannot be read.
    """
    from accordant.cli import acknowledged
    from accordant.compat import check

    registry = opened.load(only=contract)
    outcome = check(registry, prefix=opened.shown)
    findings = acknowledged.load(opened, registry).apply(outcome.findings)
    versions = [version for entry in registry.contracts for version in entry.versions]
    if not versions:
        place = Place(f"{opened.shown}{contract}")
        raise InputError("the contract has no version", place, next_step="run: registry lint", rule="usage")
    newer = [entry.newer_than(version) for entry in registry.contracts for version in entry.versions]
    kinds = [_kind(version, findings) for version in versions]
    adds = [_adds(version, findings) for version in versions]
    return list(map(VersionStep, versions, kinds, newer, adds))


def _kind(version: Version, findings: tuple[Finding, ...]) -> str:
    from accordant.contract.wordless import differ_in_words_only
    from accordant.registry.release import next_name

    if any(_fails(finding) and _is_about(finding, version) for finding in findings):
        return MAJOR
    if next_name(version) is None:
        return NONE
    if version.releases and differ_in_words_only(version.releases[-1].read(), version.state):
        return PATCH
    return MINOR


def _adds(version: Version, findings: tuple[Finding, ...]) -> bool:
    from accordant.compat.rules.notes import ADDITIONS

    return not version.releases or any(
        finding.rule in ADDITIONS and _is_about(finding, version) for finding in findings
    )


def _is_about(finding: Finding, version: Version) -> bool:
    """Whether a finding is about a version, or a part of it."""
    return f"{finding.subject}/".startswith(f"{version.contract}/{version.name}/")


def _fails(finding: Finding) -> bool:
    """Whether a finding is a break that a new version would make fine."""
    return finding.severity == Severity.ERROR and finding.evidence is not None
