"""Contract, version and release as values; nothing here touches a disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from accordant.contract.codes import CodeList
from accordant.contract.streams import Stream
from accordant.findings import JsonValue
from accordant.schema.documents import Document
from accordant.schema.references import Node, Resources


@dataclass(frozen=True, slots=True)
class Schema:
    """One JSON Schema of a version.

    ``value`` is ready for use: code lists expanded, references between files written as ``$id`` references.
    ``uri`` is its ``$id``, or a made one. ``document`` is the file (None where it comes from a release).
    """

    name: str
    uri: str
    value: JsonValue
    direction: str = "output"
    writer: str = ""
    reader: str = ""
    document: Document | None = field(default=None, compare=False)
    base: str = field(default="", compare=False)
    """The JSON Pointer of the schema in its document."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What shapes cannot say, as the tables of ``contract.toml`` hold it."""

    rules: tuple[Mapping[str, JsonValue], ...] = ()
    derived: tuple[Mapping[str, JsonValue], ...] = ()
    counting: tuple[Mapping[str, JsonValue], ...] = ()
    serialisation: Mapping[str, JsonValue] = field(default_factory=dict)
    modes: tuple[Mapping[str, JsonValue], ...] = ()
    interpretation: Mapping[str, JsonValue] = field(default_factory=dict)
    consumer_rules: tuple[Mapping[str, JsonValue], ...] = ()
    scenarios: tuple[Mapping[str, JsonValue], ...] = ()
    decisions: tuple[Mapping[str, JsonValue], ...] = ()
    """Why the contract reads its sources as it does; no release holds them."""
    moves: tuple[Mapping[str, JsonValue], ...] = ()
    """What broke since the version before, and how one moves; no release holds them either."""
    default_schema: str | None = field(default=None, compare=False)
    """What tables are about that name no schema (empty: no document); None in releases from before they held it."""
    document: Document | None = field(default=None, compare=False)
    """The file that has the tables."""
    base: str = field(default="", compare=False)
    """The JSON Pointer of the table that holds them."""

    def tables(self) -> dict[str, JsonValue]:
        """What a release holds: the lists of tables and the single tables that are not empty, by their keys."""
        named: dict[str, JsonValue] = {
            "rules": list(self.rules),
            "derived": list(self.derived),
            "counting": list(self.counting),
            "serialisation": dict(self.serialisation),
            "modes": list(self.modes),
            "interpretation": dict(self.interpretation),
            "consumer-rules": list(self.consumer_rules),
            "scenarios": list(self.scenarios),
        }
        return {key: value for key, value in named.items() if value}

    def shown(self) -> dict[str, JsonValue]:
        """What people can ask for by name: what a release holds, and the explanations beside it."""
        return {**self.tables(), "decisions": list(self.decisions), "moves": list(self.moves)}


@dataclass(frozen=True)  # no slots: the nodes are kept
class ContractState:
    """What is promised at one time: a working version, or a release of it."""

    contract: str
    version: str
    promise: str = "additive"
    enums: str = "open"
    carrier: str = ""
    schemas: Mapping[str, Schema] = field(default_factory=dict)
    code_lists: Mapping[str, CodeList] = field(default_factory=dict)
    streams: Mapping[str, Stream] = field(default_factory=dict)
    behaviour: Behaviour = field(default_factory=Behaviour)
    meanings: str = "noted"
    """Whether a meaning, description or action that changes is a note, or (``frozen``) a break."""
    data_draft: str = ""
    """The draft of schemas in documents, and of type parameters, that declare none; empty means 2020-12."""

    @property
    def resources(self) -> dict[str, JsonValue]:
        """Every schema by its address, as :class:`accordant.schema.references.Resources` takes them."""
        return {schema.uri: schema.value for schema in self.schemas.values()}

    @cached_property
    def nodes(self) -> Resources:
        """The schemas with their places and references, worked out once for everybody."""
        return Resources(self.resources)

    def root(self, schema: str) -> Node:
        """The root node of a schema, by its name."""
        return self.nodes.root(self.schemas[schema].uri)


@dataclass(frozen=True, slots=True)
class Release:
    """A frozen state: its name (``1.0``), its file, and a way to read it."""

    name: str
    path: str
    """Relative to the registry, with forward slashes: as in the lock."""
    read: Callable[[], ContractState] = field(compare=False)
    document: Callable[[], Document] = field(compare=False)
    data: Callable[[], bytes] = field(compare=False)
    """The bytes of its file."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Which part of which schema file must refuse an invalid example (``grammar`` for streams)."""

    file: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Example:
    """A document (or the lines of a stream) that is asserted to be valid or invalid."""

    subject: str
    """The schema or stream that it is an example of."""
    name: str
    valid: bool
    documents: tuple[Document, ...]
    path: str
    is_stream: bool = False
    refused_by: Refusal | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A major version: its working state, its releases (oldest first), its examples."""

    contract: str
    name: str
    state: ContractState
    status: str = "current"
    description: str = ""
    supported_until: str = ""
    default_schema: str = ""
    releases: tuple[Release, ...] = ()
    examples: Sequence[Example] = ()
    table: Mapping[str, JsonValue] = field(default_factory=dict)
    """The whole table of the version in ``contract.toml``."""
    told_by: str = ""
    """A field that only documents of this version have, in its default schema; empty where none tells."""

    @property
    def behaviour(self) -> Behaviour:
        """What shapes cannot say."""
        return self.state.behaviour

    @property
    def major(self) -> int:
        """2 for ``v2``."""
        return int(self.name[1:])

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that this version serves: the identifiers of its code list ``commands``."""
        code_list = self.state.code_lists.get("commands")
        return tuple(str(entry.id) for entry in code_list.entries) if code_list else ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """What ``contract.toml`` says of a version."""

    status: str = "current"
    supported_until: str = ""


@dataclass(frozen=True, slots=True)
class Contract:
    """A named family of documents with one owner and one promise."""

    name: str
    title: str = ""
    description: str = ""
    owner: str = ""
    promise: str = "additive"
    enums: str = "open"
    carrier: str = ""
    sources: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()
    declared: Mapping[str, Declaration] = field(default_factory=dict)
    """The versions that ``contract.toml`` names, whether their folders exist or not."""
    document: Document | None = field(default=None, compare=False)
    default_version: str = ""
    """The version of documents that do not say which they follow; empty where the contract does not say."""

    def version(self, name: str) -> Version | None:
        """The version of that name."""
        return next((version for version in self.versions if version.name == name), None)

    def is_retired(self, version: str) -> bool:
        """Whether ``contract.toml`` says that a version is retired: its folder may go."""
        declared = self.declared.get(version)
        return declared is not None and declared.status == "retired"

    @property
    def newest(self) -> Version | None:
        """The version with the highest number."""
        return max(self.versions, key=lambda version: version.major, default=None)

    def newer_than(self, version: Version) -> Version | None:
        """The newest version, retired ones aside, where it is newer than this one."""
        newer = [other for other in self.versions if other.major > version.major and other.status != "retired"]
        return max(newer, key=lambda other: other.major, default=None)

    @property
    def current(self) -> Version | None:
        """The newest version that is not a draft or retired, else the newest."""
        live = [version for version in self.versions if version.status in ("current", "legacy")]
        return max(live, key=lambda version: version.major, default=self.newest)

    @property
    def unsaid(self) -> Version | None:
        """The version of documents that say none: the declared one, or the only one; never just the newest.

        Where the contract has a carrier, the current version says that it is missing.
        """
        if self.presumed:
            return self.version(self.presumed)
        return self.current if self.carrier or len(self.versions) < 2 else None

    @property
    def presumed(self) -> str:
        """The version that documents follow which name none: the declared one, or the only one that is not a draft.

        Empty where readers must be told, and where the contract has a carrier and declares none.
        """
        if self.default_version or self.carrier or len(self.versions) < 2:
            return self.default_version
        firm = [version.name for version in self.versions if version.status != "draft"]
        return firm[0] if len(firm) == 1 else ""
