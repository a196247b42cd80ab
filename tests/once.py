"""What a process need not do twice: parse a module that was printed before."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from typing import Any

from accordant.gen import parsed


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
