"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from accordant.report import FORMATS

F = TypeVar("F", bound=Callable[..., Any])

FORMAT = "--format"
_GIVEN = "accordant.registry"


def _remember(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        ctx.meta[_GIVEN] = value
    return value


def given_registry() -> str | None:
    """What ``--registry`` says, before or after the command's word; None where it was not given."""
    value = click.get_current_context().meta.get(_GIVEN)
    return value if isinstance(value, str) else None


def registry_option(function: F) -> F:
    """``--registry PATH``; a command reads it through :func:`given_registry`."""
    return click.option(
        "--registry",
        metavar="PATH",
        expose_value=False,
        callback=_remember,
        help="The registry: a folder with registry.toml, or 'bundled' for the one that comes with the tool. "
        "Default: the nearest one upward, or ./registry.",
    )(function)


def format_option(function: F) -> F:
    """``--format``; the edge reads it, so that an error that comes before any option is parsed has the same form."""
    return click.option(
        FORMAT,
        type=click.Choice([one.name for one in FORMATS]),
        default=FORMATS[0].name,
        show_default=True,
        expose_value=False,
        help="How the report is written.",
    )(function)


def asked_format(arguments: list[str]) -> str:
    """The format that the arguments ask for, whether the rest of them makes sense or not."""
    asked = FORMATS[0].name
    for index, one in enumerate(arguments):
        if one == "--":
            break
        if one == FORMAT and index + 1 < len(arguments):
            asked = arguments[index + 1]
        elif one.startswith(FORMAT + "="):
            asked = one.partition("=")[2]
    return asked if any(one.name == asked for one in FORMATS) else FORMATS[0].name
