"""What ``registry gen`` says about names that generated packages no longer have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.findings import Finding
    from accordant.gen import GeneratedTarget


def findings(registry: Registry, target: str, package: GeneratedTarget, lock: str) -> Iterator[Finding]:
    """A finding for each name that is gone: a note, and an error where ``registry.toml`` says that names are kept.

    Args:
        registry: the registry.
        target: the target.
        package: what was generated for it.
        lock: the path of its lock of names, as it is shown.
    """
    from accordant.gen import KEPT
    from accordant.gen.kept_names import finding_of

    options = next((entry.options for entry in registry.targets if entry.name == target), {})
    for version, names in package.gone.items():
        for name in names:
            yield finding_of(version, name, lock, is_kept=options.get("names") == KEPT)
