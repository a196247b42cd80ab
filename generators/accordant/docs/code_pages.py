"""A page for each code, at an address that stays: what it means, what to do, who carries it, what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.contract import CodeList, Entry
from accordant.docs import code_exits, rules
from accordant.docs.code_carriers import Carriers
from accordant.docs.code_contexts import TITLES, ContextTables
from accordant.docs.code_history import CodeHistories
from accordant.docs.code_places import CodePlace
from accordant.docs.codes import reference_to
from accordant.docs.markdown import (
    bullets,
    code,
    described,
    details,
    heading,
    json_block,
    link,
    note,
    page,
    rich,
    spot,
    table,
    text,
    value,
)  # fmt: skip
from accordant.docs.places import Book, PageData, part_anchor
from accordant.findings import JsonValue
from accordant.schema.vocabulary import enumeration

_LONGEST_EXAMPLE: Final = 2500
"""Letters of a document that is shown whole; of a longer one, the part that carries the code is shown."""

_MOST_PLACES: Final = 8
"""Where a code appears in more, the others open on a click."""

_RETRYABLE: Final = {"after-fix": "after a fix", "depends": "it depends", "unknown": "not known"}
"""Words of the list that read better otherwise; `yes` and `no` say no more than the list does."""


@dataclass(frozen=True, slots=True)
class _ListPages:
    """A code list, and what its codes' pages are made from."""

    book: Book
    codes: CodeList
    contexts: ContextTables
    carriers: Carriers
    places: Sequence[CodePlace]
    """Where documents carry the list."""
    histories: CodeHistories


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page of every code of every version."""
    for book in subject.books:
        carriers, histories = Carriers.of_version(book), CodeHistories(book)
        for listed_codes in book.version.state.code_lists.values():
            here = book.on(book.codes(listed_codes.name))
            contexts, places = ContextTables(here, listed_codes), carriers.places(listed_codes)
            made = _ListPages(here, listed_codes, contexts, carriers, places, histories)
            for entry in listed_codes.entries:
                of_rule = rules.page_of(subject, listed_codes, entry)  # a search finds that page, and not both
                blocks = _blocks(made, entry, here.to(of_rule) if of_rule else "")
                shown = page(blocks, describes=entry.meaning, searched=not of_rule)
                yield book.code(listed_codes.name, entry.id), shown


def _blocks(made: _ListPages, entry: Entry, of_rule: str) -> Iterator[str]:
    listed_codes, book = made.codes, made.book
    yield heading(1, _title(listed_codes, entry))
    of_list = link(text(listed_codes.title or listed_codes.name), book.to(book.codes(listed_codes.name)))
    yield f"{code(str(entry.id))} in {of_list} of {link(text(book.name), book.to(book.index))}"
    yield from _state(made, entry)
    yield spot("meaning") + "\n\n" + described(entry.meaning)
    if of_rule:
        yield f"Why it matters, and what it finds and passes: {link('the page of the rule', of_rule)}."
    if entry.action:
        yield note("What to do", rich(entry.action))
    yield bullets(f"**{name}:** {words}" for name, words in _facts(made, entry) if words)
    if entry.context:
        yield heading(2, "Context fields")
        yield table(TITLES, made.contexts.rows(entry))
    yield from code_exits.section(book, listed_codes, entry)
    yield from _example(made, entry)
    yield from _describe_emitters(made, entry)
    yield from _history(made, entry)
    yield from _sources(entry)


def _title(listed_codes: CodeList, entry: Entry) -> str:
    """What the page is called, as people look for it: an exit code is a number."""
    if listed_codes.identifier == "exit-code":
        return f"Exit code {entry.id}: {entry.name}" if entry.name else f"Exit code {entry.id}"
    return f"{entry.id} {entry.name}".rstrip()


def _state(made: _ListPages, entry: Entry) -> Iterator[str]:
    if entry.retired:
        words = "It is no longer written. No other code takes its name, so that old documents keep their meaning."
        yield note(f"Retired in {text(entry.retired)}", words)
    if entry.deprecated:
        since = text(str(entry.deprecated.get("since", "")))
        words = text(str(entry.deprecated.get("reason", ""))) or "Use another code."
        use = entry.deprecated.get("use")
        if isinstance(use, str | int):
            words += f" Use {reference_to(made.book, made.codes, use)}."
        yield note(f"Deprecated since {since}" if since else "Deprecated", words)


def _facts(made: _ListPages, entry: Entry) -> Iterator[tuple[str, str]]:
    yield "Category", text(entry.category)
    yield "Severity", text(", ".join(entry.severity))
    yield "Exit code", "" if entry.exit_code is None else _exit_code(made.book, entry.exit_code)
    words = _RETRYABLE.get(entry.retryable, entry.retryable)
    yield "Retryable", ": ".join(text(part) for part in (words, entry.retryable_text) if part)
    yield "Phase", text(entry.phase)
    yield "Side effects", text(entry.side_effects)
    yield "Commands", enumeration([code(command) for command in entry.commands], "and")
    yield "Since", _since(made, entry)
    yield "Replaces", enumeration([code(older) for older in entry.replaces], "and")
    for name, given in entry.attributes.items():
        yield text(_label(name)), _attribute(made.codes, name, given)


def _since(made: _ListPages, entry: Entry) -> str:
    """The release that added a code, or what its list says of that."""
    releases = {release.name for release in made.book.version.releases}
    since = entry.since or made.histories.first(made.codes.name, entry.id)
    if not since:
        return "not released yet"
    return f"release {code(since)}" if since in releases else code(since)


def _label(fact: str) -> str:
    """What the page calls a fact: the words of its key."""
    words = {"action": "what to do"}.get(fact, re.sub("[-_]", " ", fact))
    return words[:1].upper() + words[1:]


def _attribute(listed_codes: CodeList, name: str, given: JsonValue) -> str:
    """The value of an attribute, and what the list says that it is, where its name does not."""
    declared = listed_codes.attributes.get(name)
    title = str(declared.get("title", "")) if isinstance(declared, dict) else ""
    if not title or title.lower() == _label(name).lower():
        return _plain(given)
    return f"{_plain(given)} ({text(title if title[1:2].isupper() else title[:1].lower() + title[1:])})"


def _plain(given: JsonValue) -> str:
    """A value as one reads it: `yes` for true, the items of a list of texts."""
    if isinstance(given, bool):
        return "yes" if given else "no"
    if isinstance(given, list) and given and all(isinstance(item, str) for item in given):
        return enumeration([code(str(item)) for item in given], "and")
    return text(given) if isinstance(given, str) else value(given)


def _exit_code(book: Book, number: int) -> str:
    """The number, as a link where a list of the version has exit codes."""
    for code_list in book.version.state.code_lists.values():
        if code_list.identifier == "exit-code" and code_list.entry(number):
            return reference_to(book, code_list, number)
    return code(str(number))


def _example(made: _ListPages, entry: Entry) -> Iterator[str]:
    sighting = made.carriers.find_example(made.codes, entry)
    if entry.example is None and sighting is None:
        return
    yield heading(2, "Example")
    if entry.example is not None:
        yield json_block(entry.example)
    if sighting is None:
        return
    example, book = sighting.example, made.book
    is_whole = len(str(sighting.document)) <= _LONGEST_EXAMPLE
    target = book.to(book.examples, part_anchor("valid", example.subject, example.name))
    start = "A document" if is_whole else "The part of a document"
    yield f"{start} that carries it, from the example {link(text(example.name), target)}:"
    yield json_block(sighting.document if is_whole else sighting.part)


def _describe_emitters(made: _ListPages, entry: Entry) -> Iterator[str]:
    book = made.book
    shown = [place for place in made.places if entry.id in place.codes]
    shown.sort(key=lambda place: place.schema != book.version.default_schema)
    lines = list(_place_lines(book, shown))
    scenarios = [
        str(scenario["id"]) for scenario in book.version.behaviour.scenarios if _ends_with(made.codes, entry, scenario)
    ]
    lines += [f"Scenario {link(text(name), book.to(book.index, part_anchor('scenario', name)))}" for name in scenarios]
    if lines:
        yield heading(2, "Where it appears")
        yield bullets(lines[:_MOST_PLACES])
        rest = lines[_MOST_PLACES:]
        yield details(f"{len(rest)} more", [bullets(rest)]) if rest else ""


def _ends_with(listed_codes: CodeList, entry: Entry, scenario: Mapping[str, JsonValue]) -> bool:
    """Whether a scenario of the version ends with an exit code."""
    return "id" in scenario and listed_codes.identifier == "exit-code" and scenario.get("exit-code") == entry.id


def _place_lines(book: Book, places: Sequence[CodePlace]) -> Iterator[str]:
    """Places of documents, those of one schema and of one field in a line."""
    by_field: dict[tuple[str, str, str], list[str]] = {}
    for place in places:
        where = enumeration([f"{text(key)} {value(given)}" for key, given in place.where], "and")
        shown = link(code(place.pointer), book.to(book.index, place.anchor))
        by_field.setdefault((place.schema, place.anchor, where), []).append(shown)
    for (schema, _, where), links in by_field.items():
        yield f"{enumeration(links, 'and')} of {text(schema)}" + (f", for {where}" if where else "")


def _history(made: _ListPages, entry: Entry) -> Iterator[str]:
    lines = list(made.histories.lines(made.codes.name, entry.id))
    for other in made.book.contract.versions:
        code_list = other.state.code_lists.get(made.codes.name)
        if other.name != made.book.version.name and code_list is not None and code_list.entry(entry.id):
            there = Book(made.book.contract, other)
            target = made.book.to(there.code(made.codes.name, entry.id))
            lines.append(f"Also in {link(text(there.name), target)}.")
    if lines:
        yield heading(2, "History")
        yield bullets(lines)


def _sources(entry: Entry) -> Iterator[str]:
    if entry.source:
        yield f"Source: {text(entry.source)}"
    if entry.ours:
        facts = [text(_label(fact).lower()) for fact in entry.ours]
        yield f"Added by this registry, not stated by a source: {enumeration(facts, 'and')}"
