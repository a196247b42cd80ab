"""Types inside of each other are printed as deep as documents may be nested; beyond that they are refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from accordant.algebra.deep_recursion import deep_recursion
from accordant.errors import InputError

_FRAMES: Final = 3_000
"""Room for 128 levels, each some twelve frames of a printer, some of them on the C stack, and as much again."""


@contextmanager
def require_printable() -> Iterator[None]:
    """Allow printers to go down into deep types, and refuse types in which they do not come to an end.

    Raises:
        InputError: types lie too deep inside of each other, as where definitions without members make long chains.
    """
    try:
        with deep_recursion(_FRAMES):
            yield
    except RecursionError:
        raise too_deep() from None


def too_deep() -> InputError:
    """What to say of types that lie too deep inside of each other for a printer, or for the language."""
    return InputError(
        "types lie too deep inside of each other to be written",
        next_step="nest less deeply, or give one of the schemas in between members of its own",
    )
