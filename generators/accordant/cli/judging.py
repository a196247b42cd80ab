"""Judges the files that a command names, one after the other, and makes the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from accordant.cli import exits, limits
from accordant.cli.live import Findings, Progress
from accordant.cli.sources import Growing, Source, open_source
from accordant.conform import Outcome, Session
from accordant.findings import Finding, JsonValue, Report


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be judged, and how the report names it."""

    subject: str
    files: tuple[str, ...]
    follow: bool = False
    quiet: bool = False
    formats: str = "annotation"
    """Whether formats judge (``assertion``) or only inform (``annotation``)."""


def judge(session: Session, task: Task, others: Iterable[Finding] = ()) -> Report:
    """Judge all files and report.

    Args:
        session: what judges them.
        task: the files.
        others: further findings, about the schemas.

    Raises:
        InputError: a file cannot be read, or a schema cannot be used.
    """
    sources = [open_source(file) for file in task.files]
    lines = [task.follow or _is_lines(session, source) for source in sources]
    findings = Findings(any(lines), lambda: session.live.current if session.live else None)
    for source, is_lines in zip(sources, lines, strict=True):
        judged = _judge_lines(session, source, task.follow) if is_lines else _judge_whole(session, source)
        for finding in judged:
            findings.take(finding)
    for finding in others:
        findings.take(finding)
    return _report(session, task, findings)


def _is_lines(session: Session, source: Source) -> bool:
    judges = session.judges
    return judges.is_stream or source.is_named_lines or (judges.takes_lines and source.is_lines(judges.streams))


def _judge_whole(session: Session, source: Source) -> Iterator[Finding]:
    limits.begin_again()
    return session.document(source.path, source.read_all())


def _judge_lines(session: Session, source: Source, follow: bool) -> Iterator[Finding]:
    session.live = None
    watched = _Watched(Growing(source.path, source, lambda: _is_over(session)) if follow else source, session)
    yield from session.stream(source.path, watched)
    watched.progress.close()


def _is_over(session: Session) -> bool:
    return session.live is not None and session.live.is_over


class _Watched:
    """A stream of bytes: each piece of it is a task of its own, and long work shows its progress."""

    def __init__(self, source: Source | Growing, session: Session) -> None:
        self.source = source
        self.session = session
        self.progress = Progress(source.path)

    def read1(self, size: int = -1, /) -> bytes:
        """What comes next."""
        limits.begin_again()
        if self.session.live is not None:
            self.progress.tell(self.session.live.last_line)
        return self.source.read1(size)


def _report(session: Session, task: Task, findings: Findings) -> Report:
    outcomes = session.outcomes
    documents: list[JsonValue] = [
        {
            "path": file,
            "valid": outcome.valid,
            "end": outcome.end.as_json() if outcome.end else None,
            "lines": outcome.lines,
        }
        for file, outcome in zip(task.files, outcomes, strict=True)
    ]
    data = {
        "subject": task.subject,
        "documents": documents,
        "formats": task.formats,
        "omitted": findings.omitted.total(),
    }
    return Report(
        "validate",
        exits.of_severities(findings.severities()),
        tuple(findings.kept),
        data,
        _text(task, outcomes, is_clean=not findings.severities()),
        shown=findings.shown + findings.omitted,
        quiet=task.quiet,
    )


def _text(task: Task, outcomes: list[Outcome], *, is_clean: bool) -> str:
    """A line for each file where there are several or one holds lines, then how many are valid."""
    lines = []
    if len(outcomes) > 1 or any(outcome.end or outcome.lines is not None for outcome in outcomes):
        lines = [f"{outcome.path}: {_state(outcome)}" for outcome in outcomes]
    judged = [outcome.valid for outcome in outcomes if outcome.lines != 0 or not outcome.valid]
    if judged and (lines or is_clean):
        formats = "; formats are asserted" if task.formats == "assertion" else ""
        lines.append(f"{sum(judged)} of {len(judged)} valid against {task.subject}{formats}")
    return "\n".join(lines)


def _state(outcome: Outcome) -> str:
    if outcome.end is not None:
        return str(outcome.end)
    if outcome.lines == 0 and outcome.valid:
        return "no line holds a document, so nothing was judged"
    lines = "" if outcome.lines is None else f", {outcome.lines:,} line{'' if outcome.lines == 1 else 's'}"
    return f"valid{lines}" if outcome.valid else f"not valid{lines}"
