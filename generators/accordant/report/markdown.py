"""The ``markdown`` format: for a comment on a change, or a job's summary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from accordant.findings import Finding, Place, Report, Severity
from accordant.report import plain_lines
from accordant.report.json import error_object
from accordant.report.text import evidence_lines
from accordant.report.view import View, count, severities, verdict
from accordant.report.visible import visible

_SIGNS = {
    Severity.ERROR: "❌",
    Severity.UNDECIDED: "❔",
    Severity.WARNING: "⚠️",
    Severity.NOTE: "ℹ️",
}
_MARKUP = re.compile(r"[&<>`|*_\[\]{}\\#@~]|(?<=w)ww\.|(?<=http)s?://|^[-+]|^\d+(?=[.)])", re.MULTILINE)


def render(report: Report, view: View) -> str:
    """A heading with the verdict, then a list item per finding; evidence in fenced blocks."""
    if report.error is not None:
        problem = error_object(report.error)
        place = Place(problem["path"], problem["line"], problem["column"], problem["pointer"])
        lines = [f"**registry {plain(report.command)}** could not do its work.", ""]
        where = f"{code(str(place))}: " if place.path else ""
        lines.append(f"- {where}{prose(problem['message'])}")
        if problem["next_step"]:
            lines.append(f"  next: {prose(problem['next_step'])}")
        return "\n".join(lines) + "\n"
    if report.markdown:
        return report.markdown
    judgement, counts = verdict(report), count(severities(report))
    head = f"**registry {plain(report.command)}**: " + (f"{judgement} ({counts})" if judgement else counts)
    blocks = [head, *("\n".join(_item(finding)) for finding in report.findings)]
    if report.text:
        blocks.append("\n".join(_fence(report.text.rstrip("\n").split("\n"))))
    return "\n\n".join(blocks) + "\n"


def _item(finding: Finding) -> Iterator[str]:
    place = f" {code(str(finding.place))}" if finding.place else ""
    yield f"- {_SIGNS[finding.severity]} {code(finding.rule)}{place}  "
    yield f"  {prose(plain_lines.headline(finding))}"
    if finding.old_place is not None:
        yield f"  (before: {code(str(finding.old_place))})"
    evidence = list(evidence_lines(finding))
    if evidence:
        yield ""
        yield from ("  " + line for line in _fence([line.rstrip() for line in evidence]))
    if finding.way_out:
        yield ""
        yield "  Next step: " + "  \n  ".join(prose(line) for line in finding.way_out.split("\n"))


def prose(sentence: str) -> str:
    """A sentence of ours: each part in backticks as a code span, the rest plain; nothing in it is markup."""
    parts = sentence.split("`")
    if len(parts) % 2 == 0 or "" in parts[1::2]:
        return plain(sentence)
    return "".join(code(part) if index % 2 else plain(part) for index, part in enumerate(parts))


def plain(text: str) -> str:
    """Text on one line that no Markdown renderer takes for markup, a link or a mention."""
    flat = visible(" ".join(text.split("\n")))
    return _MARKUP.sub(lambda match: "".join(f"&#{ord(letter)};" for letter in match[0]), flat)


def code(text: str) -> str:
    """A code span around any text."""
    safe = visible(text)
    ticks = "`" * (max((len(run) for run in re.findall(r"`+", safe)), default=0) + 1)
    space = " " if safe.startswith("`") or safe.endswith("`") else ""
    return f"{ticks}{space}{safe}{space}{ticks}"


def _fence(lines: list[str]) -> Iterator[str]:
    """A fenced block around any lines."""
    safe = [visible(line) for line in lines]
    longest = max((len(run) for line in safe for run in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}text"
    yield from safe
    yield fence
