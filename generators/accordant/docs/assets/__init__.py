"""What the pages need besides their text: a stylesheet, a typeface, scripts."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from accordant.docs.places import PageData

NAMES: Final = (
    "rules.js",
    "site.css",
    "site.js",
    "try-it.css",
    "try-it.js",
    "try-schema.js",
    "typeface-license.txt",
    "typeface.css",
    "validator-license.txt",
    "validator.js",
)


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The files, each below ``assets``."""
    folder = files(__package__)
    yield from ((f"assets/{name}", folder.joinpath(name).read_text("utf-8")) for name in NAMES)
