"""The sections of a version's page about its streams: the grammar in words, and line after line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from accordant.contract import Stream
from accordant.docs import try_pages
from accordant.docs.escapes import unescape
from accordant.docs.markdown import bullets, code, heading, link, ordered_list, text, titled
from accordant.docs.places import Book, PageData, part_anchor, schema_anchor
from accordant.docs.stream_picture import PICTURE, picture
from accordant.docs.stream_words import words
from accordant.docs.try_schemas import why_untried
from accordant.schema.vocabulary import enumeration

_MARKS: Final = re.compile("<[^>]*>|`")


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The picture of every stream."""
    for book in subject.books:
        for stream in book.version.state.streams.values():
            in_words = ", then ".join(_plain(words(element)) for element in stream.grammar)
            yield f"{book.folder}/{stream.name}{PICTURE}", picture(stream, in_words)


def _plain(shown: str) -> str:
    """The letters of a line of Markdown of ours."""
    return unescape(_MARKS.sub("", shown))


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
    yield titled(stream.title, stream.description)
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
    drawn = f"{stream.name}{PICTURE}"
    yield f"![The grammar of the stream {text(stream.name)}, in words above and below.]({drawn})"
    yield ordered_list(_steps(stream))
    if stream.partial:
        yield "When the stream is incomplete:"
        yield bullets(_partial(entry) for entry in stream.partial)
    if stream.failure:
        facts = [
            enumeration([f"{code(at)} is {code(json.dumps(value))}" for at, value in marks.items()], "and")
            for marks in stream.failure
        ]
        yield f"The last line reports a failure where {enumeration(facts, 'or')}."
    if any(example.subject == stream.name for example in book.version.examples):
        yield link("Examples of the stream", book.to(book.examples, part_anchor("examples", stream.name)))
    schema = book.version.state.schemas.get(stream.line)
    hindrance = why_untried(book, schema) if schema is not None else ""
    if hindrance:
        yield f"No page tries it, since of its lines {hindrance}: use {code('registry validate')}."
    elif schema is not None:
        yield link("Try it: paste lines, see whether they conform", book.to(try_pages.path(book, stream.name)))
    if stream.source:
        yield f"Source: {text(stream.source)}"


def _steps(stream: Stream) -> Iterator[str]:
    for element in stream.grammar:
        sentence = words(element)
        yield sentence[0].upper() + sentence[1:] if sentence[0].isalpha() else sentence


def _partial(entry: object) -> str:
    table = entry if isinstance(entry, dict) else {}
    return f"no {code(str(table.get('missing', '')))} line: {text(str(table.get('means', '')))}"
