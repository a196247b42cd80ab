"""A schema that a contract is built from: a file, a part of one, or one that an OpenAPI document holds."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Final

from accordant.findings import Place
from accordant.schema.documents import Document

_ENDING: Final = re.compile(r"\.(json|ya?ml)$", re.IGNORECASE)
_SCHEMA: Final = re.compile(r"[._-]schema$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Source:
    """A schema with its text; relative references in it are read against the path of ``document``."""

    document: Document
    shown: str
    """What people call it: its path as given, with the pointer of a part."""
    stem: str
    """What its name is derived from."""
    original: Document
    """The file that it comes from, which knows the lines."""
    base: str = ""
    """Where it stands in that file."""
    direction: str = ""
    """What its uses in an OpenAPI document say; empty where nothing says it."""
    losses: tuple[str, ...] = ()

    @classmethod
    def of(cls, document: Document) -> Source:
        """A whole file."""
        name = _ENDING.sub("", posixpath.basename(document.path))
        return cls(document, document.path, _SCHEMA.sub("", name) or name, document)

    @property
    def path(self) -> str:
        """The path against which its references are read."""
        return self.document.path

    def place(self, pointer: str) -> Place:
        """A place in it, in the file that people have."""
        return self.original.place(self.base + pointer)
