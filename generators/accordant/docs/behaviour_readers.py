"""The sections of a version's page about its readers: how they react, what they do next, whole situations."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract.behaviour import tables
from accordant.docs.behaviour_words import Table, linked_word, said, source, word, words
from accordant.docs.markdown import code, heading, link, rich, table, text, value
from accordant.docs.places import Book, part_anchor
from accordant.findings import JsonValue
from accordant.schema.vocabulary import enumeration


def readers(book: Book) -> Iterator[str]:
    """How readers react."""
    entries = book.version.behaviour.consumer_rules
    if entries:
        yield heading(2, "Rules for readers", "page.consumer-rules")
        acts = " The column *For programs* says the same so that programs can act on it."
        yield f"How a reader reacts.{acts if any(map(_acts, entries)) else ''}"
        rows = [
            (
                linked_word("reader", entry),
                text(word(entry, "when")),
                said(entry, "then"),
                _acts(entry),
            )
            for entry in entries
        ]
        yield table(("Rule", "When", "Then", "For programs"), rows)


def interpretation(book: Book) -> Iterator[str]:
    """What a generated package makes of a document."""
    entries = book.version.behaviour.interpretation
    if entries:
        yield heading(2, "Actions of readers", "page.interpretation")
        yield (
            "The answers of `interpret` of the generated packages. Where no rule decides, the action is "
            f"{code(word(entries, 'success'))} for a success and {code(word(entries, 'failure'))} for a failure."
        )
        rows = [
            (code(word(kind, "name")), text(word(kind, "outcome")), rich(word(kind, "says")),
             enumeration([code(name) for name in words(kind, "carries")], "and"),
             "yes" if kind.get("repeats") is True else "")
            for kind in tables(entries.get("kinds"))
        ]  # fmt: skip
        yield table(("Kind", "Outcome", "Says", "Carries", "Another try"), rows)
        details = [
            (code(word(detail, "name")), text(word(detail, "type")), rich(word(detail, "says")),
             code(word(detail, "from")) if "from" in detail else "")
            for detail in tables(entries.get("details"))
        ]  # fmt: skip
        if details:
            yield table(("Detail", "Type", "Says", "Taken from"), details)


def _acts(act: Table) -> str:
    kept = {key: given for key, given in act.items() if key not in ("id", "when", "then", "source")}
    return ", ".join(f"{text(key)} {value(given)}" for key, given in kept.items())


def scenarios(book: Book) -> Iterator[str]:
    """Whole situations, with what a reader makes of them."""
    entries = book.version.behaviour.scenarios
    if entries:
        yield heading(2, "Scenarios", "page.scenarios")
        yield "Whole situations, for tests of readers: this document and exit code, and what a reader makes of them."
        titles = ("Scenario", "Document", "Exit code", "Expected")
        yield table(titles, [_scenario(book, entry) for entry in entries])


def _scenario(book: Book, scenario: Table) -> tuple[str, ...]:
    path = word(scenario, "document")
    shown = code(path)
    parts = path.removesuffix(".json").split("/")
    known = {(example.subject, example.name) for example in book.version.examples if example.valid}
    if len(parts) == 4 and (parts[2], parts[3]) in known:
        shown = link(code(f"{parts[2]}/{parts[3]}"), book.to(book.examples, part_anchor("valid", parts[2], parts[3])))
    exit_code = code(str(scenario["exit-code"])) if "exit-code" in scenario else ""
    expected = _describe_expected(scenario.get("expect"))
    return linked_word("scenario", scenario), shown, exit_code, f"{expected}{source(scenario)}"


def _describe_expected(given: JsonValue) -> str:
    if not isinstance(given, dict):
        return value(given)
    words = {key: text(fact) if isinstance(fact, str) else value(fact) for key, fact in given.items()}
    return ", ".join(f"{text(key)}: {words[key]}" for key in words)
