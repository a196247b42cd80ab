"""What a built site gets besides its pages: the Markdown of each page beside it, and the guides for language models."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from accordant.docs.machines import LLMS

FULL: Final = "llms-full.txt"
_LINK: Final = re.compile(r"\]\(([^)#:]+)\)")


def additions(sources: Mapping[str, str], reference: str) -> dict[str, str]:
    """The files to add, by their path in the built site.

    Args:
        sources: the texts of the pages' folder by path: the Markdown of all pages, and the guide for language models.
        reference: the folder of the reference among them; "" where it is the whole.
    """
    added = {path: text for path, text in sources.items() if path.endswith(".md")}
    start = f"{reference}/" if reference else ""
    guide = sources.get(f"{start}{LLMS}")
    if guide is not None:
        added[LLMS] = _LINK.sub(lambda found: f"]({start}{found[1]})", guide)
        paths = [f"{start}{target}" for target in _LINK.findall(guide)]
        added[FULL] = _whole([(path, sources[path]) for path in dict.fromkeys(paths) if path in added])
    return added


def _whole(pages: list[tuple[str, str]]) -> str:
    return "\n\n".join(f"<!-- {path} -->\n\n{text.strip()}" for path, text in pages) + "\n"
