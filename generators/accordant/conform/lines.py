"""One line of a stream, byte by byte: its value, what is wrong with its bytes, and whether it was cut."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.conform import byte_rules as rules
from accordant.conform.severities import Grades
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Rule, Severity
from accordant.schema import documents
from accordant.schema.documents import Document
from accordant.schema.strict_lines import is_cut, lines_on, values_on
from accordant.schema.vocabulary import format_value

_MARK: Final = b"\xef\xbb\xbf"
_SPACE: Final = b" \t\r"
_ONE: Final = "print one document and nothing else; several values are a stream, with one on each line"
_EXCERPT: Final = 60
"""How many characters of a line that is not JSON are shown."""


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line as it came, without its LF."""

    path: str
    number: int
    data: bytes
    ends: bool = True
    """Whether an LF ends it."""


@dataclass(slots=True)
class ReadLine:
    """What a line holds."""

    document: Document | None = None
    """None where it is blank, cut or cannot be read."""
    findings: list[Finding] = field(default_factory=list)
    lost: list[JsonValue] = field(default_factory=list)
    """The values of the lines that it holds where line feeds were lost; see :func:`lines_on`."""
    is_cut: bool = False
    is_blank: bool = False


def read_line(raw: RawLine, grades: Grades) -> ReadLine:
    """Read a line as strictly as RFC 8259 asks; tolerable bytes give findings, but the line is still read."""
    line = ReadLine()
    data = _without_mark(raw, line, grades)
    if data.endswith(b"\r"):
        line.findings.append(_report(grades, rules.CRLF, "the line ends with CR LF, not with LF", raw, len(data)))
    if not data.strip(_SPACE):
        line.is_blank = True
        if raw.ends:
            line.findings = [_report(grades, rules.BLANK_LINE, "the line is blank", raw, 1)]
        return line
    _parse(raw, data.rstrip(b"\r"), line, grades)
    if line.document is not None and not raw.ends:
        message = "no LF ends the last line"
        line.findings.append(_report(grades, rules.NO_FINAL_NEWLINE, message, raw, len(data)))
    return line


def _without_mark(raw: RawLine, line: ReadLine, grades: Grades) -> bytes:
    """The bytes after a byte order mark."""
    if raw.number != 1 or not raw.data.startswith(_MARK):
        return raw.data
    line.findings.append(_report(grades, rules.BYTE_ORDER_MARK, "the stream begins with a byte order mark", raw, 1))
    return raw.data[len(_MARK) :]


def _parse(raw: RawLine, data: bytes, line: ReadLine, grades: Grades) -> None:
    try:
        line.document = documents.parse(data, raw.path)
    except InputError as error:
        line.is_cut = not raw.ends and is_cut(data)
        if line.is_cut:
            return
        line.document = read_huge(error, data, raw.path, grades)
        error.place = replace(error.place, path=raw.path, line=raw.number)
        if line.document is not None:
            line.findings.append(error.finding(rules.NUMBER_OUT_OF_RANGE))
        else:
            line.findings.append(_unreadable(error, data, _count_values(error)))
            line.lost = lines_on(data)


def read_huge(
    error: InputError, data: bytes, path: str, grades: Grades, most: int = documents.MAX_BYTES
) -> Document | None:
    """A document whose only fault is a number that no double holds, for a role that only warns of it; else None."""
    rule = rules.rule_of(error)
    if rule is not rules.NUMBER_OUT_OF_RANGE or grades.grade(error.finding(rule)).severity is Severity.ERROR:
        return None
    try:
        return documents.parse(data, path, most=most, huge=True)
    except InputError:
        return None


def _unreadable(error: InputError, data: bytes, values: int) -> Finding:
    """The finding about a line that is lost: what it is, with the beginning of the line."""
    rule = rules.rule_of(error)
    text = data[: 4 * _EXCERPT].decode("utf-8", "replace")[:_EXCERPT]
    if rule in (rules.NOT_JSON, rules.EXTRA_DATA) and _is_glued(data):
        return _finding(rules.GLUED_OUTPUT, error, f"text stands before the value on its line: {format_value(text)}")
    if rule is rules.EXTRA_DATA:
        what = f"{values} values stand on one line, without line feeds between them"
        what = what if values > 1 else "text follows the value on its line"
        return _finding(rule, error, f"{what}; the line counts for nothing")
    if rule is rules.TOO_LARGE:
        return _finding(rule, error, f"the line has {error.reason}")
    return _finding(rule, error, f"{error.reason}: {format_value(text)}" if rule is rules.NOT_JSON else error.reason)


def _finding(rule: Rule, error: InputError, message: str) -> Finding:
    is_syntax = isinstance(error.__cause__, json.JSONDecodeError)  # of which the rule says more
    finding = rule.finding(message, error.place, way_out="" if is_syntax else error.next_step)
    return replace(finding, severity=Severity.ERROR)


def unreadable(error: InputError) -> Finding:
    """The finding about a document that cannot be read, at its place."""
    rule = rules.rule_of(error)
    if rule is not rules.EXTRA_DATA:
        return _finding(rule, error, error.reason)
    kind = "another value" if _count_values(error) > 1 else "text"
    return replace(_finding(rule, error, f"{kind} follows the document, which has ended before it"), way_out=_ONE)


def _count_values(error: InputError) -> int:
    """How many values stand one after the other at the beginning of a text that is not a single value."""
    cause = error.__cause__
    if not isinstance(cause, json.JSONDecodeError) or rules.rule_of(error) is not rules.EXTRA_DATA:
        return 0
    return len(values_on(cause.doc)[0])


def _is_glued(data: bytes) -> bool:
    """Whether an object or array ends the line, and text stands before it."""
    text = data.decode("utf-8", "replace").strip()
    return (
        not text.startswith(("{", "[{"))
        and text.endswith(("}", "]"))
        and any(_is_whole(text[start:]) for start in _openings(text))
    )


def _openings(text: str) -> Iterator[int]:
    """Where an object or array may begin after other text: the first places of each."""
    for bracket in "{[":
        start = text.find(bracket)
        if start > 0:
            yield start


def _is_whole(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _report(grades: Grades, rule: Rule, message: str, raw: RawLine, column: int) -> Finding:
    return grades.grade(rule.finding(message, Place(raw.path, raw.number, max(column, 1))))
