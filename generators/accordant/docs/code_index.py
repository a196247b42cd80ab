"""One table over the codes of every contract, so that whoever meets a code finds its page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeAlias

from accordant.contract import CodeList, Entry
from accordant.contract.behaviour import EXIT_CODE
from accordant.docs.codes import by_kind, kind_of, meaning
from accordant.docs.markdown import code, details, heading, link, page, spot, table, text
from accordant.docs.places import CODES, Book, PageData

FILTER: Final = "page.filter"
"""The anchor behind which a browser shows one filter for all tables of the page."""

_TITLES: Final = ("Errors and other codes", "Exit codes", "Commands", "Rules")
"""What the codes of a list stand under, by its kind."""

_FEW: Final = 12
"""Codes that are shown at once, where the page has no more."""

_Order: TypeAlias = tuple[int, str, int, str, int]


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page ``codes.md``; none where no contract has codes."""
    rows = sorted(_rows(subject), key=lambda row: row[0])
    if rows:
        describes = f"Every code of every contract of {subject.registry.name}, with what it means."
        yield CODES, page(_blocks(rows), describes=describes, searched=False, is_wide=True)


def tables_of(book: Book) -> Iterator[str]:
    """The codes of one version, list after list; exit codes have a table of their own, behind the others."""
    for title, are_exits in (("Code", False), ("Exit code", True)):
        lists = [codes for codes in _lists(book) if (codes.identifier == EXIT_CODE) is are_exits]
        rows = [_line(book, codes, entry) for codes in lists for entry in codes.entries]
        yield table((title, "List", "Exit code", "Meaning"), [(*row[:1], *row[2:]) for row in rows])


def _blocks(rows: list[tuple[_Order, tuple[str, ...]]]) -> Iterator[str]:
    yield heading(1, "Codes")
    yield (
        "Every code of every contract, under what it identifies; the codes of a contract open on a click. A code has a "
        "page of its own, at an address that stays."
    )
    yield spot(FILTER)
    for index, title in enumerate(_TITLES):
        of_kind = [row for row in rows if row[0][0] == index]
        if of_kind:
            yield heading(2, title, f"page.{_TITLES[index].lower().replace(' ', '-')}")
        for contract, of_contract in groupby(of_kind, key=lambda row: row[0][1]):
            shown = [cells for _, cells in of_contract]
            yield _folded(contract, shown, is_open=len(rows) in (len(shown), *range(_FEW + 1)))


def _folded(contract: str, rows: list[tuple[str, ...]], *, is_open: bool) -> str:
    """The codes of one kind of a contract. Many open on a click: all of them are some hundred screens of a phone."""
    shown = table(("Code", "Contract", "List", "Exit code", "Meaning"), rows)
    return details(f"{text(contract)}: {len(rows)}", [shown], is_open=is_open)


def _rows(subject: PageData) -> Iterator[tuple[_Order, tuple[str, ...]]]:
    """Each row with what it is ordered by: the kind, the contract, the code, and there the newest version first."""
    for book in subject.books:
        here = book.on(CODES)
        for codes in _lists(here):
            kind = kind_of(codes)
            for entry in codes.entries:
                number = entry.id if isinstance(entry.id, int) else 0
                order = kind, book.contract.name, number, str(entry.id).lower(), -book.version.major
                yield order, _line(here, codes, entry)


def _lists(book: Book) -> list[CodeList]:
    return by_kind(book.version.state.code_lists.values())


def _line(book: Book, codes: CodeList, entry: Entry) -> tuple[str, ...]:
    """The cells of a code's row."""
    shown = link(code(str(entry.id)), book.to(book.code(codes.name, entry.id)))
    exit_code = "" if entry.exit_code is None else code(str(entry.exit_code))
    return (
        shown + (f" {text(entry.name)}" if entry.name else ""),
        link(text(book.name), book.to(book.index)),
        link(text(codes.name), book.to(book.codes(codes.name))),
        exit_code,
        meaning(entry),
    )
