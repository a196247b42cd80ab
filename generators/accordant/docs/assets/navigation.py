"""For the builder: pages in the order in which they are read, and folders of contracts under their own names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

_WORDS: Final = ("codes", "changes")
"""Folders below a contract whose names are words, and no names of the registry."""


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    """The navigation in the order of the paths in ``extra.order`` of the settings; others come after, by name."""
    order = {path: place for place, path in enumerate(config.extra.get("order", ()))}
    _arrange(nav.items, order, 0)
    nav.pages = list(_pages(nav.items))
    for page, following in pairwise([None, *nav.pages, None]):
        if page is not None:
            page.next_page = following
        if following is not None:
            following.previous_page = page
    return nav


def _arrange(items: list[Any], order: dict[str, int], depth: int) -> None:
    items.sort(key=lambda item: order.get("/".join(_path(item)[: depth + 1]), len(order)))
    for item in items:
        if item.is_section:
            parts = _path(item)
            if "contracts" in parts[:depth] and parts[depth] not in _WORDS:
                item.title = parts[depth]
            _arrange(item.children, order, depth + 1)


def _path(item: Any) -> list[str]:
    """The names in the path of a page, or of the first page below a section."""
    while item.is_section:
        item = item.children[0]
    return str(item.file.src_uri).split("/")


def _pages(items: list[Any]) -> Iterator[Any]:
    for item in items:
        yield from _pages(item.children) if item.is_section else [item]
