"""Where a page says that a code appears, the judge accepts it; at a place of its list that it leaves out, none does."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from accordant.algebra import Budget, Found, Nothing, Session
from accordant.contract import CodeList, Contract, ContractState, Entry, Schema, Version
from accordant.docs.code_carriers import Carriers
from accordant.docs.places import Book
from accordant.model.fields.places import FieldPlace, ItemStep, MemberStep, NamesStep
from accordant.schema import pointers
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.conftest import bundled

BOOKS = {book.name: book for one in bundled().contracts for book in (Book(one, version) for version in one.versions)}
LINK = re.compile(r"\[`(/[^`]*)`\]")


def named_places(page: str) -> list[tuple[str, str]]:
    """The places of a code's page, by schema and pointer."""
    _, _, after = page.partition("## Where it appears")
    told = after.partition("\n## ")[0]
    lines = re.findall(r"^- (\[`/.*) of ([a-z0-9-]+)(?:, for .*)?$", told, re.MULTILINE)
    return [(schema, pointer) for links, schema in lines for pointer in LINK.findall(links)]


class Judge:
    """Tells whether some document of a version has a code at a place."""

    def __init__(self, version: Version) -> None:
        self.state = version.state
        self.documents: dict[str, list[Any]] = {}
        for example in version.examples:
            stream = version.state.streams.get(example.subject)
            subject = stream.line if stream else example.subject
            if example.valid:
                self.documents.setdefault(subject, []).extend(one.value for one in example.documents)
        self._sessions: dict[str, Session] = {}
        self._open: dict[tuple[str, str], bool | None] = {}

    def accepts(self, schema: str, pointer: str, code: str | int) -> bool | None:
        """Whether there is a document with the code at a place; None where neither examples nor the algebra tell."""
        if any(map(validator_of(self.state.root(schema)).is_valid, self._with_code(schema, pointer, code))):
            return True
        is_found = self._find(schema, pointer, {"const": code})
        return None if is_found and self._is_open(schema, pointer) else is_found

    def _find(self, schema: str, pointer: str, asked: Any) -> bool | None:
        session = self._sessions.setdefault(schema, Session(Budget(seconds=20)))
        place = FieldPlace(tuple(map(_step, pointer.split("/")[1:])))
        outcome = session.find([self.state.root(schema), Resources.of(place.question(asked))])
        return True if isinstance(outcome, Found) else False if isinstance(outcome, Nothing) else None

    def _is_open(self, schema: str, pointer: str) -> bool | None:
        """Whether an alternative, to which the place is any member, takes there what is no code at all."""
        if (schema, pointer) not in self._open:
            self._open[schema, pointer] = self._find(schema, pointer, {"const": {"no": "code"}})
        return self._open[schema, pointer]

    def _with_code(self, schema: str, pointer: str, code: str | int) -> Iterator[Any]:
        """The examples that have something at the place, with the code there instead."""
        for document in self.documents.get(schema, []):
            for at in _places(document, pointer.split("/")[1:]):
                made = copy.deepcopy(document)
                pointers.follow(made, pointers.parent(at))[_last(at)] = code
                yield made


def _last(at: str) -> str | int:
    token = at.rpartition("/")[2]
    return int(token) if token.isdigit() else token.replace("~1", "/").replace("~0", "~")


def _step(token: str) -> MemberStep | ItemStep | NamesStep:
    return ItemStep() if token == "*" else NamesStep() if token == "…" else MemberStep(str(_last("/" + token)))


def _places(document: Any, tokens: list[str], at: str = "") -> Iterator[str]:
    if not tokens:
        yield at
        return
    inner = document if isinstance(document, dict) else dict(enumerate(document)) if isinstance(document, list) else {}
    for key, value in inner.items():
        if tokens[0] in ("*", "…") or _last("/" + tokens[0]) == key:
            yield from _places(value, tokens[1:], pointers.join(at, str(key)))


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_a_code_stands_where_its_page_says_and_at_no_other_place_of_its_list(
    name: str, pages: Mapping[str, str]
) -> None:
    book = BOOKS[name]
    version = book.version
    judge, carriers, asked = Judge(version), Carriers.of_version(book), 0
    for listed in version.state.code_lists.values():
        every = [(place.schema, place.pointer) for place in carriers.places(listed)]
        for entry in listed.entries:
            named = named_places(pages[book.code(listed.name, entry.id)])
            assert len(named) == len(set(named)), entry.id
            assert set(named) <= set(every)
            for at in every:
                accepted = judge.accepts(*at, entry.id)
                refuted = accepted is False if at in named else accepted is True and not listed.extensible
                assert not refuted, (listed.name, entry.id, at)
                asked += 1
    assert asked > 5


LISTED = CodeList(
    "kinds",
    identifier="kind",
    entries=(
        Entry("Both", severity=("error", "warning")),
        Entry("Bad", severity=("error",)),
        Entry("Odd", severity=("warning",)),
        Entry("Gone", severity=("error",), retired="1.1"),
    ),
)
ERRORS, WARNINGS = ({"x-codes": {"list": "kinds", "where": {"severity": one}}} for one in ("error", "warning"))
ANY = {"x-codes": "kinds"}


@pytest.mark.parametrize(
    ("schema", "codes"),
    [
        ({"properties": {"a": ANY}}, {"Both", "Bad", "Odd"}),
        ({"properties": {"a": ANY}, "allOf": [{"properties": {"a": ERRORS}}]}, {"Both", "Bad"}),
        ({"properties": {"a": {"allOf": [ERRORS, WARNINGS]}}}, {"Both"}),
        ({"oneOf": [{"$ref": "#/$defs/e"}, {"$ref": "#/$defs/w"}]}, {"Both", "Bad", "Odd"}),
        ({"properties": {"a": WARNINGS}, "anyOf": [{"$ref": "#/$defs/e"}, {"$ref": "#/$defs/n"}]}, {"Both", "Odd"}),
    ],
)
def test_bindings_that_hold_together_narrow_a_place_and_alternatives_do_not(schema: Any, codes: set[str]) -> None:
    definitions = {"e": {"properties": {"a": ERRORS}}, "w": {"properties": {"a": WARNINGS}}, "n": {"required": ["b"]}}
    whole = {**schema, "$defs": definitions}
    state = ContractState(
        "acme", "v1", "additive", schemas={"s": Schema("s", "urn:s", whole)}, code_lists={"kinds": LISTED}
    )
    carriers = Carriers(Book(Contract("acme"), Version("acme", "v1", state)))
    assert [place.codes for place in carriers.places(LISTED) if place.pointer == "/a"] == [codes]
