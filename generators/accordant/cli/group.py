"""The command ``registry``: finds its commands in a list and loads each only when it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from accordant import __version__
from accordant.cli import exits
from accordant.cli.command import Command
from accordant.cli.options import registry_option
from accordant.misspelt import did_you_mean


class Group(click.Group):
    """A group whose list and help need no command's module."""

    def __init__(self, *arguments: Any, entries: Sequence[Command], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.entries = {entry.name: entry for entry in entries}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands in the order of the list."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded now."""
        if cmd_name not in self.entries:
            return None
        command: click.Command = import_module(f"accordant.cli.{self.entries[cmd_name].module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name.

        Raises:
            click.UsageError: there is none; similar names are suggested.
        """
        if args and not args[0].startswith("-") and args[0] not in self.entries:
            question = did_you_mean(args[0], self.entries, most=3)
            hint = f" {question[0].upper()}{question[1:]}" if question else ""
            raise click.UsageError(f"there is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their lines of help."""
        with formatter.section("Commands"):
            formatter.write_dl([(entry.name, entry.help) for entry in self.entries.values()])


def registry_group(commands: Sequence[Command]) -> Group:
    """The command ``registry`` with these commands below it."""

    @click.group(
        cls=Group,
        entries=commands,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        epilog=f"Exit codes: {', '.join(f'{code} {meaning}' for code, meaning in exits.MEANINGS.items())}.",
    )
    @click.version_option(__version__, "--version", prog_name="registry", message="%(prog)s %(version)s (accordant)")
    @registry_option
    def registry() -> None:
        """Keep the promises that programs make about their JSON."""

    group: Group = registry
    return group
