"""The sections of a version's page about what shapes cannot say: rules, modes, counting, readers, decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from accordant.contract.behaviour import tables
from accordant.contract.doc_links import rule_page
from accordant.docs.markdown import bullets, code, details, heading, link, rich, spot, table, text, value
from accordant.docs.places import Book, part_anchor, schema_anchor
from accordant.findings import JsonValue
from accordant.schema.vocabulary import enumeration

Table = Mapping[str, JsonValue]


def sections(book: Book) -> Iterator[str]:
    """Every table of the version's behaviour that has entries, a section each."""
    for write in _SECTIONS:
        yield from write(book)


def _rules(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.rules
    if entries:
        yield heading(2, "Rules", "page.rules")
        yield (
            "What holds beyond the types. *Held by* names the part of a schema that refuses a document which "
            "breaks the rule, or says what else judges it. *Evaluated*: `registry validate` and `check_response` or "
            "`check_lines` of the generated packages ask the rule of each document or stream. *Exit code*: "
            "`check_response` checks the document together with the exit code. *Not observable*: nothing in a document "
            "shows it, for the reason given. *Prose*: nothing judges it."
        )
        yield table(("Rule", "Says", "Held by", "Source"), [_rule(book, entry) for entry in entries])


def _rule(book: Book, rule: Table) -> tuple[str, ...]:
    pointer = _word(rule, "enforced-by")
    judge = code(pointer) if pointer else _describe_judge(rule)
    held = (" " if pointer else ", ").join(part for part in (_schema(book, rule), judge) if part)
    source = f"{_source(rule)} (ours)" if rule.get("ours") is True else _source(rule)
    return _linked_word("rule", rule), text(_word(rule, "says")), held, source


def _describe_judge(rule: Table) -> str:
    """What judges a rule that no part of a schema holds."""
    if rule.get("holds") or rule.get("lines"):
        return "*evaluated, as advice*" if rule.get("severity") == "warning" else "*evaluated*"
    if rule.get("check"):
        return "*exit code*"
    if rule.get("observable") is False:
        return f"*not observable*: {text(_word(rule, 'reason'))}"
    return text(_word(rule, "judged-by")) or "*prose*"


def _modes(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.modes
    if entries:
        yield heading(2, "Modes", "page.modes")
        titles = ("Flags", "Commands", "Standard output", "Leaves out", "Says", "Source")
        alike: dict[tuple[str, ...], list[str]] = {_mode(entry): [] for entry in entries}
        for entry in entries:
            alike[_mode(entry)].append(code(_word(entry, "flags")))
        yield table(titles, [(enumeration(flags), *cells) for cells, flags in alike.items()])


def _mode(mode: Table) -> tuple[str, ...]:
    """All but the flags of a mode."""
    commands, omitted = ([code(name) for name in _words(mode, key)] for key in ("commands", "omits"))
    stdout, says = text(_word(mode, "stdout")), text(_word(mode, "says"))
    return enumeration(commands, "and"), stdout, enumeration(omitted, "and"), says, _source(mode)


def _list_derived(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.derived
    if entries:
        yield heading(2, "Derived fields", "page.derived")
        yield "The producer computes these; nobody sets them by hand."
        rows = [
            (_schema(book, entry), _field(entry), text(_word(entry, "says")), _computed_from(entry), _source(entry))
            for entry in entries
        ]
        yield table(("Schema", "Field", "Says", "Computed from", "Source"), rows)


def _computed_from(field: Table) -> str:
    kind, _, pointer = _word(field, "from").partition(":")
    if pointer:
        return f"{text(kind)} {code(pointer)}"
    return text({"exit-code": "the exit code", "clock": "the clock"}.get(kind, kind))


def _counting(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.counting
    if entries:
        yield heading(2, "Counting", "page.counting")
        rows = [
            (_schema(book, entry), _field(entry), text(_word(entry, "counts")), _source(entry)) for entry in entries
        ]
        yield table(("Schema", "Field", "Counts", "Source"), rows)


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
                    code(_word(order, "list")),
                    ", ".join(code(key) for key in _words(order, "keys")),
                    text(_word(order, "missing")),
                    value(order["instead"]) if "instead" in order else "",
                    _source(order),
                )
                for order in sort
            ]
            yield table(("List", "By", "Missing values", "Counts instead", "Source"), rows)


def _serialisation_line(entries: Table) -> Iterator[str]:
    if "single-line" in entries:
        yield "One line for a document." if entries["single-line"] else "A document may take several lines."
    if "trailing-newline" in entries:
        yield f"A line feed at the end is {text(_word(entries, 'trailing-newline'))}."
    if _words(entries, "key-order"):
        yield f"Order of the keys: {', '.join(code(key) for key in _words(entries, 'key-order'))}."
    if _words(entries, "advised"):
        advice = ", ".join(map(text, _words(entries, "advised")))
        yield f"Advice, a document that does not follow it is right too: {advice}."
    if entries.get("key-order-stable") is True:
        yield "The order of the keys does not change from run to run."
    if "paths" in entries:
        yield f"Paths: {text(_word(entries, 'paths'))}."
    if _source(entries):
        yield f"Source: {_source(entries)}"


def _readers(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.consumer_rules
    if entries:
        yield heading(2, "Rules for readers", "page.consumer-rules")
        yield "How a reader reacts. The column *For programs* says the same so that programs can act on it."
        rows = [
            (
                _linked_word("reader", entry),
                text(_word(entry, "when")),
                text(_word(entry, "then")),
                _acts(entry),
                _source(entry),
            )
            for entry in entries
        ]
        yield table(("Rule", "When", "Then", "For programs", "Source"), rows)


def _interpretation(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.interpretation
    if entries:
        yield heading(2, "Actions of readers", "page.interpretation")
        yield (
            "The answers of `interpret` of the generated packages. Where no rule decides, the action is "
            f"{code(_word(entries, 'success'))} for a success and {code(_word(entries, 'failure'))} for a failure."
        )
        rows = [
            (code(_word(kind, "name")), text(_word(kind, "outcome")), rich(_word(kind, "says")),
             enumeration([code(name) for name in _words(kind, "carries")], "and"),
             "yes" if kind.get("repeats") is True else "")
            for kind in tables(entries.get("kinds"))
        ]  # fmt: skip
        yield table(("Kind", "Outcome", "Says", "Carries", "Another try"), rows)
        details = [
            (code(_word(detail, "name")), text(_word(detail, "type")), rich(_word(detail, "says")),
             code(_word(detail, "from")) if "from" in detail else "")
            for detail in tables(entries.get("details"))
        ]  # fmt: skip
        if details:
            yield table(("Detail", "Type", "Says", "Taken from"), details)


def _acts(act: Table) -> str:
    kept = {key: given for key, given in act.items() if key not in ("id", "when", "then", "source")}
    return ", ".join(f"{text(key)} {value(given)}" for key, given in kept.items())


def _scenarios(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.scenarios
    if entries:
        yield heading(2, "Scenarios", "page.scenarios")
        yield "Whole situations, for tests of readers: this document and exit code, and what a reader makes of them."
        titles = ("Scenario", "Document", "Exit code", "Expected", "Source")
        yield table(titles, [_scenario(book, entry) for entry in entries])


def _scenario(book: Book, scenario: Table) -> tuple[str, ...]:
    path = _word(scenario, "document")
    shown = code(path)
    parts = path.removesuffix(".json").split("/")
    known = {(example.subject, example.name) for example in book.version.examples if example.valid}
    if len(parts) == 4 and (parts[2], parts[3]) in known:
        shown = link(code(f"{parts[2]}/{parts[3]}"), book.to(book.examples, part_anchor("valid", parts[2], parts[3])))
    exit_code = code(str(scenario["exit-code"])) if "exit-code" in scenario else ""
    expected = _describe_expected(scenario.get("expect"))
    return _linked_word("scenario", scenario), shown, exit_code, expected, _source(scenario)


def _describe_expected(given: JsonValue) -> str:
    if not isinstance(given, dict):
        return value(given)
    words = {key: text(fact) if isinstance(fact, str) else value(fact) for key, fact in given.items()}
    return ", ".join(f"{text(key)}: {words[key]}" for key in words)


def moves(book: Book) -> Iterator[str]:
    """What broke since the version before, with the rule under which a comparison finds it, and how one moves."""
    entries = book.version.behaviour.moves
    if entries:
        before = f"v{book.version.major - 1}"
        yield heading(2, f"Moving from {before}", "page.moves")
        here, there = f"{book.contract.name}/{before}", book.name
        yield (
            "What broke, and what to do. *Found as* names the rule under which "
            f"{code(f'registry diff {here} {there}')} finds the break, and what it is about."
        )
        yield table(("What broke", "What to do", "Found as", "Source"), [_move(book, entry) for entry in entries])


def _move(book: Book, move: Table) -> tuple[str, ...]:
    rule = _word(move, "rule")
    words = f"{link(code(rule), book.to(rule_page('check-compat', rule)))} {rich(_word(move, 'about'))}" if rule else ""
    anchor = spot(part_anchor("move", _word(move, "id")))
    return f"{anchor}{text(_word(move, 'broke'))}", text(_word(move, "do")), words, _source(move)


def _decisions(book: Book) -> Iterator[str]:
    entries = book.version.behaviour.decisions
    if entries:
        yield heading(2, "Decisions", "page.decisions")
        yield "Where the sources contradict each other or stay silent, this is how the contract reads them."
        yield from (_decision(entry) for entry in entries)


def _decision(decision: Table) -> str:
    blocks = [
        "Readings:\n\n" + bullets(text(reading) for reading in _words(decision, "readings")),
        f"**Choice:** {text(_word(decision, 'choice'))}",
        f"**Reason:** {text(_word(decision, 'reason'))}",
        f"Source: {_source(decision)}" if _source(decision) else "",
    ]
    anchor = spot(part_anchor("decision", _word(decision, "id")))
    return f"{anchor}\n\n" + details(text(_word(decision, "question")), [block for block in blocks if block])


def _linked_word(kind: str, entry: Table) -> str:
    """The word of an entry, as a link to itself."""
    anchor = part_anchor(kind, _word(entry, "id"))
    return f"{spot(anchor)}{link(code(_word(entry, 'id')), f'#{anchor}')}"


def _schema(book: Book, entry: Table) -> str:
    name = _word(entry, "schema")
    known = name in book.version.state.schemas
    return link(text(name), book.to(book.index, schema_anchor(name))) if known else text(name)


def _field(entry: Table) -> str:
    return code(_word(entry, "field"))


def _source(entry: Table) -> str:
    return text(_word(entry, "source"))


def _word(entry: Table, key: str) -> str:
    given = entry.get(key, "")
    return given if isinstance(given, str) else str(given)


def _words(entry: Table, key: str) -> list[str]:
    given = entry.get(key, [])
    return [str(part) for part in given] if isinstance(given, list) else [str(given)]


_SECTIONS: Final[tuple[Callable[[Book], Iterator[str]], ...]] = (
    _rules,
    _modes,
    _list_derived,
    _counting,
    _serialisation,
    _interpretation,
    _readers,
    _scenarios,
    _decisions,
)
