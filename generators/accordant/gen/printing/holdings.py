"""What a package holds, in words for its readers."""

from __future__ import annotations

from typing import Final

from accordant.gen.target import Options

_NONE: Final = "none yet"


def holdings(options: Options) -> list[tuple[str, str]]:
    """The contract versions that a package holds, each with its newest release."""
    return [(str(name), str(release or _NONE)) for name, release in options.get("holds", {}).items()]
