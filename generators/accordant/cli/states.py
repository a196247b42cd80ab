"""Older and newer states that are named on the command line: releases, versions, folders, archives, git refs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from accordant.cli.opened import Opened, relative_to_here
from accordant.errors import InputError
from accordant.registry import layout

if TYPE_CHECKING:
    from accordant.contract import Registry


def registry_at(where: str, opened: Opened) -> Registry:
    """The registry in a folder, in an archive, or at a git ref.

    Args:
        where: a path that starts with a dot or a slash, or contains one and exists; an archive; else a git ref.
        opened: the registry at hand: a ref is looked up in its repository, at its place.

    Raises:
        InputError: nothing is there, or it cannot be used.
    """
    from accordant.baseline import archive, git
    from accordant.registry.load import Loader, load, mapping_reader

    if archive.is_archive(where) and Path(where).is_file():
        files = archive.files(Path(where), layout.CONFIG)
    elif is_path(where):
        folder = Path(where)
        if not (folder / layout.CONFIG).is_file() and (folder / "registry" / layout.CONFIG).is_file():
            folder = folder / "registry"
        if not (folder / layout.CONFIG).is_file():
            raise InputError(
                f"no {layout.CONFIG} there", path=where, rule="baseline-missing",
                next_step="give a registry folder, an archive of one, or a git ref without a leading dot",
            )  # fmt: skip
        return load(folder, shown=f"{relative_to_here(folder)}/", with_examples=False)
    else:
        files = git.files(opened.folder, where)
        if layout.CONFIG not in files:
            raise InputError(
                f"{where} has no registry at this place", path=opened.shown or ".", rule="baseline-missing",
                next_step="leave --against out until the base branch has the registry",
            )  # fmt: skip
    read, list_ = mapping_reader(files)
    return Loader(read=read, list_=list_, shown=f"{where}:", with_examples=False).registry()


def is_path(where: str) -> bool:
    """Whether a word names a folder or file rather than a git ref."""
    return where.startswith((".", "/")) or ("/" in where and Path(where).exists())
