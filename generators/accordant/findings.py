"""Findings: what judges report, with the rule, the place, a sentence and the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

JsonValue: TypeAlias = Any
"""A value that JSON can hold: None, bool, int, float, str, list of values, dict of str to values."""


class Severity(StrEnum):
    """How much a finding weighs: an error fails the command, the others do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Place:
    """A location: a file, a line and column in it (both from 1, 0 where unknown), a JSON Pointer."""

    path: str
    line: int = 0
    column: int = 0
    pointer: str = ""

    def __str__(self) -> str:
        text = self.path
        if self.line:
            text += f":{self.line}:{self.column}"
        return text


@dataclass(frozen=True, slots=True)
class Witness:
    """A document that the writer may write and the reader refuses."""

    document: JsonValue
    at: str = ""
    """JSON Pointer to the part of the document that the reader refuses."""
    writer: str = ""
    reader: str = ""


@dataclass(frozen=True, slots=True)
class LostDocument:
    """A document that the older side accepts; it uses a name that the newer side no longer declares."""

    document: JsonValue
    at: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """The two values of a fact that differs."""

    old: JsonValue
    new: JsonValue


Evidence: TypeAlias = Witness | LostDocument | Facts


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a judge."""

    rule: str
    severity: Severity
    message: str
    place: Place | None = None
    old_place: Place | None = None
    evidence: Evidence | None = None
    way_out: str = ""
    subject: str = ""
    """What was judged: ``cobre/v1/response``, or a file's name for loose files."""
    baseline: str = ""
    """What it was compared with: ``1.0``, a git ref, a folder."""
    strict: str = ""
    """The strict reading's answer to the same question: breaking, compatible, undecided; "" where not asked."""
    decided_by: str = ""
    """Which reading decided: ``strict`` or ``additive``."""
    old: JsonValue = field(default=None)
    new: JsonValue = field(default=None)
    documents: JsonValue = None
    """Which documents it is about, where breaks may differ in this alone; see `compat.document_kinds`."""
    schema_place: Place | None = None
    """For a document: the part of the schema that refuses it."""
    parts: tuple[Finding, ...] = ()
    """The breaks of one kind that it stands for, each a finding of its own; empty where it is one."""

    @property
    def number(self) -> int:
        """How many findings it counts for."""
        return len(self.parts) or 1


def told(finding: Finding) -> str:
    """The message of a finding; of a document, one that begins with its verb has its place in front.

    Where a line of a document is shown, it may hold several members, and a log may not show it at all.
    """
    if finding.schema_place is None or not finding.message.startswith(("has ", "is ", "must ")):
        return finding.message
    pointer = finding.place.pointer if finding.place else ""
    return f"{f'`{pointer}`' if pointer else 'the document'} {finding.message}"


def as_schema(side: JsonValue) -> JsonValue:
    """A side of a finding as a schema spells it: there ``required`` is a list, of a finding it may be the one name.

    >>> as_schema({"required": "id"}), as_schema({"type": "string"})
    ({'required': ['id']}, {'type': 'string'})
    """
    return {"required": [side["required"]]} if _names_one(side) else side


def missing_side(other: JsonValue) -> str:
    """What is said in place of a side that has nothing, whose other side is ``other``."""
    return "not required" if _names_one(other) else "nothing"


def _names_one(side: JsonValue) -> bool:
    return isinstance(side, dict) and side.keys() == {"required"} and isinstance(side["required"], str)


def found_again(finding: Finding) -> tuple[object, ...] | None:
    """What a finding has in common with the same one found against other baselines; None where it has no baseline."""
    if not finding.baseline:
        return None
    return finding.rule, finding.severity, finding.subject, finding.message, finding.place


def distinct(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, each once, however many baselines it was found against."""
    seen: set[tuple[object, ...]] = set()
    once = []
    for finding in findings:
        key = found_again(finding)
        if key is None or key not in seen:
            once.append(finding)
        if key is not None:
            seen.add(key)
    return once


class Verdict(StrEnum):
    """The result of a comparison of two states."""

    COMPATIBLE = "compatible"
    """Proved."""
    BREAKING = "breaking"
    """With evidence."""
    UNDECIDED = "undecided"
    """With the reason."""

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Verdict:
        """The verdict on findings: breaking with an error, else undecided with an undecided one, else compatible."""
        severities = {finding.severity for finding in findings}
        if Severity.ERROR in severities:
            return cls.BREAKING
        return cls.UNDECIDED if Severity.UNDECIDED in severities else cls.COMPATIBLE

    @classmethod
    def worst(cls, verdicts: Iterable[Verdict]) -> Verdict:
        """The verdict on several comparisons together."""
        present = set(verdicts)
        return next((verdict for verdict in (cls.BREAKING, cls.UNDECIDED) if verdict in present), cls.COMPATIBLE)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a judge looks for. Its name is also that of its case file and its page."""

    name: str
    severity: Severity
    says: str
    """One sentence: what the rule finds."""
    why: str
    """Why it matters to those who read the documents."""
    way_out: str
    """What to do about a finding."""
    breaking: str = ""
    """A small example that the rule finds (JSON, TOML or a sentence)."""
    fine: str = ""
    """The same, as it should be."""
    also: tuple[Severity, ...] = ()
    """Severities that its findings have in other circumstances, as ``why`` says."""

    def finding(self, message: str, place: Place | None = None, *, way_out: str = "", **more: Any) -> Finding:
        """A finding of this rule; ``way_out`` replaces the rule's own, ``more`` are further fields of the finding."""
        return Finding(self.name, self.severity, message, place, way_out=way_out or self.way_out, **more)


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """One case of a suite: its findings are among those of the report."""

    name: str
    findings: tuple[Finding, ...] = ()
    skipped: str = ""
    """Why it was not run."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a command, before a format turns it into text."""

    command: str
    exit_code: int = 0
    findings: tuple[Finding, ...] = ()
    data: JsonValue = None
    """The result besides findings, as JSON."""
    text: str = ""
    """The same for people."""
    markdown: str = ""
    """The same as Markdown, where that is better than ``text`` in a fence; everything in it is escaped already."""
    error: BaseException | None = None
    """Why the command could not do its work."""
    shown: Mapping[Severity, int] = field(default_factory=dict)
    """How many findings were shown while the command ran, which are not in ``findings``."""
    quiet: bool = False
    """Whether people are shown findings only."""
    is_document: bool = False
    """Whether ``text`` is a JSON document that people send to a file: it has stdout for itself."""
    cases: tuple[JudgedCase, ...] = ()
    """Where the command ran cases, each of them: formats for tests show those that pass, too."""
