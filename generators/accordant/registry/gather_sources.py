"""The schema files that a contract is built from: those that are given, those in folders, those that they refer to."""

from __future__ import annotations

import contextlib
import os
import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry.document_sources import sources_of
from accordant.registry.loose_files import read
from accordant.registry.references_between import file_of, references_of
from accordant.registry.schema_likeness import may_be_schema
from accordant.registry.source import Source
from accordant.schema import documents, yaml_aliases
from accordant.schema.documents import MAX_BYTES, MAX_DEPTH, Document

SUFFIXES: Final = (".json", ".yaml", ".yml")
MOST_FILES: Final = 2000
"""The files that one contract is built from."""
_LEFT_OUT: Final = {"node_modules", "__pycache__"}


class Gathered(NamedTuple):
    """Schemas, and the files of folders that hold none."""

    sources: list[Source]
    left_out: list[str]


def gather(paths: Sequence[str]) -> Gathered:
    """The schemas of files, folders, parts of files (``FILE#/pointer``) and OpenAPI documents; given ones first.

    Args:
        paths: of a folder every JSON and YAML file in it and below it is taken, but for those that are clearly no
            schema. A file to which a schema refers comes
            along, where it lies in the folder that holds all files that are given.

    Raises:
        InputError: a file cannot be read or holds no schema, or there are more than 2,000.
    """
    read_files: dict[str, Document] = {}
    parts = dict.fromkeys(_split(path) for given in paths for path in _schemas_of(given, read_files))
    root = _common_folder([path for path, _ in parts])
    sources: dict[str, Source] = {}
    left_out = [path for path in read_files if (path, "") not in parts]
    read_files = {path: document for path, document in read_files.items() if path not in left_out}
    todo = list(parts)
    while todo:
        path, pointer = todo.pop(0)
        document = read_files[path] = read_files.get(path) or read_source(path, is_found=(path, pointer) not in parts)
        new = {source.path: source for source in sources_of(document, pointer) if source.path not in sources}
        sources |= new
        if len(sources) > MOST_FILES:
            reason, step = f"more than {MOST_FILES:,} schemas", "make several contracts, one of each part"
            raise InputError(reason, Place(path), next_step=step)
        for source in new.values():
            files = [(file, "") for file in _list_referred(source) if _is_inside(file, root)]
            todo += [file for file in files if os.path.normpath(file[0]) not in map(os.path.normpath, read_files)]
    return Gathered(list(sources.values()), [path for path in left_out if path not in read_files])


def _schemas_of(given: str, read_files: dict[str, Document]) -> list[str]:
    """A file, or those files of a folder that may be schemas; those of a folder are read.

    Raises:
        InputError: none of a folder may be.
    """
    paths = list(_files_of(given))
    if not Path(given).is_dir():
        return paths
    read_files |= {path: read_source(path, is_found=True) for path in paths}
    schemas = [path for path in paths if may_be_schema(read_files[path].value)]
    if not schemas:
        reason = "no JSON or YAML file of the folder has a keyword of JSON Schema"
        raise InputError(
            reason, Place(given), next_step="give the folder that holds the schemas, or the files themselves"
        )
    return schemas


def _split(given: str) -> tuple[str, str]:
    """A path and the pointer of a part."""
    path, hash_sign, pointer = given.partition("#")
    return (given, "") if not hash_sign or Path(given).exists() else (path, unquote(pointer))


def read_source(path: str, *, is_found: bool = False) -> Document:
    """A file as a document; in YAML the aliases are written out. ``is_found``: it was found in a folder, see `read`."""
    data = read(path, is_found=is_found)
    if path.endswith((".yaml", ".yml")) and len(data) <= MAX_BYTES:
        with contextlib.suppress(UnicodeDecodeError):  # parsing it says so
            return documents.parse(yaml_aliases.write_out(data.decode("utf-8"), path, MAX_DEPTH), path)
    return documents.parse(data, path)


def _files_of(given: str) -> Iterator[str]:
    if not Path(given).is_dir():
        yield os.path.normpath(given)
        return
    has_files = False
    for folder, folders, names in os.walk(given):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT and not name.startswith("."))
        for name in sorted(names):
            is_taken = name.endswith(SUFFIXES) and not name.startswith(".")
            path = posixpath.join(folder, name)
            if is_taken and Path(path).is_file() and _is_inside(path, os.path.realpath(given)):
                has_files = True
                yield os.path.normpath(path)
    if not has_files:
        reason = "the folder has no JSON or YAML file"
        raise InputError(reason, Place(given), next_step="give the folder that holds the schemas")


def _common_folder(paths: list[str]) -> str:
    folders = [os.path.realpath(os.path.dirname(path) or ".") for path in paths]  # noqa: PTH120
    try:
        return os.path.commonpath(folders) if folders else ""
    except ValueError:  # two drives
        return folders[0]


def _list_referred(source: Source) -> list[str]:
    """The files that exist and to which a schema refers."""
    files = {file_of(reference, source.path) for _, _, reference in references_of(source.document.value)}
    return sorted(file for file in files if file.endswith(SUFFIXES) and Path(file).is_file())


def _is_inside(file: str, root: str) -> bool:
    real = os.path.realpath(file)
    return real.startswith(root.rstrip(os.sep) + os.sep)
