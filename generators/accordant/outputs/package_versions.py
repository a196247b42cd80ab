"""Which versions of packages are installed, read from the names of the folders that describe them.

The reader in the standard library parses each description as an e-mail. To load that parser takes a tenth of a command
that remembers its answer.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from typing import Final

_DESCRIPTION: Final = re.compile(r"([^-]+)-([^-]+)(?:-[^-]+)?\.(?:dist|egg)-info")
"""Beside an installed package (Recording installed projects, in PyPA's specifications), and what came before that."""


@cache
def version_of(package: str) -> str:
    """The version of an installed package, of several installed all of them; empty where it is not installed."""
    known = " ".join(_described().get(_same_name(package), ()))
    return known or (_version_in_archive(package) if any(map(os.path.isfile, sys.path)) else "")


@cache
def _described() -> Mapping[str, list[str]]:
    """The versions of each package that has a folder on the path of modules, looked for once."""
    versions: dict[str, list[str]] = {}
    for folder in sys.path:
        with contextlib.suppress(OSError):
            for name in sorted(os.listdir(folder or ".")):  # noqa: PTH208  (folders of hundreds of packages)
                described = _DESCRIPTION.fullmatch(name)
                if described:
                    versions.setdefault(_same_name(described[1]), []).append(described[2])
    return versions


def _same_name(package: str) -> str:
    """The name of a package as all its spellings have it (Names and normalization)."""
    return re.sub(r"[-_.]+", "-", package).lower()


def _version_in_archive(package: str) -> str:
    """The version of a package from where modules are archives, and no folder can be listed."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
