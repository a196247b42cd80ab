"""The page of the tool's commands; the command line passes them in as values."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract.doc_links import encode_anchor
from accordant.docs.markdown import fence, heading, link, page, table, text
from accordant.docs.places import COMMANDS, PageData


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page of the commands; none where no commands were handed in."""
    if subject.commands:
        yield COMMANDS, page(_blocks(subject))


def _blocks(subject: PageData) -> Iterator[str]:
    yield heading(1, "Commands", "page.commands")
    yield (
        "Exit codes of every command: 0 fine, 1 findings, 2 unusable input or usage, 3 nothing broke but something "
        "stayed undecided, 70 a bug in the tool."
    )
    rows = [
        (link(f"registry {text(command.name)}", f"#{encode_anchor(command.name)}"), text(command.says))
        for command in subject.commands
    ]
    yield table(("Command", "Does"), rows)
    for command in subject.commands:
        yield heading(2, f"registry {command.name}", encode_anchor(command.name))
        yield fence(command.text)
