"""One table over the codes of every contract, so that whoever meets a code finds its page."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList, Entry
from accordant.docs.codes import meaning
from accordant.docs.markdown import code, heading, link, page, table, text
from accordant.docs.places import CODES, Book, PageData


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page ``codes.md``; none where no contract has codes."""
    rows = sorted(_rows(subject), key=lambda row: row[0])
    if rows:
        yield CODES, page(_blocks([cells for _, cells in rows]))


def table_of(book: Book) -> str:
    """The codes of one version, list after list."""
    rows = [_line(book, codes, entry)[1:] for codes in _lists(book) for entry in codes.entries]
    return table(("Code", "List", "Exit code", "Meaning"), [(*row[:1], *row[2:]) for row in rows])


def _blocks(rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield heading(1, "Codes")
    yield "Every code of every contract. A code has a page of its own, at an address that stays."
    yield table(("Code", "Contract", "List", "Exit code", "Meaning"), rows)


def _rows(subject: PageData) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    for book in subject.books:
        here = book.on(CODES)
        for codes in _lists(here):
            for entry in codes.entries:
                sort, *cells = _line(here, codes, entry)
                yield (sort, book.name), tuple(cells)


def _lists(book: Book) -> list[CodeList]:
    return list(book.version.state.code_lists.values())


def _line(book: Book, codes: CodeList, entry: Entry) -> tuple[str, ...]:
    """The letters to sort by, then the cells of a code's row."""
    shown = link(code(str(entry.id)), book.to(book.code(codes.name, entry.id)))
    exit_code = "" if entry.exit_code is None else code(str(entry.exit_code))
    return (
        str(entry.id).lower(),
        shown + (f" {text(entry.name)}" if entry.name else ""),
        link(text(book.name), book.to(book.index)),
        link(text(codes.name), book.to(book.codes(codes.name))),
        exit_code,
        meaning(entry),
    )
