"""Old readers still read: every way in which a reader refuses what a writer may write, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final

from accordant import algebra
from accordant.compat.blame import CLOSING, Blame, blame
from accordant.compat.causes import Causes
from accordant.compat.located import Break, UnknownBreaks, by_edits, detail_of, locate
from accordant.compat.loosen import relax
from accordant.compat.lost_names import LOST
from accordant.compat.meant import meant_documents
from accordant.compat.named_everywhere import NAMED, Kind, kind_of, named_everywhere
from accordant.compat.named_keys import find_unnamed, find_unnamed_anywhere, named_keys_only
from accordant.compat.sides import Exchange, Spot, Traced, follow, trace
from accordant.compat.solving import Questions
from accordant.compat.witnesses import simplify
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import find_source
from accordant.schema.declarations import TaggedSchema, properties
from accordant.schema.reader_copy import COPY, as_node
from accordant.schema.references import Node, Resources
from accordant.schema.validation import validator_of

MOST_BREAKS: Final = 60
"""Most breaks that are listed for one pair of schemas: nobody reads more, and each costs a question."""

MOST_AT_ONE_PLACE: Final = 8
"""After this many loosenings a keyword is dropped: whatever else it refuses is the same break."""

_CLOSED_WRITER: Final = "urn:accordant:writer"
_MEANT: Final = "urn:accordant:meant"


def breaks(
    exchange: Exchange,
    reader: Node,
    questions: Questions,
    *,
    closed: bool,
    means: bool = False,
    causes: Causes | None = None,
    known: algebra.Counterexample | None = None,
    lost: Mapping[str, JsonValue] = MappingProxyType({}),
) -> Iterator[Break | UnknownBreaks]:
    """Every break: find a document, name the edit that breaks it, make that edit in the reader, ask again.

    Where no edit explains a refusal, or every consequence is listed, the refusing keyword is loosened.

    Args:
        exchange: who writes and who reads.
        reader: the reader's schema as a copy of one document, as it is to be read.
        questions: the solver, and how much work it may do.
        closed: whether writers write only keys that their schema names.
        means: whether writers write only documents that they mean, see :mod:`accordant.compat.meant`.
        causes: the edits between reader and writer; None: list what they lead to, one keyword after the other.
        known: a document that the reader's own schema refuses; the first to look at where the copy refuses it too.
        lost: what writers keep to where names are lost, see :mod:`accordant.compat.lost_names`.
    """
    search = _Search(exchange, reader, questions, closed, means, causes, known, dict(lost))
    for _ in range(MOST_BREAKS):
        yield from search.find_next()
        if search.is_over:
            return
    if any(True for _ in search.find_next()) or not search.is_over:
        yield search.unknown(f"there are more than {MOST_BREAKS} breaks, and the others are not listed")


@dataclass
class _Search:
    """The search for breaks: the reader as it is loosened, and the writer as it is restricted."""

    exchange: Exchange
    reader: Node
    """The reader's schema as a copy, with all edits made that broke so far, or its keywords loosened."""
    questions: Questions
    closed: bool
    means: bool
    causes: Causes | None
    known: algebra.Counterexample | None
    _kept_to: dict[str, JsonValue]
    """Schemas by address that the writer keeps to, and those that they refer to."""
    is_over: bool = False
    _loosened: Counter[tuple[str, str]] = field(default_factory=Counter)
    _restrictions: list[JsonValue] = field(default_factory=list)
    _closed: set[Kind] = field(default_factory=set)
    """The kinds of objects that carried keys which the writer does not name."""

    def __post_init__(self) -> None:
        self._written = self.exchange.writer.root
        if self._kept_to:
            self._restrict()

    def find_next(self) -> Iterator[Break | UnknownBreaks]:
        """The breaks that one further document shows."""
        answer = self._take_known() or self.questions.check_containment(self._written, self.reader)
        if not isinstance(answer, algebra.Counterexample):
            self.is_over = True
            if isinstance(answer, algebra.Undecided):
                yield self.unknown(answer.reason, _cause(self.exchange.reader.root, self.reader.value, answer.where))
            return
        if self.means and self._keep_to_meant(answer.document):
            return
        document = simplify(answer.document, self._written, self.reader)
        refusing = blame(self.reader, document, self.questions.spend)
        if self.closed and (yield from self._restrict_writer(document, refusing)):
            return
        causing = self.causes.find(self.reader, document, refusing) if self.causes else []
        if self.causes is not None and causing:
            yield from by_edits(self.exchange, self.reader.value, document, refusing, causing)
            self.reader = self.causes.accept(causing)
        elif refusing is None:
            self.is_over = True
            yield Break(self.exchange, document)
        else:
            self.causes = None
            yield from self._loosen(document, refusing)

    def unknown(self, reason: str, spot: Spot | None = None) -> UnknownBreaks:
        """The statement that it is not known whether the remaining edits break, and the part that is the cause."""
        edits = tuple(self.causes.open) if self.causes else ()
        return UnknownBreaks(reason, spot, edits, self.exchange.newer_reads)

    def _take_known(self) -> algebra.Counterexample | None:
        """The document that is known already, once, if the copy refuses it too."""
        known, self.known = self.known, None
        if known is None or validator_of(self.reader).first_opinion(known.document) is not False:
            return None
        return None if self._kept_to and not self._may_write(known.document) else known

    def _may_write(self, document: JsonValue) -> bool:
        return validator_of(self._written).first_opinion(document) is not False

    @cached_property
    def _meant_documents(self) -> JsonValue | None:
        return meant_documents(self.questions.copies.exact(self.exchange.writer.root))

    def _keep_to_meant(self, document: JsonValue) -> bool:
        """Whether the writer does not mean the document; if so, no more such documents."""
        meant = self._meant_documents
        if (
            _MEANT in self._kept_to
            or meant is None
            or validator_of(as_node(meant)).first_opinion(document) is not False
        ):
            return False
        self._kept_to[_MEANT] = meant
        self._restrict()
        return True

    def _restrict_writer(self, document: JsonValue, refusing: Blame | None) -> Generator[Break, None, bool]:
        """Whether the document is refused for a key that a closed writer never writes; if so, no more such keys.

        Where nothing says what is refused, any such key of the document counts.
        """
        root = self.exchange.writer.root
        if refusing is None:
            place = find_unnamed_anywhere(root, document, self.questions.spend)
            if place is not None:
                self._close(document, *place)
            return place is not None
        parts = list(trace(root, document, refusing.instance))
        self.questions.spend(sum(len(part.schemas) for part in parts))
        unnamed = find_unnamed(document, refusing, parts)
        if unnamed is None:
            return False
        if refusing.keyword in CLOSING or not self._is_read(document, refusing, unnamed):
            yield locate(self.exchange, self.reader.value, document, refusing, None, closing=True)
        self._close(document, unnamed, parts)
        return True

    def _close(self, document: JsonValue, unnamed: list[str], parts: list[Traced]) -> None:
        """Let the writer write named keys only: at one place, then in all objects alike, then in all objects."""
        kind = kind_of(parts[len(unnamed)].schemas)
        is_further = kind in self._closed or NAMED in self._kept_to
        self._closed.add(kind)
        root, spend = self.exchange.writer.root, self.questions.spend
        closed = None if NAMED in self._kept_to else self._closed
        named = named_everywhere(root, closed, spend) if is_further else None
        if named is not None and validator_of(as_node(named)).first_opinion(document) is False:
            self._kept_to[NAMED] = named
        else:
            self._restrictions.append(named_keys_only(document, unnamed, parts))
        self._restrict()

    def _restrict(self) -> None:
        self._written = _restrict(self.exchange.writer.root, self._restrictions, self._kept_to)

    def _is_read(self, document: JsonValue, refusing: Blame, unnamed: list[str]) -> bool:
        """Whether the reader declares the key that the writer does not name: that is reported as an added field."""
        tokens = pointers.split(refusing.instance)
        keys = tokens[len(unnamed) : len(unnamed) + 1] or list(
            refusing.value if isinstance(refusing.value, dict) else ()
        )
        *_, part = trace(self.exchange.reader.root, document, pointers.write(unnamed))
        return any(property_.name in keys or property_.pattern for property_ in properties(part.schemas))

    def _loosen(self, document: JsonValue, refusing: Blame) -> Iterator[Break]:
        """The break at the keyword that refuses, which is loosened so that it does so no more."""
        key = (refusing.schema, refusing.keyword)
        self._loosened[key] += 1
        written = follow(self.exchange.writer.root, document, refusing.instance)
        self.questions.spend(len(written))
        whole = self._loosened[key] > MOST_AT_ONE_PLACE or not _writer_lists(refusing, self.reader.value, written)
        relaxed = relax(self.reader.value, refusing, whole=whole)
        if relaxed is None:
            self.is_over = True
            yield locate(self.exchange, self.reader.value, document, refusing, None)
            return
        if self._loosened[key] <= MOST_AT_ONE_PLACE:
            detail = relaxed[1] if relaxed[1] is not None else detail_of(refusing, self.reader.value)
            yield locate(self.exchange, self.reader.value, document, refusing, detail)
        self.reader = as_node(relaxed[0], self.reader.resources)


def _cause(reader: Node, copied: JsonValue, where: str) -> Spot | None:
    """The part of a side's own schema that a location names, even one in the copy."""
    spot = Spot.at(where)
    source = find_source(copied, spot.pointer, reader.resources) if spot and spot.address == COPY else None
    return Spot(*source) if source else spot


def _writer_lists(refusing: Blame, copied: JsonValue, written: list[TaggedSchema]) -> bool:
    """Whether the writer's schemas list keys, types or values at the refused place: each one is a break of its own."""
    if refusing.keyword in CLOSING and isinstance(refusing.value, dict):
        holder = pointers.follow(copied, refusing.schema)
        declared = holder.get("properties") or {} if isinstance(holder, dict) else {}
        named = {property_.name for property_ in properties(written)}
        return any(key in named for key in refusing.refused_keys(declared))
    if refusing.keyword not in ("type", "enum", "const"):
        return True
    keywords = ("type", "enum", "const") if refusing.keyword == "type" else ("enum", "const")
    return any(keyword in schema.node.value for schema in written for keyword in keywords)


def _restrict(writer: Node, restrictions: list[JsonValue], kept_to: Mapping[str, JsonValue]) -> Node:
    """The writer under further schemas. They stand side by side: nested ones cost a validator twice as much each."""
    resources = {uri: writer.resources.root(uri).value for uri in writer.resources}
    further: list[JsonValue] = [{"$ref": uri} for uri in (NAMED, LOST, _MEANT) if uri in kept_to]
    parts: list[JsonValue] = [{"$ref": f"{writer.document}#{writer.pointer}"}, *restrictions, *further]
    both = {"$schema": writer.dialect.uri, "allOf": parts}
    everything = {**resources, **kept_to, _CLOSED_WRITER: both}
    return Resources(everything, writer.dialect, main=writer.document).root(_CLOSED_WRITER)
