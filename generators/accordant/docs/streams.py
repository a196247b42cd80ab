"""The sections of a version's page about its streams: the grammar in words, and line after line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from accordant.contract import Choice, Element, Line, Stream
from accordant.docs.markdown import bullets, code, heading, link, ordered_list, text
from accordant.docs.places import Book, part_anchor, schema_anchor
from accordant.schema.vocabulary import enumeration


def sections(book: Book) -> Iterator[str]:
    """A section for each stream."""
    streams = book.version.state.streams
    if not streams:
        return
    yield heading(2, "Streams", "page.streams")
    for stream in streams.values():
        yield from _section(book, stream)


def _section(book: Book, stream: Stream) -> Iterator[str]:
    yield heading(3, stream.name, part_anchor("stream", stream.name))
    yield " ".join(
        words for words in (f"**{text(stream.title)}.**" if stream.title else "", text(stream.description)) if words
    )
    line = link(text(stream.line), book.to(book.index, schema_anchor(stream.line)))
    yield (
        f"Every line is a document of the schema {line}; its type is the value at {code(stream.discriminator)}."
        + (
            f" Commands: {enumeration([code(command) for command in stream.commands], 'and')}."
            if stream.commands
            else ""
        )
    )
    yield f"In words: {', then '.join(words(element) for element in stream.grammar)}."
    yield ordered_list(_steps(stream))
    if stream.partial:
        yield "When the stream is incomplete:"
        yield bullets(_partial(entry) for entry in stream.partial)
    if stream.failure:
        facts = [f"{code(at)} is {code(json.dumps(value))}" for at, value in stream.failure.items()]
        yield f"The last line reports a failure where {enumeration(facts, 'and')}."
    if any(example.subject == stream.name for example in book.version.examples):
        yield link("Examples of the stream", book.to(book.examples, part_anchor("examples", stream.name)))
    if stream.source:
        yield f"Source: {text(stream.source)}"


def words(element: Element) -> str:
    """An element in words: ``any number of progress lines``."""
    if isinstance(element, Line):
        last = ", which ends the stream" if element.terminal else ""
        return f"{_quantity(element.least, element.most)} {code(element.type)} {_lines(element.most)}{last}"
    parts = [words(part) for part in element.elements]
    inner = enumeration(parts) if isinstance(element, Choice) else ", then ".join(parts)
    if (element.least, element.most) == (1, 1):
        return f"({inner})" if len(parts) > 1 else inner
    return f"{_quantity(element.least, element.most)} times: ({inner})"


def _steps(stream: Stream) -> Iterator[str]:
    for element in stream.grammar:
        sentence = words(element)
        yield sentence[0].upper() + sentence[1:] if sentence[0].isalpha() else sentence


def _quantity(least: int, most: int | None) -> str:
    if most is None:
        return "any number of" if not least else f"{least} or more"
    if least == most:
        return "one" if least == 1 else f"exactly {least}"
    return "at most one" if (least, most) == (0, 1) else f"{least} to {most}"


def _lines(most: int | None) -> str:
    return "line" if most == 1 else "lines"


def _partial(entry: object) -> str:
    table = entry if isinstance(entry, dict) else {}
    return f"no {code(str(table.get('missing', '')))} line: {text(str(table.get('means', '')))}"
