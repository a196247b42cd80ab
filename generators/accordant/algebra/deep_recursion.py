"""Room for recursion that is bounded by the depth of what is read, where that is more than the interpreter allows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deep_recursion(frames: int) -> Iterator[None]:
    """Allow so many Python frames, or as many as were allowed before where that is more.

    Pure Python frames take no C stack; where others lie between them, ``frames`` must leave room on it.
    """
    before = sys.getrecursionlimit()
    if before < frames:
        sys.setrecursionlimit(frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
