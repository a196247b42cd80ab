"""The command ``registry``: finds its commands in the list and loads each only when it is needed."""

from __future__ import annotations

from importlib import import_module

import click

from accordant import __version__
from accordant.cli import COMMANDS
from accordant.cli.options import registry_option


class Group(click.Group):
    """A group whose list and help need no command's module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the list."""
        return [one.name for one in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded now."""
        for one in COMMANDS:
            if one.name == cmd_name:
                command: click.Command = import_module(f"accordant.cli.{one.module}").command
                return command
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name.

        Raises:
            click.UsageError: there is none; names near to it are suggested.
        """
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            import difflib

            near = difflib.get_close_matches(args[0], self.list_commands(ctx))
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"no command is called {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their lines of help."""
        with formatter.section("Commands"):
            formatter.write_dl([(one.name, one.says) for one in COMMANDS])


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 findings, 2 input or usage unusable, 3 undecided, 70 a bug in the tool.",
)
@click.version_option(__version__, "--version", prog_name="registry", message="%(prog)s %(version)s (accordant)")
@registry_option
def registry() -> None:
    """Keep the promises that programs make about their JSON."""
