"""Lines of the files that findings point to."""

from __future__ import annotations

from pathlib import Path

from accordant.findings import Place
from accordant.schema.documents import MAX_BYTES


class SourceLines:
    """Gives the line of a place (paths relative to the working directory); None where it cannot be shown.

    A place inside a git ref or an archive has no file on disk and so no line.
    """

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def __call__(self, place: Place) -> str | None:
        """The text of the place's line without its end."""
        if place.path not in self._files:
            self._files[place.path] = _lines(place.path)
        lines = self._files[place.path]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None


def _lines(path: str) -> list[str]:
    file = Path(path)
    try:
        if not file.is_file() or file.stat().st_size > MAX_BYTES:
            return []
        return file.read_text("utf-8", "replace").split("\n")
    except (OSError, ValueError):
        return []
