"""The command line: the list of commands, and the entry point."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from accordant.cli.command import Command

COMMANDS: tuple[Command, ...] = (
    Command("init", "init", "Begin a registry here, with one contract in it."),
    Command("add", "add", "Add a contract, version, schema, code list, stream or example to a registry."),
    Command("list", "list_", "List the contracts of a registry, their versions and releases."),
    Command("show", "show", "Show one contract, version, schema, code list or code."),
    Command("lint", "lint", "Check that a registry follows its rules."),
    Command("validate", "validate", "Check documents against a schema of a contract."),
    Command("format", "format_", "Write documents in the canonical form of their contract."),
    Command("conform", "conform", "Run a program, and judge what it prints and how it ends."),
    Command("enforce", "enforce", "Ask an agent until its answer conforms to a schema, or say why it does not."),
    Command("check-compat", "check_compat", "Decide whether a change breaks a consumer, and prove it."),
    Command("ack", "ack", "Accept one break, with a reason, until it is fixed."),
    Command("diff", "diff", "Show the changes between two releases, versions, folders, files or git refs."),
    Command("changelog", "changelog", "Show the history of a contract, release by release."),
    Command("release", "release", "Freeze the additions to a version as its next release."),
    Command("bump", "bump", "Copy the newest version of a contract to the next major one."),
    Command("gen", "gen", "Generate Python and TypeScript from the registry."),
    Command("export", "export", "Write schemas that stand alone, in 2020-12 or draft-07."),
    Command("push", "push", "Publish a registry in an OCI registry."),
    Command("pull", "pull", "Fetch a published registry into a folder."),
    Command("docs", "docs", "Write the reference pages of a registry as Markdown."),
    Command("explain", "explain", "Explain what a rule or a code means, and what to do about it."),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code (see ``exits``).

    Reports go to stdout, everything else to stderr. No exception leaves this function, except with
    ``ACCORDANT_DEBUG=1``, where a bug keeps its traceback.
    """
    if arguments is None:
        gc.set_threshold(400_000, 20, 50)  # a short process keeps most of what it makes
    try:
        from accordant.cli import edge

        is_process = arguments is None
        return edge.run(list(sys.argv[1:] if arguments is None else arguments), COMMANDS, is_process=is_process)
    except KeyboardInterrupt:
        from accordant.cli import exits

        sys.stderr.write("registry: interrupted\n")
        return exits.INTERRUPTED
    finally:
        if arguments is None:
            gc.freeze()  # the process ends: a search for cycles is not worth its time


__all__ = ["COMMANDS", "Command", "main"]
