"""A report on the current registry that was made before, given again while nothing it depends on has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from accordant.cli import rule_pages
from accordant.cli.open_registry import Opened
from accordant.findings import JsonValue, Report
from accordant.outputs.answer_memory import AnswerMemory
from accordant.outputs.kept_findings import MISREAD, is_final, read_finding, write_finding


def remember(opened: Opened, question: list[JsonValue], make: Callable[[Opened], Report]) -> Report:
    """The report on a registry, from memory where the registry and the question are the same.

    Args:
        opened: the registry; what ``make`` needs of it, it must read through what it is given.
        question: all that the report depends on besides the registry, the tool and the day.
        make: makes the report.
    """
    memory = AnswerMemory(opened.folder, opened.shown, *question)
    known = _read(memory.recall(opened.reading()))
    if known is not None:
        return known
    report = make(replace(opened, watch=memory.watch))
    if is_final(report.findings):
        memory.keep(_write(report, _day() if memory.has_read(_acknowledgements()) else ""))
    return report


def _write(report: Report, day: str) -> JsonValue:
    findings = [write_finding(finding) for finding in report.findings]
    return [day, rule_pages.site, report.command, report.exit_code, findings, report.data, report.text]


def _read(value: JsonValue) -> Report | None:
    """What :func:`_write` wrote on this day; None for anything else."""
    try:
        day, site, command, exit_code, findings, data, text = value
        report = Report(command, exit_code, tuple(read_finding(finding) for finding in findings), data, text)
    except MISREAD:
        return None
    if day and day != _day():
        return None
    rule_pages.site = site
    return report


def _day() -> str:
    import datetime

    return datetime.date.today().isoformat()


def _acknowledgements() -> str:
    """The file of the acknowledgements, which may expire."""
    from accordant.contract.registries import ACKNOWLEDGEMENTS  # loads what the report was made with

    return ACKNOWLEDGEMENTS
