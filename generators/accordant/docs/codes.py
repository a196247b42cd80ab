"""A page for each code list: what its identifiers are, and all of them as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from accordant.contract import CodeList, Entry
from accordant.contract.behaviour import EXIT_CODE
from accordant.contract.doc_links import code_anchor
from accordant.docs.markdown import bullets, code, heading, link, page, rich, spot, table, text, titled
from accordant.docs.places import Book, PageData

_KINDS: Final = {EXIT_CODE: 1, "command": 2, "rule": 3}

_BOOST: Final = 0.25
"""How much less a list counts in a search than each of its codes, which have pages of their own."""


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The pages of every code list of every version, and one for each version that lists them."""
    for book in subject.books:
        if book.version.state.code_lists:
            yield book.code_lists, page(_lists(book.on(book.code_lists)))
        for listed_codes in book.version.state.code_lists.values():
            path = book.codes(listed_codes.name)
            yield (
                path,
                page(
                    _blocks(book.on(path), listed_codes),
                    describes=listed_codes.description or listed_codes.title,
                    boost=_BOOST,
                ),
            )


def kind_of(listed_codes: CodeList) -> int:
    """Where a list stands among others: errors and what is like them first, then exit codes, commands, rules."""
    return _KINDS.get(listed_codes.identifier, 0)


def by_kind(lists: Iterable[CodeList]) -> list[CodeList]:
    """Code lists in the order in which they are looked for; of one kind, in their own."""
    return sorted(lists, key=kind_of)


def _lists(book: Book) -> Iterator[str]:
    yield heading(1, f"Codes of {book.name}")
    lists = by_kind(book.version.state.code_lists.values())
    rows = [
        (
            link(text(code_list.name), book.to(book.codes(code_list.name))),
            rich(code_list.description) or _title(code_list),
            str(len(code_list.entries)),
        )
        for code_list in lists
    ]
    yield table(("List", "About", "Codes"), rows)


def _title(listed_codes: CodeList) -> str:
    """The title of a list; "" where it only repeats the name."""
    is_name = listed_codes.title.lower() == listed_codes.name.replace("-", " ").lower()
    return "" if is_name else text(listed_codes.title)


def overview(book: Book, listed_codes: CodeList, *, anchored: bool = False) -> str:
    """The codes as a table, each with a link to its page; ``anchored``: rows can be pointed to."""
    titles = (
        listed_codes.identifier.replace("-", " ").capitalize(),
        "Category",
        "Severity",
        "Exit code",
        "Retryable",
        "Meaning",
    )
    rows = [_line(book, listed_codes, entry, anchored) for entry in listed_codes.entries]
    return table([text(title) for title in titles], rows)


def _line(book: Book, listed_codes: CodeList, entry: Entry, anchored: bool) -> tuple[str, ...]:
    shown = spot(code_anchor(entry.id)) if anchored else ""
    shown += link(code(str(entry.id)), book.to(book.code(listed_codes.name, entry.id)))
    if entry.name:
        shown += f" {text(entry.name)}"
    exit_code = "" if entry.exit_code is None else code(str(entry.exit_code))
    severity = text(", ".join(entry.severity))
    return shown, text(entry.category), severity, exit_code, text(entry.retryable), meaning(entry)


def meaning(entry: Entry) -> str:
    """What a code means, with a word where it is retired or deprecated."""
    state = " (retired)" if entry.retired else " (deprecated)" if entry.deprecated else ""
    return f"{rich(entry.meaning)}{state}"


def _blocks(book: Book, listed_codes: CodeList) -> Iterator[str]:
    yield heading(1, f"{book.name}: {listed_codes.name}")
    yield titled(listed_codes.title, listed_codes.description)
    yield bullets(_facts(book, listed_codes))
    yield overview(book, listed_codes, anchored=True)


def _facts(book: Book, listed_codes: CodeList) -> Iterator[str]:
    yield f"Version: {link(text(book.name), book.to(book.index))}"
    if listed_codes.spelling:
        yield f"Spelling of an identifier: {code(listed_codes.spelling)}"
    yield _describe_openness(book, listed_codes)
    if listed_codes.fallback is not None:
        yield f"Fallback, for failures without a code of their own: {reference_to(book, listed_codes)}"
    if listed_codes.source:
        yield f"Source: {text(listed_codes.source)}"


def _describe_openness(book: Book, listed_codes: CodeList) -> str:
    """Who may add identifiers: programs, or later releases only."""
    state = book.version.state
    grows = " A later release may add some." if state.promise == "additive" and state.enums == "open" else ""
    if listed_codes.extensible:
        return "Programs may also write identifiers of their own."
    return f"Programs write only identifiers of this list.{grows}"


def reference_to(book: Book, listed_codes: CodeList, identifier: str | int | None = None) -> str:
    """A code of a list, with a link to its page where it has one; None is the fallback of the list."""
    chosen = listed_codes.fallback if identifier is None else identifier
    if chosen is None:
        return ""
    shown = code(str(chosen))
    known = listed_codes.entry(chosen) is not None
    return link(shown, book.to(book.code(listed_codes.name, chosen))) if known else shown
