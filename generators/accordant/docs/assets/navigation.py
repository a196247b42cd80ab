"""For the builder: the order in which pages are read, names in the navigation, and codes found by what they mean."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from markupsafe import escape

_WORDS: Final = ("codes", "changes")
"""Folders below a contract whose names are words, and no names of the registry."""

_CODE: Final = re.compile(r"contracts/[^/]+/[^/]+/codes/[^/]+/[^/]+/$")
"""The address of the page of a code."""


def on_config(config: Any) -> None:
    """The name of the site is text on every page, also where the theme prints it as it is."""
    config.site_name = escape(config.site_name)


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


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> None:
    """In the browser a page has its whole title, also where the navigation shows what its folder leaves to say."""
    heading = next((entry.title for entry in page.toc if entry.level == 1), "")
    if heading and page.title != heading and "contracts" in _path(page):
        page.meta["title"] = heading


def on_post_build(config: Any) -> None:
    """A search for the sentence that a code means finds its page: the sentence counts as a title there."""
    file = Path(config.site_dir, "search", "search_index.json")
    if file.is_file():
        index = json.loads(file.read_text("utf-8"))
        index["docs"] += [entry for entry in map(_meaning, index["docs"]) if entry]
        file.write_text(json.dumps(index, separators=(",", ":"), ensure_ascii=False), "utf-8")


def _meaning(entry: dict[str, Any]) -> dict[str, Any] | None:
    """A further entry for what the page of a code says first of it."""
    page, _, anchor = entry["location"].partition("#")
    told = [re.sub(r"<[^>]*>", "", paragraph) for paragraph in re.findall(r"<p>(.*?)</p>", entry["text"], re.DOTALL)]
    told = [paragraph for paragraph in told if paragraph.strip()][1:2]  # the first one says which code it is
    if anchor or not told or not _CODE.search(page):
        return None
    return {**entry, "location": f"{page}#meaning", "title": told[0], "text": ""}


def _arrange(items: list[Any], order: dict[str, int], depth: int) -> None:
    items.sort(key=lambda item: order.get("/".join(_path(item)[: depth + 1]), len(order)))
    for item in items:
        if item.is_section:
            parts = _path(item)
            if "contracts" in parts[:depth] and parts[depth] not in _WORDS:
                item.title = parts[depth]
            _arrange(item.children, order, depth + 1)
        elif "contracts" in _path(item):
            _shorten(item, *_path(item)[-2:])


def _shorten(page: Any, folder: str, name: str) -> None:
    """The title of a page without the names of the folders that it stands in."""
    older, to, newer = name.removesuffix(".md").partition("-to-")
    if name == "examples.md":
        page.title = "Examples"
    elif folder == "changes" and to:
        page.title = f"From {older} to {newer}"


def _path(item: Any) -> list[str]:
    """The names in the path of a page, or of the first page below a section."""
    while item.is_section:
        item = item.children[0]
    return str(item.file.src_uri).split("/")


def _pages(items: list[Any]) -> Iterator[Any]:
    for item in items:
        yield from _pages(item.children) if item.is_section else [item]
