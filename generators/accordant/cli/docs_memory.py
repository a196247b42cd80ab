"""What ``registry docs`` remembers between runs: the pages of each contract, parts of them, comparisons behind them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

from accordant.cli.docs_changes import History
from accordant.contract import Contract, Registry
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.findings import JsonValue, Verdict
from accordant.outputs import Outputs
from accordant.outputs.check_cache import PACKAGES, CleanCheck
from accordant.outputs.file_memory import FileMemory
from accordant.outputs.verdict_memory import WHOLE_TOOL, VerdictMemory
from accordant.registry import begun_additions, layout

if TYPE_CHECKING:
    from accordant.cli.open_registry import Opened
    from accordant.docs.change_values import ReleaseStep

_SHARED: Final = (layout.CONFIG, ACKNOWLEDGEMENTS, begun_additions.NOTE)
"""Files of the registry on which the pages of every contract depend."""
_TOOL: Final = ""
"""In place of the name of a contract: the pages that depend on the tool alone."""


class DocsMemory:
    """Gives pages and histories that are remembered, and remembers those that are made."""

    def __init__(self, opened: Opened, folder: Path, before: CleanCheck) -> None:
        """Read what is remembered of a registry whose pages stand in a folder, and which was looked at before."""
        self._opened = opened
        self._before = before
        self._files = FileMemory(opened.folder, folder)
        self._parts = VerdictMemory(opened.folder / "parts of pages", WHOLE_TOOL, PACKAGES)
        self._known: dict[str, tuple[str, Outputs | None]] = {}
        self._made: dict[str, Outputs] = {}
        self._undecided: set[str] = set()

    def has_pages(self, contract: str) -> bool:
        """Whether the pages of a contract are remembered, so that nothing is wrong with its files."""
        return self._find(contract)[1] is not None

    def take(self, registry: Registry) -> None:
        """Take the registry, once it is read: histories are those of its contracts."""
        self._history = History(self._opened, registry, self.remember)

    def steps(self, contract: Contract) -> tuple[ReleaseStep, ...]:
        """The history of a contract."""
        steps = self._history.steps(contract)
        if any(step.verdict == Verdict.UNDECIDED for step in steps):
            self._undecided.add(contract.name)
        return steps

    def recall(self, contract: Contract | None, make: Callable[[], Outputs]) -> Outputs:
        """The pages of a contract, or those that depend on the tool alone; made where they are not remembered."""
        name = contract.name if contract is not None else _TOOL
        key, known = self._find(name)
        if known is not None:
            if contract is not None:
                self._history.hold(contract)
                self._parts.hold(f"{name} ")
                self._files.hold(f"{name} ")
            return known
        made = make()
        if key and name not in self._undecided:  # a later run may have more time
            self._made[key] = made
        return made

    def remember(self, key: str, make: Callable[[], JsonValue]) -> JsonValue:
        """A part of a page of a contract, with whose name its key begins; made where it is not remembered."""
        known = self._parts.recall(key)
        if known is None:
            known = make()
            self._parts.keep(key, known)
        return known

    def seen(self) -> Collection[str]:
        """The pages that were just found unchanged in the folder."""
        return self._files.seen

    def remember_files(self, key: str, make: Callable[[], Outputs]) -> Outputs:
        """Some pages of a contract, with whose name their key begins; made where they are not remembered."""
        known = self._files.recall(key)
        if known is None:
            known = self._made[key] = make()
        return known

    def save(self) -> None:
        """Keep what is known for the next run; all pages have been made."""
        for key, made in self._made.items() if self._before.was_untouched else ():
            self._files.keep(key, made)
        self._history.save()
        self._files.save()
        if self._before.was_untouched:
            self._parts.save()

    def _find(self, name: str) -> tuple[str, Outputs | None]:
        """The key of some pages, and the pages where they are remembered; looked for once, before anything is made."""
        if name not in self._known:
            key = self._key(name)
            self._known[name] = key, self._files.recall(key) if key else None
        return self._known[name]

    def _key(self, name: str) -> str:
        """A digest of every byte of the registry on which pages depend; empty where they cannot be remembered."""
        if name == _TOOL:
            return "tool"
        digest = self._before.digest_of(name)
        if not digest:
            return ""
        try:
            paths = [self._opened.folder / shared for shared in _SHARED]
            shared = [path.read_bytes() if path.is_file() else b"" for path in paths]
        except OSError:
            return ""
        return hashlib.sha256(
            json.dumps([name, digest, *(hashlib.sha256(content).hexdigest() for content in shared)]).encode()
        ).hexdigest()
