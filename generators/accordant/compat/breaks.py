"""Old readers still read: every way in which a reader refuses what a writer may write, one after the other."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from accordant import algebra
from accordant.compat.blame import Blame, blame
from accordant.compat.loosen import relax
from accordant.compat.plain import plainer
from accordant.compat.sides import Side, follow
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.declarations import properties
from accordant.schema.json_values import json_type
from accordant.schema.reader_copy import as_node
from accordant.schema.references import Node, Resources

MOST_BREAKS = 60
"""Most breaks that are listed for one pair of schemas."""


MOST_AT_ONE_PLACE = 8
"""After so many loosenings a keyword is dropped: what else it refuses is the same break."""


CLOSING = ("additionalProperties", "unevaluatedProperties", "propertyNames")


@dataclass(frozen=True, slots=True)
class Break:
    """One way in which a reader refuses: the blamed keyword and the document, or why nothing is known."""

    document: JsonValue = None
    found: Blame | None = None
    detail: JsonValue = None
    reader: JsonValue = None
    undecided: str = ""
    closing: bool = False
    """Refused only because the writer's schema does not name the key: a closed writer never writes it."""


@dataclass
class Questions:
    """Questions about one pair of schemas until a deadline: what one found out helps the next."""

    deadline: float
    session: algebra.Session = field(default_factory=algebra.Session)

    def contained(self, writer: Node, reader: Node) -> algebra.Verdict:
        """Whether the reader accepts all that the writer may write, within what is left of the time."""
        self.session.limit(max(0.05, min(5.0, self.deadline - time.monotonic())))
        return self.session.contained(writer, reader)


def breaks(writer: Side, reader: JsonValue, questions: Questions, *, closed: bool) -> Iterator[Break]:
    """Every break: find a document, name the keyword that refuses it, loosen that keyword, ask again."""
    written = writer.root
    loosened: Counter[tuple[str, str]] = Counter()
    for _ in range(MOST_BREAKS):
        answer = questions.contained(written, as_node(reader))
        if isinstance(answer, algebra.Contained):
            return
        if isinstance(answer, algebra.Undecided):
            yield Break(undecided=answer.reason, reader=reader)
            return
        document = plainer(answer.document, writer.root, as_node(reader))
        found = blame(as_node(reader), document)
        if found is None:
            yield Break(document, reader=reader)
            return
        unnamed = _unnamed(writer.root, document, found) if closed else None
        if unnamed is not None:
            if found.keyword in CLOSING:
                yield Break(document, found, None, reader, closing=True)
            written = _closed(writer.root, written, document, unnamed)
            continue
        key = (found.schema, found.keyword)
        loosened[key] += 1
        whole = loosened[key] > MOST_AT_ONE_PLACE or not _lists(writer.root, document, found, reader)
        changed = relax(reader, found, whole=whole)
        if changed is None:
            yield Break(document, found, None, reader)
            return
        if loosened[key] <= MOST_AT_ONE_PLACE:
            yield Break(document, found, changed[1] if changed[1] is not None else _detail(found), reader)
        reader = changed[0]


def _lists(writer: Node, document: JsonValue, found: Blame, reader: JsonValue) -> bool:
    """Whether the writer lists keys, types or values at the refused place: then each one it adds is its own break."""
    if found.keyword in CLOSING and isinstance(found.value, dict):
        holder = pointers.follow(reader, found.schema)
        known = holder.get("properties") or {} if isinstance(holder, dict) else {}
        named = {one.name for one in properties(follow(writer, document, found.instance))}
        return any(key in named for key in found.value if key not in known)
    if found.keyword not in ("type", "enum", "const"):
        return True
    keywords = ("type", "enum", "const") if found.keyword == "type" else ("enum", "const")
    parts = follow(writer, document, found.instance)
    return any(keyword in part.node.value for part in parts for keyword in keywords)


def _detail(found: Blame) -> JsonValue:
    return json_type(found.value) if found.keyword == "type" else None


def _unnamed(writer: Node, document: JsonValue, found: Blame) -> str | None:
    """Where on the refused path an object carries a key that the writer's schema does not name."""
    tokens = pointers.split(found.instance)
    if found.keyword in CLOSING and isinstance(found.value, dict):
        further = [key for key in found.value if not _names(writer, document, found.instance, key)]
        tokens += further[:1]
    for index, token in enumerate(tokens):
        before = pointers.write(tokens[:index])
        if isinstance(pointers.follow(document, before), dict) and not _names(writer, document, before, token):
            return before
    return None


def _names(writer: Node, document: JsonValue, pointer: str, key: str) -> bool:
    """Whether the writer's schema names ``key`` in the object at ``pointer``, or declares it as part of a map."""
    return any(one.name in (None, key) for one in properties(follow(writer, document, pointer)))


def _closed(schema: Node, writer: Node, document: JsonValue, pointer: str) -> Node:
    """The writer, restricted to keys that its schema names in the objects at one place of its documents."""
    found = list(properties(follow(schema, document, pointer)))
    named: JsonValue = {
        "properties": {one.name: {} for one in found if one.name is not None},
        "patternProperties": {one.pattern: {} for one in found if one.pattern},
        "additionalProperties": False,
    }
    for token in reversed(pointers.split(pointer)):
        named = {"properties": {token: named}, "items": named} if token.isdecimal() else {"properties": {token: named}}
    resources = {uri: writer.resources.root(uri).value for uri in writer.resources}
    name = f"urn:accordant:writer:{len(resources)}"
    both = {"$schema": writer.dialect.uri, "allOf": [{"$ref": f"{writer.document}#{writer.pointer}"}, named]}
    return Resources({**resources, name: both}, writer.dialect).root(name)
