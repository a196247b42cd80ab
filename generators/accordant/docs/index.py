"""The first page of the reference and that of all contracts: every version, and the way to everything else."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import Contract
from accordant.docs import rules
from accordant.docs.markdown import bullets, code, described, heading, link, page, table, text
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
    listed = [heading(1, "Contracts"), *_contracts(subject, CONTRACTS, 2)]
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
        yield f"Looking for a code? {link('All codes', CODES)} are in one table."
    yield heading(2, "Contracts", "page.contracts")
    yield from _contracts(subject, INDEX, 3)
    yield heading(2, "Rules and commands", "page.rules")
    lines = [
        f"{link(f'Rules of {judge.name}', rules.path(judge.name))}: {text(judge.says)}"
        for judge in rules.judges(subject)
    ]
    lines.append(f"{link('All rules', RULES)} in one table.")
    if subject.commands:
        lines.append(f"{link('Commands', COMMANDS)} of the tool, with their help.")
    yield bullets(lines)


def _contracts(subject: PageData, here: str, level: int) -> Iterator[str]:
    """A table of all versions, then what each contract has, under a heading of this level."""
    rows = [_line(book.on(here)) for book in subject.books]
    yield table(("Version", "About", "Status", "Promise", "Newest release", "Schemas", "Codes", "Examples"), rows)
    for contract in subject.registry.contracts:
        yield from _contract(contract, here, level)


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


def _contract(contract: Contract, here: str, level: int) -> Iterator[str]:
    yield heading(level, contract.name, f"contract.{contract.name}")
    yield described(contract.description)
    target = relative(here, contract_page(contract.name))
    has_codes = any(version.state.code_lists for version in contract.versions)
    yield f"{link(f'The contract {text(contract.name)}', target)}{' with all its codes' if has_codes else ''}."
    lines = []
    for version in contract.versions:
        book = Book(contract, version, here)
        shown = link(text(version.name), book.to(book.index))
        lists = [link(text(name), book.to(book.codes(name))) for name in version.state.code_lists]
        parts = [f"commands {', '.join(code(command) for command in version.commands)}"] if version.commands else []
        parts += [f"code lists {', '.join(lists)}"] if lists else []
        lines.append(f"{shown}: {'; '.join(parts)}" if parts else shown)
    yield bullets(lines)
