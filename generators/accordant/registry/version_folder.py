"""What makes the folder of a version unreadable: folders in the place of files, and two files of one name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout


def faults(shown: str, entries: Sequence[tuple[str, bool]]) -> Iterator[InputError]:
    """An error for each fault.

    Args:
        shown: the path of the folder, for messages.
        entries: the names in it, and whether each is a folder.
    """
    for name, is_folder in entries:
        if is_folder and layout.kind_of(name):  # the schema, code list or stream would pass for gone
            place, step = Place(f"{shown}/{name}"), "put the file there, or give the folder another name"
            yield InputError("is a folder, not a file", place, next_step=step, rule="unreadable")
    files = [name for name, is_folder in entries if not is_folder]
    names = [name for kind in layout.SUFFIXES for _, name in layout.of_kind(files, kind)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        reason, step = f"two files have the name {name!r}", "rename one of them"
        yield InputError(reason, Place(shown), next_step=step, rule="duplicate-name")
