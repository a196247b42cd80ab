"""The first page of the reference and that of all contracts: every version, and the way to everything else."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import Contract
from accordant.docs import rules
from accordant.docs.markdown import bullets, code, described, heading, link, page, spot, table, text
from accordant.docs.places import (
    CODES,
    COMMANDS,
    CONTRACTS,
    INDEX,
    PROMISE,
    RULES,
    Book,
    PageData,
    contract_page,
    relative,
)


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page ``index.md``, and that of the folder ``contracts``."""
    name = subject.title or subject.registry.name
    yield INDEX, page(_blocks(subject), describes=f"Every contract, code and rule of {name}.")
    listed = [heading(1, "Contracts"), *_contracts(subject)]
    yield CONTRACTS, page(listed, describes=f"The contracts of {name}, with their versions.")


def _blocks(subject: PageData) -> Iterator[str]:
    yield heading(1, subject.title or "Reference")
    held = "these contracts hold" if subject.title else f"the registry {code(subject.registry.name)} holds"
    judged = "they are" if subject.title else "it is"
    yield (
        f"Everything that {held}, and every rule by which {judged} judged. "
        "These pages are generated from the registry's files."
    )
    if any(book.version.state.code_lists for book in subject.books):
        all_codes = link("All codes", CODES)
        yield f"Looking for a code? {all_codes} are on one page, under what they identify, with one filter for all."
    yield heading(2, "Contracts", "page.contracts")
    yield bullets(_short(contract) for contract in subject.registry.contracts)
    yield f"{link('All contracts', CONTRACTS)} with the status, the promise and the contents of each version."
    yield heading(2, "Rules and commands", "page.rules")
    lines = [
        f"{link(f'Rules of {judge.name}', rules.path(judge.name))}: {text(judge.says)}"
        for judge in rules.judges(subject)
    ]
    lines.append(f"{link('All rules', RULES)} in one table.")
    if subject.commands:
        lines.append(f"{link('Commands', COMMANDS)} of the tool, with their help.")
    yield bullets(lines)


def _short(contract: Contract) -> str:
    """A contract in a line: its name, what it is called, its versions."""
    newest_first = [Book(contract, version, INDEX) for version in reversed(contract.versions)]
    shown = link(text(contract.name), contract_page(contract.name))
    versions = ", ".join(link(text(book.version.name), book.to(book.index)) for book in newest_first)
    title = f", {text(contract.title)}" if contract.title not in ("", contract.name) else ""
    return f"{spot(f'contract.{contract.name}')}{shown}{title}: {versions}"


def _contracts(subject: PageData) -> Iterator[str]:
    """A table of all versions, the newest of each contract first, then what each contract has."""
    books = [
        Book(contract, version, CONTRACTS)
        for contract in subject.registry.contracts
        for version in reversed(contract.versions)
    ]
    titles = ("Version", "About", "Status", "Promise", "Newest release", "Schemas", "Codes", "Examples")
    yield table(titles, map(_line, books))
    for contract in subject.registry.contracts:
        yield from _contract(contract)


def _line(book: Book) -> tuple[str, ...]:
    version = book.version
    entries = sum(len(code_list.entries) for code_list in version.state.code_lists.values())
    return (
        link(text(book.name), book.to(book.index)),
        text(book.contract.title if book.contract.title != book.contract.name else ""),
        text(version.status),
        link(text(version.state.promise), book.to(book.index, PROMISE)),
        version.releases[-1].name if version.releases else "none yet",
        str(len(version.state.schemas)),
        str(entries),
        link(str(len(version.examples)), book.to(book.examples)) if version.examples else "0",
    )


def _contract(contract: Contract) -> Iterator[str]:
    yield heading(2, contract.name, f"contract.{contract.name}")
    yield described(contract.description)
    target = relative(CONTRACTS, contract_page(contract.name))
    has_codes = any(version.state.code_lists for version in contract.versions)
    yield f"{link(f'The contract {text(contract.name)}', target)}{' with all its codes' if has_codes else ''}."
    lines = []
    for version in reversed(contract.versions):
        book = Book(contract, version, CONTRACTS)
        shown = link(text(version.name), book.to(book.index))
        lists = [link(text(name), book.to(book.codes(name))) for name in version.state.code_lists]
        parts = [f"commands {', '.join(code(command) for command in version.commands)}"] if version.commands else []
        parts += [f"code lists {', '.join(lists)}"] if lists else []
        lines.append(f"{shown}: {'; '.join(parts)}" if parts else shown)
    yield bullets(lines)
