"""Old readers still read: every way in which a reader refuses what a writer may write, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant import algebra
from accordant.compat.blame import Blame, blame
from accordant.compat.loosen import relax
from accordant.compat.sides import Exchange, Spot, follow, trace
from accordant.compat.witnesses import simplify
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.declarations import TaggedSchema, properties
from accordant.schema.dialects import dialect_of
from accordant.schema.json_values import json_type
from accordant.schema.reader_copy import COPY, as_node, find_source, origin
from accordant.schema.references import Node, Resources

MOST_BREAKS: Final = 60
"""Most breaks that are listed for one pair of schemas: nobody reads more, and each costs a question."""

MOST_AT_ONE_PLACE: Final = 8
"""After so many loosenings a keyword is dropped: whatever else it refuses is the same break."""

PAIR_STEPS: Final = 250_000
"""Work of all questions about one pair of schemas. The largest single question of the public corpora takes 200,000
steps; 100,000 take some seconds."""

_CLOSED_WRITER: Final = "urn:accordant:writer"

CLOSING: Final = ("additionalProperties", "unevaluatedProperties", "propertyNames")
"""Keywords that refuse keys which nothing names."""


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

    @property
    def old(self) -> Spot | None:
        """The place on the older side."""
        return self.writer if self.exchange.newer_reads else self.reader

    @property
    def new(self) -> Spot | None:
        """The place on the newer side."""
        return self.reader if self.exchange.newer_reads else self.writer


@dataclass(frozen=True, slots=True)
class UnknownBreaks:
    """The reason why further breaks are not known, and the part of either side's schema that is the cause."""

    reason: str
    spot: Spot | None = None


@dataclass
class Questions:
    """Questions about one pair of schemas within a number of steps; one session, so that answers help later ones."""

    steps: int = PAIR_STEPS
    session: algebra.Session = field(default_factory=algebra.Session)

    def check_containment(self, writer: Node, reader: Node) -> algebra.Verdict:
        """Whether the reader accepts all that the writer may write, within what is left of the steps."""
        if self.steps <= 0:
            return algebra.Undecided("the steps for one pair of schemas are spent")
        self.session.limit(self.steps)
        answer = self.session.check_containment(writer, reader)
        self.spend(self.session.steps)
        return answer

    def spend(self, steps: int) -> None:
        """Count work beside the solver's."""
        self.steps -= steps

    def within(self, steps: int) -> Questions:
        """Questions in the same session with a budget of their own."""
        return Questions(min(steps, self.steps), self.session)


def breaks(
    exchange: Exchange, copied: JsonValue, questions: Questions, *, closed: bool
) -> Iterator[Break | UnknownBreaks]:
    """Every break: find a document, name the keyword that refuses it, loosen that keyword, ask again.

    Args:
        exchange: who writes and who reads.
        copied: the reader's schema as a copy of one document, as it is to be read.
        questions: the solver, and how much work it may do.
        closed: whether writers write only keys that their schema names.
    """
    root, written = exchange.writer.root, exchange.writer.root
    loosened: Counter[tuple[str, str]] = Counter()
    restrictions: list[JsonValue] = []
    for _ in range(MOST_BREAKS):
        answer = questions.check_containment(written, as_node(copied))
        if isinstance(answer, algebra.Contained):
            return
        if isinstance(answer, algebra.Undecided):
            yield UnknownBreaks(answer.reason, _cause(exchange.reader.root, copied, answer.where))
            return
        document = simplify(answer.document, root, as_node(copied))
        refusing = blame(as_node(copied), document, questions.spend)
        if refusing is None:
            yield Break(exchange, document)
            return
        parts = list(trace(root, document, refusing.instance))
        questions.spend(sum(map(len, parts)))
        unnamed = _find_unnamed(document, refusing, parts) if closed else None
        if unnamed is not None:
            if refusing.keyword in CLOSING:
                yield _locate(exchange, copied, document, refusing, None, closing=True)
            restrictions.append(_named_keys_only(document, unnamed, parts))
            written = _restrict(root, restrictions)
            continue
        key = (refusing.schema, refusing.keyword)
        loosened[key] += 1
        whole = loosened[key] > MOST_AT_ONE_PLACE or not _writer_lists(refusing, copied, parts[-1])
        relaxed = relax(copied, refusing, whole=whole)
        if relaxed is None:
            yield _locate(exchange, copied, document, refusing, None)
            return
        if loosened[key] <= MOST_AT_ONE_PLACE:
            detail = relaxed[1] if relaxed[1] is not None else _detail(refusing, copied)
            yield _locate(exchange, copied, document, refusing, detail)
        copied = relaxed[0]


def _cause(reader: Node, copied: JsonValue, where: str) -> Spot | None:
    """The part of a side's own schema that a location names, be it in the copy."""
    spot = Spot.at(where)
    source = find_source(copied, spot.pointer, reader.resources) if spot and spot.address == COPY else None
    return Spot(*source) if source else spot


def _locate(
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
    return Break(exchange, document, refusing, detail, reader, refused_by, writer, written_by, closing)


def _refusing_part(exchange: Exchange, copied: JsonValue, refusing: Blame) -> tuple[Spot | None, JsonValue]:
    """The blamed keyword in the reader's own schema, and the keyword with its value."""
    source = origin(copied, refusing.schema)
    if source is None:
        return None, None
    address, pointer = source
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
    if isinstance(detail, str) and refusing.keyword in ("additionalProperties", "unevaluatedProperties"):
        pointer = pointers.join(pointer, detail)
    parts = follow(exchange.writer.root, document, pointer)
    keyword = refusing.spelling
    for part in parts:
        if keyword in part.node.value:
            return Spot.of(part.node, keyword), {keyword: part.node.value[keyword]}
    return (Spot.of(parts[0].node) if parts else None), None


def _writer_lists(refusing: Blame, copied: JsonValue, written: list[TaggedSchema]) -> bool:
    """Whether the writer's schemas list keys, types or values at the refused place: each one is a break of its own."""
    if refusing.keyword in CLOSING and isinstance(refusing.value, dict):
        holder = pointers.follow(copied, refusing.schema)
        declared = holder.get("properties") or {} if isinstance(holder, dict) else {}
        named = {property_.name for property_ in properties(written)}
        return any(key in named for key in refusing.value if key not in declared)
    if refusing.keyword not in ("type", "enum", "const"):
        return True
    keywords = ("type", "enum", "const") if refusing.keyword == "type" else ("enum", "const")
    return any(keyword in schema.node.value for schema in written for keyword in keywords)


def _detail(refusing: Blame, copied: JsonValue) -> JsonValue:
    if refusing.keyword != "type":
        return None
    return json_type(refusing.value, by_spelling=dialect_of(copied).integers_by_spelling)


def _find_unnamed(document: JsonValue, refusing: Blame, parts: list[list[TaggedSchema]]) -> list[str] | None:
    """The tokens of the outermost object on the refused path that carries a key which the writer does not name.

    ``parts`` are the writer's schemas for each part of the document on that path, see :func:`trace`.
    """
    tokens = pointers.split(refusing.instance)
    if refusing.keyword in CLOSING and isinstance(refusing.value, dict):
        tokens += [key for key in refusing.value if not _declares(parts[-1], key)][:1]
    value = document
    for index, token in enumerate(tokens):
        if isinstance(value, dict) and not _declares(parts[index], token):
            return tokens[:index]
        value = pointers.follow(value, pointers.write([token]))
    return None


def _declares(schemas: list[TaggedSchema], key: str) -> bool:
    """Whether the schemas of an object name ``key``, or declare it as part of a map."""
    return any(property_.name in (None, key) for property_ in properties(schemas))


def _named_keys_only(document: JsonValue, tokens: list[str], parts: list[list[TaggedSchema]]) -> JsonValue:
    """A schema that admits only keys which the writer's schema names in the objects at one place of its documents."""
    declared = list(properties(parts[len(tokens)]))
    named: JsonValue = {
        "properties": {property_.name: {} for property_ in declared if property_.name is not None},
        "patternProperties": {property_.pattern: {} for property_ in declared if property_.pattern},
        "additionalProperties": False,
    }
    for index in range(len(tokens) - 1, -1, -1):
        is_item = isinstance(pointers.follow(document, pointers.write(tokens[:index])), list)
        named = {"items": named} if is_item else {"properties": {tokens[index]: named}}
    return named


def _restrict(writer: Node, restrictions: list[JsonValue]) -> Node:
    """The writer under further schemas. They stand side by side: nested ones cost a validator twice as much each."""
    resources = {uri: writer.resources.root(uri).value for uri in writer.resources}
    writes = {"$ref": f"{writer.document}#{writer.pointer}"}
    both = {"$schema": writer.dialect.uri, "allOf": [writes, *restrictions]}
    return Resources({**resources, _CLOSED_WRITER: both}, writer.dialect, main=writer.document).root(_CLOSED_WRITER)
