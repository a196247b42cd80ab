"""What a process need not do twice: take the digest of the tool, and parse a module that was printed before."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from accordant.gen import parsed
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


def keep_parses(replace: Callable[[Any, str, Any], object]) -> None:
    """Let generated modules of Python that are parsed be known by their text; one that is not is parsed, and refused.

    Most modules of a package are the same for each registry.
    """
    known = set[bytes]()

    def parse(text: str) -> None:
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        if key not in known:
            ast.parse(text)
            known.add(key)

    replace(parsed, "_PARSERS", {**parsed._PARSERS, ".py": parse})
