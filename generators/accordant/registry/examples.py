"""Examples of a version: the folder's name is the assertion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from accordant.contract import Example, Refusal, Schema, Stream
from accordant.contract.fields import Fields
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout
from accordant.schema import documents
from accordant.schema.documents import Document

if TYPE_CHECKING:
    from accordant.registry.load import Loader

REFUSED_BY = "refused-by.toml"


def load(loader: Loader, base: str, schemas: Mapping[str, Schema], streams: Mapping[str, Stream]) -> Iterator[Example]:
    """All examples below ``base`` (``cobre/v1``), valid ones first, sorted by path."""
    if (layout.EXAMPLES, True) not in loader.list_(base):
        return
    folder = f"{base}/{layout.EXAMPLES}"
    for kind, _ in loader.list_(folder):
        if kind not in ("valid", "invalid"):
            with loader.guard():
                raise InputError(
                    "examples stand in valid/ or invalid/", Place(f"{loader.shown}{folder}/{kind}"), rule="format"
                )
    for kind in ("valid", "invalid"):
        if (kind, True) not in loader.list_(folder):
            continue
        for subject, is_folder in loader.list_(f"{folder}/{kind}"):
            at = f"{folder}/{kind}/{subject}"
            with loader.guard():
                if not is_folder or (subject not in schemas and subject not in streams):
                    raise InputError(
                        f"no schema or stream called {subject!r}",
                        Place(loader.shown + at),
                        next_step="name the folder as the schema or stream that its documents are examples of",
                        rule="example-of-nothing",
                    )
                yield from _cases(loader, at, subject, kind == "valid", subject in streams)


def _cases(loader: Loader, folder: str, subject: str, valid: bool, is_stream: bool) -> Iterator[Example]:
    files = [name for name, is_folder in loader.list_(folder) if not is_folder]
    refusals = _refusals(loader, folder, subject, files)
    suffixes = (".jsonl",) if is_stream else (".json", ".yaml", ".yml")
    cases = [name for name in files if name.endswith(suffixes)]
    for name in files:
        if name not in cases and name != REFUSED_BY and not name.endswith(".note.md"):
            with loader.guard():
                raise InputError(
                    f"not an example ({' or '.join(suffixes)})", Place(f"{loader.shown}{folder}/{name}"), rule="format"
                )
    for name in cases:
        path = f"{folder}/{name}"
        case = name.rsplit(".", 1)[0]
        with loader.guard():
            read = tuple(_lines(loader, path)) if is_stream else (loader.document(path),)
            note = f"{case}.note.md"
            text = loader.read(f"{folder}/{note}").decode("utf-8", "replace") if note in files else ""
            yield Example(subject, case, valid, read, loader.shown + path, is_stream, refusals.get(case), text.strip())


def _lines(loader: Loader, path: str) -> Iterator[Document]:
    text = loader.read(path).decode("utf-8", "replace")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield documents.parse(line, loader.shown + path)
            except InputError as error:
                error.place = replace(error.place, line=number)
                raise


def _refusals(loader: Loader, folder: str, subject: str, files: list[str]) -> dict[str, Refusal]:
    if REFUSED_BY not in files:
        return {}
    found = {}
    with loader.guard():
        document = loader.document(f"{folder}/{REFUSED_BY}")
        fields = Fields.of(document.value, document)
        for case in fields.value:
            if not any(name.rsplit(".", 1)[0] == case for name in files):
                fields.refuse(case, f"no example is called {case!r}")
            said = fields.text(case)
            file, hash_sign, pointer = said.partition("#")
            found[case] = Refusal(file, pointer) if hash_sign else Refusal("", said)
    return found
