"""The laws a registry must keep: one pure judge over a folder that was read with its problems collected.

    loader = load.loader(folder, shown="registry/", problems=[])      # registry.load; `only=` for one contract
    for finding in lint.lint(loader): ...

`lint` reads nothing but what the loader's `read` and `list_` give; it raises nothing for a registry that cannot
be used: that is a finding too. `RULES` are all rules in report order; `rule(name)` finds one.
"""

from __future__ import annotations

from collections.abc import Iterator

from accordant.findings import Finding, Rule
from accordant.registry.load import Loader

RULES: tuple[Rule, ...] = ()


def lint(loader: Loader) -> Iterator[Finding]:
    """Everything that is wrong with a registry, by file, line and column.

    Args:
        loader: a loader whose ``problems`` is a list (it is filled here).
    """
    yield from ()
