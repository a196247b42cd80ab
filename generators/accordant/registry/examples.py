"""Examples of a version: the folder's name is the assertion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import overload

from accordant.contract import Example, Refusal, Schema, Stream
from accordant.contract.fields import Fields
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout
from accordant.registry.files import Files
from accordant.schema import documents
from accordant.schema.documents import Document
from accordant.schema.lines import lines_of

REFUSED_BY = "refused-by.toml"


def of_version(
    files: Files,
    base: str,
    schemas: Mapping[str, Schema],
    streams: Mapping[str, Stream],
    is_settled: Callable[[str], bool] | None = None,
) -> Sequence[Example]:
    """All examples of a version; unread where its contract, by name, is known to be fine."""
    if is_settled is not None and is_settled(base.partition("/")[0]):
        return UnreadExamples(files, base, schemas, streams)
    return tuple(load(files, base, schemas, streams))


def load(files: Files, base: str, schemas: Mapping[str, Schema], streams: Mapping[str, Stream]) -> Iterator[Example]:
    """All examples below ``base`` (``cobre/v1``), valid ones first, sorted by path."""
    folder = f"{base}/{layout.EXAMPLES}"
    for kind, _ in files.list_(folder) if (layout.EXAMPLES, True) in files.list_(base) else ():
        if kind not in ("valid", "invalid"):
            with files.guard():
                raise InputError(
                    "neither valid/ nor invalid/", Place(f"{files.shown}{folder}/{kind}"),
                    next_step="move the examples to one of these two folders", rule="format",
                )  # fmt: skip
    for kind, subject, is_folder in _subjects(files, base):
        at = f"{folder}/{kind}/{subject}"
        with files.guard():
            if not is_folder or (subject not in schemas and subject not in streams):
                raise InputError(
                    f"no schema or stream called {subject!r}",
                    Place(files.shown + at),
                    next_step="give the folder the name of the schema or stream that its documents are examples of",
                    rule="example-of-nothing",
                )
            yield from _cases(files, at, subject, kind == "valid", subject in streams)


class UnreadExamples(Sequence[Example]):
    """Examples that are known to be fine: they are read when one is needed, and counted by their files."""

    def __init__(self, files: Files, base: str, schemas: Mapping[str, Schema], streams: Mapping[str, Stream]) -> None:
        """Take what :func:`load` takes."""
        self._files, self._base, self._schemas, self._streams = files, base, schemas, streams

    def __len__(self) -> int:
        folders = (
            (f"{self._base}/{layout.EXAMPLES}/{kind}/{subject}", subject in self._streams)
            for kind, subject, _ in _subjects(self._files, self._base)
        )
        return sum(len(_case_names(_file_names(self._files, folder), is_stream)) for folder, is_stream in folders)

    @overload
    def __getitem__(self, index: int) -> Example: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Example]: ...
    def __getitem__(self, index: int | slice) -> Example | Sequence[Example]:
        return self._read[index]

    @cached_property
    def _read(self) -> tuple[Example, ...]:
        return tuple(load(self._files, self._base, self._schemas, self._streams))


def _subjects(files: Files, base: str) -> Iterator[tuple[str, str, bool]]:
    """What is in the two folders: which of them, the name, and whether it is a folder."""
    folder = f"{base}/{layout.EXAMPLES}"
    for kind in ("valid", "invalid") if (layout.EXAMPLES, True) in files.list_(base) else ():
        if (kind, True) in files.list_(folder):
            yield from ((kind, name, is_folder) for name, is_folder in files.list_(f"{folder}/{kind}"))


def _file_names(files: Files, folder: str) -> list[str]:
    return [name for name, is_folder in files.list_(folder) if not is_folder]


def _suffixes(is_stream: bool) -> tuple[str, ...]:
    return (".jsonl",) if is_stream else (".json", ".yaml", ".yml")


def _case_names(names: list[str], is_stream: bool) -> list[str]:
    """The files of a folder that are examples."""
    return [name for name in names if name.endswith(_suffixes(is_stream))]


def _cases(files: Files, folder: str, subject: str, valid: bool, is_stream: bool) -> Iterator[Example]:
    names = _file_names(files, folder)
    refusals = _refusals(files, folder, names)
    cases = _case_names(names, is_stream)
    for name in names:
        if name not in cases and name != REFUSED_BY and not name.endswith(".note.md"):
            with files.guard():
                raise InputError(
                    "not an example", Place(f"{files.shown}{folder}/{name}"),
                    next_step=f"rename it so that it ends in {' or '.join(_suffixes(is_stream))}, or move it away",
                    rule="format",
                )  # fmt: skip
    for name in cases:
        path = f"{folder}/{name}"
        case = name.rsplit(".", 1)[0]
        with files.guard():
            lines = tuple(_lines(files, path)) if is_stream else (files.document(path),)
            note = f"{case}.note.md"
            text = files.read(f"{folder}/{note}").decode("utf-8", "replace") if note in names else ""
            yield Example(subject, case, valid, lines, files.shown + path, is_stream, refusals.get(case), text.strip())


def _lines(files: Files, path: str) -> Iterator[Document]:
    text = files.read(path).decode("utf-8", "replace")
    for number, line in enumerate(lines_of(text), start=1):
        if line.strip():
            try:
                yield documents.parse(line, files.shown + path)
            except InputError as error:
                error.place = replace(error.place, line=number)
                raise


def _refusals(files: Files, folder: str, names: list[str]) -> dict[str, Refusal]:
    if REFUSED_BY not in names:
        return {}
    refusals = {}
    with files.guard():
        document = files.document(f"{folder}/{REFUSED_BY}")
        fields = Fields.of(document.value, document)
        for case in fields.value:
            if not any(name.rsplit(".", 1)[0] == case for name in names):
                fields.refuse(case, f"no example is called {case!r}", "name an example of this folder")
            text = fields.text(case)
            file, hash_sign, pointer = text.partition("#")
            refusals[case] = Refusal(file, pointer) if hash_sign else Refusal("", text)
    return refusals
