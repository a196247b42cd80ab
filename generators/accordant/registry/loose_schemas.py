"""Schemas outside of a registry, with the files that they refer to: resolved beside the file, never by network."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from accordant.contract.coverage import Coverage, coverage_of
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry.loose_files import schema_file, shared_file
from accordant.registry.schema_folders import FoundFile, SchemaFolders
from accordant.schema import pointers
from accordant.schema.addresses import ANONYMOUS, join_uri, own_address, scheme_of
from accordant.schema.dialects import Dialect, dialect_of, in_draft
from accordant.schema.documents import Document
from accordant.schema.lost_references import AmbiguousReference, UnresolvableReference
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import references_in, target_of

MOST: Final = 1000
"""One schema that refers to more files than this is a mistake."""


@dataclass(frozen=True, slots=True)
class LooseSchema:
    """A schema file with the files that it refers to, ready for use: references between files are addresses."""

    address: str
    values: Mapping[str, JsonValue]
    """The schemas of all files, by address."""
    documents: Mapping[str, Document]
    """The files as they are written, by address."""

    @property
    def document(self) -> Document:
        """The file of the schema itself."""
        return self.documents[self.address]

    @property
    def value(self) -> JsonValue:
        """The schema itself."""
        return self.values[self.address]

    @property
    def others(self) -> dict[str, JsonValue]:
        """The schemas that it refers to, by address."""
        return {address: value for address, value in self.values.items() if address != self.address}

    def coverage(self) -> Coverage:
        """What the schema promises, with the fields of the files that it refers to."""
        resources = Resources(self.values, main=self.address)
        own = coverage_of({self.document.path: resources.root(self.address)})
        others = coverage_of({address: resources.root(address) for address in self.others})
        return Coverage(own.schemas, own.fields + others.fields, own.accepting)

    def place(self, address: str, pointer: str) -> Place:
        """Where a part of one of the schemas stands in its file."""
        return self.documents.get(address, self.document).place(pointer)


def read_schema(path: str, resources: Sequence[str] = (), draft: Dialect | None = None) -> LooseSchema:
    """A schema file and all the files that it refers to.

    A reference means a file beside the one in which it stands, or below; the whole address in it, or in the ``$id``
    there, means one where the address lies below the folder of that ``$id``.

    Args:
        path: the schema file. Files are read in its folder alone, and in ``resources``.
        resources: folders with further schemas, laid out as ``HOST/PATH`` where they have network addresses, and files
            with an ``$id`` by which others refer to them.
        draft: the draft of a schema that declares none; None for 2020-12.

    Raises:
        InputError: a file cannot be read or is not a schema, or a reference leads nowhere or out of the folders.
    """
    files = [given for given in resources if Path(given).is_file()]
    folders = SchemaFolders(posixpath.dirname(path), tuple(given for given in resources if given not in files))
    loader = _Loader(schema_file(path, draft), folders)
    for file in files:
        loader.add_known(file)
    while loader.add_missing():
        pass
    loader.require_resolved()
    return LooseSchema(loader.address, loader.values, loader.documents)


class _Loader:
    """The files read so far, and their schemas, in which references to files become addresses."""

    def __init__(self, root: Document, folders: SchemaFolders) -> None:
        self.address = own_address(root.value) or ANONYMOUS
        self.values: dict[str, JsonValue] = {self.address: root.value}
        self.documents: dict[str, Document] = {self.address: root}
        self._draft = dialect_of(root.value)
        self._folders = folders
        self._by_real_path = {os.path.realpath(root.path): self.address}

    def add_known(self, path: str) -> None:
        """Add a file under its own address; that of the schema itself is not taken again.

        Raises:
            InputError: it cannot be read, is not a schema, or has no address.
        """
        document = shared_file(path, self._draft)
        address = own_address(document.value)
        if not address:
            next_step = "give it an $id, which is how other schemas refer to it, or name its folder"
            raise InputError("the schema has no $id", Place(path, 1, 1), next_step=next_step)
        if address != self.address:
            self._keep(FoundFile(path, os.path.realpath(path), address), document)

    def add_missing(self) -> bool:
        """Find the files of references that lead nowhere yet; whether anything was found."""
        has_grown = False
        for node, keyword, _ in list(self._list_unresolved()):
            file = self._file_of(node, keyword)
            if file is not None:
                count = len(self.documents)
                is_changed = self._point(node, keyword, self._add(file))
                has_grown = has_grown or is_changed or len(self.documents) > count
        return has_grown

    def require_resolved(self) -> None:
        """Refuse schemas with a reference that leads nowhere.

        Raises:
            InputError: the first one.
        """
        for node, keyword, error in self._list_unresolved():
            document = self.documents[node.document]
            pointer = pointers.join(node.pointer, keyword)
            written = str(pointers.follow(document.value, pointer))
            raise InputError(
                f"the reference {written!r} leads nowhere; nothing is fetched",
                document.place(pointer),
                next_step=_next_step(written),
                rule="ref-unresolved",
            ) from error

    def _list_unresolved(self) -> Iterator[tuple[Node, str, UnresolvableReference]]:
        """The references that lead nowhere, among all that the schema reaches."""
        root = Resources(self.values, self._draft).root(self.address)
        todo, seen = [root], {root}
        while todo:
            node = todo.pop()
            reached = list(node.subschemas())
            for keyword in references_in(node):
                try:
                    reached.append(target_of(node, keyword))
                except AmbiguousReference:  # several schemas have the address: the judge says so
                    continue
                except UnresolvableReference as error:
                    yield node, keyword, error
            todo += [other for other in reversed(reached) if other not in seen]
            seen.update(reached)

    def _file_of(self, node: Node, keyword: str) -> FoundFile | None:
        """The file that a reference means, if it means one.

        Raises:
            InputError: it leads out of the folders; the place is that of the reference.
        """
        reference, document = node.value[keyword], self.documents.get(node.document)
        if document is None or not reference.partition("#")[0]:
            return None
        base = node.resources.root(node.document).base
        try:
            return self._folders.find(reference, join_uri(node.base, reference), base, document.path)
        except InputError as error:
            error.place = document.place(pointers.join(node.pointer, keyword))
            raise

    def _add(self, file: FoundFile) -> str:
        """The address of a file, which is read unless it was read before."""
        known = self._by_real_path.get(file.real)
        if known is not None:
            return known
        if len(self.documents) > MOST:
            reason = f"the schema refers to more than {MOST} files"
            raise InputError(reason, self.documents[self.address].place(), next_step="refer to fewer files")
        return self._keep(file, shared_file(file.path, self._draft))

    def _keep(self, file: FoundFile, document: Document) -> str:
        self._by_real_path[file.real] = file.address
        self.documents[file.address] = document
        self.values[file.address] = in_draft(document.value, self._draft)
        return file.address

    def _point(self, node: Node, keyword: str, address: str) -> bool:
        """Make a reference lead to an address; whether it was changed by this."""
        _, hash_sign, fragment = node.value[keyword].partition("#")
        pointer = pointers.join(node.pointer, keyword)
        whole = address + hash_sign + fragment
        self.values[node.document] = pointers.replace(self.values[node.document], pointer, whole)
        return bool(whole != node.value[keyword])


def _next_step(reference: str) -> str:
    scheme = scheme_of(reference)
    if scheme in ("http", "https"):
        return "put the schema in a folder laid out as HOST/PATH, and name that folder: --resources DIR"
    if scheme == "file" or reference.startswith("/"):
        return "write the path from this file, and put the schema in the same folder or below"
    if not scheme and reference.partition("#")[0]:
        return "correct the reference, or put the file that it means beside this one"
    return "correct the reference, or add the schema that it means"
