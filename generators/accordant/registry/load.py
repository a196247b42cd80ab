"""A registry folder as frozen values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from accordant.contract import (
    CodeList,
    Contract,
    ContractState,
    Registry,
    Release,
    Schema,
    Stream,
    Version,
    behaviour,
    expand,
    parse,
    releases,
)
from accordant.contract.fields import Fields
from accordant.contract.names import RELEASE, VERSION
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import addresses, begun_additions, examples, layout, lock, remains, tables, version_folder
from accordant.registry.files import Files
from accordant.registry.foreign_documents import refuse_foreign
from accordant.registry.malformed import usable
from accordant.schema.dialects import DIALECTS
from accordant.schema.documents import Document

if TYPE_CHECKING:
    from accordant.outputs.answer_memory import Source

STATUSES = ("draft", "current", "legacy", "retired")


@dataclass
class Loader(Files):
    """Makes the values of a registry from its files.

    With ``problems`` set, a part that cannot be used is collected there and left out; else the first problem is raised.
    """

    only: str | None = None
    """The one contract to read, or None for all."""
    with_examples: bool = True
    is_settled: Callable[[str], bool] | None = None
    """Whether the examples of a contract are known to be fine, so that they are read only when somebody looks."""

    def registry(self) -> Registry:
        """Everything in the folder.

        Raises:
            InputError: the registry cannot be used (with ``problems``, only where ``registry.toml`` cannot).
        """
        document = self.document(layout.CONFIG)
        fields = Fields.of(document.value, document)
        with self.guard():
            fields.only(*tables.REGISTRY_KEYS)
        promise = fields.choice("promise", "additive", *releases.PROMISES)
        return Registry(
            name=fields.text("name"),
            promise=promise,
            docs=fields.web_address("docs", ""),
            contracts=tuple(self._contracts(promise)),
            targets=tuple(tables.targets(fields.mapping("targets"))),
            lock=self._lock(),
            base_uri=tables.base_uri(fields),
            depends=tuple(tables.depends(fields.mapping("depends"), own=dict(self.list_("")))),
            document=document,
            acknowledgements=lambda: self.document(ACKNOWLEDGEMENTS) if self._has(ACKNOWLEDGEMENTS) else None,
        )

    def _has(self, name: str, folder: str = "") -> bool:
        return any(name == other for other, _ in self.list_(folder))

    def _lock(self) -> Mapping[str, str]:
        if self._has(layout.LOCK):
            with self.guard():
                return lock.parse(self.read(layout.LOCK), self.shown + layout.LOCK)
        return {}

    def _contracts(self, promise: str) -> Iterator[Contract]:
        for name, is_folder in self.list_(""):
            is_meant = is_folder and self.only in (None, name)
            if not is_meant or not self._has(layout.CONTRACT, name):
                continue
            with self.guard():
                if not layout.NAME.fullmatch(name):
                    reason, step = f"{name!r} is not a name for a contract", "lower-case words joined by hyphens"
                    place = Place(self.shown + name)
                    raise InputError(reason, place, next_step=f"rename the folder: {step}", rule="spelling")
                yield self._contract(name, promise)

    def _contract(self, name: str, promise: str) -> Contract:
        document = self.document(f"{name}/{layout.CONTRACT}")
        fields = Fields.of(document.value, document)
        with self.guard():
            fields.only(*tables.CONTRACT_KEYS)
        head = ContractState(
            contract=name,
            version="",
            promise=fields.choice("promise", promise, *releases.PROMISES),
            enums=fields.choice("enums", "open", *releases.ENUMS),
            carrier=fields.pointer_in("carrier", ""),
            meanings=fields.choice("meanings", "noted", *releases.MEANINGS),
            data_draft=fields.choice("data-draft", "", "", *(dialect.name for dialect in DIALECTS)),
        )
        versions = fields.mapping("versions")
        for declared in versions.value:
            if not VERSION.fullmatch(declared):
                versions.refuse(declared, f"{declared!r} is not the name of a version", "name it v1, v2, ...")
        contract = Contract(
            name=name,
            title=fields.text("title", name),
            description=fields.text("description", ""),
            owner=fields.text("owner", ""),
            promise=head.promise,
            enums=head.enums,
            carrier=head.carrier,
            default_version=tables.default_version(fields, versions),
            sources=fields.texts("sources"),
            versions=tuple(self._versions(head, fields)),
            declared={
                name: tables.declaration(versions.value[name]) for name in sorted(versions.value, key=layout.major_of)
            },
            document=document,
        )
        return usable(contract, self.problems)

    def _versions(self, head: ContractState, contract: Fields) -> Iterator[Version]:
        table = contract.mapping("versions")
        entries = self.list_(head.contract)
        folders = [name for name, is_folder in entries if is_folder and VERSION.fullmatch(name)]
        for name in sorted(folders, key=layout.major_of):
            if name not in table.value and remains.is_marked(self, f"{head.contract}/{name}"):
                continue
            with self.guard():
                if name not in table.value:
                    reason = f"the folder {name} has no table [versions.{name}]"
                    table.refuse("", reason, f"add [versions.{name}] to contract.toml")
                yield self._version(head, name, table.mapping(name), contract.mapping("schemas"))

    def _version(self, head: ContractState, name: str, table: Fields, schemas: Fields) -> Version:
        table.only(*tables.VERSION_KEYS)
        base = f"{head.contract}/{name}"
        entries = self.list_(base)
        for error in version_folder.faults(self.shown + base, entries):
            with self.guard():
                raise error
        files = [file for file, is_folder in entries if not is_folder]
        lists = dict(self._code_lists(base, files))
        streams = dict(self._streams(base, files))
        usable = dict(self._schemas(head, name, files, lists, schemas))
        default = table.text("default-schema", next(iter(usable)) if len(usable) == 1 else "")
        told = replace(behaviour.read(table), default_schema=default)
        state = replace(head, version=name, schemas=usable, code_lists=lists, streams=streams, behaviour=told)
        if default and usable and default not in {name for _, name in layout.of_kind(files, "schema")}:
            with self.guard():
                table.refuse("default-schema", f"{name} has no schema {default!r}", "name a schema of the version")
        return Version(
            contract=head.contract,
            name=name,
            state=state,
            status=table.choice("status", "current", *STATUSES),
            description=table.text("description", ""),
            supported_until=table.text("supported-until", ""),
            default_schema=default,
            told_by=table.pointer_in("told-by", ""),
            releases=tuple(self._releases(base)),
            examples=examples.of_version(self, base, usable, streams, self.is_settled) if self.with_examples else (),
            table=table.value,
        )

    def _code_lists(self, base: str, files: list[str]) -> Iterator[tuple[str, CodeList]]:
        for file, name in layout.of_kind(files, "codes"):
            with self.guard():
                document = self.document(f"{base}/{file}")
                yield name, parse.code_list(name, document.value, document)

    def _streams(self, base: str, files: list[str]) -> Iterator[tuple[str, Stream]]:
        for file, name in layout.of_kind(files, "stream"):
            with self.guard():
                document = self.document(f"{base}/{file}")
                yield name, parse.stream(name, document.value, document)

    def _schemas(
        self, head: ContractState, version: str, files: list[str], lists: Mapping[str, CodeList], tables: Fields
    ) -> Iterator[tuple[str, Schema]]:
        base = f"{head.contract}/{version}"
        parsed: dict[str, Document] = {}
        for file, _ in layout.of_kind(files, "schema"):
            with self.guard():
                parsed[file] = self.document(f"{base}/{file}")
        uris = {file: addresses.address_of(base, file, document.value) for file, document in parsed.items()}
        if self.problems is None:  # lint has a rule of its own
            addresses.require_distinct(uris, parsed)
        for file, name in layout.of_kind(files, "schema"):
            if file not in parsed:
                continue
            with self.guard():
                if not isinstance(parsed[file].value, dict | bool):
                    reason, place = "a schema is an object or a boolean", Place(self.shown + f"{base}/{file}", 1, 1)
                    raise InputError(reason, place, next_step="write an object")
                refuse_foreign(parsed[file])
                table = tables.mapping(name)
                table.only("direction", "writer", "reader", "title")
                yield (
                    name,
                    Schema(
                        name=name,
                        uri=uris[file],
                        value=expand.expand(parsed[file], file, uris, lists),
                        direction=table.choice("direction", "output", *releases.DIRECTIONS),
                        writer=table.text("writer", ""),
                        reader=table.text("reader", ""),
                        document=parsed[file],
                    ),
                )

    def _releases(self, base: str) -> Iterator[Release]:
        if (layout.RELEASES, True) not in self.list_(base):
            return
        names = []
        for file, is_folder in self.list_(f"{base}/{layout.RELEASES}"):
            name = RELEASE.fullmatch(file.removesuffix(".json"))
            if is_folder or not file.endswith(".json") or not name:
                with self.guard():
                    raise InputError(
                        "not a release file; the names of releases are 1.0.json, 1.1.json, ...",
                        Place(f"{self.shown}{base}/{layout.RELEASES}/{file}"),
                        next_step="move it out of the folder",
                        rule="format",
                    )
                continue
            names.append((int(name[1]), int(name[2]), f"{base}/{layout.RELEASES}/{file}"))
        for major, minor, path in sorted(names):
            state, document = partial(self._release_states, path), partial(self._release_documents, path)
            yield Release(f"{major}.{minor}", path, state, document, partial(self.data, path))

    @cached_property
    def _release_documents(self) -> Callable[[str], Document]:
        """Parses release files; the last few are kept, since they are large."""
        return lru_cache(maxsize=16)(self.parse)

    @cached_property
    def _release_states(self) -> Callable[[str], ContractState]:
        """Reads releases; the last few are kept: several readers ask for those of one version."""
        return lru_cache(maxsize=16)(lambda path: releases.read_at(self._release_documents(path), path))


def load(
    folder: Path,
    *,
    shown: str = "",
    problems: list[InputError] | None = None,
    only: str | None = None,
    with_examples: bool = True,
    source: Source | None = None,
) -> Registry:
    """Read a registry folder.

    Args:
        folder: the folder that holds ``registry.toml``.
        shown: what is put before paths in messages and findings (``registry/``).
        problems: where to collect what cannot be used; None raises the first.
        only: read this contract alone.
        with_examples: read the examples too.
        source: how the folder is seen; None: as it is, without an addition that was interrupted.

    Raises:
        InputError: the registry cannot be used.
    """
    return loader(
        folder, shown=shown, problems=problems, only=only, with_examples=with_examples, source=source
    ).registry()


def loader(
    folder: Path,
    *,
    shown: str = "",
    problems: list[InputError] | None = None,
    only: str | None = None,
    with_examples: bool = True,
    source: Source | None = None,
) -> Loader:
    """The loader behind :func:`load`, for callers that also want the parsed files."""
    read, list_ = source or begun_additions.reading(folder, shown)
    return Loader(read=read, list_=cache(list_), shown=shown, problems=problems, only=only, with_examples=with_examples)
