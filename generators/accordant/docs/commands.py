"""The page of the tool's commands; the command line passes them in as values."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract.doc_links import encoded
from accordant.docs.markdown import fence, heading, link, page, table, text
from accordant.docs.places import COMMANDS, Subject


def pages(subject: Subject) -> Iterator[tuple[str, str]]:
    """The page of the commands; none where no commands were handed in."""
    if subject.commands:
        yield COMMANDS, page(_blocks(subject))


def _blocks(subject: Subject) -> Iterator[str]:
    yield heading(1, "Commands", "page.commands")
    yield (
        "Exit codes of every command: 0 fine, 1 findings, 2 unusable input or usage, 3 nothing broke but something "
        "stayed undecided, 70 a bug in the tool."
    )
    rows = [
        (link(f"registry {text(command.name)}", f"#{encoded(command.name)}"), text(command.says))
        for command in subject.commands
    ]
    yield table(("Command", "Does"), rows)
    for command in subject.commands:
        yield heading(2, f"registry {command.name}", encoded(command.name))
        yield fence(command.text)
