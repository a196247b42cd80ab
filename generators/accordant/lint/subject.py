"""The input of every rule: the registry, the problems of loading it, and its schema files as written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from accordant.contract import Contract, Registry, Schema, Version
from accordant.contract.source_pointers import find_source_pointer
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Rule
from accordant.lint.settings import Settings
from accordant.registry import layout
from accordant.registry.load import Loader
from accordant.schema.dialects import REFERENCES
from accordant.schema.documents import Document
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.metaschema import complaints
from accordant.schema.references import Node, Resources


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """A schema file of a version: as written (``document``, ``root``), and ready for use where it could be expanded."""

    contract: str
    version: str
    name: str
    file: str
    document: Document
    root: Node
    schema: Schema | None

    @property
    def subject(self) -> str:
        """``cobre/v1/response``"""
        return f"{self.contract}/{self.version}/{self.name}"

    @property
    def version_key(self) -> tuple[str, str]:
        """Its contract and version."""
        return self.contract, self.version

    @property
    def nodes(self) -> Sequence[Node]:
        """Every schema in the file as written, parents first."""
        return _nodes_in(self.root)

    def place(self, pointer: str) -> Place:
        """Where a part of the schema that is ready for use was written."""
        return self.document.place(find_source_pointer(self.document, pointer))


@dataclass(frozen=True, slots=True)
class Dangling:
    """A reference that leads to no schema: its node in the expanded schema, and its text there."""

    file: SchemaFile
    node: Node
    keyword: str
    reference: str


@dataclass
class LintSubject:
    """Everything that a rule may look at."""

    registry: Registry
    loader: Loader
    problems: Sequence[InputError]
    rules: Mapping[str, Rule]
    """Every rule of lint by name; problems of loading name their rule."""
    settings: Settings = field(default_factory=Settings)
    """The settings of the registry for lint."""

    @cached_property
    def versions(self) -> list[tuple[Contract, Version]]:
        """Every version that could be read."""
        return [(contract, version) for contract in self.registry.contracts for version in contract.versions]

    @cached_property
    def schema_files(self) -> list[SchemaFile]:
        """Every schema file that is JSON or YAML, whether it is a usable schema or not."""
        return list(self._schema_files())

    @cached_property
    def resources(self) -> Mapping[tuple[str, str], Resources]:
        """The schemas of each version, ready for use, by contract and version."""
        return {
            (contract.name, version.name): Resources(version.state.resources) for contract, version in self.versions
        }

    @cached_property
    def complaints(self) -> Mapping[tuple[str, str, str], list[tuple[str, str]]]:
        """The errors of each schema by its metaschema (pointer and sentence), by contract, version and name."""
        return {(file.contract, file.version, file.name): complaints(file.document.value) for file in self.schema_files}

    @cached_property
    def dangling(self) -> list[Dangling]:
        """Every reference that leads to no schema."""
        return [reference for file, node in self.used_nodes for reference in _find_dangling(file, node)]

    @cached_property
    def judged_nodes(self) -> list[tuple[SchemaFile, Node]]:
        """Every schema as it judges values, with what our annotations wrote into it, by file, parents first.

        None of a version with an invalid schema, nor of one with dynamic references: what such a schema accepts depends
        on who refers to it.
        """
        invalid = {(contract, version) for (contract, version, _), faults in self.complaints.items() if faults}
        unjudged = invalid | {file.version_key for file, node in self.used_nodes if _is_dynamic(node.value)}
        return [(file, node) for file, node in self.used_nodes if file.version_key not in unjudged]

    @cached_property
    def used_nodes(self) -> list[tuple[SchemaFile, Node]]:
        """Every schema with what our annotations wrote into it, by file, parents first."""
        return [
            (file, node)
            for file in self.schema_files
            if file.schema is not None
            for node in walk(self.resources[file.version_key].root(file.schema.uri))
        ]

    def unread(self, contract: str, version: str, kind: str) -> set[str]:
        """The names of a version's files of a kind (``schema``, ``codes``, ``stream``) that could not be used."""
        state = next((v.state for c, v in self.versions if (c.name, v.name) == (contract, version)), None)
        if state is None:
            return set()
        read = {"schema": state.schemas, "codes": state.code_lists, "stream": state.streams}[kind]
        files = (file for file, _ in self.listing(f"{contract}/{version}"))
        return {name for _, name in layout.of_kind(files, kind) if name not in read}

    def is_whole(self, contract: str, version: str) -> bool:
        """Whether every file of a version could be used."""
        base = self.path(f"{contract}/{version}")
        paths = (problem.place.path for problem in self.problems)
        return not any(path == base or path.startswith(base + "/") for path in paths)

    def contract_of(self, finding: Finding) -> str:
        """The contract that a finding is about; empty where it is about the registry as a whole."""
        if finding.subject:
            return finding.subject.partition("/")[0]
        path = finding.place.path if finding.place else ""
        below = path.removeprefix(self.loader.shown)
        return below.partition("/")[0] if "/" in below else ""

    def path(self, relative: str) -> str:
        """A path of the registry as it is shown."""
        return self.loader.shown + relative

    def has(self, relative: str) -> bool:
        """Whether the registry has a file."""
        folder, _, name = relative.rpartition("/")
        return any(name == entry for entry, _ in self.listing(folder))

    def listing(self, folder: str) -> list[tuple[str, bool]]:
        """Names in a folder and whether each is a folder; nothing where it cannot be listed."""
        try:
            return self.loader.list_(folder)
        except InputError:
            return []

    def _schema_files(self) -> Iterator[SchemaFile]:
        schemas = {
            (contract.name, version.name, name): schema
            for contract, version in self.versions
            for name, schema in version.state.schemas.items()
        }
        for relative, document in sorted(self.loader.documents.items()):
            parts = relative.split("/")
            kind = layout.kind_of(parts[-1]) if len(parts) == 3 else None
            if kind is not None and kind[0] == "schema" and isinstance(document.value, dict | bool):
                root = Resources.of(document.value)
                schema = schemas.get((parts[0], parts[1], kind[1]))
                yield SchemaFile(parts[0], parts[1], kind[1], parts[2], document, root, schema)


def _is_dynamic(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and ("$dynamicRef" in schema or "$recursiveRef" in schema)


def _nodes_in(root: Node) -> Sequence[Node]:
    """The same as :func:`walk`, once for all chapters."""
    nodes: Sequence[Node] | None = root.memo.get("nodes in the document")
    if nodes is None:
        nodes = root.memo["nodes in the document"] = tuple(walk(root))
    return nodes


def walk(root: Node) -> Iterator[Node]:
    """A node and every schema below it in the same document, parents first, without recursion."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(list(_children(node)))


def _children(node: Node) -> Iterator[Node]:
    for path, value in node.dialect.subschemas(node.value):
        if isinstance(value, dict | bool):
            yield node.child(*path)


def _find_dangling(file: SchemaFile, node: Node) -> Iterator[Dangling]:
    for keyword in REFERENCES if isinstance(node.value, dict) else ():
        reference = node.value.get(keyword)
        if isinstance(reference, str) and keyword in node.dialect.keywords and not _resolves(node, reference):
            yield Dangling(file, node, keyword, reference)


def _resolves(node: Node, reference: str) -> bool:
    try:
        return isinstance(node.resolve(reference).value, dict | bool)
    except UnresolvableReference:
        return False
