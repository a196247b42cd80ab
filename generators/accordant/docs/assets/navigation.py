"""For the builder: pages in the order in which they are read, and folders of contracts under their own names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

_WORDS: Final = ("codes", "changes")
"""Folders below a contract whose names are words, and no names of the registry."""


def on_files(files: Any, config: Any) -> Any:
    """The files in the order of the paths in ``extra.order`` of the settings; others come after, by name."""
    order = list(config.extra.get("order", ()))

    def place(file: Any) -> tuple[int, ...]:
        parts = str(file.src_uri).split("/")
        starts = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
        return tuple(order.index(start) if start in order else len(order) for start in starts)

    return type(files)(sorted(files, key=place))


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    """The navigation, in which the folder of a contract, a version or a list is called as it is."""
    _name(nav.items, 0)
    return nav


def _name(items: Sequence[Any], depth: int) -> None:
    for item in items:
        if item.is_section:
            parts = _first_path(item)
            if "contracts" in parts[:depth] and parts[depth] not in _WORDS:
                item.title = parts[depth]
            _name(item.children, depth + 1)


def _first_path(item: Any) -> list[str]:
    """The path of the first page below a section."""
    while item.is_section:
        item = item.children[0]
    return str(item.file.src_uri).split("/")
