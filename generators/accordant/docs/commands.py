"""A page for each command of the tool, from its own help; the command line passes them in as values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from accordant.contract.doc_links import encode_anchor
from accordant.docs.markdown import code, fence, heading, link, page, rich, spot, table, text
from accordant.docs.places import COMMANDS, CommandHelp, PageData, part_anchor, relative

_OWN: Final = ("accordant", "exit-codes")
"""The contract of the tool, and its list of exit codes."""

_OPTION: Final = re.compile(r"(?<![^\s(])(--[a-z][a-z-]*[a-z]|-[a-z])(?![\w-])")

_BOOST: Final = 0.5
"""How much less help counts in a search than what it helps with."""


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page of the commands, and one for each of them; none where no commands were handed in."""
    if subject.commands:
        yield COMMANDS, page(_overview(subject), describes="The commands of the tool, with their options.")
        for command in subject.commands:
            yield path(command.name), page(_blocks(command), describes=command.says, boost=_BOOST)


def path(command: str) -> str:
    """The page of a command."""
    return f"commands/{command}.md"


def _overview(subject: PageData) -> Iterator[str]:
    yield heading(1, "Commands")
    yield table(("Command", "Does"), [_line(command) for command in subject.commands])
    codes = dict.fromkeys(exit_code for command in subject.commands for exit_code in command.exits)
    if codes:
        yield heading(2, "Exit codes", "page.exit-codes")
        yield "Every command ends with one of these, in every format of its report."
        yield table(("Exit code", "Says"), [(_exit_code(subject, exit_code), text(says)) for exit_code, says in codes])


def _exit_code(subject: PageData, exit_code: int) -> str:
    """An exit code, which leads to its page where the registry holds the contract of the tool."""
    contract, name = _OWN
    for book in reversed(subject.books):
        lists = book.version.state.code_lists
        if book.contract.name == contract and name in lists and lists[name].entry(exit_code) is not None:
            return link(code(str(exit_code)), relative(COMMANDS, book.code(name, exit_code)))
    return code(str(exit_code))


def _line(command: CommandHelp) -> tuple[str, ...]:
    shown = link(f"registry {text(command.name)}", relative(COMMANDS, path(command.name)))
    return spot(encode_anchor(command.name)) + shown, _show_help(command.says)


def _blocks(command: CommandHelp) -> Iterator[str]:
    yield heading(1, f"registry {command.name}")
    yield _show_help(command.says)
    if command.usage:
        yield fence(command.usage)
    yield from (_show_help(paragraph) for paragraph in command.about.split("\n\n"))
    if command.examples:
        yield heading(2, "Examples", "page.examples")
        yield fence("\n".join(command.examples), "sh")
    if command.options:
        yield heading(2, "Options", "page.options")
        yield table(("Option", "What it does"), [_option(*option) for option in command.options])
    if command.exits:
        yield heading(2, "Exit codes", "page.exit-codes")
        overview = link("what each says", f"{relative(path(command.name), COMMANDS)}#page.exit-codes")
        yield f"{', '.join(code(str(exit_code)) for exit_code, _ in command.exits)}: {overview}."


def _option(written: str, says: str) -> tuple[str, str]:
    """The row of an option, which can be pointed to by its longest name."""
    names = [part.split()[0] for part in written.split(", ") if part.strip()]
    anchor = part_anchor("option", max(names, key=len).lstrip("-")) if names else ""
    return spot(anchor) + code(written), _show_help(says)


def _show_help(words: str) -> str:
    """A paragraph of help: the options that it names are code."""
    return rich(_OPTION.sub(r"`\1`", words))
