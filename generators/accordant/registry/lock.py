"""``registry.lock``: the sha256 of every release file, in the format of ``sha256sum``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema.lines import lines_of

_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")


def parse(data: bytes, path: str) -> dict[str, str]:
    """Release path to digest.

    Raises:
        InputError: a line that is not a digest and a path, or a path that is named twice.
    """
    digests: dict[str, str] = {}
    for number, line in enumerate(lines_of(data.decode("utf-8", "replace")), start=1):
        match = _LINE.fullmatch(line)
        if not match:
            raise InputError(
                "the line is not a digest and a path",
                Place(path, number, 1),
                next_step="restore the line from version control; 'registry release' alone writes this file",
                rule="lock",
            )
        if match[2] in digests:
            raise InputError(
                f"{match[2]} is named twice", Place(path, number, 1), next_step="restore the file from version control",
                rule="lock",
            )  # fmt: skip
        digests[match[2]] = match[1]
    return digests


def render(lock: Mapping[str, str]) -> str:
    """The file's text: sorted by path."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(lock.items()))
