"""The schemas that init and add take: read, made files of a version, and what was changed in them for people to see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from accordant.cli.printing import complain
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry.additions import slug
from accordant.registry.adopt import Adopted, Adoption, adopt
from accordant.registry.gather_sources import gather
from accordant.registry.loose_files import require_patterns
from accordant.registry.source import Source
from accordant.report.visible import visible

_MOST_SHOWN: Final = 8
"""Changes of one file that the text report lists."""


def contract_name(given: Sequence[str]) -> str:
    """The name of a contract that nobody named: that of the first file or folder."""
    return slug(Path(given[0].partition("#")[0]).name.split(".")[0], "output") if given else "output"


def adopt_sources(
    given: Sequence[str], contract: str, version: str = "", first: str = "", direction: str = ""
) -> Adoption:
    """The files of a version out of files and folders; see :func:`accordant.registry.adopt.adopt`.

    ``direction`` is that of every schema whose source says none.
    """
    sources, left_out = gather(given)
    sources = [replace(source, direction=source.direction or direction) for source in sources]
    for path in left_out:
        complain(f"registry: {visible(path)} is left out: it has no keyword of JSON Schema with a value of its kind\n")
    for source in sources:
        _require_patterns(source)
    return adopt(sources, contract, version=version, first=first)


def _require_patterns(source: Source) -> None:
    """Require that every pattern is one; the error's place is that in the file that people have."""
    try:
        require_patterns(source.document)
    except InputError as error:
        error.place = source.place(error.place.pointer)
        raise


def data_of(adoption: Adoption, base: str) -> list[JsonValue]:
    """What became of each source, as the reports of init and add have it."""
    return [
        {
            "path": file.path,
            "file": f"{base}/{file.file}",
            "name": file.name,
            "direction": file.direction,
            "changes": [
                {"pointer": change.pointer, "old": change.old or None, "new": change.new} for change in file.changes
            ],
            "losses": list(file.losses),
        }
        for file in adoption.files
    ]


def text_of(adoption: Adoption, base: str) -> Iterator[str]:
    """The same for people."""
    for file in adoption.files:
        lines = [f"{file.path} is {base}/{file.file}", *_changes(file), *(f"  lost: {loss}" for loss in file.losses)]
        yield from map(visible, lines)


def _changes(file: Adopted) -> Iterator[str]:
    for change in file.changes[:_MOST_SHOWN]:
        yield f"  {change.pointer}: " + (
            f"{change.old} is now {change.new}" if change.old else f"{change.new} was added"
        )
    if len(file.changes) > _MOST_SHOWN:
        yield f"  and {len(file.changes) - _MOST_SHOWN} more changes; --format json has all of them"


def in_source(place: Place | None, adoption: Adoption | None) -> Place:
    """The place in the source of a place in the version's file."""
    files = {file.file: file for file in adoption.files} if adoption else {}
    file = files.get(place.path.rpartition("/")[2]) if place else None
    if place is None or file is None:
        return place or Place("")
    return file.source.place(place.pointer) if file.source else place
