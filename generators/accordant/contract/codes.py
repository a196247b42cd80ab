"""Code lists: identifiers with facts, and which of them a field may carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from accordant.findings import JsonValue
from accordant.schema.documents import Document


@dataclass(frozen=True, slots=True)
class ContextField:
    """A field that travels with an identifier."""

    name: str
    schema: JsonValue
    always: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One identifier and what is promised about it."""

    id: str | int
    name: str = ""
    """For integers, the word by which people and generated code call it."""
    category: str = ""
    severity: tuple[str, ...] = ()
    meaning: str = ""
    action: str = ""
    context: tuple[ContextField, ...] = ()
    commands: tuple[str, ...] = ()
    """Where it may occur; empty means everywhere."""
    exit_code: int | None = None
    retryable: str = ""
    retryable_text: str = ""
    phase: str = ""
    side_effects: str = ""
    since: str = ""
    deprecated: Mapping[str, JsonValue] = field(default_factory=dict)
    retired: str = ""
    replaces: tuple[str, ...] = ()
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    example: JsonValue = None
    source: str = ""
    ours: tuple[str, ...] = ()
    """The facts, by their keys, that no source states: the registry's own words."""


@dataclass(frozen=True, slots=True)
class CodeList:
    """A closed or extensible list of identifiers; ``document`` is None where it comes from a release."""

    name: str
    title: str = ""
    description: str = ""
    source: str = ""
    identifier: str = "code"
    spelling: str = ""
    extensible: bool = False
    fallback: str | int | None = None
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    ours: tuple[str, ...] = ()
    """Facts that are the registry's own in every entry that gives them."""
    entries: tuple[Entry, ...] = ()
    raw: JsonValue = field(default=None, compare=False)
    """The list as its file holds it: what a release keeps."""
    document: Document | None = field(default=None, compare=False)
    base: str = field(default="", compare=False)
    """The JSON Pointer of the list in its document."""

    def entry(self, identifier: str | int) -> Entry | None:
        """The entry of an identifier, retired ones included."""
        for entry in self.entries:
            if entry.id == identifier and type(entry.id) is type(identifier):
                return entry
        return None

    def pointer(self, identifier: str | int, *tokens: str) -> str:
        """The place of an entry, or of a part of it, in the document of the list."""
        for index, entry in enumerate(self.entries):
            if entry.id == identifier:
                return "/".join([f"{self.base}/entries/{index}", *tokens])
        return f"{self.base}/entries"

    def select(self, where: Mapping[str, JsonValue], *, retired: bool = False) -> Iterator[Entry]:
        """Entries that a binding with ``where`` admits: by ``severity``, ``category``, ``command``."""
        for entry in self.entries:
            if entry.retired and not retired:
                continue
            if "severity" in where and where["severity"] not in entry.severity:
                continue
            if "category" in where and where["category"] != entry.category:
                continue
            if "command" in where and entry.commands and where["command"] not in entry.commands:
                continue
            yield entry
