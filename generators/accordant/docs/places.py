"""Paths, anchors and links of the pages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from accordant.contract import Contract, Registry, Version
from accordant.contract.doc_links import code_files, code_page, codes_page, encode_anchor
from accordant.docs.change_values import ReleaseStep
from accordant.docs.schema_parts import Remember, RememberFiles, SchemaDigests, digest_of, make_anew
from accordant.findings import JsonValue, Rule
from accordant.model.fields.reader import FieldReader

_Made = TypeVar("_Made")

INDEX = "index.md"
COMMANDS = "commands/index.md"
CODES = "codes.md"
CONTRACTS = "contracts/index.md"
RULES = "rules/index.md"

PROMISE = "page.promise"
"""The section on the page of a version that says what its promise means."""


@dataclass(frozen=True, slots=True)
class CommandHelp:
    """A command of the tool: its word, its line of help, and its help in parts."""

    name: str
    says: str
    about: str = ""
    """Paragraphs, with an empty line between them."""
    usage: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """How each option is written (``-o, --output FORMAT=FILE``), and what it does."""
    examples: tuple[str, ...] = ()
    """A command each; what to do after one begins with ``#``."""
    exits: tuple[tuple[int, str], ...] = ()
    """Its exit codes, each with what it says in a few words."""


@dataclass(frozen=True, slots=True)
class JudgingCommand:
    """A command that judges: its word, what its rules are about, and the rules."""

    name: str
    says: str
    find_rules: Callable[[], tuple[Rule, ...]]
    """Loads the rules: only the pages about them ask."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules, in the order of reports."""
        return self.find_rules()


@dataclass(frozen=True)  # no slots: the books are kept
class PageData:
    """What pages are made of: the registry, and what the command line hands in as values."""

    registry: Registry
    commands: Collection[CommandHelp] = ()
    judges: tuple[JudgingCommand, ...] = ()
    title: str = ""
    """The name of the site, where the pages are a whole one."""
    verdicts: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    """The verdict on the example of a rule, by its name, by promise and by direction."""
    steps: tuple[ReleaseStep, ...] = ()
    """What changed from release to release, the oldest first."""
    pages_of_tool: Collection[str] = ()
    """The pages that depend on the tool alone; those of the rules are known by their paths, without loading a rule."""
    remember: Remember = make_anew
    """Remembers parts of pages."""
    remember_files: RememberFiles = make_anew
    """Remembers whole files, which depend on their key alone."""

    def steps_of(self, contract: str) -> list[ReleaseStep]:
        """The history of a contract, the oldest first."""
        return [step for step in self.steps if step.contract == contract]

    @cached_property
    def books(self) -> tuple[Book, ...]:
        """Every version with its contract, in the order of the registry."""
        versions = ((contract, version) for contract in self.registry.contracts for version in contract.versions)
        return tuple(Book(contract, version, remember=self.remember) for contract, version in versions)


_KEPT = frozenset({"_code_files", "files", "memo", "reader", "schema_digests"})
"""What a book has worked out, and is the same on every page."""


@dataclass(frozen=True)
class Book:
    """A version of a contract, with the addresses of its pages."""

    contract: Contract
    version: Version
    here: str = field(default="", compare=False)
    """The page from which links are made."""
    remember: Remember = field(default=make_anew, compare=False)
    """Remembers parts of pages."""

    @property
    def name(self) -> str:
        """``cobre/v1``."""
        return f"{self.contract.name}/{self.version.name}"

    @property
    def folder(self) -> str:
        """The folder of the version's pages."""
        return f"contracts/{self.name}"

    @property
    def index(self) -> str:
        """The version's own page."""
        return version_page(self.contract.name, self.version.name)

    @property
    def examples(self) -> str:
        """The page of its examples."""
        return f"{self.folder}/examples.md"

    def codes(self, name: str) -> str:
        """The page of a code list."""
        return codes_page(self.contract.name, self.version.name, name)

    @property
    def code_lists(self) -> str:
        """The page that lists its code lists."""
        return f"{self.folder}/codes/index.md"

    def code(self, name: str, identifier: str | int) -> str:
        """The page of a code of a list."""
        return code_page(self.contract.name, self.version.name, name, self._code_files[name][identifier])

    @cached_property
    def _code_files(self) -> Mapping[str, Mapping[str | int, str]]:
        lists = self.version.state.code_lists
        return {name: code_files(entry.id for entry in code_list.entries) for name, code_list in lists.items()}

    def on(self, page: str) -> Book:
        """The same version, seen from a page of its own."""
        there = Book(self.contract, self.version, page, self.remember)
        there.__dict__.update({name: getattr(self, name) for name in _KEPT})
        return there

    def to(self, page: str, anchor: str = "") -> str:
        """A link target, relative to the page we are on."""
        if page == self.here and anchor:
            return f"#{anchor}"
        return relative(self.here, page) + (f"#{anchor}" if anchor else "")

    @cached_property
    def reader(self) -> FieldReader:
        """The reader of the fields of its schemas, one for all pages: it keeps what it worked out."""
        return FieldReader.of(self.version.state)

    @cached_property
    def schema_digests(self) -> SchemaDigests:
        """What is said of each schema depends on these."""
        return SchemaDigests(self.version.state)

    def of_schema(self, schema: str, question: JsonValue, make: Callable[[], JsonValue]) -> JsonValue:
        """A part of a page that depends on a schema, with all that it refers to, and on a question about it."""
        return self.recall([question, self.schema_digests.of(schema)], make)

    def recall(self, question: JsonValue, make: Callable[[], JsonValue]) -> JsonValue:
        """A part of a page that depends on this question about the version alone; made where it is not remembered."""
        return self.remember(f"{self.contract.name} {digest_of([self.name, question])}", make)

    @cached_property
    def memo(self) -> dict[object, Any]:
        """What others work out about the version and keep here, by :meth:`once`."""
        return {}

    def once(self, key: object, make: Callable[[], _Made]) -> _Made:
        """What is made of the version, made once for all its pages."""
        if key not in self.memo:
            self.memo[key] = make()
        made: _Made = self.memo[key]
        return made

    @cached_property
    def files(self) -> Mapping[str, str]:
        """The name of each schema by its file's name and by its address."""
        names = {schema.uri: name for name, schema in self.version.state.schemas.items()}
        for name, schema in self.version.state.schemas.items():
            if schema.document is not None:
                names[posixpath.basename(schema.document.path)] = name
        return names


def relative(here: str, page: str) -> str:
    """The path of a page as seen from another; both are plain paths below one folder."""
    start, end = here.split("/")[:-1], page.split("/")
    shared = next(
        (index for index, (a, b) in enumerate(zip(start, end, strict=False)) if a != b), min(len(start), len(end))
    )
    return "/".join([*[".."] * (len(start) - shared), *end[shared:]]) or "."


def schema_anchor(name: str) -> str:
    """The section of a schema on the page of its version."""
    return f"schema.{encode_anchor(name)}"


def definition_anchor(schema: str, name: str) -> str:
    """The section of a shared part of a schema."""
    return f"schema.{encode_anchor(schema)}.{encode_anchor(name)}"


def section_anchor(schema: str, name: str) -> str:
    """The section of a schema, or of a shared part of it."""
    return definition_anchor(schema, name) if name else schema_anchor(schema)


def field_anchor(section: str, tokens: tuple[str, ...]) -> str:
    """A field: the anchor of its section with ``field`` in front, and the way to it."""
    return ".".join(["field", section.removeprefix("schema."), "", *tokens])


def part_anchor(kind: str, *names: str) -> str:
    """A rule, a decision, an example and the like."""
    return ".".join([kind, *(encode_anchor(name) for name in names)])


def changes_page(contract: str) -> str:
    """The page of what changed from release to release of a contract."""
    return f"contracts/{contract}/changes/index.md"


def comparison_page(contract: str, step: str) -> str:
    """The page of the differences between two releases."""
    return f"contracts/{contract}/changes/{step}.md"


def version_page(contract: str, version: str) -> str:
    """The page of a version."""
    return f"contracts/{contract}/{version}/index.md"


def contract_page(name: str) -> str:
    """The page of a contract: its versions, and every code of them."""
    return f"contracts/{name}/index.md"
