"""A page for each version of a contract: what it is, what it promises, and everything it declares."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList, TargetSettings
from accordant.docs import behaviour, codes, schemas, streams, usage
from accordant.docs.change_values import ReleaseStep
from accordant.docs.markdown import bullets, code, described, details, heading, link, note, page, table, text
from accordant.docs.places import PROMISE, Book, PageData, comparison_page, contract_page, schema_anchor
from accordant.schema.vocabulary import enumeration

_STATUS = {
    "draft": ("Draft", "Nothing is promised yet; anything may change."),
    "legacy": ("Legacy", "Still supported; new readers and writers should use a newer version."),
    "retired": ("Retired", "No longer supported. The page stays, so that old documents can be read."),
}

_PROMISES = {
    "additive": "Within this version things are added, never taken away. Every field, value, code, line type and "
    "command that a release declares stays declared with its meaning, and a reader of an older release can read "
    "every newer document, as long as it skips what it does not know.",
    "strict": "Every older release of this version accepts each document that a newer release allows, exactly as it "
    "is written. A reader need not skip anything.",
}

_ENUMS = {
    "open": "Lists of string values are open: a later release may add values, unless a list is marked as closed.",
    "marked": "Lists of string values are closed, unless a list is marked as open.",
}

_DIRECTIONS = {
    "output": "old readers can read what a new program writes",
    "input": "a new program can read what old writers write",
    "full": "old and new can read each other",
}


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page of every version."""
    for book in subject.books:
        here = book.on(book.index)
        steps = [step for step in subject.steps_of(book.contract.name) if step.is_new_version]
        moves = [step for step in steps if step.after[0] == book.version.name]
        yield (
            book.index,
            page(
                _blocks(here, subject.registry.targets, moves),
                describes=f"{book.name}: {book.version.description or book.contract.title}",
            ),
        )


def promise(book: Book) -> Iterator[str]:
    """What the version promises, in sentences."""
    state = book.version.state
    yield _PROMISES.get(state.promise, text(state.promise))
    yield _ENUMS.get(state.enums, text(state.enums))
    if state.meanings == "frozen":
        yield "A meaning, description or action that changes in substance is a break."
    if state.behaviour.tables():
        yield "Rules, counters, orders, modes and rules for readers are part of the promise."
    directions = {schema.direction for schema in state.schemas.values()}
    for direction in sorted(directions):
        names = sorted(name for name, schema in state.schemas.items() if schema.direction == direction)
        of_some = f" of {enumeration([code(name) for name in names], 'and')}" if len(directions) > 1 else ""
        yield f"The direction{of_some} is *{text(direction)}*: {_DIRECTIONS.get(direction, text(direction))}."
    if state.carrier:
        yield (
            f"A document names its version at {code(state.carrier)}. Readers compare that value exactly; "
            "another value is another version."
        )
    yield from _unsaid(book)


def _unsaid(book: Book) -> Iterator[str]:
    """How readers take a document that names no version, where there are several."""
    contract = book.contract
    if contract.carrier or len(contract.versions) < 2:
        return
    telling = [version for version in contract.versions if version.told_by]
    taken = [f"one with {code(version.told_by)} for {version.name}" for version in telling]
    if contract.presumed:
        taken.append(f"{'any other' if telling else 'it'} for {contract.presumed}")
    sentences = ["A document does not name its version."]
    if taken:
        sentences.append(f"A reader that is not told takes {enumeration(taken, 'and')}.")
    if not contract.presumed:
        sentences.append(f"{'For any other it' if telling else 'A reader'} must be told the version.")
    yield " ".join(sentences)


def _blocks(book: Book, targets: tuple[TargetSettings, ...], moves: list[ReleaseStep]) -> Iterator[str]:
    contract, version = book.contract, book.version
    yield heading(1, book.name)
    yield f"**{text(contract.title)}**" if contract.title not in ("", contract.name) else ""
    yield described(contract.description)
    if version.description != contract.description:
        yield described(version.description)
    if version.status in _STATUS:
        yield note(*_STATUS[version.status])
    yield bullets(f"**{name}:** {words}" for name, words in _facts(book) if words)
    yield from usage.section(book, targets)
    yield heading(2, "Promise", PROMISE)
    yield bullets(promise(book))
    yield from behaviour.moves(book)
    for step in moves:
        target = book.to(comparison_page(step.contract, step.name))
        yield f"Every break with its evidence: {link(f'the move to {text(book.version.name)}', target)}."
    if contract.sources:
        yield details("Sources", [bullets(text(source) for source in contract.sources)])
    yield from schemas.sections(book)
    yield from streams.sections(book)
    yield from _code_lists(book)
    yield from behaviour.sections(book)


def _facts(book: Book) -> Iterator[tuple[str, str]]:
    version = book.version
    others = [other for other in book.contract.versions if other.name != version.name]
    yield "Contract", link(text(book.contract.name), book.to(contract_page(book.contract.name)))
    yield "Status", text(version.status)
    yield "Owner", text(book.contract.owner)
    yield "Releases", enumeration([code(release.name) for release in version.releases], "and") or "none yet"
    yield "Supported until", text(version.supported_until)
    default = version.default_schema
    known = default in version.state.schemas
    yield "Default schema", link(text(default), f"#{schema_anchor(default)}") if known else text(default)
    yield "Commands", ", ".join(code(command) for command in version.commands)
    yield (
        "Other versions",
        ", ".join(link(text(other.name), book.to(Book(book.contract, other).index)) for other in others),
    )


def _code_lists(book: Book) -> Iterator[str]:
    lists = codes.by_kind(book.version.state.code_lists.values())
    if not lists:
        return
    yield heading(2, "Code lists", "page.code-lists")
    rows = [_list_line(book, code_list) for code_list in lists]
    yield table(("List", "Entries", "Programs may add", "About"), rows)
    for code_list in lists:
        if code_list.identifier == "exit-code":
            yield heading(3, "Exit codes", f"page.{code_list.name}")
            yield codes.overview(book, code_list)


def _list_line(book: Book, code_list: CodeList) -> tuple[str, ...]:
    shown = link(text(code_list.name), book.to(book.codes(code_list.name)))
    return (
        shown,
        str(len(code_list.entries)),
        "yes" if code_list.extensible else "no",
        text(code_list.description or code_list.title),
    )
