"""A page for each code list, with a section and an anchor for each code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from accordant.contract import CodeList, Entry
from accordant.contract.doc_links import code_anchor
from accordant.docs.fields import FieldTables
from accordant.docs.markdown import (
    bullets,
    code,
    heading,
    json_block,
    link,
    note,
    page,
    spot,
    table,
    text,
    value,
)
from accordant.docs.places import Book, PageData
from accordant.model.fields.reader import FieldReader, SchemaFacts
from accordant.schema import pointers
from accordant.schema.references import Resources, UnresolvableReference
from accordant.schema.vocabulary import enumeration

_CONTEXT = "urn:accordant:context"
"""The address of the schema that is made of a code's context fields."""

_PLAIN = re.compile(r"[A-Za-z0-9_.:/ -]+")


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The pages of every code list of every version."""
    for book in subject.books:
        for listed_codes in book.version.state.code_lists.values():
            path = book.codes(listed_codes.name)
            yield path, page(_blocks(book.on(path), listed_codes))


def overview(book: Book, listed_codes: CodeList) -> str:
    """The codes as a table, each with a link to its section."""
    titles = (
        listed_codes.identifier.replace("-", " ").capitalize(),
        "Category",
        "Severity",
        "Exit code",
        "Retryable",
        "Meaning",
    )
    return table(
        [text(title) for title in titles], [_line(book, listed_codes, entry) for entry in listed_codes.entries]
    )


def _line(book: Book, listed_codes: CodeList, entry: Entry) -> tuple[str, ...]:
    shown = link(code(str(entry.id)), book.to(book.codes(listed_codes.name), code_anchor(entry.id)))
    if entry.name:
        shown += f" {text(entry.name)}"
    meaning = f"{text(entry.meaning)} (retired)" if entry.retired else text(entry.meaning)
    exit_code = "" if entry.exit_code is None else code(str(entry.exit_code))
    return shown, text(entry.category), text(", ".join(entry.severity)), exit_code, text(entry.retryable), meaning


def _blocks(book: Book, listed_codes: CodeList) -> Iterator[str]:
    yield heading(1, f"{book.name}: {listed_codes.name}", "page.list")
    title = f"**{text(listed_codes.title)}.**" if listed_codes.title else ""
    yield " ".join(words for words in (title, text(listed_codes.description)) if words)
    yield bullets(_facts(book, listed_codes))
    yield overview(book, listed_codes)
    contexts = ContextTables(book, listed_codes)
    for entry in listed_codes.entries:
        yield from _entry(book, listed_codes, entry, contexts)


def _facts(book: Book, listed_codes: CodeList) -> Iterator[str]:
    yield f"Version: {link(text(book.name), book.to(book.index))}"
    if listed_codes.spelling:
        yield f"Spelling of an identifier: {code(listed_codes.spelling)}"
    yield (
        "Programs may add identifiers of their own."
        if listed_codes.extensible
        else "Only these identifiers: programs add none of their own."
    )
    if listed_codes.fallback is not None:
        target = link(code(str(listed_codes.fallback)), f"#{code_anchor(listed_codes.fallback)}")
        shown = target if listed_codes.entry(listed_codes.fallback) else code(str(listed_codes.fallback))
        yield f"Fallback, for failures without a code of their own: {shown}"
    if listed_codes.source:
        yield f"Source: {text(listed_codes.source)}"


def _entry(book: Book, listed_codes: CodeList, entry: Entry, contexts: ContextTables) -> Iterator[str]:
    shown = f"{entry.id} {entry.name}" if entry.name else str(entry.id)
    if _PLAIN.fullmatch(shown):
        yield heading(2, shown, code_anchor(entry.id))
    else:
        yield f"{spot(code_anchor(entry.id))}"
        yield heading(2, shown, f"code.{code_anchor(entry.id)}")
        yield f"Exactly: {code(str(entry.id))}"
    yield from _state(listed_codes, entry)
    yield text(entry.meaning)
    if entry.action:
        yield f"**What to do:** {text(entry.action)}"
    yield bullets(f"**{name}:** {words}" for name, words in _entry_facts(book, listed_codes, entry) if words)
    if entry.context:
        yield table(("Context field", "Type", "Present", "Constraints", "Description"), contexts.rows(entry))
    if entry.example is not None:
        yield json_block(entry.example)
    if entry.source:
        yield f"Source: {text(entry.source)}"
    if entry.ours:
        facts = [text(_fact_name(listed_codes, fact)) for fact in entry.ours]
        yield f"Ours, stated by no source: {enumeration(facts, 'and')}"


def _fact_name(listed_codes: CodeList, fact: str) -> str:
    """What the page calls a fact: the title of an attribute, or the words of its key."""
    declared = listed_codes.attributes.get(fact)
    title = declared.get("title") if isinstance(declared, dict) else None
    return str(title or {"action": "what to do"}.get(fact, fact.replace("-", " ")))


def _state(listed_codes: CodeList, entry: Entry) -> Iterator[str]:
    if entry.retired:
        words = "It is no longer written. No other code takes its name, so that old documents keep their meaning."
        yield note("danger", f"Retired in {text(entry.retired)}", words)
    if entry.deprecated:
        since = text(str(entry.deprecated.get("since", "")))
        words = text(str(entry.deprecated.get("reason", ""))) or "Use another code."
        use = entry.deprecated.get("use")
        if use is not None:
            shown = code(str(use))
            known = isinstance(use, str | int) and listed_codes.entry(use) is not None
            words += f" Use {link(shown, f'#{code_anchor(use)}') if known else shown}."
        yield note("warning", f"Deprecated since {since}" if since else "Deprecated", words)


def _entry_facts(book: Book, listed_codes: CodeList, entry: Entry) -> Iterator[tuple[str, str]]:
    yield "Category", text(entry.category)
    yield "Severity", text(", ".join(entry.severity))
    yield "Exit code", "" if entry.exit_code is None else _exit_code(book, entry.exit_code)
    retryable = {"after-fix": "after a fix"}.get(entry.retryable, entry.retryable)
    yield "Retryable", ": ".join(text(part) for part in (retryable, entry.retryable_text) if part)
    yield "Phase", text(entry.phase)
    yield "Side effects", text(entry.side_effects)
    yield "Commands", enumeration([code(command) for command in entry.commands], "and")
    yield "Since", text(entry.since)
    yield "Replaces", enumeration([code(older) for older in entry.replaces], "and")
    for name, given in entry.attributes.items():
        yield text(_fact_name(listed_codes, name)), text(given) if isinstance(given, str) else value(given)


def _exit_code(book: Book, number: int) -> str:
    """The number, as a link where a list of the version has exit codes."""
    for code_list in book.version.state.code_lists.values():
        if code_list.identifier == "exit-code" and code_list.entry(number):
            return link(code(str(number)), book.to(book.codes(code_list.name), code_anchor(number)))
    return code(str(number))


class ContextTables:
    """Writes the context fields of a list's codes: the fields of objects that have them all."""

    def __init__(self, book: Book, listed_codes: CodeList) -> None:
        state = book.version.state
        entries = {
            str(entry.id): {field.name: field.schema for field in entry.context} for entry in listed_codes.entries
        }
        objects = {name: {"type": "object", "properties": fields} for name, fields in entries.items()}
        root = Resources.of({"type": "object", "properties": objects}, state.resources, _CONTEXT)
        roots = {"": root, **{name: root.resources.root(schema.uri) for name, schema in state.schemas.items()}}
        self._reader = FieldReader(roots)
        self._tables = FieldTables(self._reader, book)

    @cached_property
    def _facts(self) -> Mapping[str, SchemaFacts]:
        """The facts about every field, by the pointer of code and name; empty where a reference leads nowhere."""
        try:
            fields = self._reader.fields(self._reader.sections_of("")[0])
        except UnresolvableReference:
            return {}
        return {field.facts.place.pointer: field.facts for field in fields}

    def rows(self, entry: Entry) -> Iterator[tuple[str, ...]]:
        """A row for each context field of a code."""
        for field in entry.context:
            facts = self._facts.get(pointers.join("", str(entry.id), field.name))
            present = "always" if field.always else "sometimes"
            type_ = self._tables.types.of(facts) if facts else ""
            phrases = "; ".join(self._tables.constraints.phrases(facts)) if facts else ""
            yield code(field.name), type_, present, phrases, text(field.description)
