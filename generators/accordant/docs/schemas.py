"""The sections of a version's page about its schemas: fields as tables, conditions as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accordant.contract import Schema
from accordant.docs.markdown import bullets, code, details, heading, json_block, link, listed, spot, table, text
from accordant.docs.places import Book, definition_anchor, field_anchor, part_anchor, raw, schema_anchor
from accordant.docs.rows import Row, definitions, rows, rule_bearers
from accordant.docs.wording import Words, is_type
from accordant.findings import JsonValue
from accordant.schema import pointers

TITLES = ("Field", "Type", "Required", "Constraints", "Description")


def sections(book: Book) -> Iterator[str]:
    """The overview, then a section for each schema."""
    schemas = book.version.state.schemas
    if not schemas:
        return
    yield heading(2, "Schemas", "page.schemas")
    yield table(
        ("Schema", "Direction", "Written by", "Read by", "Examples"), [_line(book, one) for one in _sorted(book)]
    )
    for one in _sorted(book):
        yield from section(book, one)


def section(book: Book, schema: Schema) -> Iterator[str]:
    """One schema: what it is, its fields, its rules, its shared parts, an example."""
    node = raw(schema)
    words = Words(book, schema.name)
    yield heading(3, schema.name, schema_anchor(schema.name))
    yield from _about(node)
    default = "The default schema of the version. " if schema.name == book.version.default_schema else ""
    yield f"{default}Address: {code(schema.uri)}"
    yield from _body(words, schema_anchor(schema.name), node, "")
    for name, at, part in definitions(node):
        anchor = definition_anchor(schema.name, name)
        yield heading(4, name, anchor)
        yield from _about(part, name)
        yield from _body(words, anchor, part, at)
    yield from _example(book, schema)


def _sorted(book: Book) -> list[Schema]:
    """The default schema first, the others by name."""
    default = book.version.default_schema
    return sorted(book.version.state.schemas.values(), key=lambda one: (one.name != default, one.name))


def _line(book: Book, schema: Schema) -> tuple[str, ...]:
    shown = link(text(schema.name), book.to(book.index, schema_anchor(schema.name)))
    if schema.name == book.version.default_schema:
        shown += " (default)"
    return shown, text(schema.direction), text(schema.writer), text(schema.reader), _count(book, schema.name)


def _count(book: Book, subject: str) -> str:
    found = [one for one in book.version.examples if one.subject == subject]
    if not found:
        return ""
    valid = sum(one.valid for one in found)
    return link(
        f"{valid} valid, {len(found) - valid} invalid", book.to(book.examples, part_anchor("examples", subject))
    )


def _about(node: JsonValue, name: str = "") -> Iterator[str]:
    if not isinstance(node, dict):
        return
    title, description = str(node.get("title", "")), str(node.get("description", ""))
    words = [f"**{text(title)}.**" if title and title != name else "", text(description)]
    yield " ".join(one for one in words if one)


def _body(words: Words, anchor: str, node: JsonValue, at: str) -> Iterator[str]:
    """Type, table of fields and rules of a schema or of a shared part of one."""
    kind = [words.type(node), *words.limits(node)]
    cells = [_cells(words, anchor, row) for row in rows(node)]
    added = " It adds to that type:" if cells and isinstance(node, dict) and "$ref" in node else ""
    yield f"Type: {', '.join(kind)}.{added}"
    yield table(TITLES, cells)
    told = [(row, one, way) for row in rule_bearers(node) for one, way in rules(words, row)]
    if told:
        yield "Rules of the schema:"
        yield bullets(f"{_sentence(one)} ({code(at + way)})" for _, one, way in told)


def _cells(words: Words, anchor: str, row: Row) -> tuple[str, ...]:
    identifier = field_anchor(anchor, row.tokens)
    shown = f"{spot(identifier)}{link(code(row.pointer), f'#{identifier}')}"
    if row.form:
        shown += f" ({text(row.form)})"
    node = row.node if isinstance(row.node, dict) else {}
    description = str(node.get("description") or node.get("title") or "")
    return shown, words.type(row.node), row.presence, "; ".join(words.limits(row.node)), text(description)


def rules(words: Words, row: Row) -> Iterator[tuple[str, str]]:
    """The sentences that a place adds to its row in the table, each with its pointer in the section's schema."""
    node, at = row.node, row.pointer
    if not isinstance(node, dict):
        return
    if "if" in node:
        yield from _conditions(words, node, at, row.at, ())
    for index, one in enumerate(node["allOf"] if isinstance(node.get("allOf"), list) else ()):
        yield from _all_of(words, one, at, pointers.join(row.at, "allOf", index))
    for word in ("anyOf", "oneOf"):
        branches = node.get(word)
        if isinstance(branches, list) and not all(is_type(one) for one in branches):
            yield listed(list(words.facts({word: branches}, at)), "and"), pointers.join(row.at, word)
    for word in (
        "contains",
        "propertyNames",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "x-code-context",
    ):
        if word in node:
            yield listed(list(words.facts({word: node[word]}, at)), "and"), pointers.join(row.at, word)
    if "not" in node and not any(one.startswith("not ") for one in words.limits(node)):
        yield listed(list(words.facts({"not": node["not"]}, at)), "and"), pointers.join(row.at, "not")


def _all_of(words: Words, one: JsonValue, at: str, way: str) -> Iterator[tuple[str, str]]:
    """A part of ``allOf``: a condition, or what it says beyond the fields that stand in the table."""
    if isinstance(one, dict) and "if" in one:
        yield from _conditions(words, one, at, way, ())
        return
    if isinstance(one, dict):
        one = {key: value for key, value in one.items() if key not in ("properties", "required", "type", "description")}
    said = listed(list(words.facts(one, at)), "and")
    if said:
        yield said, way


def _conditions(
    words: Words, node: Mapping[str, JsonValue], at: str, way: str, premises: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """A condition; those that stand inside its ``then`` become sentences of their own, with both premises."""
    then = node.get("then")
    inner = then.get("allOf") if isinstance(then, dict) else None
    nested = [one for one in inner if isinstance(one, dict) and "if" in one] if isinstance(inner, list) else []
    if not nested or not isinstance(then, dict) or not isinstance(inner, list):
        yield words.rule(node, at, premises), way
        return
    plain = [one for one in inner if one not in nested]
    rest = {key: value for key, value in then.items() if key != "allOf"} | ({"allOf": plain} if plain else {})
    if rest or "else" in node:
        yield words.rule({**node, "then": rest}, at, premises), way
    outer = (*premises, words.joined(node["if"], at))
    for index, one in enumerate(inner):
        if one in nested:
            yield from _conditions(words, one, at, pointers.join(way, "then", "allOf", index), outer)


def _sentence(words: str) -> str:
    return (words[0].upper() + words[1:] if words[:1].isalpha() else words) + "."


def _example(book: Book, schema: Schema) -> Iterator[str]:
    valid = [one for one in book.version.examples if one.subject == schema.name and one.valid and not one.is_stream]
    if valid:
        first = min(valid, key=lambda one: (len(one.documents[0].text), one.name))
        yield details("example", f"Example: {text(first.name)}", [json_block(first.documents[0].value)])
    if _count(book, schema.name):
        yield f"All examples: {_count(book, schema.name)}."
