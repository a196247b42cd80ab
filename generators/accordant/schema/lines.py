"""The lines of a text, as JSON, TOML and lists of digests have them."""

from __future__ import annotations


def lines_of(text: str) -> list[str]:
    """The lines, each without its end: LF, or CR and LF.

    ``str.splitlines`` also cuts at U+0085, U+2028 and others, which may stand inside of strings.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]
