"""Fields that moved: one state of a schema has them in `properties`, the other by `allOf`, a reference or a condition.

    {"properties": {"size": {"type": "integer"}}}   {"allOf": [{"properties": {"size": {"type": ["integer", "null"]}}}]}

What such a field became is an edit of its own, beside the one by which it left `properties`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from accordant.compat.alternatives import Part
from accordant.compat.tested import CONDITIONS, keywords_on
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import ORIGIN
from accordant.schema.declarations import declared
from accordant.schema.reader_copy import as_node
from accordant.schema.subschemas import NEEDED, in_place


def moved_fields(r: Part, w: Part) -> Iterator[tuple[str, Part, Part]]:
    """The fields that one side has in `properties` alone, and the other not there: the name and both schemas.

    A field that the other side declares in several cases is set against each of its schemas.
    """
    mine, theirs = r.properties, w.properties
    yield from _pairs(r, [name for name in mine if name not in theirs], w)
    backwards = _pairs(w, [name for name in theirs if name not in mine], r)
    yield from ((name, there, here) for name, here, there in backwards)


def _pairs(holder: Part, names: list[str], other: Part) -> Iterator[tuple[str, Part, Part]]:
    elsewhere = declared_beside(other, names)
    again = declared_beside(holder, elsewhere)
    for name, parts in elsewhere.items():
        if name not in again:
            yield from ((name, holder.inside("properties", name), part) for part in parts)


def declared_beside(part: Part, names: Iterable[str]) -> dict[str, list[Part]]:
    """Those of some names that keywords beside `properties` declare, with their schemas; equal ones once."""
    wanted = set(names)
    node = as_node(part.document).child(*part.tokens) if wanted else None
    if node is None or next(in_place(node), None) is None:
        return {}
    schemas: dict[str, list[Part]] = {}
    for property_ in declared(node):
        is_beside = property_.node.pointer != pointers.write((*part.tokens, "properties", property_.name or ""))
        if property_.name in wanted and is_beside:
            schema = part.elsewhere(property_.node.pointer)
            if all(schema.value != known.value for known in schemas.setdefault(property_.name, [])):
                schemas[property_.name].append(schema)
    return schemas


def way_to_case(w: Part, moved: Sequence[Part]) -> tuple[str | int, ...]:
    """The way to the one case, by conditions alone, into which a property moved; empty where there is no such case."""
    tokens = moved[0].tokens if len(moved) == 1 else ()
    below = tokens[len(w.tokens) :] if tokens[: len(w.tokens)] == w.tokens else ()
    words = [word for word, _ in keywords_on(below[:-2]) if not word.isdecimal()]
    return below if all(word in (*CONDITIONS, "allOf") for word in words) else ()


def kept_in_case(schema: JsonValue, way: Sequence[str | int], member: JsonValue) -> JsonValue:
    """A copied schema that says nothing but what leads to a property, which has another schema there."""
    token, *rest = way
    inner = kept_in_case(schema[token], rest, member) if rest else member
    if isinstance(schema, list):
        return [inner]
    also = [word for word in (ORIGIN, NEEDED.get(str(token), "")) if word in schema]
    return {**{word: schema[word] for word in also}, token: inner}
