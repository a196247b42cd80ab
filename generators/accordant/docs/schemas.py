"""The sections of a version's page about its schemas: fields as tables, rules as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from accordant import work
from accordant.contract import Example, Schema
from accordant.docs import try_pages
from accordant.docs.code_carriers import Carriers
from accordant.docs.field_history import FieldHistory
from accordant.docs.fields import FieldTables
from accordant.docs.machines import schema_file
from accordant.docs.markdown import bullets, code, heading, link, table, text, titled
from accordant.docs.places import Book, part_anchor, schema_anchor, section_anchor
from accordant.docs.try_schemas import why_untried
from accordant.docs.worked_example import WorkedExample
from accordant.findings import JsonValue
from accordant.model.fields.reader import FieldReader, Section
from accordant.schema.definitions import definitions_of
from accordant.schema.json_values import values_in
from accordant.schema.vocabulary import enumeration

_PARAMETER: Final = "x-type-parameter"

_DEFINITIONS_GUARDED: Final = (
    "Definitions guarded: this schema describes no document of its own. Each of its definitions is promised under its "
    "name, since other schemas refer to it."
)


def sections(book: Book) -> Iterator[str]:
    """The overview, then a section for each schema."""
    schemas = book.version.state.schemas
    if not schemas:
        return
    yield heading(2, "Schemas", "page.schemas")
    yield from _overview(book, _in_order(book))
    yield _parameters(schemas.values())
    reader, carriers = book.reader, Carriers.of_version(book)
    for schema in _in_order(book):
        yield from _section(book, schema, reader, carriers)


def _section(book: Book, schema: Schema, reader: FieldReader, carriers: Carriers) -> Iterator[str]:
    """One schema: what it is, its fields, its rules, its shared parts, an example."""
    if schema.document is not None:
        work.begin(schema.document.place)
    tables = FieldTables(reader, book)
    for part in reader.sections_of(schema.name):
        anchor = section_anchor(schema.name, part.name)
        yield heading(4 if part.name else 3, part.name or schema.name, anchor)
        yield from _about(part.site.schema, part.name)
        if not part.name:
            default = "The default schema of the version. " if schema.name == book.version.default_schema else ""
            target = book.to(schema_file(book.contract.name, book.version.name, schema.name))
            file = link(f"{schema.name}.json", target)
            yield f"{default}Address: {code(schema.uri)}. File: {file}{_trial(book, schema)}"
            yield from _example(book, schema, reader, carriers)
            if definitions_of(book.version.state.root(schema.name)):
                yield _DEFINITIONS_GUARDED
        yield from _body(book, tables, part)


def _body(book: Book, tables: FieldTables, section: Section) -> Iterator[str]:
    """What the tables say of a section."""
    since = FieldHistory.of_version(book).since(section)
    question: list[JsonValue] = ["body", section.name, book.here, [[name, *brought] for name, brought in since.items()]]
    said = book.of_schema(section.schema, question, lambda: list(tables.body(section, since)))
    yield from map(str, said if isinstance(said, list) else ())


def _trial(book: Book, schema: Schema) -> str:
    """The page on which a document is tried; else why there is none."""
    hindrance = why_untried(book, schema)
    if hindrance:
        return f". No page tries it, since {hindrance}: use {code('registry validate')}"
    form = try_pages.form_of(book, schema)
    writes = f"; or {link('write the schema of its data', book.to(form))}, then judge by it" if form else ""
    return f". {link('Try it', book.to(try_pages.path(book, schema.name)))}{writes}"


def _in_order(book: Book) -> list[Schema]:
    """The default schema first, the others by name."""
    default = book.version.default_schema
    return sorted(book.version.state.schemas.values(), key=lambda schema: (schema.name != default, schema.name))


def _overview(book: Book, schemas: Sequence[Schema]) -> Iterator[str]:
    """The schemas as a table; who writes and reads them stands below it where that is told of few."""
    told = [schema for schema in schemas if schema.writer or schema.reader]
    rows = [_line(book, schema) for schema in schemas]
    if 2 * len(told) >= len(schemas):
        yield table(("Schema", "Direction", "Written by", "Read by", "Examples"), rows)
        return
    yield table(("Schema", "Direction", "Examples"), [(row[0], row[1], row[4]) for row in rows])
    yield bullets(_roles(book, schema) for schema in told)


def _roles(book: Book, schema: Schema) -> str:
    roles = [f"written by {text(schema.writer)}"] if schema.writer else []
    roles += [f"read by {text(schema.reader)}"] if schema.reader else []
    return f"{_to_schema(book, schema)}: {'; '.join(roles)}"


def _line(book: Book, schema: Schema) -> tuple[str, ...]:
    shown = _to_schema(book, schema)
    if schema.name == book.version.default_schema:
        shown += " (default)"
    return shown, text(schema.direction), text(schema.writer), text(schema.reader), _count(book, schema.name)


def _to_schema(book: Book, schema: Schema) -> str:
    return link(text(schema.name), book.to(book.index, schema_anchor(schema.name)))


def _parameters(schemas: Iterable[Schema]) -> str:
    """What the names of type parameters stand for in types; "" where there are none."""
    parts = (part for schema in schemas for part in values_in(schema.value) if isinstance(part, dict))
    names = dict.fromkeys(str(part[_PARAMETER]) for part in parts if _PARAMETER in part)
    if not names:
        return ""
    shown = enumeration([code(name) for name in names], "and")
    return (
        f"In types, {shown} in front of a colon {'stand' if len(names) > 1 else 'stands'} for a type that generated "
        "code takes as a parameter: that of what one program writes there. A document is checked by what follows the "
        "colon."
    )


def _count(book: Book, subject: str) -> str:
    examples = [example for example in book.version.examples if example.subject == subject]
    if not examples:
        return ""
    valid = sum(example.valid for example in examples)
    return link(
        f"{valid} valid, {len(examples) - valid} invalid", book.to(book.examples, part_anchor("examples", subject))
    )


def _about(node: JsonValue, name: str = "") -> Iterator[str]:
    if not isinstance(node, dict):
        return
    title, description = str(node.get("title", "")), str(node.get("description", ""))
    yield titled(title if title != name else "", description)


def _example(book: Book, schema: Schema, reader: FieldReader, carriers: Carriers) -> Iterator[str]:
    first, failure = carriers.find_shown(schema.name)
    if first is not None:
        yield f"An example, {_to_example(book, first)}; each name leads to its field:"
        document = first.documents[0].value
        yield str(
            book.of_schema(
                schema.name, ["example", document], lambda: WorkedExample(reader, schema.name).block(document)
            )
        )
    if _count(book, schema.name):
        failed = f"A failure: {_to_example(book, failure)}. " if failure is not None else ""
        yield f"{failed}All examples: {_count(book, schema.name)}."


def _to_example(book: Book, example: Example) -> str:
    return link(text(example.name), book.to(book.examples, part_anchor("valid", example.subject, example.name)))
