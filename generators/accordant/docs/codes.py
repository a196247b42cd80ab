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
from accordant.docs.places import Book, Subject
from accordant.model.fields.reader import FieldReader, SchemaFacts
from accordant.schema import pointers
from accordant.schema.references import Resources, UnresolvableReference
from accordant.schema.vocabulary import enumeration

_CONTEXT = "urn:accordant:context"
"""The address of the schema that is made of a code's context fields."""

_PLAIN = re.compile(r"[A-Za-z0-9_.:/ -]+")


def pages(subject: Subject) -> Iterator[tuple[str, str]]:
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
    return table([text(one) for one in titles], [_line(book, listed_codes, one) for one in listed_codes.entries])


def _line(book: Book, listed_codes: CodeList, one: Entry) -> tuple[str, ...]:
    shown = link(code(str(one.id)), book.to(book.codes(listed_codes.name), code_anchor(one.id)))
    if one.name:
        shown += f" {text(one.name)}"
    meaning = f"{text(one.meaning)} (retired)" if one.retired else text(one.meaning)
    exit_code = "" if one.exit_code is None else code(str(one.exit_code))
    return shown, text(one.category), text(", ".join(one.severity)), exit_code, text(one.retryable), meaning


def _blocks(book: Book, listed_codes: CodeList) -> Iterator[str]:
    yield heading(1, f"{book.name}: {listed_codes.name}", "page.list")
    title = f"**{text(listed_codes.title)}.**" if listed_codes.title else ""
    yield " ".join(one for one in (title, text(listed_codes.description)) if one)
    yield bullets(_facts(book, listed_codes))
    yield overview(book, listed_codes)
    contexts = ContextTables(book, listed_codes)
    for one in listed_codes.entries:
        yield from _entry(book, listed_codes, one, contexts)


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
        yield f"Fallback, which is not stable: {shown}"
    if listed_codes.source:
        yield f"Source: {text(listed_codes.source)}"


def _entry(book: Book, listed_codes: CodeList, one: Entry, contexts: ContextTables) -> Iterator[str]:
    shown = f"{one.id} {one.name}" if one.name else str(one.id)
    if _PLAIN.fullmatch(shown):
        yield heading(2, shown, code_anchor(one.id))
    else:
        yield f"{spot(code_anchor(one.id))}"
        yield heading(2, shown, f"code.{code_anchor(one.id)}")
        yield f"Exactly: {code(str(one.id))}"
    yield from _state(listed_codes, one)
    yield text(one.meaning)
    if one.action:
        yield f"**What to do:** {text(one.action)}"
    yield bullets(f"**{name}:** {words}" for name, words in _entry_facts(book, listed_codes, one) if words)
    if one.context:
        yield table(("Context field", "Type", "Present", "Constraints", "Description"), contexts.rows(one))
    if one.example is not None:
        yield json_block(one.example)
    if one.source:
        yield f"Source: {text(one.source)}"


def _state(listed_codes: CodeList, one: Entry) -> Iterator[str]:
    if one.retired:
        words = "It is no longer written. Its name stays taken, so that old documents keep their meaning."
        yield note("danger", f"Retired in {text(one.retired)}", words)
    if one.deprecated:
        since = text(str(one.deprecated.get("since", "")))
        words = text(str(one.deprecated.get("reason", ""))) or "Use another code."
        use = one.deprecated.get("use")
        if use is not None:
            shown = code(str(use))
            known = isinstance(use, str | int) and listed_codes.entry(use) is not None
            words += f" Use {link(shown, f'#{code_anchor(use)}') if known else shown}."
        yield note("warning", f"Deprecated since {since}" if since else "Deprecated", words)


def _entry_facts(book: Book, listed_codes: CodeList, one: Entry) -> Iterator[tuple[str, str]]:
    yield "Category", text(one.category)
    yield "Severity", text(", ".join(one.severity))
    yield "Exit code", "" if one.exit_code is None else _exit_code(book, one.exit_code)
    retryable = {"after-fix": "after a fix"}.get(one.retryable, one.retryable)
    yield "Retryable", ": ".join(text(part) for part in (retryable, one.retryable_text) if part)
    yield "Phase", text(one.phase)
    yield "Side effects", text(one.side_effects)
    yield "Commands", enumeration([code(command) for command in one.commands], "and")
    yield "Since", text(one.since)
    yield "Replaces", enumeration([code(older) for older in one.replaces], "and")
    for name, given in one.attributes.items():
        declared = listed_codes.attributes.get(name)
        title = declared.get("title") if isinstance(declared, dict) else None
        yield text(str(title or name)), text(given) if isinstance(given, str) else value(given)


def _exit_code(book: Book, number: int) -> str:
    """The number, as a link where a list of the version has exit codes."""
    for one in book.version.state.code_lists.values():
        if one.identifier == "exit-code" and one.entry(number):
            return link(code(str(number)), book.to(book.codes(one.name), code_anchor(number)))
    return code(str(number))


class ContextTables:
    """Writes the context fields of a list's codes: the fields of objects that have them all."""

    def __init__(self, book: Book, listed_codes: CodeList) -> None:
        state = book.version.state
        entries = {str(one.id): {field.name: field.schema for field in one.context} for one in listed_codes.entries}
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
        return {one.facts.place.pointer: one.facts for one in fields}

    def rows(self, entry: Entry) -> Iterator[tuple[str, ...]]:
        """A row for each context field of a code."""
        for one in entry.context:
            facts = self._facts.get(pointers.join("", str(entry.id), one.name))
            present = "always" if one.always else "sometimes"
            type_ = self._tables.types.of(facts) if facts else ""
            phrases = "; ".join(self._tables.constraints.phrases(facts)) if facts else ""
            yield code(one.name), type_, present, phrases, text(one.description)
