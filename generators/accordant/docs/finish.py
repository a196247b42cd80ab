"""What a built site gets besides its pages: the Markdown of each page beside it, and the guides for language models."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import Final

from accordant.docs.machines import LLMS
from accordant.docs.places import relative

FULL: Final = "llms-full.txt"
_LINK: Final = re.compile(r"\]\(([^)#:]+)\)")
_FRONT: Final = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
"""What a page says to the builder."""

_LINK_OR_CODE: Final = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)[`~]*$|`[^`\n]+`"
    r"|(?P<start>\]\(|href=\")(?P<path>[^)#:\s\"]*)(?P<anchor>#[^)\s\"]*)?(?=[)\"])",
    re.MULTILINE | re.DOTALL,
)
"""Code, in which nothing is a link, or a link of ours: one with a colon leads elsewhere."""


def additions(sources: Mapping[str, str], reference: str) -> dict[str, str]:
    """The files to add, by their path in the built site.

    Args:
        sources: the texts of the pages' folder by path: the Markdown of all pages, and the guide for language models.
        reference: the folder of the reference among them; "" where it is the whole.
    """
    pages = {path: text for path, text in sources.items() if path.endswith(".md")}
    added = pages | {_at_address(path): _move(text, path, _at_address(path)) for path, text in pages.items()}
    start = f"{reference}/" if reference else ""
    guide = sources.get(f"{start}{LLMS}")
    if guide is not None:
        added[LLMS] = _LINK.sub(lambda link: f"]({start}{link[1]})", guide)
        paths = [f"{start}{target}" for target in _LINK.findall(guide)]
        added[FULL] = _whole([(path, pages[path]) for path in dict.fromkeys(paths) if path in pages])
    return added


def _at_address(path: str) -> str:
    """Where the address of a page says that its Markdown is: that of ``a/index.md`` is ``a/``, and so ``a.md``."""
    folder = posixpath.dirname(path)
    return f"{folder}.md" if folder and posixpath.basename(path) == "index.md" else path


def _move(text: str, path: str, there: str) -> str:
    """A page as it stands at another path: its links lead where they led, and those to a place on it name the page."""

    def lead(link: re.Match[str]) -> str:
        if link["start"] is None:
            return link[0]
        target = posixpath.join(posixpath.dirname(path), link["path"]) if link["path"] else path
        return f"{link['start']}{relative(there, posixpath.normpath(target))}{link['anchor'] or ''}"

    return text if path == there else _LINK_OR_CODE.sub(lead, text)


def _whole(pages: list[tuple[str, str]]) -> str:
    return (
        "\n\n".join(f"<!-- {path} -->\n\n{_FRONT.sub('', _move(text, path, FULL)).strip()}" for path, text in pages)
        + "\n"
    )
