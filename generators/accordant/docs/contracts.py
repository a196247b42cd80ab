"""A page for each contract: what it is for, its versions, and all its codes."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import Contract
from accordant.docs import code_index
from accordant.docs.markdown import bullets, code, described, details, heading, link, page, table, text
from accordant.docs.places import PROMISE, Book, PageData, changes_page, contract_page, relative


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page of every contract."""
    for contract in subject.registry.contracts:
        here = contract_page(contract.name)
        has_history = bool(subject.steps_of(contract.name))
        books = [Book(contract, version, here) for version in contract.versions]
        yield here, page(_blocks(contract, books, has_history), describes=contract.description or contract.title)


def _blocks(contract: Contract, books: list[Book], has_history: bool) -> Iterator[str]:
    yield heading(1, contract.name)
    yield f"**{text(contract.title)}**" if contract.title not in ("", contract.name) else ""
    yield described(contract.description)
    yield heading(2, "Versions", "page.versions")
    yield table(
        ("Version", "Status", "Promise", "Newest release", "Supported until", "Commands"), map(_line, reversed(books))
    )
    if has_history:
        target = relative(contract_page(contract.name), changes_page(contract.name))
        yield f"{link('Changes', target)} from release to release, with what each broke or added."
    for book in reversed(books):
        if book.version.state.code_lists:
            yield heading(2, f"Codes of {book.name}", f"codes.{book.version.name}")
            yield from code_index.tables_of(book)
    if contract.sources:
        yield details("Sources", [bullets(text(source) for source in contract.sources)])


def _line(book: Book) -> tuple[str, ...]:
    version = book.version
    return (
        link(text(book.name), book.to(book.index)),
        text(version.status),
        link(text(version.state.promise), book.to(book.index, PROMISE)),
        version.releases[-1].name if version.releases else "none yet",
        text(version.supported_until),
        ", ".join(code(command) for command in version.commands),
    )
