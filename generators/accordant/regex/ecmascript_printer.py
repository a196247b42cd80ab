"""Patterns as the ``u`` flag demands them: what only the old syntax allows is spelled in the new one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_PIECE: Final = re.compile(
    r"""\\[pP]\{[^}]*\} | \\u\{[0-9a-fA-F]+\} | \\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}
      | \\u[0-9a-fA-F]{4} | \\x[0-9a-fA-F]{2} | \\c[A-Za-z] | \\k<[^>]*> | \\. | \{[0-9]+(?:,[0-9]*)?\} | .""",
    re.VERBOSE | re.DOTALL,
)
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
_SET_OF_SEVERAL: Final = re.compile(r"\\[dDwWsSpP]")


def with_unicode_flag(pattern: str) -> str:
    r"""An ECMA-262 pattern that means the same with the ``u`` flag; most stay as they are.

    >>> with_unicode_flag(r"^[\w-.]+\-\d{2}{$")
    '^[\\w\\-.]+-\\d{2}\\{$'
    """
    return "".join(_written([one[0] for one in _PIECE.finditer(pattern)]))


def _written(pieces: list[str]) -> Iterator[str]:
    inside = False
    for index, piece in enumerate(pieces):
        before, after = pieces[index - 1] if index else "", pieces[index + 1] if index + 1 < len(pieces) else ""
        if len(piece) == 2 and piece[0] == "\\" and not re.match("[0-9A-Za-z]", piece[1]):
            yield piece if piece[1] in _SYNTAX or (inside and piece[1] == "-") else piece[1]
        elif inside:
            several = _SET_OF_SEVERAL.match(before) or _SET_OF_SEVERAL.match(after)
            at_an_end = before == "[" or after == "]"
            yield "\\-" if piece == "-" and several and not at_an_end else piece
        else:
            yield "\\" + piece if piece in ("{", "}", "]") else piece
        inside = piece != "]" if inside else piece == "["
