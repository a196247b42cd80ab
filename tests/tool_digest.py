"""The digest of the tool, which each command takes to find what is remembered: in one process it is taken once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from accordant.outputs import check_cache, verdict_memory


def keep_digests(replace: Callable[[Any, str, Any], object]) -> None:
    """Let the digests of the tool's own folders be taken once; ``replace`` sets an attribute of a module."""
    taken, known = check_cache.digest_of, dict[tuple[Path, object], str]()

    def digest_of(folder: Path, is_left_out: Callable[[str], bool]) -> str:
        key = folder, getattr(is_left_out, "__code__", is_left_out)
        if key not in known and folder.is_relative_to(check_cache.TOOL):
            known[key] = taken(folder, is_left_out)
        return known[key] if key in known else taken(folder, is_left_out)

    for module in (check_cache, verdict_memory):
        replace(module, "digest_of", digest_of)
