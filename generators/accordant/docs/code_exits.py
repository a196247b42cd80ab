"""What goes with an exit code, on its page: the codes of other lists that name it, and the rules that do."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList, Entry
from accordant.contract.behaviour import EXIT_CODE, tables
from accordant.docs.behaviour_words import Table, word
from accordant.docs.codes import by_kind, reference_to
from accordant.docs.markdown import bullets, code, heading, link, text
from accordant.docs.places import Book, part_anchor


def section(book: Book, listed_codes: CodeList, entry: Entry) -> Iterator[str]:
    """The codes that a program reports when it ends so, list after list, then the rules that name the exit code."""
    if listed_codes.identifier != EXIT_CODE:
        return
    lines = [*_codes(book, entry), *_rules(book, entry)]
    if lines:
        yield heading(2, "What goes with it", "page.with-it")
        yield bullets(lines)


def _codes(book: Book, exit_code: Entry) -> Iterator[str]:
    for code_list in by_kind(book.version.state.code_lists.values()):
        shown = [
            f"{reference_to(book, code_list, entry.id)}{' (retired)' if entry.retired else ''}"
            for entry in code_list.entries
            if entry.exit_code == exit_code.id
        ]
        if shown:
            of_list = link(text(code_list.title or code_list.name), book.to(book.codes(code_list.name)))
            yield f"{of_list} with this exit code: {', '.join(shown)}"


def _rules(book: Book, exit_code: Entry) -> Iterator[str]:
    for rule in book.version.behaviour.rules:
        if _names(rule, exit_code.id):
            target = book.to(book.index, part_anchor("rule", word(rule, "id")))
            yield f"Rule {link(code(word(rule, 'id')), target)}: {text(word(rule, 'says'))}"


def _names(rule: Table, number: str | int) -> bool:
    """Whether a condition of a rule about the exit code names the number."""
    for implication in tables(rule.get("check")):
        for condition in (*tables(implication.get("when")), *tables(implication.get("then"))):
            several = condition.get("in")
            named = (condition.get("is"), *(several if isinstance(several, list) else ()))
            if condition.get("at") == EXIT_CODE and number in [each for each in named if not isinstance(each, bool)]:
                return True
    return False
