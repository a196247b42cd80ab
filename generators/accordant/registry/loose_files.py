"""Files outside of a registry, given by their path."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry.foreign_documents import refuse_foreign
from accordant.schema import documents, pointers
from accordant.schema.dialects import Dialect, in_draft
from accordant.schema.documents import MAX_BYTES, Document

_KINDS: Final = (
    ({"identifier", "entries"}, "a code list"), ({"grammar", "discriminator"}, "a stream"),
    ({"schemas", "release"}, "a release"),
)  # fmt: skip
"""Other files that a registry holds, by keys that they have."""


def read(path: str, *, is_found: bool = False) -> bytes:
    """The bytes of a file, at most one more than a parser takes, so that the parser can refuse it.

    Args:
        path: the file.
        is_found: nobody named it: it was found in a folder, and only a plain file is read, never a pipe that waits.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with open(Path(path), "rb", opener=_open_plain if is_found else None) as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", Place(path), next_step="check the path",
            rule="unreadable",
        ) from error  # fmt: skip


def _open_plain(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "it is not a plain file")


def schema_file(path: str, draft: Dialect | None = None) -> Document:
    """A schema outside of a registry; ``draft`` is its draft where it declares none (None: 2020-12).

    Raises:
        InputError: the file cannot be read, or is not a schema of its draft.
    """
    document = _read_schema_text(path)
    document = replace(document, value=in_draft(document.value, draft))
    require_schema(document)
    require_valid(document, draft)
    return document


def shared_file(path: str, draft: Dialect) -> Document:
    """A file to which a schema of a draft refers: only parts of it need to be meant as schemas.

    Raises:
        InputError: the file cannot be read, or is not a schema of its draft.
    """
    document = _read_schema_text(path, is_found=True)
    require_valid(document, draft)
    return document


def _read_schema_text(path: str, *, is_found: bool = False) -> Document:
    document = documents.parse(read(path, is_found=is_found), path)
    if not isinstance(document.value, dict | bool):
        raise InputError(
            "a schema is an object or a boolean", Place(document.path, 1, 1), next_step="give a schema file"
        )
    return document


def require_schema(document: Document) -> None:
    """Refuse what is not a schema though its text could be one: as schemas such documents allow everything.

    Raises:
        InputError: the document is a code list, a stream, a release, or one of another specification.
    """
    refuse_foreign(document)
    value, place = document.value, Place(document.path, 1, 1)
    for keys, name in _KINDS:
        if isinstance(value, dict) and keys <= value.keys():
            step = "compare it in its registry: registry diff CONTRACT/VERSION@RELEASE"
            raise InputError(f"this is {name}, not a schema", place, next_step=step, rule="usage")


def require_valid(document: Document, draft: Dialect | None = None) -> None:
    """Refuse what the metaschema of its draft refuses, and a schema with an invalid pattern.

    Where it declares none, ``draft`` is its draft, else 2020-12.

    Raises:
        InputError: the first such place.
    """
    from accordant.schema.metaschema import complaints, refusal

    for pointer, complaint in complaints(in_draft(document.value, draft)):
        reason, next_step = refusal(complaint), "correct the schema, or the draft that it declares"
        raise InputError(reason, document.place(pointer), next_step=next_step, rule="metaschema")
    require_patterns(document)


def require_patterns(document: Document, base: str = "") -> None:
    """Refuse a schema, the one at a pointer of a document, where a pattern is invalid.

    Raises:
        InputError: the first such place.
    """
    from accordant.schema.patterns import invalid_patterns

    for pointer, reason in invalid_patterns(pointers.follow(document.value, base)):
        next_step = "write the pattern with what ECMA-262 has, or run: registry explain pattern-invalid"
        raise InputError(reason, document.place(base + pointer), next_step=next_step, rule="schema-unusable")
