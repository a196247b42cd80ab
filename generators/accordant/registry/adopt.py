"""Schemas as people have them become files of a version: names, ids and references are rewritten."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry.edit_members import add_member
from accordant.registry.references_between import file_of, references_of
from accordant.registry.replace_scalars import replace_scalars
from accordant.registry.source import Source
from accordant.registry.source_names import names_of
from accordant.schema import documents, pointers
from accordant.schema.addresses import join_uri, scheme_of, without_fragment
from accordant.schema.dialects import dialect_of
from accordant.schema.openapi import title_and_description

_VERSION_PART: Final = re.compile(r"[:/](v[1-9][0-9]{0,5})(?=[:/.#]|$)")

_PREFERRED: Final = ("output", "full", "input")
"""The directions, that of the default schema first."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """A scalar that was added to a schema, or replaced in it."""

    pointer: str
    old: str
    """Empty where it was added."""
    new: str


@dataclass(frozen=True, slots=True)
class Adopted:
    """A source as a file of the version."""

    path: str
    """The source, as it was given."""
    name: str
    file: str
    text: str
    value: JsonValue
    changes: tuple[TextChange, ...] = ()
    direction: str = "output"
    losses: tuple[str, ...] = ()
    """What the source says and a JSON Schema cannot, each with its place."""
    source: Source | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Adoption:
    """The version that sources become; the default schema first."""

    version: str
    files: tuple[Adopted, ...]
    title: str = ""
    """What the document that the sources come from is called; empty where none says it."""
    description: str = ""
    contract: str = ""

    @property
    def default(self) -> Adopted:
        """The schema that most likely describes a whole document: one to which no other refers.

        Of several, output first; then that of the contract's name, then the first that refers to others.
        """
        outward = {file.file: {file_of(ref, file.file) for _, _, ref in references_of(file.value)
                   if not ref.startswith(("#", f"{file.file}#"))} for file in self.files}  # fmt: skip
        referred = {name for names in outward.values() for name in names}
        whole = [file for file in self.files if file.file not in referred] or [self.files[0]]
        return min(
            whole,
            key=lambda file: (_PREFERRED.index(file.direction), file.name != self.contract, not outward[file.file]),
        )


def adopt(sources: Sequence[Source], contract: str, *, version: str = "", first: str = "") -> Adoption:
    """The files of a version out of schemas.

    Args:
        sources: schema files; their paths tell which of them a reference means.
        contract: the name of the contract.
        version: the name of the version. Default: the one that the absolute ids name, where they agree, else v1.
        first: the name of the first source. Default: that of its file.

    Raises:
        InputError: a source is not a schema, two would have one name, or a reference names a file that is not there.
    """
    for source in sources:
        _require_schema(source)
    version = version or _version_of(sources)
    names = names_of(sources, first)
    ids = _new_ids(sources, contract, version, names)
    known = _Known(sources, names, ids)
    title, description = next(
        filter(any, (title_and_description(source.original.value) for source in sources)), ("", "")
    )
    return Adoption(version, tuple(_adopt(source, known) for source in sources), title, description, contract)


def _require_schema(source: Source) -> None:
    if not isinstance(source.document.value, dict):
        raise InputError("a schema is an object", Place(source.shown, 1, 1), next_step="give schema files")


def _version_of(sources: Sequence[Source]) -> str:
    named = {tuple(_VERSION_PART.findall(_raw_id(source)[1])) for source in sources}
    named -= {()}
    only = next(iter(named)) if len(named) == 1 else ()
    return only[0] if len(only) == 1 else "v1"


def _raw_id(source: Source) -> tuple[str, str]:
    """The keyword of a schema's id, and the id as it is written; empty where it has none."""
    keyword = dialect_of(source.document.value).id_keyword
    raw = source.document.value.get(keyword)
    return keyword, raw if isinstance(raw, str) else ""


def _new_ids(sources: Sequence[Source], contract: str, version: str, names: Mapping[str, str]) -> dict[str, str]:
    """The id of each source, by its path: its own where that is an address of this version that no other has."""
    ids: dict[str, str] = {}
    for source in sources:
        own = without_fragment(_raw_id(source)[1])
        versions = _VERSION_PART.findall(own)
        is_usable = bool(scheme_of(own)) and own not in ids.values() and (not versions or version in versions)
        ids[source.path] = own if is_usable else f"urn:{contract}:{names[source.path]}:{version}"
    return ids


@dataclass
class _Known:
    """What references may mean."""

    sources: Sequence[Source]
    names: Mapping[str, str]
    ids: Mapping[str, str]
    by_path: dict[str, Source] = field(default_factory=dict)
    by_address: dict[str, Source] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_path = {os.path.normpath(source.path): source for source in self.sources}
        for source in reversed(self.sources):
            raw = without_fragment(_raw_id(source)[1])
            if raw:
                self.by_address[raw] = source
        self._add_neighbours()

    def _add_neighbours(self) -> None:
        """Addresses of files without an id of their own, as the ids of their neighbours suggest them.

        Where `schemas/order.json` has the id https://x.org/s/order.json, `schemas/defs/money.json` is
        https://x.org/s/defs/money.json.
        """
        for source in self.sources:
            raw = without_fragment(_raw_id(source)[1])
            parts = os.path.normpath(source.path).split("/")
            for depth in range(len(parts)):
                ending = "/".join(parts[depth:])
                if scheme_of(raw) and raw.endswith(f"/{ending}"):
                    before, folder = raw[: -len(ending)], "/".join(parts[:depth])
                    for path, other in self.by_path.items():
                        relative = path.removeprefix(f"{folder}/") if folder else path
                        self.by_address.setdefault(before + relative, other)
                    break

    def file(self, source: Source) -> str:
        """The file that a source becomes."""
        suffix = ".yaml" if source.path.endswith((".yaml", ".yml")) else ".json"
        return f"{self.names[source.path]}.schema{suffix}"

    def meant(self, source: Source, reference: str) -> Source | None:
        """The source that a reference of another means."""
        by_file = self.by_path.get(file_of(reference, source.path))
        address = without_fragment(reference)
        return by_file or self.by_address.get(join_uri(_raw_id(source)[1], address)) or self.by_address.get(address)

    def written(self, source: Source, reference: str) -> str:
        """The reference as the version's file has it."""
        address, hash_sign, fragment = reference.partition("#")
        meant = self.meant(source, reference) if address else None
        if meant is None or (address == self.ids[meant.path] and meant is not source):
            return reference
        return f"#{fragment}" if meant is source else f"{self.file(meant)}{hash_sign}{fragment}"


def _adopt(source: Source, known: _Known) -> Adopted:
    text = source.document.text if source.document.text.endswith("\n") else source.document.text + "\n"
    document = documents.Document(source.path, source.document.value, text)
    keyword, raw = _raw_id(source)
    new_id = known.ids[source.path]
    values: dict[str, str] = _new_references(source, known)
    if (raw and without_fragment(raw) != new_id) or (raw and raw != new_id):
        values[f"/{keyword}"] = new_id
    changes = [TextChange(at, str(pointers.follow(source.document.value, at)), new) for at, new in values.items()]
    if values:
        document = documents.parse(replace_scalars(document, values), source.path)
    if not raw:
        value = {keyword: new_id}
        text = add_member(document, "", keyword, new_id, after="$schema" if "$schema" in source.document.value else "")
        document = documents.parse(text, source.path)
        changes.insert(0, TextChange(f"/{keyword}", "", value[keyword]))
    return Adopted(
        source.shown,
        known.names[source.path],
        known.file(source),
        document.text,
        document.value,
        tuple(changes),
        direction=source.direction or "output",
        losses=source.losses,
        source=source,
    )


def _new_references(source: Source, known: _Known) -> dict[str, str]:
    """The references that have to be written differently, by their pointers."""
    values: dict[str, str] = {}
    embedded = _embedded_ids(source.document.value)
    for pointer, keyword, reference in references_of(source.document.value):
        at = pointers.join(pointer, keyword)
        if any(f"{pointer}/".startswith(f"{inside}/") for inside in embedded):
            continue  # a base of its own
        written = known.written(source, reference)
        _require_file(source, known, at, reference)
        if written != reference:
            values[at] = written
    return values


def _embedded_ids(schema: JsonValue) -> list[str]:
    """The places of schemas inside a schema that have an id of their own."""
    from accordant.schema.subschemas import keyword_objects

    keyword = dialect_of(schema).id_keyword
    return [
        pointer
        for pointer, keywords in keyword_objects(schema)
        if pointer and isinstance(keywords.get(keyword), str) and without_fragment(keywords[keyword])
    ]


def _require_file(source: Source, known: _Known, at: str, reference: str) -> None:
    """Require that the file which a reference names was given.

    Raises:
        InputError: it was not.
    """
    file = file_of(reference, source.path)
    if file and known.meant(source, reference) is None:
        raise InputError(
            f"refers to {file}, which is not there, or lies outside of the folder of the files that were given",
            source.place(at),
            next_step=f"give that file too, or correct the reference: {reference!r}",
            rule="ref-unresolved",
        )
