"""The schema files that a contract is built from: those that are given, those in folders, those that they refer to."""

from __future__ import annotations

import contextlib
import os
import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry.loose_files import read
from accordant.schema import documents, yaml_aliases
from accordant.schema.addresses import scheme_of
from accordant.schema.documents import MAX_BYTES, MAX_DEPTH, Document
from accordant.schema.subschemas import keyword_objects

SUFFIXES: Final = (".json", ".yaml", ".yml")
MOST_FILES: Final = 2000
"""The files that one contract is built from."""
REFERENCES: Final = ("$ref", "$dynamicRef")
_LEFT_OUT: Final = {"node_modules", "__pycache__"}


def gather(paths: Sequence[str]) -> list[Document]:
    """The files as documents, whose aliases are written out; given ones first.

    Args:
        paths: files and folders. Of a folder every JSON and YAML file in it and below it is taken.

    Raises:
        InputError: a file cannot be read, or there are more than 2,000.
    """
    found = {os.path.normpath(path): path for given in paths for path in _files_of(given)}
    root = _common_folder(list(found))
    documents_by_path: dict[str, Document] = {}
    todo = list(found)
    while todo:
        path = todo.pop(0)
        if path in documents_by_path:
            continue
        if len(documents_by_path) == MOST_FILES:
            reason, step = f"more than {MOST_FILES:,} files", "make several contracts, one of each part"
            raise InputError(reason, Place(path), next_step=step)
        documents_by_path[path] = read_source(found.get(path, path))
        todo += [file for file in _referred(documents_by_path[path], path) if _is_inside(file, root)]
    return list(documents_by_path.values())


def read_source(path: str) -> Document:
    """A file as a document; in YAML the aliases are written out."""
    data = read(path)
    if path.endswith((".yaml", ".yml")) and len(data) <= MAX_BYTES:
        with contextlib.suppress(UnicodeDecodeError):  # parsing it says so
            return documents.parse(yaml_aliases.write_out(data.decode("utf-8"), path, MAX_DEPTH), path)
    return documents.parse(data, path)


def references_of(schema: JsonValue) -> Iterator[tuple[str, str, str]]:
    """Every reference of a schema: the pointer of its object, the keyword, the reference."""
    for pointer, keywords in keyword_objects(schema):
        for keyword in REFERENCES:
            if isinstance(keywords.get(keyword), str):
                yield pointer, keyword, keywords[keyword]


def file_of(reference: str, path: str) -> str:
    """The file that a relative reference names, seen from the file at ``path``; empty for any other reference."""
    address = unquote(reference.partition("#")[0])
    if not address or scheme_of(address) or address.startswith("/") or "\0" in address:
        return ""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), address))


def _files_of(given: str) -> Iterator[str]:
    if not Path(given).is_dir():
        yield given
        return
    found = False
    for folder, folders, names in os.walk(given):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT and not name.startswith("."))
        for name in sorted(names):
            if name.endswith(SUFFIXES) and not name.startswith("."):
                found = True
                yield posixpath.join(folder, name)
    if not found:
        reason = "the folder has no JSON or YAML file"
        raise InputError(reason, Place(given), next_step="give the folder that holds the schemas")


def _common_folder(paths: list[str]) -> str:
    folders = [os.path.realpath(os.path.dirname(path) or ".") for path in paths]  # noqa: PTH120
    try:
        return os.path.commonpath(folders) if folders else ""
    except ValueError:  # two drives
        return folders[0]


def _referred(document: Document, path: str) -> list[str]:
    """The files that exist and to which a document refers."""
    files = {file_of(reference, path) for _, _, reference in references_of(document.value)}
    return sorted(file for file in files if file.endswith(SUFFIXES) and Path(file).is_file())


def _is_inside(file: str, root: str) -> bool:
    real = os.path.realpath(file)
    return real.startswith(root.rstrip(os.sep) + os.sep)
