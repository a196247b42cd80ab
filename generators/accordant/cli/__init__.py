"""The command line: the list of commands, and the one edge where what goes wrong becomes a sentence."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import NamedTuple


class Command(NamedTuple):
    """A command: its word, the module that holds it (its function is called ``command``), and its line of help.

    Nothing of the module is imported before the command runs or its own help is asked for.
    """

    name: str
    module: str
    says: str


COMMANDS: tuple[Command, ...] = (
    Command("init", "init", "Begin a registry here, with one contract in it."),
    Command("list", "list_", "The contracts of a registry, their versions and releases."),
    Command("show", "show", "One contract, version, schema, code list or code."),
    Command("lint", "lint", "Check that a registry keeps its own laws."),
    Command("validate", "validate", "Check documents against a schema of a contract."),
    Command("check-compat", "check_compat", "Say whether a change breaks a consumer, and prove it."),
    Command("ack", "ack", "Accept one break, with a reason, until it is mended."),
    Command("diff", "diff", "What lies between two releases, versions, folders, files or git refs."),
    Command("changelog", "changelog", "The history of a contract, release by release."),
    Command("release", "release", "Freeze what has been added as the next release of a version."),
    Command("bump", "bump", "Copy the newest version of a contract to the next major one."),
    Command("gen", "gen", "Generate Python and TypeScript from the registry."),
    Command("docs", "docs", "Write the reference pages of a registry as Markdown."),
    Command("explain", "explain", "What a rule or a code means, and what to do about it."),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code (see ``exits``).

    Reports go to stdout, everything else to stderr. No exception leaves this function, except with
    ``ACCORDANT_DEBUG=1``, where a bug keeps its traceback.
    """
    if arguments is None:
        gc.set_threshold(200_000, 20, 50)  # a short process: what it makes it mostly keeps
    try:
        from accordant.cli import edge

        return edge.run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        from accordant.cli import exits

        sys.stderr.write("registry: interrupted\n")
        return exits.INTERRUPTED
    finally:
        if arguments is None:
            gc.freeze()  # the process ends: what is left is not worth a search for cycles


__all__ = ["COMMANDS", "Command", "main"]
