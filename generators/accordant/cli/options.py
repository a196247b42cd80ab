"""Options that several commands share."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from accordant.cli import limits
from accordant.report import FORMATS

if TYPE_CHECKING:
    from accordant.conform.parameters import BoundSchema

F = TypeVar("F", bound=Callable[..., Any])

FORMAT = "--format"
COPY, COPY_LONG = "-o", "--output"
PAIRS = 4
"""How many times the processor time of one pair of schemas the whole command may take."""
_REGISTRY = "accordant.registry"
_AGAINST = "accordant.against"
_FORMAT, _COPIES = "accordant.format", "accordant.copies"
_AGAINST_HELP = (
    "Compare with this state too: a git ref, a registry folder (a path that contains / and exists, or starts with a "
    "dot), an archive of one (.zip, .tar.gz), or what is published (oci://HOST/REPOSITORY:TAG). A word that is a ref "
    "and a path is refused."
)


def _remember(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        ctx.meta[_REGISTRY] = value
    return value


def given_registry() -> str | None:
    """The value of ``--registry``, before or after the command's name; None where it was not given."""
    value = click.get_current_context().meta.get(_REGISTRY)
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


class Seconds(click.FloatRange):
    """A time above 0, and no longer than a month: neither infinite nor NaN."""

    _MOST = 30 * 24 * 3600

    def __init__(self) -> None:
        """The range in the help: the least alone, since nobody comes near the most."""
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The seconds."""
        seconds = super().convert(value, param, ctx)
        if not 0 < seconds <= self._MOST:  # a comparison with nan is never true
            self.fail(f"{value} is not a number of seconds above 0 and of at most {self._MOST}.", param, ctx)
        return seconds


def _allow_for_pairs(ctx: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None:
        limits.allow(max(limits.COMMAND_SECONDS, value * PAIRS))
    return value


def _allow(ctx: click.Context, parameter: click.Parameter, value: float) -> None:
    limits.allow(value)


def command_seconds_option(function: F) -> F:
    """``--seconds N``: the processor time of the command, which the budget takes note of."""
    return click.option(
        "--seconds",
        metavar="N",
        type=Seconds(),
        default=limits.COMMAND_SECONDS,
        callback=_allow,
        expose_value=False,
        help="Processor time of the command; it also ends at 1 GB of memory. Default: 30.",
    )(function)


def seconds_option(function: F) -> F:
    """``--seconds N``: how much work one pair of schemas may cost; None where it was not given."""
    return click.option(
        "--seconds",
        metavar="N",
        type=Seconds(),
        default=None,
        callback=_allow_for_pairs,
        help="Processor time for each pair of schemas. It is counted as work, so that the answer is the same on a busy "
        "machine; what is not decided in it is undecided. Default: 8. The whole command may take four times as long, "
        "30 s at least, and 1 GB of memory.",
    )(function)


class DraftChoice(click.Choice[str]):
    """The drafts of JSON Schema that an option takes, by their names; ``07`` is read as ``draft-07``."""

    def __init__(self, *names: str) -> None:
        """Take these names, as ``accordant.schema.dialects`` has them."""
        super().__init__(names)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the draft, however it was spelt."""
        bare = value.lower().removeprefix("draft").lstrip("-")
        meant = next((str(name) for name in self.choices if str(name).removeprefix("draft-") == bare), value)
        return super().convert(meant, param, ctx)


def every_option(function: F) -> F:
    """``--all``, as ``every``."""
    return click.option(
        "--all",
        "every",
        is_flag=True,
        help="List everything that an edit leads to: each JSON type, each member. Default: one finding for an edit.",
    )(function)


def format_option(function: F) -> F:
    """``--format`` and ``-o``; ``edge`` reads them, so that errors before parsing are reported in the same format."""
    copies = click.option(
        COPY,
        COPY_LONG,
        metavar="FORMAT=FILE",
        multiple=True,
        expose_value=False,
        callback=_require_copies,
        help="Also write the report to a file, in that format. May be given several times.",
    )
    return click.option(
        FORMAT,
        type=click.Choice([format_.name for format_ in FORMATS]),
        default=FORMATS[0].name,
        show_default=True,
        expose_value=False,
        callback=_remember_format,
        help="The format of the report.",
    )(copies(function))


def against_options(function: F) -> F:
    """``--against`` and its two unmistakable forms; a command reads them through :func:`given_against`."""
    options = (
        ("--against", "REF|FOLDER|ARCHIVE|OCI", _AGAINST_HELP),
        ("--against-ref", "REF", "The same, and always a git ref; 'merge-base' finds where the branch began."),
        ("--against-folder", "PATH", "The same, and always a registry folder or an archive of one."),
    )
    for name, metavar, text in reversed(options):
        option = click.option(name, metavar=metavar, help=text, expose_value=False, callback=_remember_against)
        function = option(function)
    return function


def _remember_against(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    if _AGAINST in ctx.meta:
        raise click.UsageError("--against, --against-ref and --against-folder exclude each other")
    prefix = parameter.opts[0].removeprefix("--against").lstrip("-")
    ctx.meta[_AGAINST] = f"{prefix}:{value}" if prefix else value


def given_against() -> str | None:
    """The state to compare with too, with ``ref:`` or ``folder:`` where the option says which; None without one."""
    value = click.get_current_context().meta.get(_AGAINST)
    return value if isinstance(value, str) else None


def against_as_typed() -> str:
    """The option that names the state to compare with too, as one types it; empty without one."""
    kind, colon, word = (given_against() or "").partition(":")
    if colon and kind in ("ref", "folder"):
        return f"--against-{kind} {shlex.quote(word)}"
    return f"--against {shlex.quote(kind + colon + word)}" if kind else ""


def resources_option(function: F) -> F:
    """``--resources PATH``, for what loose schemas refer to; may be given several times."""
    return click.option(
        "--resources",
        metavar="PATH",
        multiple=True,
        help="For schema files: a folder that may be read too, where a network address is looked up as HOST/PATH, or a "
        "schema with an $id. May be given several times; nothing is fetched.",
    )(function)


def data_schema_option(function: F) -> F:
    """``--data-schema [NAME=]FILE``, the parameter ``bound``; :func:`read_bound_schemas` reads the files."""
    return click.option(
        "--data-schema",
        "bound",
        metavar="[NAME=]FILE",
        multiple=True,
        help="A schema for a type parameter of the contract (x-type-parameter).",
    )(function)


def read_bound_schemas(bound: Sequence[str], resources: Sequence[str] = ()) -> dict[str, BoundSchema]:
    """The schema of each type parameter with the files that it refers to; one without a name is for ``T``.

    Raises:
        InputError: a file that cannot be read or is not a schema, or a reference that leads nowhere.
    """
    from accordant.conform.parameters import BoundSchema
    from accordant.registry.loose_schemas import read_schema

    schemas: dict[str, BoundSchema] = {}
    for option in bound:
        name, equals, file = option.partition("=")
        schema = read_schema(file if equals else option, resources)
        schemas[name if equals else "T"] = BoundSchema(schema.value, schema.others, schema.place)
    return schemas


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the report: its format and its file."""

    format: str
    file: str

    @classmethod
    def of(cls, text: str) -> Copy | None:
        """The copy that a text ``FORMAT=FILE`` describes; None for any other text."""
        name, equals, file = text.partition("=")
        return cls(name, file) if equals and file and _is_format(name) else None


def _remember_format(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    ctx.meta[_FORMAT] = value
    return value


def given_format() -> str:
    """The value of ``--format``; empty where the report is copied to files too, so that it must be whole first."""
    meta = click.get_current_context().meta
    return "" if meta.get(_COPIES) else str(meta.get(_FORMAT, ""))


def _require_copies(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    ctx.meta[_COPIES] = values
    for value in values:
        if Copy.of(value) is None:
            names = ", ".join(format_.name for format_ in FORMATS)
            raise click.BadParameter(f"{value!r} is not FORMAT=FILE with one of the formats {names}")
    return values


def requested_copies(arguments: list[str]) -> list[Copy]:
    """The copies that the arguments request, even where other arguments are invalid."""
    copies = []
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument in (COPY, COPY_LONG) and index + 1 < len(arguments):
            copies.append(Copy.of(arguments[index + 1]))
        elif argument.startswith(COPY_LONG + "="):
            copies.append(Copy.of(argument.partition("=")[2]))
        elif argument.startswith(COPY) and not argument.startswith("--"):
            copies.append(Copy.of(argument[len(COPY) :].removeprefix("=")))
    return [copy for copy in copies if copy is not None]


def requested_format(arguments: list[str]) -> str:
    """The format that the arguments request, even where other arguments are invalid."""
    name = FORMATS[0].name
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == FORMAT and index + 1 < len(arguments):
            name = arguments[index + 1]
        elif argument.startswith(FORMAT + "="):
            name = argument.partition("=")[2]
    return name if _is_format(name) else FORMATS[0].name


def _is_format(name: str) -> bool:
    return any(format_.name == name for format_ in FORMATS)
