"""What ``registry docs`` remembers between runs: the pages of each contract, and the comparisons behind them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from accordant.cli.docs_changes import History
from accordant.compat import acknowledgements
from accordant.contract import Contract, Registry
from accordant.findings import Verdict
from accordant.outputs import Outputs
from accordant.outputs.check_cache import NotCacheable, digest_of
from accordant.outputs.file_memory import FileMemory
from accordant.registry import layout

if TYPE_CHECKING:
    from accordant.cli.open_registry import Opened
    from accordant.docs.change_values import ReleaseStep

_SHARED: Final = (layout.CONFIG, acknowledgements.NAME)
"""Files of the registry on which the pages of every contract depend."""


class DocsMemory:
    """Gives pages and histories that are remembered, and remembers those that are made."""

    def __init__(self, opened: Opened, registry: Registry, folder: Path) -> None:
        """Read what is remembered of a registry whose pages stand in a folder."""
        self._registry = opened.folder
        self._history = History(opened, registry)
        self._files = FileMemory(opened.folder, folder)
        self._undecided: set[str] = set()

    def steps(self, contract: Contract) -> tuple[ReleaseStep, ...]:
        """The history of a contract."""
        steps = self._history.steps(contract)
        if any(step.verdict == Verdict.UNDECIDED for step in steps):
            self._undecided.add(contract.name)
        return steps

    def recall(self, contract: Contract | None, make: Callable[[], Outputs]) -> Outputs:
        """The pages of a contract, or those that only the tool decides; made where they are not remembered."""
        try:
            key = self._key(contract)
        except (NotCacheable, OSError):
            return make()
        known = self._files.recall(key)
        made = make() if known is None else known
        if contract is not None and known is not None:
            self._history.hold(contract)
        if contract is None or contract.name not in self._undecided:  # a later run may have more time
            self._files.keep(key, made)
        return made

    def save(self) -> None:
        """Keep what is known for the next run."""
        self._history.save()
        self._files.save()

    def _key(self, contract: Contract | None) -> str:
        """A digest of every byte of the registry on which the pages depend."""
        if contract is None:
            return "tool"
        paths = [self._registry / name for name in _SHARED]
        shared = [path.read_bytes() if path.is_file() else b"" for path in paths]
        parts = [contract.name, digest_of(self._registry / contract.name, lambda below: False)]
        return hashlib.sha256(
            json.dumps([*parts, *(hashlib.sha256(one).hexdigest() for one in shared)]).encode()
        ).hexdigest()
