"""Examples of a version: the folder's name is the assertion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from accordant.contract import Example, Refusal, Schema, Stream
from accordant.contract.fields import Fields
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout
from accordant.registry.files import Files
from accordant.schema import documents
from accordant.schema.documents import Document

REFUSED_BY = "refused-by.toml"


def load(files: Files, base: str, schemas: Mapping[str, Schema], streams: Mapping[str, Stream]) -> Iterator[Example]:
    """All examples below ``base`` (``cobre/v1``), valid ones first, sorted by path."""
    if (layout.EXAMPLES, True) not in files.list_(base):
        return
    folder = f"{base}/{layout.EXAMPLES}"
    for kind, _ in files.list_(folder):
        if kind not in ("valid", "invalid"):
            with files.guard():
                raise InputError(
                    "neither valid/ nor invalid/", Place(f"{files.shown}{folder}/{kind}"),
                    next_step="move the examples to one of these two folders", rule="format",
                )  # fmt: skip
    for kind in ("valid", "invalid"):
        if (kind, True) not in files.list_(folder):
            continue
        for subject, is_folder in files.list_(f"{folder}/{kind}"):
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


def _cases(files: Files, folder: str, subject: str, valid: bool, is_stream: bool) -> Iterator[Example]:
    names = [name for name, is_folder in files.list_(folder) if not is_folder]
    refusals = _refusals(files, folder, names)
    suffixes = (".jsonl",) if is_stream else (".json", ".yaml", ".yml")
    cases = [name for name in names if name.endswith(suffixes)]
    for name in names:
        if name not in cases and name != REFUSED_BY and not name.endswith(".note.md"):
            with files.guard():
                raise InputError(
                    "not an example", Place(f"{files.shown}{folder}/{name}"),
                    next_step=f"rename it so that it ends in {' or '.join(suffixes)}, or move it away", rule="format",
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
    for number, line in enumerate(text.splitlines(), start=1):
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
