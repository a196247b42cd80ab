"""The registry that a command works on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from accordant.cli import rule_pages
from accordant.cli.options import given_registry
from accordant.errors import InputError
from accordant.registry import layout

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.outputs.answer_memory import Source


def _look_only(source: Source) -> Source:
    return source


@dataclass(frozen=True, slots=True)
class Opened:
    """A registry folder, and the prefix with which its paths are shown, relative to the working directory."""

    folder: Path
    shown: str
    watch: Callable[[Source], Source] = _look_only
    """Notes what is seen of the folder."""

    def reading(self) -> Source:
        """How the folder is seen: its files and the entries of its folders, without an interrupted addition."""
        from accordant.registry import begun_additions

        return self.watch(begun_additions.reading(self.folder, self.shown))

    def load(
        self,
        *,
        problems: list[InputError] | None = None,
        only: str | None = None,
        with_examples: bool = False,
        is_settled: Callable[[str], bool] | None = None,
    ) -> Registry:
        """The registry's values; see :func:`accordant.registry.load.load`."""
        from accordant.registry.load import loader

        made = loader(
            self.folder,
            shown=self.shown,
            problems=problems,
            only=only,
            with_examples=with_examples,
            source=self.reading(),
        )
        made.is_settled = is_settled
        registry = made.registry()
        rule_pages.site = registry.docs
        return registry

    def load_with_pinned(self, only: str | None = None, *, with_examples: bool = False) -> Registry:
        """The registry, or the one contract of it that is to be read, with the releases that it pins.

        Raises:
            InputError: there is no such contract, or a release is not pinned or not on this machine.
        """
        registry = self.load(only=only, with_examples=with_examples)
        if only is not None and all(pin.contract != only for pin in registry.depends):
            self.require(only, [pin.contract for pin in registry.depends])
        if not registry.depends:
            return registry
        from accordant.oci import recall
        from accordant.registry.pinned import pinned_contracts

        return replace(registry, contracts=(*registry.contracts, *pinned_contracts(registry, recall, only)))

    def require_own(self) -> None:
        """Require a registry that may be changed.

        Raises:
            InputError: it is the bundled one, which belongs to the installed tool.
        """
        if given_registry() == layout.BUNDLED:
            raise InputError(
                "the bundled registry belongs to the tool and is never changed",
                next_step="begin a registry of your own: registry init",
                rule="usage",
            )

    def require(self, contract: str, others: Iterable[str] = ()) -> None:
        """Require that the registry has a contract; ``others`` are names that could be meant, too.

        Raises:
            InputError: it does not; similar names are suggested.
        """
        from accordant.cli.selection import missing

        _, list_ = self.reading()
        contracts = [name for name, is_folder in list_("") if is_folder]
        if contract not in contracts:
            raise missing("contract", contract, [*contracts, *others])


def find() -> Opened:
    """The registry that ``--registry`` names, else the nearest.

    Raises:
        InputError: there is none.
    """
    folder = layout.find(given_registry(), Path.cwd())
    relative = relative_to_here(folder)
    return Opened(folder, "" if relative == "." else f"{relative}/")


def relative_to_here(path: Path) -> str:
    """The path as seen from the working directory; absolute where that would climb more than three folders."""
    try:
        relative = os.path.relpath(path).replace(os.sep, "/")
    except ValueError:  # another drive
        return path.as_posix()
    return path.resolve().as_posix() if relative.startswith("../../../..") else relative
