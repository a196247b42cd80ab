"""A finding as plain lines, for formats that have room for nothing but text."""

from __future__ import annotations

from accordant.findings import Finding
from accordant.report.text import evidence_lines
from accordant.report.visible import visible_lines


def headline(one: Finding) -> str:
    """Subject, baseline and sentence."""
    if not one.subject:
        return one.message
    return f"{one.subject}{' against ' + one.baseline if one.baseline else ''}: {one.message}"


def lines(one: Finding) -> list[str]:
    """The headline, the evidence, the part of a schema that asks, and the way out; every line is safe to print."""
    told = [headline(one), *(line.rstrip() for line in evidence_lines(one))]
    if one.schema_place is not None:
        told.append(f"asked by {one.schema_place}")
    if one.way_out:
        told.append(f"way out: {one.way_out}")
    return [safe for line in told for safe in visible_lines(line)]
