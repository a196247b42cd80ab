"""The site of ``registry docs --site``, and what a built site gets besides its pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from accordant.cli import exits
from accordant.cli.open_registry import relative_to_here
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Place, Report

if TYPE_CHECKING:
    from accordant.outputs import Outputs

_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")


def whole(pages: Outputs, title: str, colour: str | None, shown: str) -> Outputs:
    """The files of the project.

    Raises:
        InputError: it is not a colour.
    """
    from accordant.docs.project import project

    if colour is not None and not _COLOUR.fullmatch(colour):
        raise InputError(f"{colour!r} is not a colour", next_step="write one such as #7a1fa2", rule="usage")
    return project(pages, title, colour, shown)


def finish(built: Path, pages: Path, reference: str) -> Report:
    """Add to a built site the Markdown of its pages, and the guides for language models.

    Raises:
        InputError: there is no built site, or no folder of pages.
    """
    from accordant.docs.finish import additions

    for folder, file, step in ((built, "index.html", "build the site first"), (pages, "index.md", "write the pages")):
        if not (folder / file).is_file():
            raise InputError(f"there is no {file} here", Place(str(folder)), next_step=step, rule="usage")
    sources = {
        path.relative_to(pages).as_posix(): path.read_text("utf-8")
        for path in sorted(pages.rglob("*"))
        if path.suffix in (".md", ".txt") and path.is_file() and not path.is_symlink()
    }
    added = additions(sources, reference)
    for name, text in added.items():
        write_file(built, name, text)
    shown = relative_to_here(built)
    changes = [{"path": f"{shown}/{name}", "change": "missing"} for name in sorted(added)]
    return Report("docs", exits.FINE, (), {"changes": changes}, f"{len(added)} files added to {shown}")
