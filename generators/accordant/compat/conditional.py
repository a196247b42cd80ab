"""The keywords of logic around a place of a schema; they are part of an acknowledgement's fingerprint.

They tell a break that happens in some cases from a later one that happens in all.
"""

from __future__ import annotations

from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import DIALECTS, Relation
from accordant.schema.subschemas import DEFINITIONS, keyword_objects

_LOGIC: Final = {"dependentRequired"} | {
    keyword.name
    for dialect in DIALECTS
    for keyword in dialect.applying
    if keyword.relation is Relation.IN_PLACE and not keyword.is_reference and keyword.name != "allOf"
}
"""Keywords that make a schema count in some cases only: all that apply in place, but references and ``allOf``."""


def conditions(schema: JsonValue, *places: str) -> dict[str, JsonValue]:
    """The keywords of logic around some places of a schema, by their pointers.

    What stands under definitions may be reached from anywhere: then all keywords of logic count.
    """
    everywhere = any(token in DEFINITIONS for place in places for token in pointers.split(place))
    around = {pointers.write(tokens[:end]) for tokens in map(pointers.split, places) for end in range(len(tokens) + 1)}
    return {
        pointers.join(holder, keyword): value
        for holder, keywords in keyword_objects(schema)
        if everywhere or holder in around
        for keyword, value in keywords.items()
        if keyword in _LOGIC
    }
