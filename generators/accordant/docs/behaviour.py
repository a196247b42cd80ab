"""The sections of a version's page about what shapes cannot say: rules, modes, counting, readers, decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from accordant.contract.doc_links import rule_page
from accordant.docs import behaviour_readers
from accordant.docs.behaviour_words import Table, field, linked_word, said, schema_link, source, word, words
from accordant.docs.markdown import bullets, code, details, heading, link, rich, spot, table, text, value
from accordant.docs.places import Book, part_anchor
from accordant.schema.vocabulary import enumeration


def sections(book: Book) -> Iterator[str]:
    """Every table of the version's behaviour that has entries, a section each."""
    for write in _SECTIONS:
        yield from write(book)


def _rules(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.rules
    if entries:
        yield heading(2, "Rules", "page.rules")
        rows = [_rule(book, entry) for entry in entries]
        judges = [says for judge, says in _JUDGES.items() if any(judge in held for _, _, held in rows)]
        held_by = (
            "*Held by* names the part of a schema that refuses a document which breaks the rule, or says what else "
            "judges it."
        )
        yield " ".join(("What holds beyond the types.", held_by, *judges))
        yield table(("Rule", "Says", "Held by"), rows)


_JUDGES: Final = {
    "*evaluated": "*Evaluated*: `registry validate` and `check_response` or `check_lines` of the generated packages "
    "ask the rule of each document or stream.",
    "*exit code*": "*Exit code*: `check_response` checks the document together with the exit code.",
    "*not observable*": "*Not observable*: nothing in a document shows it, for the reason given.",
    "*prose*": "*Prose*: nothing judges it.",
}
"""What each judge of a rule is that is no part of a schema."""


def _rule(book: Book, rule: Table) -> tuple[str, ...]:
    pointer = word(rule, "enforced-by")
    judge = code(pointer) if pointer else _describe_judge(rule)
    held = (" " if pointer else ", ").join(part for part in (schema_link(book, rule), judge) if part)
    return linked_word("rule", rule), said(rule, "says"), held


def _describe_judge(rule: Table) -> str:
    """What judges a rule that no part of a schema holds."""
    if rule.get("holds") or rule.get("lines"):
        return "*evaluated, as advice*" if rule.get("severity") == "warning" else "*evaluated*"
    if rule.get("check"):
        return "*exit code*"
    if rule.get("observable") is False:
        return f"*not observable*: {text(word(rule, 'reason'))}"
    return text(word(rule, "judged-by")) or "*prose*"


def _modes(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.modes
    if entries:
        yield heading(2, "Modes", "page.modes")
        titles = ("Flags", "Commands", "Standard output", "Leaves out", "Says")
        alike: dict[tuple[str, ...], list[str]] = {_mode(entry): [] for entry in entries}
        for entry in entries:
            alike[_mode(entry)].append(code(word(entry, "flags")))
        yield table(titles, [(enumeration(flags), *cells) for cells, flags in alike.items()])


def _mode(mode: Table) -> tuple[str, ...]:
    """All but the flags of a mode."""
    commands, omitted = ([code(name) for name in words(mode, key)] for key in ("commands", "omits"))
    stdout, says = text(word(mode, "stdout")), said(mode, "says")
    return enumeration(commands, "and"), stdout, enumeration(omitted, "and"), says


def _list_derived(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.derived
    if entries:
        yield heading(2, "Derived fields", "page.derived")
        yield "The producer computes these; nobody sets them by hand."
        rows = [
            (
                schema_link(book, entry),
                field(entry),
                said(entry, "says"),
                _computed_from(entry),
            )
            for entry in entries
        ]
        yield table(("Schema", "Field", "Says", "Computed from"), rows)


def _computed_from(field: Table) -> str:
    kind, _, pointer = word(field, "from").partition(":")
    if pointer:
        return f"{text(kind)} {code(pointer)}"
    return text({"exit-code": "the exit code", "clock": "the clock"}.get(kind, kind))


def _counting(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.counting
    if entries:
        yield heading(2, "Counting", "page.counting")
        rows = [(schema_link(book, entry), field(entry), said(entry, "counts")) for entry in entries]
        yield table(("Schema", "Field", "Counts"), rows)


def _serialisation(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.serialisation
    if entries:
        yield heading(2, "Serialisation", "page.serialisation")
        yield bullets(_serialisation_line(entries))
        sort = entries.get("sort")
        if isinstance(sort, list) and sort:
            yield "Lists are sorted:"
            rows = [
                (
                    code(word(order, "list")),
                    f"{', '.join(code(key) for key in words(order, 'keys'))}{source(order)}",
                    _missing_value(order),
                )
                for order in sort
            ]
            yield table(("List", "By", "Where a value is missing"), rows)


def _missing_value(order: Table) -> str:
    """What stands in for a missing key, and where the items come that lack another one."""
    instead = order.get("instead")
    counts = instead if isinstance(instead, dict) else {}
    parts = [f"{code(key)} counts as {value(given)}" for key, given in counts.items()]
    if word(order, "missing"):
        parts.append(f"{'any other' if parts else 'it'} comes {text(word(order, 'missing'))}")
    return ", ".join(parts)


def _serialisation_line(entries: Table) -> Iterator[str]:
    if "single-line" in entries:
        yield "One line for a document." if entries["single-line"] else "A document may take several lines."
    if "trailing-newline" in entries:
        yield f"A line feed at the end is {text(word(entries, 'trailing-newline'))}."
    if words(entries, "key-order"):
        yield f"Order of the keys: {', '.join(code(key) for key in words(entries, 'key-order'))}."
    if words(entries, "advised"):
        kinds = {"key-order": "the order of the keys", "sort": "the order of lists"}
        advice = enumeration([kinds.get(kind, text(kind)) for kind in words(entries, "advised")], "and")
        yield f"Recommended only, so that a document which does otherwise still conforms: {advice}."
    if entries.get("key-order-stable") is True:
        yield "The order of the keys does not change from run to run."
    if "paths" in entries:
        yield f"Paths: {text(word(entries, 'paths'))}."
    if source(entries):
        yield source(entries).strip()


def moves(book: Book) -> Iterator[str]:
    """What broke since the version before, with the rule under which a comparison finds it, and how one moves."""
    entries = book.version.behaviour.moves
    if entries:
        before = f"v{book.version.major - 1}"
        yield heading(2, f"Moving from {before}", "page.moves")
        here, there = f"{book.contract.name}/{before}", book.name
        told = f"the rule under which {code(f'registry diff {here} {there}')} finds the break, and what it is about"
        named = f" *Found as* names {told}." if any(word(entry, "rule") for entry in entries) else ""
        yield f"What broke, and what to do.{named}"
        yield table(("What broke", "What to do", "Found as"), [_move(book, entry) for entry in entries])


def _move(book: Book, move: Table) -> tuple[str, ...]:
    rule = word(move, "rule")
    found_as = (
        f"{link(code(rule), book.to(rule_page('check-compat', rule)))} {rich(word(move, 'about'))}" if rule else ""
    )
    anchor = spot(part_anchor("move", word(move, "id")))
    return f"{anchor}{text(word(move, 'broke'))}", said(move, "do"), found_as


def _decisions(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.decisions
    if entries:
        yield heading(2, "Decisions", "page.decisions")
        yield "Where the sources contradict each other or stay silent, this is how the contract reads them."
        yield from (_decision(entry) for entry in entries)


def _decision(decision: Table) -> str:
    blocks = [
        "Readings:\n\n" + bullets(text(reading) for reading in words(decision, "readings")),
        f"**Choice:** {text(word(decision, 'choice'))}",
        f"**Reason:** {text(word(decision, 'reason'))}",
        source(decision).strip(),
    ]
    anchor = spot(part_anchor("decision", word(decision, "id")))
    return f"{anchor}\n\n" + details(text(word(decision, "question")), [block for block in blocks if block])


_SECTIONS: Final[tuple[Callable[[Book], Iterator[str]], ...]] = (
    _rules,
    _modes,
    _list_derived,
    _counting,
    _serialisation,
    behaviour_readers.interpretation,
    behaviour_readers.readers,
    behaviour_readers.scenarios,
    _decisions,
)
