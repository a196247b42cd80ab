"""How a program reads the documents of a version: the generated packages, and the command that judges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from accordant.contract import CodeList, Entry, TargetSettings
from accordant.docs.markdown import code, fence, heading
from accordant.docs.places import Book
from accordant.model.codes import codes_of, facts_of
from accordant.model.versions import module_of

TAB: Final = "use."
"""How the anchors of sections begin that a browser shows as tabs, side by side; elsewhere they are sections."""


def section(book: Book, targets: tuple[TargetSettings, ...]) -> Iterator[str]:
    """The section; each generated package has its code, tested as it stands here."""
    version = book.version
    if not version.default_schema:
        return
    yield heading(2, "How to use it", "page.use")
    yield f"To check what a program printed: {code(f'registry validate {book.name} FILE')}"
    for target in targets:
        write = _WRITERS.get(target.name)
        if write is not None:
            yield from write(book, target.options)


def _python(book: Book, options: Mapping[str, object]) -> Iterator[str]:
    package = f"{options.get('package', 'accordant_contracts')}.{module_of(book.contract.name)}"
    version, words = _version_read(book)
    named = f', version="{version}"' if version else ""
    lines = [f"from {package} import parse", "", f"# {words}", f"document = parse(text{named})"]
    for codes in _first(book):
        name = codes_of(codes).constant
        lines[1:1] = [f"from {package}.{book.version.name} import {name}"]
        lines += [f"facts = {name}[{_literal(codes)}]  # {_list_facts(codes)}"]
    yield heading(3, "Python", f"{TAB}python")
    yield f"After {code('pip install ' + str(options.get('distribution', 'accordant-contracts')))}:"
    yield fence("\n".join(lines), "python")


def _typescript(book: Book, options: Mapping[str, object]) -> Iterator[str]:
    package = f"{options.get('package', '@accordant/contracts')}/{book.contract.name}"
    version, words = _version_read(book)
    named = f', "", "{version}"' if version else ""
    lines = [f'import {{ parse }} from "{package}";', "", f"// {words}", f"const document = parse(text{named});"]
    for codes in _first(book):
        name = codes_of(codes).constant
        lines[1:1] = [f'import {{ {name} }} from "{package}/{book.version.name}";']
        lines += [f"const facts = {name}[{_literal(codes)}]; // {_list_facts(codes)}"]
    yield heading(3, "TypeScript", f"{TAB}typescript")
    yield f"After {code('npm install ' + str(options.get('package', '@accordant/contracts')))}:"
    yield fence("\n".join(lines), "ts")


def _version_read(book: Book) -> tuple[str, str]:
    """The version that a program names, where neither documents nor the contract tell it; and how it is chosen."""
    contract = book.contract
    if contract.carrier:
        return "", "the version that it names; a key that occurs twice is refused"
    if len(contract.versions) == 1:
        return "", "a key that occurs twice is refused"
    return book.version.name, "no document names its version; a key that occurs twice is refused"


_FACTS: Final[Mapping[str, str]] = {
    "meaning": "meaning",
    "exit_code": "exit code",
    "retryable": "whether to retry",
    "action": "what to do",
}

_WRITERS: Final[Mapping[str, Callable[[Book, Mapping[str, object]], Iterator[str]]]] = {
    "python": _python,
    "ts": _typescript,
}


def _first(book: Book) -> Iterator[CodeList]:
    """The list of the version's errors, or the first that has identifiers in letters; none where there is none."""
    lists = [codes for codes in book.version.state.code_lists.values() if _literal(codes)]
    lists.sort(key=lambda codes: (not codes.name.startswith("error"), codes.identifier not in ("code", "kind")))
    yield from lists[:1]


def _literal(codes: CodeList) -> str:
    """An identifier of the list as a literal of either language; "" where none is plain."""
    shown = _shown(codes)
    return f'"{shown.id}"' if shown else ""


def _list_facts(codes: CodeList) -> str:
    """What the entry that is looked up holds, in words."""
    shown = _shown(codes)
    facts = facts_of(shown) if shown else {}
    return ", ".join(words for fact, words in _FACTS.items() if fact in facts)


def _shown(codes: CodeList) -> Entry | None:
    """The first entry in use whose identifier is plain in either language."""
    plain = (entry for entry in codes.entries if isinstance(entry.id, str) and not entry.retired)
    return next(
        (entry for entry in plain if str(entry.id).replace("_", "").isalnum() and str(entry.id).isascii()), None
    )
