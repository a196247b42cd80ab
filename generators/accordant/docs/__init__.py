"""The pages of a reference: pure functions from a registry to Markdown.

    outputs = reference(registry, commands)      # {path below site/reference: text}

``PAGES`` are the kinds of pages. Text from a registry passes through the slots of ``markdown`` and stays text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from accordant.contract import Registry
from accordant.docs import codes, commands, examples, index, rules, version
from accordant.docs.places import CommandHelp, JudgingCommand, PageData
from accordant.outputs import Outputs

PAGES: Final[tuple[Callable[[PageData], Iterator[tuple[str, str]]], ...]] = (
    index.pages,
    commands.pages,
    version.pages,
    codes.pages,
    examples.pages,
    rules.pages,
)


def reference(
    registry: Registry, commands: tuple[CommandHelp, ...] = (), judges: tuple[JudgingCommand, ...] = ()
) -> Outputs:
    """Every page, by its path below the folder of the reference.

    Args:
        registry: loaded with its examples.
        commands: the commands of the tool; their page is left out where there are none.
        judges: further judges, besides lint, check-compat and validate.
    """
    subject = PageData(registry, commands, judges)
    return {path: text for pages in PAGES for path, text in pages(subject)}


__all__ = ["PAGES", "CommandHelp", "JudgingCommand", "reference"]
