"""Escapes for text in Markdown: only letters that could begin markup where they stand, by backslash where that works.

Python-Markdown takes a backslash before fewer signs than CommonMark does: the others are entities of HTML.
"""

from __future__ import annotations

import html
import re
from typing import Final

_BY_BACKSLASH: Final = frozenset("\\`*_{}[]|#>+-.)!")

_NAMED: Final = {"<": "&lt;", "&": "&amp;"}

_MARK: Final = re.compile(
    r"[\\`*{}\[\]|~]"
    r"|(?<![A-Za-z0-9])[_#]|[_#](?![A-Za-z0-9])"  # inside of a name they are none
    r"|\$(?![A-Za-z0-9])"  # so no formula has an end
    r"|(?<=\{)%"  # so no block of a template begins
    r"|<(?![ =0-9])"  # no tag begins so
    r"|&(?=[A-Za-z#]|\Z)"
)
"""Signs that could begin or end markup in Markdown, in HTML, or in a template; `{` stands for those of templates."""

_NUMBER: Final = re.compile(r"([0-9]+)([.)])(?=\s|\Z)")
"""The number of an item of a list."""

_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")

_STARTS: Final = frozenset("/(\"'@,.%$<&\\`*_{}[]|#~")
"""Signs that begin no list, heading, rule or quotation, or that are escaped wherever they stand."""


def escape(line: str) -> str:
    """A line inside of which nothing is markup.

    >>> escape("a < b, `x` of [y](z)"), escape("snake_case, $ref, #1"), escape("<b>")
    ('a < b, \\\\`x\\\\` of \\\\[y\\\\](z)', 'snake_case, $ref, \\\\#1', '&lt;b>')
    """
    return _MARK.sub(_escape_found, line)


def escape_start(line: str) -> str:
    """The same for a line that may begin a block.

    >>> escape_start("- a"), escape_start("1. a"), escape_start("1.2"), escape_start("=== a")
    ('\\\\- a', '1\\\\. a', '1.2', '&#61;== a')
    """
    first, escaped = line[:1], escape(line)
    if first.isalnum() or not first:
        return _NUMBER.sub(r"\1\\\2", escaped, count=1) if _NUMBER.match(line) else escaped
    return escaped if first in _STARTS or not first.isprintable() else _escaped(first) + escaped[1:]


def unescape(line: str) -> str:
    """The letters of an escaped line."""
    return html.unescape(_ESCAPED.sub(r"\1", line))


def entity(letter: str) -> str:
    """A letter as HTML spells any."""
    return f"&#{ord(letter)};"


def _escape_found(found: re.Match[str]) -> str:
    return _escaped(found[0])


def _escaped(letter: str) -> str:
    return f"\\{letter}" if letter in _BY_BACKSLASH else _NAMED.get(letter) or entity(letter)
