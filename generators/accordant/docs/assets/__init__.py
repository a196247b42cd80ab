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
BRAND: Final = "assets/brand.css"
_COLOURS: Final = ("#0b6e66", "#5cc8bb")
"""Those of links and buttons on light and on dark ground, where nobody gives others."""


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The files, each below ``assets``."""
    folder = files(__package__)
    yield from ((f"assets/{name}", folder.joinpath(name).read_text("utf-8")) for name in NAMES)
    yield BRAND, _brand(*_COLOURS)


def brand_of(colour: str) -> str:
    """The stylesheet that every page takes its colour from, for a ``#rrggbb``, which is paler on dark ground."""
    return _brand(colour, f"color-mix(in srgb, {colour} 45%, white)")


def _brand(light: str, dark: str) -> str:
    return f"/* Generated; do not edit. */\n:root {{ --brand: {light}; --brand-on-dark: {dark}; }}\n"
