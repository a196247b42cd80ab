"""Of the pages of a built site, those that stand for all: one of each kind, and for each part where it is widest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

TOKENS: Final = re.compile(r'<(/?)([a-z0-9]+)((?:[^>"]|"[^"]*")*)>|([^<\s]+)')
CLASS: Final = re.compile(r'\bclass="?([^" >]+)')
NEVER_CLOSED: Final = {"br", "hr", "img", "input", "wbr"}
MANY: Final = (
    (r"/v\d+/", "/v*/"),
    (r"/(decisions|commands|contracts|changes|rules|codes)/[^/*]+/", r"/\1/*/"),
    (r"/(rules|codes)/\*/[^/]+/", r"/\1/*/*/"),
)
"""Folders of many pages, or folders, of one kind. A page in any other folder is a kind by itself."""

Part = tuple[str, ...]
"""An element and the two around it, each with its first class."""


def stand_for_all(texts: Mapping[str, str]) -> list[str]:
    """Of {address: HTML} the pages that are the widest of their kind, or on which some part is the widest of all."""
    widest: dict[str | Part, tuple[int, str]] = {}
    for page, text in sorted(texts.items()):
        parts = list(parts_of(text))
        of_page: list[tuple[str | Part, int]] = [(kind_of(page), max(width for _, width in parts)), *parts]
        for key, width in of_page:
            if key not in widest or width > widest[key][0]:
                widest[key] = width, page
    return sorted({page for _, page in widest.values()})


def kind_of(page: str) -> str:
    """The address of a page without what tells pages of one kind apart."""
    for pattern, general in MANY:
        page = re.sub(pattern, general, page)
    return page


def parts_of(text: str) -> Iterator[tuple[Part, int]]:
    """What a reader sees of a page, part by part: each with the letters that stand beside each other, unbroken."""
    seen = re.search("<article.*</footer>", text, re.DOTALL)
    assert seen
    names, widths = [""], [0]
    for closes, tag, attributes, word in TOKENS.findall(seen[0]):
        if word:
            widths[-1] = max(widths[-1], len(word))
        elif closes:
            while tag in (name.partition(".")[0] for name in names):
                part, width = tuple(names[-3:]), widths.pop()
                is_last = names.pop().partition(".")[0] == tag
                widths[-1] = widths[-1] + width if names[-1] == "tr" else max(widths[-1], width)
                yield part, width
                if is_last:
                    break
        elif tag in NEVER_CLOSED:
            yield (*names[-2:], tag), 0
        elif not (tag == "span" and "pre" in names):  # words of code have colours
            names.append(".".join([tag, *CLASS.findall(attributes)[:1]]))
            widths.append(0)
