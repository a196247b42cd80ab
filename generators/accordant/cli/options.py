"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from accordant.report import FORMATS

F = TypeVar("F", bound=Callable[..., Any])

FORMAT = "--format"
COPY, COPY_LONG = "-o", "--output"
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
    """``--format`` and ``-o``; the edge reads them, so that what goes wrong before parsing has the same form."""
    copies = click.option(
        COPY,
        COPY_LONG,
        metavar="FORMAT=FILE",
        multiple=True,
        expose_value=False,
        callback=_copies,
        help="Write the report to a file too, in that format. May be given several times.",
    )
    return click.option(
        FORMAT,
        type=click.Choice([one.name for one in FORMATS]),
        default=FORMATS[0].name,
        show_default=True,
        expose_value=False,
        help="How the report is written.",
    )(copies(function))


@dataclass(frozen=True, slots=True)
class Copy:
    """A further report: its format and the file that it goes to."""

    format: str
    file: str

    @classmethod
    def of(cls, said: str) -> Copy | None:
        """What ``FORMAT=FILE`` says; None where it is not of that form or names no format."""
        name, equals, file = said.partition("=")
        known = any(one.name == name for one in FORMATS)
        return cls(name, file) if equals and file and known else None


def _copies(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if Copy.of(value) is None:
            names = ", ".join(one.name for one in FORMATS)
            raise click.BadParameter(f"{value!r} is not FORMAT=FILE with one of the formats {names}")
    return values


def asked_copies(arguments: list[str]) -> list[Copy]:
    """The further reports that the arguments ask for, whether the rest of them makes sense or not."""
    found = []
    for index, one in enumerate(arguments):
        if one == "--":
            break
        if one in (COPY, COPY_LONG) and index + 1 < len(arguments):
            found.append(Copy.of(arguments[index + 1]))
        elif one.startswith(COPY_LONG + "="):
            found.append(Copy.of(one.partition("=")[2]))
        elif one.startswith(COPY) and not one.startswith("--"):
            found.append(Copy.of(one[len(COPY) :].removeprefix("=")))
    return [one for one in found if one is not None]


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
