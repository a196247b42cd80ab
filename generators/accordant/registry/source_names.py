"""The names of schemas in a registry, derived from those of the files that they come from."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry.additions import slug
from accordant.registry.source import Source

_VERSION_ENDING: Final = re.compile(r"[._-](v[0-9]+([._][0-9]+)*|[0-9]+(\.[0-9]+)+)$")


def names_of(sources: Sequence[Source], first: str = "") -> dict[str, str]:
    """The name of each source, by its path: the file's, with those of its folders where two would be the same.

    The first source has the name ``first``, where that is given.

    Raises:
        InputError: two sources have one name all the same.
    """
    stems = _stems(sources, first)
    names: dict[str, str] = {}
    for path in stems:
        name, folder = slug(stems[path], "schema"), posixpath.dirname(path)
        while any(slug(stems[other], "schema") == name for other in stems if other != path) and folder not in ("", "."):
            name = slug(f"{posixpath.basename(folder)}-{name}", "schema")
            folder = posixpath.dirname(folder)
        if name in names.values():
            shown = {source.path: source.shown for source in sources}
            reason = f"{shown[path]} and {shown[_key_of(names, name)]} would both be called {name}"
            raise InputError(
                reason, Place(shown[path]), next_step="rename one of them, or give them one after the other"
            )
        names[path] = name
    return names


def _stems(sources: Sequence[Source], first: str) -> dict[str, str]:
    """What names are derived from: without a version at the end, unless another would then have the same name."""
    short = {source.path: _VERSION_ENDING.sub("", source.stem) or source.stem for source in sources}
    if first:
        short[sources[0].path] = first
    words = [slug(stem, "") for stem in short.values()]
    is_first = {sources[0].path: bool(first)}
    return {
        source.path: short[source.path]
        if words.count(slug(short[source.path], "")) == 1 or is_first.get(source.path)
        else source.stem
        for source in sources
    }


def _key_of(names: Mapping[str, str], name: str) -> str:
    return next(path for path, other in names.items() if other == name)
