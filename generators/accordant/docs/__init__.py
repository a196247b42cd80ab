"""The pages of a reference: pure functions from a registry to Markdown.

    outputs = reference(registry, commands)      # {path below site/reference: text}

``OF_TOOL``, ``OF_CONTRACT`` and ``OF_REGISTRY`` are the kinds of pages, by what they depend on. Text from a registry
passes through the slots of ``markdown`` and stays text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from accordant.contract import Contract, Registry
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
from accordant.docs.schema_parts import Remember, RememberFiles, make_anew
from accordant.outputs import Outputs

Writers: TypeAlias = tuple[Callable[[PageData], Iterator[tuple[str, str]]], ...]

OF_TOOL: Final[Writers] = (commands.pages, rules.pages, assets.pages)
"""Pages that are the same for every registry."""

OF_CONTRACT: Final[Writers] = (
    contracts.pages,
    changes.pages,
    version.pages,
    streams.pages,
    codes.pages,
    code_pages.pages,
    examples.pages,
    machines.schema_pages,
    try_pages.pages,
)
"""Pages of one contract. They depend on it, on its history and on ``registry.toml``, and on no other contract."""

OF_REGISTRY: Final[Writers] = (index.pages, code_index.pages)
"""Pages that list all contracts."""

Steps: TypeAlias = Callable[[Contract], Sequence[ReleaseStep]]
"""What changed from release to release of a contract, the oldest first."""

Recall: TypeAlias = Callable[[Contract | None, Callable[[], Outputs]], Outputs]
"""Gives the pages of a contract, or of the tool (None), which a function makes where they are not remembered."""


def reference(
    registry: Registry,
    commands: Collection[CommandHelp] = (),
    judges: tuple[JudgingCommand, ...] = (),
    verdicts: Callable[[], Mapping[str, Mapping[str, Mapping[str, str]]]] = dict,
    steps: Steps = lambda contract: (),
    recall: Recall = lambda contract, make: make(),
    title: str = "",
    remember: Remember = make_anew,
    remember_files: RememberFiles = make_anew,
) -> Outputs:
    """Every page, by its path below the folder of the reference.

    Args:
        registry: loaded with its examples.
        commands: the commands of the tool; their page is left out where there are none.
        judges: further judges, besides lint, check-compat and validate.
        verdicts: gives the verdict on the example of a rule, by its name, by promise and by direction.
        steps: the history of a contract.
        recall: remembers pages.
        title: the name of the site, where the pages are a whole one.
        remember: remembers parts of pages.
        remember_files: remembers the files of frozen releases.
    """
    subject = PageData(registry, commands, judges, title, remember=remember, remember_files=remember_files)
    made = dict(_made(OF_REGISTRY, subject))
    of_tool = recall(None, lambda: _made(OF_TOOL, replace(subject, verdicts=verdicts())))
    made |= of_tool
    for contract in registry.contracts:
        made |= recall(contract, partial(_of_contract, replace(subject, pages_of_tool=of_tool), contract, steps))
    return made | dict(machines.pages(subject, made))


def _made(writers: Writers, subject: PageData) -> Outputs:
    return {path: text for write in writers for path, text in write(subject)}


def _of_contract(subject: PageData, contract: Contract, steps: Steps) -> Outputs:
    registry = replace(subject.registry, contracts=(contract,))
    return _made(OF_CONTRACT, replace(subject, registry=registry, steps=tuple(steps(contract))))


__all__ = ["OF_CONTRACT", "OF_REGISTRY", "OF_TOOL", "CommandHelp", "JudgingCommand", "reference"]
