"""What the commands that run a program share: the program behind ``--``, and the bounds of a run."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click

from accordant.cli.options import Seconds

F = TypeVar("F", bound=Callable[..., Any])
_PROGRAM = "accordant.program"


class ProgramCommand(click.Command):
    """A command that runs a program: what stands after ``--`` is the program and its arguments, and never read here."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words of the program, and parse the rest."""
        if "--" in args:
            index = args.index("--")
            ctx.meta[_PROGRAM] = tuple(args[index + 1 :])
            args = args[:index]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The pieces of the usage line."""
        return [*super().collect_usage_pieces(ctx), "-- PROGRAM [ARGS]..."]


def given_program() -> tuple[str, ...]:
    """The program and its arguments, as they stand after ``--``.

    Raises:
        UsageError: there is none.
    """
    words = click.get_current_context().meta.get(_PROGRAM)
    if not isinstance(words, tuple) or not words:
        raise click.UsageError("name the program to run after --")
    return words


class _Megabytes(click.IntRange):
    """A size that a machine could have."""

    _MOST = 1_000_000

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The megabytes."""
        size = super().convert(value, param, ctx)
        if size > self._MOST:
            self.fail(f"{str(value)[:20]} is more than {self._MOST} MB.", param, ctx)
        return size


def run_options(seconds: float, megabytes: int, what: str) -> Callable[[F], F]:
    """``--seconds`` and ``--max-output`` of a program that is run, the parameter ``bounds``, with their defaults."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def bounded(*arguments: Any, seconds: float, max_output: int, **options: Any) -> Any:
            from accordant.run import Limits
            from accordant.run.programs import MEGABYTE

            return function(*arguments, bounds=Limits(seconds, max_output * MEGABYTE), **options)

        size = click.option("--max-output", type=_Megabytes(min=1), default=megabytes, metavar="MB",
                            show_default=True, help=f"Most standard output of {what}, in MB.")  # fmt: skip
        time = click.option("--seconds", type=Seconds(), default=seconds, metavar="N",
                            show_default=True, help=f"Most time of {what}.")  # fmt: skip
        return cast(F, time(size(bounded)))

    return decorate
