"""A registry folder as frozen values."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from accordant.contract import (
    CodeList,
    Contract,
    Declaration,
    Registry,
    Release,
    Schema,
    State,
    Stream,
    Version,
    expand,
    parse,
    releases,
)
from accordant.contract.fields import Fields
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry import examples, layout, lock, tables
from accordant.schema import documents
from accordant.schema.documents import Document

STATUSES = ("draft", "current", "legacy", "retired")
_TABLES = (
    "status",
    "description",
    "supported-until",
    "default-schema",
    "rules",
    "derived",
    "counting",
    "serialisation",
    "modes",
    "consumer-rules",
    "scenarios",
    "decisions",
    "sources",
    "commands",
)


@dataclass
class Loader:
    """Reads a folder; the files are read through ``read`` and ``list_``, so that other sources can stand in for a disk.

    With ``problems`` set, what cannot be used is collected there and left out; else the first problem is raised.
    """

    read: Callable[[str], bytes]
    list_: Callable[[str], list[tuple[str, bool]]]
    shown: str = ""
    """How the registry folder is shown in paths: a prefix ending in a slash, or empty."""
    problems: list[InputError] | None = None
    only: str | None = None
    """The one contract to read, or None for all."""
    with_examples: bool = True
    documents: dict[str, Document] = field(default_factory=dict)

    def registry(self) -> Registry:
        """Everything in the folder.

        Raises:
            InputError: the registry cannot be used (with ``problems``, only where ``registry.toml`` cannot).
        """
        document = self.document(layout.CONFIG)
        fields = Fields.of(document.value, document)
        fields.only("name", "base-uri", "promise", "targets", "description")
        promise = fields.choice("promise", "additive", *releases.PROMISES)
        return Registry(
            name=fields.text("name"),
            base_uri=fields.text("base-uri", ""),
            promise=promise,
            contracts=tuple(self._contracts(promise)),
            targets=tuple(tables.targets(fields.mapping("targets"))),
            lock=self._lock(),
            document=document,
        )

    def document(self, relative: str) -> Document:
        """A parsed file of the folder, read once."""
        if relative not in self.documents:
            self.documents[relative] = self._parsed(relative)
        return self.documents[relative]

    def _parsed(self, relative: str) -> Document:
        try:
            data = self.read(relative)
        except InputError as error:
            error.place = replace(error.place, path=self.shown + error.place.path)
            raise
        return documents.parse(data, self.shown + relative)

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Collect an error where problems are collected, else let it pass."""
        try:
            yield
        except InputError as error:
            if self.problems is None:
                raise
            self.problems.append(error)

    def _lock(self) -> Mapping[str, str]:
        if not any(name == layout.LOCK for name, _ in self.list_("")):
            return {}
        with self.guard():
            return lock.parse(self.read(layout.LOCK), self.shown + layout.LOCK)
        return {}

    def _contracts(self, promise: str) -> Iterator[Contract]:
        for name, is_folder in self.list_(""):
            if not is_folder or (self.only is not None and name != self.only):
                continue
            if not any(file == layout.CONTRACT for file, _ in self.list_(name)):
                continue
            with self.guard():
                if not layout.NAME.fullmatch(name):
                    raise InputError(
                        "a contract is called by lower-case words joined by hyphens",
                        Place(self.shown + name),
                        rule="spelling",
                    )
                yield self._contract(name, promise)

    def _contract(self, name: str, promise: str) -> Contract:
        document = self.document(f"{name}/{layout.CONTRACT}")
        fields = Fields.of(document.value, document)
        fields.only(
            "title",
            "description",
            "owner",
            "promise",
            "enums",
            "carrier",
            "sources",
            "schemas",
            "versions",
            "homepage",
        )
        head = State(
            contract=name,
            version="",
            promise=fields.choice("promise", promise, *releases.PROMISES),
            enums=fields.choice("enums", "open", *releases.ENUMS),
            carrier=fields.text("carrier", ""),
        )
        versions = fields.mapping("versions")
        for declared in versions.value:
            if not layout.VERSION.fullmatch(declared):
                versions.refuse(declared, "a version is called v1, v2, ...")
        return Contract(
            name=name,
            title=fields.text("title", name),
            description=fields.text("description", ""),
            owner=fields.text("owner", ""),
            promise=head.promise,
            enums=head.enums,
            carrier=head.carrier,
            sources=fields.texts("sources"),
            versions=tuple(self._versions(head, fields)),
            declared={name: _declaration(versions.value[name]) for name in sorted(versions.value, key=_major)},
            document=document,
        )

    def _versions(self, head: State, contract: Fields) -> Iterator[Version]:
        table = contract.mapping("versions")
        folders = [
            name for name, is_folder in self.list_(head.contract) if is_folder and layout.VERSION.fullmatch(name)
        ]
        for name in sorted(folders, key=_major):
            with self.guard():
                if name not in table.value:
                    table.refuse(
                        "",
                        f"the folder {name} has no table [versions.{name}]",
                        f"add [versions.{name}] to contract.toml",
                    )
                yield self._version(head, name, table.mapping(name), contract.mapping("schemas"))

    def _version(self, head: State, name: str, table: Fields, schemas: Fields) -> Version:
        table.only(*_TABLES)
        base = f"{head.contract}/{name}"
        files = [file for file, is_folder in self.list_(base) if not is_folder]
        lists = dict(self._code_lists(base, files))
        streams = dict(self._streams(base, files))
        found = dict(self._schemas(head, name, files, lists, schemas))
        names = [one for kind in layout.SUFFIXES for _, one in _of_kind(files, kind)]
        for twice in sorted({one for one in names if names.count(one) > 1}):
            with self.guard():
                raise InputError(f"two things are called {twice!r}", Place(self.shown + base), rule="duplicate-name")
        state = State(head.contract, name, head.promise, head.enums, head.carrier, found, lists, streams)
        default = table.text("default-schema", next(iter(found)) if len(found) == 1 else "")
        if default and found and default not in {one for _, one in _of_kind(files, "schema")}:
            with self.guard():
                table.refuse("default-schema", f"no schema {default!r} in {name}")
        return Version(
            contract=head.contract,
            name=name,
            state=state,
            status=table.choice("status", "current", *STATUSES),
            description=table.text("description", ""),
            supported_until=table.text("supported-until", ""),
            default_schema=default,
            releases=tuple(self._releases(base)),
            examples=tuple(examples.load(self, base, found, streams)) if self.with_examples else (),
            behaviour=tables.behaviour(table),
            table=table.value,
        )

    def _code_lists(self, base: str, files: list[str]) -> Iterator[tuple[str, CodeList]]:
        for file, name in _of_kind(files, "codes"):
            with self.guard():
                document = self.document(f"{base}/{file}")
                yield name, parse.code_list(name, document.value, document)

    def _streams(self, base: str, files: list[str]) -> Iterator[tuple[str, Stream]]:
        for file, name in _of_kind(files, "stream"):
            with self.guard():
                document = self.document(f"{base}/{file}")
                yield name, parse.stream(name, document.value, document)

    def _schemas(
        self, head: State, version: str, files: list[str], lists: Mapping[str, CodeList], tables: Fields
    ) -> Iterator[tuple[str, Schema]]:
        base = f"{head.contract}/{version}"
        read: dict[str, Document] = {}
        for file, _ in _of_kind(files, "schema"):
            with self.guard():
                read[file] = self.document(f"{base}/{file}")
        uris = {file: _uri(head.contract, version, file, one.value) for file, one in read.items()}
        for file, name in _of_kind(files, "schema"):
            if file not in read:
                continue
            with self.guard():
                if not isinstance(read[file].value, dict | bool):
                    raise InputError("a schema is an object or a boolean", Place(self.shown + f"{base}/{file}", 1, 1))
                table = tables.mapping(name)
                table.only("direction", "writer", "reader", "title")
                yield (
                    name,
                    Schema(
                        name=name,
                        uri=uris[file],
                        value=expand.expand(read[file], file, uris, lists),
                        direction=table.choice("direction", "output", *releases.DIRECTIONS),
                        writer=table.text("writer", ""),
                        reader=table.text("reader", ""),
                        document=read[file],
                    ),
                )

    def _releases(self, base: str) -> Iterator[Release]:
        if (layout.RELEASES, True) not in self.list_(base):
            return
        found = []
        for file, is_folder in self.list_(f"{base}/{layout.RELEASES}"):
            name = layout.RELEASE.fullmatch(file.removesuffix(".json"))
            if is_folder or not file.endswith(".json") or not name:
                with self.guard():
                    raise InputError(
                        "not a release file; releases are called 1.0.json, 1.1.json, ...",
                        Place(f"{self.shown}{base}/{layout.RELEASES}/{file}"),
                        rule="format",
                    )
                continue
            found.append((int(name[1]), int(name[2]), f"{base}/{layout.RELEASES}/{file}"))
        for major, minor, path in sorted(found):
            yield Release(f"{major}.{minor}", path, self._state_reader(path), self._document_reader(path))

    def _document_reader(self, path: str) -> Callable[[], Document]:
        return lambda: self._parsed(path)  # not kept: releases are large and looked at once

    def _state_reader(self, path: str) -> Callable[[], State]:
        return lambda: releases.read(self._parsed(path))


def load(
    folder: Path,
    *,
    shown: str = "",
    problems: list[InputError] | None = None,
    only: str | None = None,
    with_examples: bool = True,
) -> Registry:
    """Read a registry folder.

    Args:
        folder: the folder that holds ``registry.toml``.
        shown: what is put before paths in messages and findings (``registry/``).
        problems: where to collect what cannot be used; None raises the first.
        only: read this contract alone.
        with_examples: read the examples too.

    Raises:
        InputError: the registry cannot be used.
    """
    return loader(folder, shown=shown, problems=problems, only=only, with_examples=with_examples).registry()


def loader(
    folder: Path,
    *,
    shown: str = "",
    problems: list[InputError] | None = None,
    only: str | None = None,
    with_examples: bool = True,
) -> Loader:
    """The loader behind :func:`load`, for callers that also want the parsed files."""
    return Loader(
        read=lambda relative: layout.read_file(folder, relative),
        list_=lambda relative: layout.entries(folder, relative),
        shown=shown,
        problems=problems,
        only=only,
        with_examples=with_examples,
    )


def mapping_reader(
    files: Mapping[str, bytes],
) -> tuple[Callable[[str], bytes], Callable[[str], list[tuple[str, bool]]]]:
    """``read`` and ``list_`` of a :class:`Loader` over files in memory, by path relative to the registry."""
    folders: dict[str, set[tuple[str, bool]]] = {"": set()}
    for path in files:
        parts = path.split("/")
        for depth, name in enumerate(parts):
            here = "/".join(parts[:depth])
            if not name.startswith("."):
                folders.setdefault(here, set()).add((name, depth < len(parts) - 1))

    def read(relative: str) -> bytes:
        if relative not in files:
            raise InputError("is not there", Place(relative), rule="unreadable")
        return files[relative]

    return read, lambda relative: sorted(folders.get(relative, set()))


def _major(version: str) -> int:
    return int(version[1:])


def _declaration(table: JsonValue) -> Declaration:
    """What the table of a version says, as far as it can be read: the version's folder may be missing."""
    if not isinstance(table, dict):
        return Declaration()
    return Declaration(str(table.get("status", "current")), str(table.get("supported-until", "")))


def _of_kind(files: list[str], wanted: str) -> Iterator[tuple[str, str]]:
    for file in files:
        kind = layout.kind_of(file)
        if kind is not None and kind[0] == wanted:
            yield file, kind[1]


def _uri(contract: str, version: str, file: str, value: JsonValue) -> str:
    if isinstance(value, dict):
        for key in ("$id", "id"):
            if isinstance(value.get(key), str) and value[key]:
                return str(value[key]).rstrip("#")
    return expand.made_uri(contract, version, file)
