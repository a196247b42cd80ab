"""The rows that a page must have, from the walk of ``schema/declarations``, not from that of the pages."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from accordant.docs.escapes import unescape
from accordant.docs.places import section_anchor
from accordant.findings import JsonValue
from accordant.model.fields.reader import Section
from accordant.schema import pointers
from accordant.schema.declarations import DeclaredItems, DeclaredProperty, TaggedSchema, items, lay_open, properties
from accordant.schema.dialects import Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas
from tests.docs.page_oracle import Cells

_DEEPEST = 12
_PLACE = re.compile(r"\[<code>(?P<pointer>[^<]*)</code>\]\([^)]*\)(?: \((?P<labels>.*)\))?$")
_TYPE_OF_DOCUMENT = re.compile(r"^Type: (?P<type>.*)\.", re.MULTILINE)
_SOURCE = re.compile(r"^- .*\(<code>(?P<source>[^<]*)</code>\)$", re.MULTILINE)
_DEFINITIONS = ("/$defs/", "/definitions/")
_JUDGE_THE_REST = {
    Relation.MEMBER: ("additionalProperties", "unevaluatedProperties"),
    Relation.ITEM: ("items", "additionalItems", "unevaluatedItems", "contains"),
}
_SILENT = {
    **dict.fromkeys(("minItems", "minLength", "minProperties", "uniqueItems"), 0),
    **{word: {} for word in ("properties", "patternProperties", "dependentSchemas", "dependentRequired")},
    "required": [],
}
"""Values with which keywords judge nothing."""
_IN_RULES = re.compile(r"/(?:unevaluatedItems|unevaluatedProperties)(?=/|$)")


@dataclass(frozen=True)
class ExpectedRow:
    """A place that a schema declares, and where."""

    pointer: str
    """In documents; ``*`` is any index, ``…`` any name."""
    pattern: str
    """That the name matches; "" for a name or for the rest."""
    source: str
    """The pointer of the declaration in its file."""
    told_by: str = ""
    """The words with which the type of the container may say it instead."""


def missing_rows(
    section: Section, page: Mapping[str, Cells], body: str, written: JsonValue | None = None
) -> Iterator[str]:
    """What a section declares and its page lacks.

    Args:
        section: a document or definition.
        page: the rows of the page.
        body: the text of the section.
        written: the document as its file holds it; what annotations expand to has no rows. None: as it is read.
    """
    shown = dict(_shown_places(section, page))
    title = _TYPE_OF_DOCUMENT.search(body)
    types = {"": [title["type"] if title else ""]}
    for (pointer, _), cells in shown.items():
        types.setdefault(pointer, []).append(cells.type)
    sources = [html.unescape(match["source"]) for match in _SOURCE.finditer(body)]
    for row in dict.fromkeys(expected_rows(section.site.node)):
        if written is not None and not pointers.has(written, row.source):
            continue
        is_shown = (row.pointer, row.pattern) in shown
        if not is_shown and not _is_told_by_type(row, types) and not _is_told_by_rule(row, sources):
            yield f"{row.source}: no row for {row.pointer} {row.pattern}".rstrip()


def _shown_places(section: Section, page: Mapping[str, Cells]) -> Iterator[tuple[tuple[str, str], Cells]]:
    """The pointer and the pattern of each row of a section."""
    start = f"field.{section_anchor(section.schema, section.name).removeprefix('schema.')}.."
    for anchor, cells in page.items():
        match = _PLACE.search(cells.field)
        if anchor.startswith(start) and match:
            pointer, labels = html.unescape(match["pointer"]), unescape(match["labels"] or "")
            _, is_pattern, pattern = labels.rpartition("names like ")
            yield (pointer, pattern if is_pattern and pointer.endswith("/…") else ""), cells
            if pointer.count("…") > 1:  # the label may speak of names further out
                yield (pointer, ""), cells


def _is_told_by_type(row: ExpectedRow, types: Mapping[str, Sequence[str]]) -> bool:
    """Whether the type of the container says what its items or members are, or that there is no such container.

    A container without a row stands in the type of the one around it.
    """
    if not row.told_by:
        return False
    container = row.pointer.rpartition("/")[0]
    while container and container not in types:
        container = container.rpartition("/")[0]
    kind = row.told_by.split()[0]
    return any(row.told_by in words or not re.search(rf"{kind}|any value|\[", words) for words in types[container])


def _is_told_by_rule(row: ExpectedRow, sources: Sequence[str]) -> bool:
    """Whether a rule speaks of the keyword around a place that has no row of its own in every document."""
    ends = [row.source[: match.end()] for match in _IN_RULES.finditer(row.source)]
    return any(end == source or end.startswith(f"{source}/") for end in ends for source in sources)


def expected_rows(node: Node, pointer: str = "", depth: int = 0) -> Iterator[ExpectedRow]:
    """Every place that a schema declares, without what references to other sections declare."""
    if depth > _DEEPEST:
        return
    opened = [schema for schema in lay_open([TaggedSchema(node)]) if _is_inside(schema.node, node)]
    for schema in opened:
        names = schema.node.value.get("required") if isinstance(schema.node.value, dict) else None
        for name in names if isinstance(names, list) else ():
            yield ExpectedRow(pointers.join(pointer, name), "", schema.node.pointer)
    declarations: list[DeclaredProperty | DeclaredItems] = [*properties(opened), *items(opened)]
    for declared in declarations:
        if _is_test(declared.schema.node):
            yield from expected_rows(declared.schema.node, f"{pointer}/*", depth + 1)
        elif not _covers_nothing(declared, opened):
            row = _row(declared, pointer)
            if row is not None:
                yield row
            inner = f"{pointer}/{_token(declared)}"
            yield from expected_rows(declared.schema.node, inner, depth + 1)


def _is_inside(inner: Node, outer: Node) -> bool:
    """Whether a schema stands inside another one, and is no definition with a section of its own."""
    rest = inner.pointer.removeprefix(outer.pointer)
    is_below = inner.document == outer.document and inner.pointer.startswith(outer.pointer)
    return is_below and (not rest or rest.startswith("/")) and not (rest.startswith(_DEFINITIONS))


def _is_test(node: Node) -> bool:
    return node.pointer.endswith("/contains")


def _token(declared: DeclaredProperty | DeclaredItems) -> str:
    if isinstance(declared, DeclaredProperty):
        return "…" if declared.name is None else pointers.escape(declared.name)
    return "*" if declared.index is None else str(declared.index)


def _row(declared: DeclaredProperty | DeclaredItems, pointer: str) -> ExpectedRow | None:
    """The row of a declaration; none where it says nothing of items or of the rest of the members."""
    place, source = f"{pointer}/{_token(declared)}", declared.schema.node.pointer
    if isinstance(declared, DeclaredProperty) and (declared.name is not None or declared.pattern):
        return ExpectedRow(place, declared.pattern, source)
    if isinstance(declared, DeclaredItems) and declared.index is not None:
        return ExpectedRow(place, "", source)
    if not _says_something(declared.schema.node.value):
        return None
    return ExpectedRow(place, "", source, "array of" if isinstance(declared, DeclaredItems) else "object with values:")


def _says_something(schema: JsonValue) -> bool:
    """Whether a schema has keywords that judge; counts without ``contains`` do not (Validation 6.4.4)."""
    silent = {"title", "$comment"} | (set() if "contains" in schema else {"minContains", "maxContains"})
    return any(word not in silent and (word not in _SILENT or _SILENT[word] != schema[word]) for word in schema)


def _covers_nothing(declared: DeclaredProperty | DeclaredItems, opened: Sequence[TaggedSchema]) -> bool:
    """Whether ``unevaluated…`` may be left without members or items: another keyword for the rest stands beside it."""
    source = declared.schema.node.pointer
    relation = Relation.MEMBER if source.endswith("/unevaluatedProperties") else Relation.ITEM
    if not source.endswith(("/unevaluatedProperties", "/unevaluatedItems")):
        return False
    return any(
        subschema.keyword in _JUDGE_THE_REST[relation] and subschema.key is None and subschema.node.pointer != source
        for schema in opened
        for subschema in applied_subschemas(schema.node, schema.scope, relation)
    )
