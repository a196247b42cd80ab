"""A break at its places in the schemas of both sides: at its edit, else at the keyword that refuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from accordant.compat.blame import CLOSING, Blame
from accordant.compat.edits import Edit, Kind
from accordant.compat.sides import Exchange, Side, Spot, follow
from accordant.compat.unread import find_unread
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import find_source, origin
from accordant.schema.declarations import declared
from accordant.schema.dialects import OTHER_MEMBERS, dialect_of
from accordant.schema.json_values import json_type
from accordant.schema.reader_copy import COPY


@dataclass(frozen=True, slots=True)
class Break:
    """One way in which a reader refuses what a writer may write; places are those of the sides' own schemas."""

    exchange: Exchange
    document: JsonValue
    blame: Blame | None = None
    """The refusing keyword of the reader's copy; None where the validator names none."""
    detail: JsonValue = None
    """The name, value or type that the reader does not take."""
    reader: Spot | None = None
    """The refusing keyword in the reader's schema; None: the root."""
    refused_by: JsonValue = None
    """That keyword with its value, as an object; None where the schema does not have it as it stands."""
    writer: Spot | None = None
    """Where the writer's schema lets the refused part in: the same keyword, else the nearest schema; None: the root."""
    written_by: JsonValue = None
    """The same keyword of the writer's schema with its value; None where it has none."""
    closing: bool = False
    """Refused only because the writer's schema does not name the key: a closed writer never writes it."""
    edit: Edit | None = None
    """The edit because of which it is refused; None where none explains it."""

    @property
    def old(self) -> Spot | None:
        """The place on the older side."""
        return self.writer if self.exchange.newer_reads else self.reader

    @property
    def new(self) -> Spot | None:
        """The place on the newer side."""
        return self.reader if self.exchange.newer_reads else self.writer

    def newer_declares(self, name: str) -> bool:
        """Whether the newer side declares a field in the object that the break is about."""
        return (
            _declarations(self.exchange.reader if self.exchange.newer_reads else self.exchange.writer, self.new, name)
            > 0
        )


def _declarations(side: Side, spot: Spot | None, name: str) -> int:
    """How many schemas of an object declare a field; the spot is the object, its ``required``, or the field."""
    if spot is None or not side.has(spot):
        return 0
    pointer = spot.pointer.removesuffix("/required").removesuffix(pointers.join("/properties", name))
    node = side.root.resources.root(spot.address).child(*pointers.split(pointer))
    return sum(property_.name == name for property_ in declared(node))


@dataclass(frozen=True, slots=True)
class UnknownBreaks:
    """The reason why further breaks are not known, and the part of either side's schema that is the cause."""

    reason: str
    spot: Spot | None = None
    edits: tuple[Edit, ...] = ()
    """The edits of which it is not known whether they break; none: whatever differs."""
    newer_reads: bool = False


def by_edits(
    exchange: Exchange, copied: JsonValue, document: JsonValue, refusing: Blame | None, edits: Sequence[Edit]
) -> Iterator[Break]:
    """A break at each of some edits that let a document in together; the refusing keyword is that of the first."""
    for edit in edits:
        yield _by_edit(exchange, copied, document, _blame_at(edit, edits[0], refusing), edit)


def _blame_at(edit: Edit, first: Edit, refusing: Blame | None) -> Blame | None:
    """The blame for the first of several edits, and for those of further names in the same `required`; else none."""
    if edit is first or refusing is None:
        return refusing
    is_alike = edit.kind is first.kind is Kind.REQUIRED and edit.reader == first.reader
    return replace(refusing, names=(edit.name,)) if is_alike and refusing.keyword == "required" else None


def _by_edit(exchange: Exchange, copied: JsonValue, document: JsonValue, refusing: Blame | None, edit: Edit) -> Break:
    """A break at the place of its edit, with what both sides have there."""
    detail = _detail_of_edit(edit, refusing, copied)
    if edit.is_required and exchange.newer_reads:
        return _newly_required(exchange, document, refusing, edit)
    if edit.closed_by and refusing is None:
        spot = Spot(edit.reader.address, pointers.join(edit.reader.pointer, edit.closed_by))
        refused_by: JsonValue = {edit.closed_by: False}
        written: JsonValue = {"properties": edit.name}
        return Break(exchange, document, None, edit.name, spot, refused_by, edit.writer, written, edit=edit)
    if edit.kind is Kind.PROPERTY and edit.is_added and refusing is not None:
        reader, refused_by = _refusing_part(exchange, copied, refusing)
        is_closed = refusing.keyword in CLOSING
        written_by = {"properties": edit.name} if is_closed else _writing_part(exchange, document, refusing, detail)[1]
        return Break(exchange, document, refusing, detail, reader, refused_by, edit.writer, written_by, edit=edit)
    if (unread := find_unread(exchange, edit)) is not None:
        here, there = (edit.reader, unread) if edit.is_removed else (unread, edit.writer)
        facts = _fact(exchange.reader, edit, here), _fact(exchange.writer, edit, there)
        return Break(exchange, document, refusing, detail, here, facts[0], there, facts[1], edit=edit)
    read, written = _fact(exchange.reader, edit, edit.reader), _fact(exchange.writer, edit, edit.writer)
    if edit.is_added:
        read = None
    if edit.is_removed:
        written = None
    return Break(exchange, document, refusing, detail, edit.reader, read, edit.writer, written, edit=edit)


def _newly_required(exchange: Exchange, document: JsonValue, refusing: Blame | None, edit: Edit) -> Break:
    """A required property that is new to the reader: what old writers lack is the name in ``required``."""
    holder = pointers.parent(pointers.parent(edit.reader.pointer))
    spot = Spot(edit.reader.address, pointers.join(holder, "required"))
    return Break(exchange, document, refusing, edit.name, spot, {"required": edit.name}, edit.writer, None, edit=edit)


def _detail_of_edit(edit: Edit, refusing: Blame | None, copied: JsonValue) -> JsonValue:
    """The name or type that the reader does not take."""
    if edit.kind is Kind.REQUIRED or edit.is_required:
        return edit.name
    if edit.kind is Kind.PROPERTY and edit.is_added and refusing is not None and refusing.keyword in CLOSING:
        return edit.name
    return detail_of(refusing, copied) if refusing is not None else None


def _fact(side: Side, edit: Edit, spot: Spot) -> JsonValue:
    """What a side's own schema has at the place of an edit; a keyword with its value, as an object."""
    try:
        value = pointers.follow(side.root.resources.root(spot.address).value, spot.pointer)
    except LookupError:
        return None
    if edit.kind in (Kind.KEYWORD, Kind.REQUIRED, Kind.EXCLUSION, Kind.DRAFT):
        return {(pointers.split(spot.pointer) or [""])[-1]: value}
    return value


def locate(
    exchange: Exchange,
    copied: JsonValue,
    document: JsonValue,
    refusing: Blame,
    detail: JsonValue,
    *,
    closing: bool = False,
) -> Break:
    """A break with its places in the schemas of both sides, not in the copy."""
    reader, refused_by = _refusing_part(exchange, copied, refusing)
    writer, written_by = _writing_part(exchange, document, refusing, detail)
    if closing and writer is not None and refusing.keyword not in CLOSING:
        writer, written_by = writer.parent if written_by else writer, None  # it says nothing of such keys
    return Break(exchange, document, refusing, detail, reader, refused_by, writer, written_by, closing)


def _refusing_part(exchange: Exchange, copied: JsonValue, refusing: Blame) -> tuple[Spot | None, JsonValue]:
    """The blamed keyword in the reader's own schema, and the keyword with its value."""
    source = origin(copied, refusing.schema)
    if source is None:
        return None, None
    address, pointer = source
    if address == COPY:  # a part of the writer's
        return None, None
    if refusing.keyword == "false":
        place = find_source(copied, refusing.schema, exchange.reader.root.resources)
        return (Spot(*place) if place else None), None
    spot = Spot(address, pointers.join(pointer, refusing.spelling))
    try:
        holder = pointers.follow(exchange.reader.root.resources.root(address).value, pointer)
    except LookupError:
        return spot, None
    has_keyword = isinstance(holder, dict) and refusing.spelling in holder
    return spot, {refusing.spelling: holder[refusing.spelling]} if has_keyword else None


def _writing_part(
    exchange: Exchange, document: JsonValue, refusing: Blame, detail: JsonValue
) -> tuple[Spot | None, JsonValue]:
    """Where the writer's schema lets the refused part in: the same keyword there, else the nearest schema."""
    pointer = refusing.instance
    if isinstance(detail, str) and refusing.keyword in OTHER_MEMBERS:
        pointer = pointers.join(pointer, detail)
    parts = follow(exchange.writer.root, document, pointer)
    keyword = refusing.spelling
    for part in parts:
        if isinstance(part.node.value, dict) and keyword in part.node.value:
            return Spot.of(part.node, keyword), {keyword: part.node.value[keyword]}
    return (Spot.of(parts[0].node) if parts else None), None


def detail_of(refusing: Blame, copied: JsonValue) -> JsonValue:
    """The type that the reader does not take, as its draft tells types apart; None for other keywords."""
    if refusing.keyword != "type":
        return None
    dialect = dialect_of(pointers.follow(copied, refusing.schema), dialect_of(copied))
    return json_type(refusing.value, by_spelling=dialect.integers_by_spelling)
