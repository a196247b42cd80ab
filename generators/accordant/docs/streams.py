"""The sections of a version's page about its streams: the grammar in words, and line after line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from accordant.contract import Choice, Line, Stream
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
        yield (
            f"The stream is incomplete where it breaks off before it may end{_unended(stream)}. "
            "What that tells, by the line that is still to come:"
        )
        yield bullets(_partial(stream))
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


def _unended(stream: Stream) -> str:
    """What an incomplete stream lacks, where every whole one ends with a terminal line."""
    *_, last = stream.grammar or (None,)
    lines = last.elements if isinstance(last, Choice) else (last,)
    ends = [line.type for line in lines if isinstance(line, Line) and line.terminal and line.least]
    if last is None or not last.least or len(ends) < len(lines):
        return ""
    return f": no {enumeration([code(type_) for type_ in ends])} line has come"


def _partial(stream: Stream) -> Iterator[str]:
    """What it tells that a line is still to come; lines that tell the same stand together."""
    alike: dict[str, list[str]] = {}
    for entry in stream.partial:
        table = entry if isinstance(entry, dict) else {}
        alike.setdefault(str(table.get("means", "")), []).append(code(str(table.get("missing", ""))))
    for means, types in alike.items():
        yield f"{enumeration(types)}: {text(means)}"
