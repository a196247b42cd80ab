"""The table of fields says which release brought each, and shows deprecated ones apart."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from accordant.contract import Registry, Version
from accordant.docs.field_history import FieldHistory
from accordant.docs.fields import FieldTables, shown_fields
from accordant.docs.places import Book
from accordant.model.fields.reader import FieldReader, Section
from accordant.schema.references import Resources
from tests.conftest import bundled

BOOKS = {
    book.name: book
    for contract in bundled().contracts
    for book in (Book(contract, version) for version in contract.versions)
}
SEVERAL = sorted(name for name, book in BOOKS.items() if len(book.version.releases) > 1)
LINKED = re.compile(r"\[`(/[^`]*)`\]")


def sinces(table: str) -> dict[str, str]:
    """What the column says of each pointer; nothing where there is no such column."""
    titles, _, *rows = [line[2:-2].split(" | ") for line in table.splitlines() if line.startswith("|")]
    at = titles.index("Since") if "Since" in titles else None
    found = ((LINKED.search(row[0]), row) for row in rows)
    return {match[1]: row[at].strip("`") for match, row in found if match and at is not None}


def test_a_field_names_the_release_that_brought_it(pages: Mapping[str, str]) -> None:
    page = pages["contracts/agentpack/v1/index.md"]
    told = sinces(page[page.index('<a id="schema.envelope"></a>') :].partition("| Field")[1] + _after_field(page))
    assert told["/command_id"] == told["/command_path"] == "1.1"
    assert told["/command"] == told["/errors"] == "1.0"
    assert "Since" not in pages["contracts/cobre/v1/index.md"], "every field is of the first release"


def _after_field(page: str) -> str:
    return page[page.index('<a id="schema.envelope"></a>') :].partition("| Field")[2].partition("\n\n")[0]


@pytest.mark.parametrize("name", SEVERAL)
def test_no_release_before_the_named_one_has_the_field(name: str) -> None:
    """Asked of the rows themselves, as a page of the release before would have them."""
    book, asked = BOOKS[name], 0
    readers = {release.name: FieldReader.of(release.read()) for release in book.version.releases}
    before = {new: old for old, new in pairwise(readers)}
    for section in book.reader.sections.values():
        for release, brought in list(FieldHistory.of_version(book).since(section).items())[1:]:
            asked += 1
            assert not _rows(readers[before[release]], section) & set(brought), (section.name, release)
    assert asked


def _rows(reader: FieldReader, section: Section) -> set[str]:
    for one in reader.sections_of(section.schema):
        if one.name == section.name:
            fields = shown_fields(reader, reader.whole(one), reader.fields(one))
            return {field.facts.place.pointer for field in fields}
    return set()


def test_every_row_of_what_is_released_has_a_release() -> None:
    for book in BOOKS.values():
        released = FieldReader.of(book.version.releases[-1].read())
        known = FieldHistory.of_version(book)
        for section in released.sections.values():
            told = {pointer for brought in known.since(section).values() for pointer in brought}
            assert released.declared_pointers(section) <= told


def test_a_field_of_no_release_is_not_released_yet(registry: Registry) -> None:
    contract = next(one for one in registry.contracts if one.name == "cobre")
    book = Book(contract, _with_field(contract.versions[0]))
    section = next(one for one in book.reader.sections_of("semantic-version") if not one.name)
    table = "\n".join(FieldTables(book.reader, book).body(section, FieldHistory.of_version(book).since(section)))
    assert sinces(table) == {"/fresh": "not released yet"}


def _with_field(version: Version) -> Version:
    schema = replace(version.state.schemas["semantic-version"], value={"properties": {"fresh": {}}}, document=None)
    schemas = {**version.state.schemas, "semantic-version": schema}
    return replace(version, state=replace(version.state, schemas=schemas))


def test_deprecated_fields_stand_apart_with_all_inside_of_them() -> None:
    old: Any = {"deprecated": True, "properties": {"a": {"type": "string"}}}
    reader = FieldReader({"doc": Resources.of({"properties": {"old": old, "fine": {"type": "string"}}})})
    (section,) = reader.sections_of("doc")
    _, in_use, words, apart = FieldTables(reader, BOOKS["cobre/v1"]).body(section)
    assert LINKED.findall(in_use) == ["/fine"]
    assert words == "Deprecated, still valid, and not for new programs:"
    assert LINKED.findall(apart) == ["/old", "/old/a"]
    assert "deprecated" not in apart


@pytest.mark.parametrize("edit", ["a list in place of a name", "a list in place of a reference"])
def test_a_release_with_what_is_not_a_schema_is_refused(project: Path, run: Callable[..., Any], edit: str) -> None:
    assert run("init").code == 0
    release = Path("registry/output/v1/releases/1.0.json")
    text = release.read_text("utf-8")
    held = json.loads(text)
    schema = held["schemas"]["result"]["schema"]
    part = schema if edit == "a list in place of a name" else schema["properties"]["files"]
    part |= {"required": [[]]} if edit == "a list in place of a name" else {"$ref": []}
    release.write_text(json.dumps(held), "utf-8")
    outcome = run("docs", "--out", "pages")
    assert (outcome.code, "releases/1.0.json" in outcome.err) == (2, True), outcome.err
