"""Schemas at network addresses, read from a folder laid out as host/path; nothing is fetched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry.loose_files import read
from accordant.schema import documents
from accordant.schema.addresses import join_uri
from accordant.schema.dialects import REFERENCES

_ADDRESSES: Final = (*REFERENCES, "$schema")
"""Keywords whose value may be the address of another schema."""
MOST: Final = 1000
"""More schemas than this for one file are a mistake."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """A folder in which ``https://host/some/path`` is the file ``host/some/path``, or that with ``.json`` added."""

    path: str

    def schema(self, address: str) -> JsonValue | None:
        """The schema at an address; None where the folder has none.

        Raises:
            InputError: the place is outside the folder, or holds no document.
        """
        file = self._file(address)
        return None if file is None else documents.parse(read(file), file).value

    def _file(self, address: str) -> str | None:
        try:
            parts = urlsplit(address)
        except ValueError:  # no address at all: resolving it reports the error
            return None
        words = [parts.netloc, *unquote(parts.path).split("/")]
        if not parts.netloc or parts.query:
            return None
        words = [word for word in words if word]
        if any(word in (".", "..") or set(word) & set("\\\0/") or ":" in word[1:2] for word in words):
            raise self._outside(address)
        root = os.path.realpath(self.path)
        for ending in ("", ".json"):
            real = os.path.realpath(os.path.join(root, *words) + ending)  # noqa: PTH118
            if Path(real).is_file():
                if not Path(real).is_relative_to(root):
                    raise self._outside(address)
                return real
        return None

    def _outside(self, address: str) -> InputError:
        return InputError(
            f"{address!r} leads out of the folder; nothing outside is read",
            Place(self.path),
            next_step="copy the file into the folder",
            rule="outside-registry",
        )


def resources(schema: JsonValue, folder: str) -> dict[str, JsonValue]:
    """Every schema of the folder that a schema needs, by address, those that they need in turn included.

    Raises:
        InputError: there is no such folder, a file leads out of it or cannot be read, or there are too many.
    """
    if not Path(folder).is_dir():
        raise InputError("is not a folder", Place(folder), next_step="lay it out as HOST/PATH", rule="unreadable")
    mirror, schemas = Mirror(folder), dict[str, JsonValue]()
    todo = [("", schema)]
    seen: set[str] = set()
    while todo:
        for address in _addresses(*todo.pop()):
            if address in seen:
                continue
            seen.add(address)
            value = mirror.schema(address)
            if value is not None:
                schemas[address] = value
                todo.append((address, value))
            if len(schemas) > MOST:
                reason = f"the schema refers to more than {MOST} files"
                raise InputError(reason, Place(folder), next_step="refer to fewer files")
    return schemas


def _addresses(base: str, schema: JsonValue) -> Iterator[str]:
    """The address of every value that may be a reference; an address too many does no harm."""
    todo = [(base, schema)]
    while todo:
        here, value = todo.pop()
        if isinstance(value, list):
            todo += ((here, part) for part in value)
        elif isinstance(value, dict):
            for name in ("$id", "id"):
                if isinstance(value.get(name), str):
                    here = join_uri(here, value[name])
            yield from (join_uri(here, value[name]) for name in _ADDRESSES if isinstance(value.get(name), str))
            todo += ((here, part) for part in value.values())
