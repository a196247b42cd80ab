"""The pages of a reference: pure functions from a registry to Markdown.

    outputs = reference(registry, commands)      # {path below site/reference: text}

``PAGES`` are the kinds of pages. Text from a registry passes through the slots of ``markdown`` and stays text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from accordant.contract import Registry
from accordant.docs import (
    assets,
    changes,
    code_index,
    code_pages,
    codes,
    commands,
    contracts,
    examples,
    index,
    machines,
    rules,
    streams,
    try_pages,
    version,
)
from accordant.docs.change_values import ReleaseStep
from accordant.docs.places import CommandHelp, JudgingCommand, PageData
from accordant.outputs import Outputs

PAGES: Final[tuple[Callable[[PageData], Iterator[tuple[str, str]]], ...]] = (
    index.pages,
    commands.pages,
    code_index.pages,
    contracts.pages,
    changes.pages,
    version.pages,
    streams.pages,
    codes.pages,
    code_pages.pages,
    examples.pages,
    rules.pages,
    assets.pages,
    machines.pages,
    try_pages.pages,
)


def reference(
    registry: Registry,
    commands: tuple[CommandHelp, ...] = (),
    judges: tuple[JudgingCommand, ...] = (),
    verdicts: Mapping[str, Mapping[str, Mapping[str, str]]] | None = None,
    steps: Iterable[ReleaseStep] = (),
) -> Outputs:
    """Every page, by its path below the folder of the reference.

    Args:
        registry: loaded with its examples.
        commands: the commands of the tool; their page is left out where there are none.
        judges: further judges, besides lint, check-compat and validate.
        verdicts: the verdict on the example of a rule, by its name, by promise and by direction.
        steps: what changed from release to release of each contract, the oldest first.
    """
    subject = PageData(registry, commands, judges, verdicts or {}, tuple(steps))
    return {path: text for pages in PAGES for path, text in pages(subject)}


__all__ = ["PAGES", "CommandHelp", "JudgingCommand", "reference"]
