"""Names: their spelling, names that look alike, invisible characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from accordant.contract.names import VERSION
from accordant.findings import Finding, JsonValue, Place, Rule, Severity
from accordant.lint.subject import LintSubject, SchemaFile
from accordant.registry import layout
from accordant.schema import pointers
from accordant.schema.vocabulary import format_value

SPELLING: Final = Rule(
    "spelling",
    Severity.ERROR,
    "The name of a contract, schema, code list, stream or example is not lower-case words joined by hyphens.",
    "Names become file names, addresses and names in generated code; some of these do not tell case apart.",
    "Rename the file or folder.",
    "Order_Line.schema.json",
    "order-line.schema.json",
)
FOLD: Final = Rule(
    "names-fold",
    Severity.WARNING,
    "Two names differ only in case or in the characters that join their words.",
    "Generated code and file systems may fold them into one name, and people confuse them.",
    "Give one of them another name.",
    "diskFull and DISK_FULL in one code list",
    "DISK_FULL and DISK_SLOW",
)
HIDDEN: Final = Rule(
    "hidden-character",
    Severity.ERROR,
    "A name or identifier holds an invisible character: a control, bidirectional or zero-width one.",
    "It looks like another name in every review (Trojan Source, CVE-2021-42574).",
    "Write the name without it.",
    r'{"properties": {"user\u200b": {}}}',
    '{"properties": {"user": {}}}',
)

RULES: Final = (SPELLING, FOLD, HIDDEN)

_INVISIBLE: Final = {"Cf", "Zl", "Zp"}
_CONTROL: Final = {"Cc"}
"""Hidden in names only: a value such as ``"\\t"`` may be meant."""


def check(subject: LintSubject) -> Iterator[Finding]:
    """Spelling of file names, names that fold together, and hidden characters in names and identifiers."""
    for contract in subject.registry.contracts:
        yield from _check_files(subject, contract.name)
    for _, version in subject.versions:
        for example in version.examples:
            yield from _check_spelling(example.name, Place(example.path))
    for file in subject.schema_files:
        yield from _check_schema_names(file)
    for _, version in subject.versions:
        for code_list in version.state.code_lists.values():
            if code_list.document is None:
                continue
            names = [(str(entry.id), f"/entries/{index}/id") for index, entry in enumerate(code_list.entries)]
            yield from _check_folding(names, code_list.document.place)
            for name, at in names:
                yield from _check_hidden(name, at, code_list.document.place)


def _check_files(subject: LintSubject, contract: str) -> Iterator[Finding]:
    for folder, is_folder in subject.listing(contract):
        if not is_folder or not VERSION.fullmatch(folder):
            continue
        base = f"{contract}/{folder}"
        names: list[tuple[str, str]] = []
        for file, is_sub in subject.listing(base):
            kind = layout.kind_of(file)
            if kind is None or is_sub:
                continue
            path = subject.path(f"{base}/{file}")
            names.append((kind[1], path))
            yield from _check_spelling(kind[1], Place(path))
        yield from _check_folding(names, Place)


def _check_spelling(name: str, place: Place) -> Iterator[Finding]:
    if not layout.NAME.fullmatch(name):
        yield SPELLING.finding(f"{format_value(name)} is not lower-case words joined by hyphens", place)


def _check_folding(names: Iterable[tuple[str, str]], locate: Callable[[str], Place]) -> Iterator[Finding]:
    """Names that fold into one; each comes with the pointer or path from which ``locate`` makes its place."""
    seen: dict[str, str] = {}
    for name, at in names:
        folded = "".join(letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum())
        twin = seen.setdefault(folded or name, name)
        if twin != name:
            yield FOLD.finding(
                f"{format_value(name)} and {format_value(twin)} differ only in case or punctuation", locate(at)
            )


def _check_schema_names(file: SchemaFile) -> Iterator[Finding]:
    for node in file.nodes:
        for name, at, categories in _names_of(node.value, node.pointer):
            yield from _check_hidden(name, at, file.document.place, file.subject, categories)


def _names_of(value: JsonValue, pointer: str) -> Iterator[tuple[str, str, set[str]]]:
    if not isinstance(value, dict):
        return
    for keyword in ("properties", "$defs", "definitions"):
        members = value.get(keyword)
        for name in members if isinstance(members, dict) else ():
            yield name, pointers.join(pointer, keyword, name), _INVISIBLE | _CONTROL
    for keyword in ("enum", "required"):
        members = value.get(keyword)
        for index, name in enumerate(members if isinstance(members, list) else ()):
            if isinstance(name, str):
                yield name, pointers.join(pointer, keyword, index), _INVISIBLE
    if isinstance(value.get("const"), str):
        yield value["const"], pointers.join(pointer, "const"), _INVISIBLE


def _check_hidden(
    name: str,
    at: str,
    locate: Callable[[str], Place],
    subject: str = "",
    categories: set[str] = _INVISIBLE | _CONTROL,
) -> Iterator[Finding]:
    for letter in "" if name.isascii() and name.isprintable() else name:
        if unicodedata.category(letter) in categories:
            character = unicodedata.name(letter, "a control character")
            yield HIDDEN.finding(f"the name holds U+{ord(letter):04X} ({character})", locate(at), subject=subject)
            return
