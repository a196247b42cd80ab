"""What the pages need besides their text: a stylesheet, a typeface, scripts."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from accordant.docs.places import PageData

NAMES: Final = (
    "iframe-worker-license.txt",
    "iframe-worker.js",
    "lost.js",
    "metaschemas.js",
    "rules.js",
    "site.css",
    "site.js",
    "try-carried.js",
    "try-it.css",
    "try-it.js",
    "try-lines.js",
    "try-schema.js",
    "try-ways.js",
    "typeface-license.txt",
    "typeface.css",
    "validator-license.txt",
    "validator.js",
)
BRAND: Final = "assets/brand.css"
_COLOURS: Final = ("#0b6e66", "#5cc8bb")
"""Those of links and buttons on light and on dark ground, where nobody gives others."""

LIGHT_GROUND: Final = "#f1f3f1"
"""The darkest ground that text of this colour has on a light page, and the palest that it has on a dark one."""
DARK_GROUND: Final = "#172327"

LEAST_CONTRAST: Final = 4.5
"""Of text and its ground: WCAG 2, level AA."""


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The files, each below ``assets``."""
    folder = files(__package__)
    yield from ((f"assets/{name}", folder.joinpath(name).read_text("utf-8")) for name in NAMES)
    yield BRAND, _brand(*_COLOURS)


def brand_of(colour: str) -> str:
    """The stylesheet that every page takes its colour from, for a ``#rrggbb``. A line along the header has it as it is.

    Text has it paler on dark ground; on light ground so much darker that it can be read.
    """
    header = f".md-header {{ box-shadow: inset 0 3px {colour}; }}\n"
    return _brand(darken(colour), _mix(colour, "#ffffff", 55)) + header


def darken(colour: str) -> str:
    """The colour, or the first shade on the way to black that can be read on light ground."""
    shades = (_mix(colour, "#000000", percent) for percent in range(101))
    return next(shade for shade in shades if contrast(shade, LIGHT_GROUND) >= LEAST_CONTRAST)


def contrast(colour: str, other: str) -> float:
    """How much two colours differ in luminance, from 1 to 21, as WCAG 2 counts it."""
    dark, light = sorted((_luminance(colour), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _mix(colour: str, other: str, percent: int) -> str:
    mixed = (a + (b - a) * percent / 100 for a, b in zip(_parts(colour), _parts(other), strict=True))
    return "#" + "".join(f"{round(part * 255):02x}" for part in mixed)


def _parts(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def _brand(light: str, dark: str) -> str:
    return f"/* Generated; do not edit. */\n:root {{ --brand: {light}; --brand-on-dark: {dark}; }}\n"
