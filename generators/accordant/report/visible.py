"""Escapes text from a registry, so that it cannot move a cursor, reorder a line or start a command."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters, the escape character among them
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff"  # bidirectional and zero-width ones (CVE-2021-42574)
    "\ud800-\udfff\U000e0000-\U000e007f]"  # lone surrogates, tags
)
_COMMAND = re.compile(r"\A(\s*):(?=:)|#(?=#\[)")
"""CI runners obey ``::command`` at the start of a line that a step prints, and ``##[command]`` anywhere in one."""


def visible(text: str) -> str:
    """The text as one line, in which every character that could act on a terminal or a CI runner is escaped."""
    return _COMMAND.sub(_spell_command, _UNSAFE.sub(_spell, text))


def visible_lines(text: str) -> list[str]:
    """The lines of a text whose line ends are meant, each escaped."""
    return [visible(line) for line in text.split("\n")]


def visible_json(text: str) -> str:
    """JSON text with the same characters as JSON escapes; its value is the same."""
    spelled = _UNSAFE.sub(lambda match: match[0] if match[0] == "\n" else _spell_in_json(match[0]), text)
    return spelled.replace("##[", "##\\u005b")


def _spell(match: re.Match[str]) -> str:
    code = ord(match[0])
    if match[0] in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[match[0]]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _spell_command(match: re.Match[str]) -> str:
    return "\\x23" if match[0] == "#" else f"{match[1]}\\x3a"


def _spell_in_json(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[index]:02x}{units[index + 1]:02x}" for index in range(0, len(units), 2))
