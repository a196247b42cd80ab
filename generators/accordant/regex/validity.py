"""Whether a text is a pattern at all."""

from __future__ import annotations

from accordant.regex.errors import InvalidPattern, UnreadablePattern
from accordant.regex.escapes import Syntax
from accordant.regex.parser import parse, parse_as


def why_no_pattern(text: str) -> str:
    """What makes a text no pattern of ECMA-262, with or without the `u` flag; empty where it is one.

    Without the flag more texts are patterns than `parse` reads: `\\Z` is `Z` there. They are patterns, and what they
    mean is left open.
    """
    try:
        parse(text)
    except InvalidPattern as error:
        return "" if _is_annex_b(text) else str(error)
    except UnreadablePattern:
        return ""
    return ""


def _is_annex_b(text: str) -> bool:
    try:
        parse_as(text, Syntax.ANNEX_B)
    except UnreadablePattern:
        return False
    return True
