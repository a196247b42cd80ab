"""Text from a registry made safe to print: nothing in it can move a cursor, reorder a line or start a command."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters, the escape character among them
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff"  # bidirectional and zero-width ones (CVE-2021-42574)
    "\ud800-\udfff\U000e0000-\U000e007f]"  # lone surrogates, tags
)
_OLD_COMMAND = re.compile(r"##(?=\[)")
"""CI runners obey ``##[command]`` anywhere in a line that a step prints."""


def visible(text: str) -> str:
    """One line of ``text`` in which every character that could act on a terminal or a CI runner is spelled out."""
    return _OLD_COMMAND.sub(r"#\\x23", _UNSAFE.sub(_escaped, text))


def visible_lines(text: str) -> list[str]:
    """The lines of a text that holds line ends on purpose, each made visible."""
    return [visible(line) for line in text.split("\n")]


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if match[0] in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[match[0]]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
