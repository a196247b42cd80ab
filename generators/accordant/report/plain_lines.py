"""A finding as plain lines, for formats that hold nothing but text."""

from __future__ import annotations

from accordant.findings import Finding, told
from accordant.report.text import evidence_lines
from accordant.report.visible import visible_lines


def headline(finding: Finding) -> str:
    """Subject, baseline and message."""
    if not finding.subject:
        return told(finding)
    return f"{finding.subject}{' against ' + finding.baseline if finding.baseline else ''}: {told(finding)}"


def lines(finding: Finding) -> list[str]:
    """The headline, the evidence, the part of a schema that refuses, and the next step; every line is safe to print."""
    texts = [headline(finding), *(line.rstrip() for line in evidence_lines(finding))]
    if finding.schema_place is not None:
        texts.append(f"refused by {finding.schema_place}")
    if finding.way_out:
        texts.append(f"next step: {finding.way_out}")
    return [safe for text in texts for safe in visible_lines(text)]
