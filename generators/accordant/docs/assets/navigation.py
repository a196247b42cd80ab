"""For the builder: the order in which pages are read, and names in the navigation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from markupsafe import escape

_WORDS: Final = ("codes", "changes")
"""Folders below a contract whose names are words, and no names of the registry."""


def on_config(config: Any) -> None:
    """The name of the site is text on every page, also where the theme prints it as it is; no script is elsewhere."""
    config.site_name = escape(config.site_name)
    if not config.use_directory_urls:  # for a folder without a server: the plugin would load this from elsewhere
        script = str(config.extra_javascript[0])
        config.extra["polyfills"] = [script.replace("site.js", "iframe-worker.js")]


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


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """The sign behind each heading, which is not seen, is no stop of the tabulator: a mouse finds it."""
    return html.replace('<a class="headerlink" ', '<a class="headerlink" tabindex="-1" ')


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> None:
    """In the browser a page has its whole title, also where the navigation shows what its folder leaves to say."""
    heading = next((entry.title for entry in page.toc if entry.level == 1), "")
    if heading and page.title != heading and "contracts" in _path(page):
        page.meta["title"] = heading


def on_post_build(config: Any) -> None:
    """A map of the site without a page says that there is none."""
    if not config.site_url:
        for file in Path(config.site_dir).glob("sitemap.xml*"):
            file.unlink()


def _arrange(items: list[Any], order: dict[str, int], depth: int) -> None:
    items.sort(key=lambda item: order.get("/".join(_path(item)[: depth + 1]), len(order)))
    for item in items:
        if item.is_section:
            parts = _path(item)
            if {"contracts", "rules"} & {*parts[:depth]} and parts[depth] not in _WORDS:
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
