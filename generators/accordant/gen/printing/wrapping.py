"""Lines of generated code that are too long, broken at their brackets and operators; comments, broken at words."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 120
_REMARK: Final = re.compile(r"  # pyright: ignore(\[\w+\])?$")
"""What a checker is told about a statement: it stands behind the first line."""
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|`(?:[^`\\]|\\.)*`')
_QUOTES: Final = "\"'`"
_OPEN, _CLOSE = "([{", ")]}"
_RUN: Final = re.compile(r"""[^"'`()\[\]{}]+""")
"""Letters that begin no text and open or close no brackets."""
_PARAMETER: Final = re.compile(r"\w+\??: |\*,$")


@dataclass(frozen=True, slots=True)
class Style:
    """How a language is written over several lines."""

    indent: str
    operators: tuple[str, ...]
    """What a line may begin with inside of brackets, those that bind least first."""
    head: re.Pattern[str]
    """What a statement begins with before its expression."""
    brackets: tuple[str, str]
    """What an expression needs around it to go over several lines."""
    comment: re.Pattern[str]
    """A line that is left as it is."""
    quotes: str = ""
    """What texts of several lines begin and end with."""


PYTHON: Final = Style(
    indent="    ",
    operators=(" if ", " else ", " for ", " or ", " and ", " | "),
    head=re.compile(r"(if|elif|while|return|for [\w, ()]+ in|\w+(: TypeAlias)? =|\w+:) "),
    brackets=("(", ")"),
    comment=re.compile(r"\s*#|.*\s# "),
    quotes='"""',
)
TYPESCRIPT: Final = Style(
    indent="  ",
    operators=(" = ", " ? ", " : ", " || ", " && ", " | ", " & "),
    head=re.compile(
        r"(return|export (const|type) [^\"'`]{1,100}? =|export const \w+:|(readonly )?"
        r'(\w+|"(?:[^"\\]|\\.)*"|\[key: string\])\??:) '
    ),
    brackets=("", ""),
    comment=re.compile(r"\s*(\*|//|/\*)|.*\s//"),
)


def wrap_code(text: str, style: Style) -> str:
    """The code with its long lines broken where brackets allow it; texts in quotes stay whole."""
    if max(map(len, text.split("\n"))) <= WIDTH:
        return text
    lines: list[str] = []
    inside = False
    for line in text.split("\n"):
        quotes = line.count(style.quotes) if style.quotes else 0
        remark = "" if inside else "".join(match[0] for match in _REMARK.finditer(line))
        line = line.removesuffix(remark)
        first = len(lines)
        if len(line) + len(remark) <= WIDTH or inside or quotes or style.comment.match(line):
            lines.append(line)
        else:
            code = line.lstrip(" ")
            lines += _broken(code, line[: len(line) - len(code)], style, within=_has_parameters(code, style))
        if remark:
            lines[first] += remark
        inside ^= quotes % 2 == 1
    return "\n".join(lines)


def wrap_words(line: str, width: int) -> list[str]:
    """A line of prose as lines of words; the later ones of a list item stand below its text."""
    if len(line) <= width or line.startswith(("    ", "\t", "|")):
        return [line]
    mark = re.match(r"\s*(?:[*+-]|\d+\.)\s+|\s*", line)
    below = " " * len(mark[0]) if mark else ""
    return textwrap.wrap(
        line, width, subsequent_indent=below, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    ) or [line]


def _broken(code: str, indent: str, style: Style, *, within: bool) -> Iterator[str]:
    """The lines of a piece of code; ``within`` brackets it may be broken at its own operators."""
    if len(indent) + len(code) <= WIDTH:
        yield indent + code
        return
    pieces = _pieces(code, style) if within else []
    if len(pieces) > 1:
        for piece in pieces:
            yield from _broken(piece, indent, style, within=True)
    elif within:
        yield from _in_brackets(code, indent, style)
    else:
        yield from _statement(code, indent, style)


def _has_parameters(code: str, style: Style) -> bool:
    """Whether a line is not a statement but several parameters of a function."""
    pieces = _pieces(code, style) if _PARAMETER.match(code) else []
    return len(pieces) > 1 and all(map(_PARAMETER.match, pieces))


def _statement(code: str, indent: str, style: Style) -> Iterator[str]:
    """The lines of a statement: its expression in brackets, or its longest brackets opened."""
    head = style.head.match(code)
    end = _end_of_expression(code, head.end()) if head else 0
    pieces = _pieces(code[head.end() : end], style) if head and not _fits_before_field(code, indent) else []
    if head and len(pieces) == 1 and head[0].startswith("export "):
        yield indent + head[0].rstrip(" ")
        yield from _broken(code[head.end() :], indent + style.indent, style, within=True)
        return
    if head is None or len(pieces) < 2:
        yield from _in_brackets(code, indent, style)
        return
    opening, closing = style.brackets
    is_return = not opening and head[0] == "return "  # nothing may come between it and what it returns
    if is_return:
        yield from _broken(head[0] + pieces[0], indent, style, within=False)
    else:
        yield indent + (head[0] + opening).rstrip(" ")
    for piece in pieces[is_return:]:
        yield from _broken(piece, indent + style.indent, style, within=True)
    yield from _broken(closing + code[end:], indent, style, within=False)


def _fits_before_field(code: str, indent: str) -> bool:
    """Whether all that stands before a field's settings fits into a line."""
    start = code.find(" = Field(")
    return start >= 0 and len(indent) + start + len(" = Field(") <= WIDTH


def _end_of_expression(code: str, start: int) -> int:
    """Where a statement's expression ends: before its default or its colon."""
    default = next((start + index for index in _outside(code[start:]) if code.startswith(" = ", start + index)), 0)
    return default or len(code) - code.endswith(":")


def _in_brackets(code: str, indent: str, style: Style) -> Iterator[str]:
    """The lines of code whose longest brackets are opened."""
    group = _longest_group(code)
    if group is None:
        yield indent + code
        return
    start, end = group
    yield from _broken(code[: start + 1], indent, style, within=False)
    yield from _broken(code[start + 1 : end].strip(" "), indent + style.indent, style, within=True)
    yield from _broken(code[end:], indent, style, within=False)


def _pieces(code: str, style: Style) -> list[str]:
    """The code cut at its commas outside of brackets, or else before the operators that bind least."""
    outside = list(_outside(code))
    commas = [index + 1 for index in outside if code.startswith((", ", "; "), index)]
    if commas:
        return _cut(code, commas)
    for operator in style.operators:
        places = [index for index in outside if code.startswith(operator, index)]
        if places:
            return _cut(code, places)
    return [code]


def _cut(code: str, places: list[int]) -> list[str]:
    ends = [*places, len(code)]
    return [piece for start, end in zip([0, *places], ends, strict=True) if (piece := code[start:end].strip(" "))]


def _outside(code: str) -> Iterator[int]:
    """The places outside of brackets and texts; brackets that were opened before count as closed."""
    depth, index = 0, 0
    while index < len(code):
        if run := _RUN.match(code, index):
            if depth == 0:
                yield from range(index, run.end())
            index = run.end()
            continue
        text = _STRING.match(code, index) if code[index] in _QUOTES else None
        if text:
            index = text.end()
            continue
        depth = max(0, depth - (code[index] in _CLOSE))
        if depth == 0:
            yield index
        depth += code[index] in _OPEN
        index += 1


def _longest_group(code: str) -> tuple[int, int] | None:
    """Where the longest brackets with something in them open and close."""
    starts = [index for index in _outside(code) if code[index] in _OPEN]
    groups = [(start, end) for start in starts if (end := group_end(code, start)) > start + 1]
    return max(groups, key=lambda group: group[1] - group[0], default=None)


def group_end(code: str, start: int) -> int:
    """Where the brackets that open at a place close; 0 where they do not."""
    return next((start + index for index in _outside(code[start:]) if index and code[start + index] in _CLOSE), 0)
