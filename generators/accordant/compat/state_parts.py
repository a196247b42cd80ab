"""Parts of a state without what is only for people: two of them are the same where these are equal."""

from __future__ import annotations

import json
from typing import Final

from accordant.contract import ContractState
from accordant.findings import JsonValue
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.reached import reached
from accordant.schema.subschemas import keyword_objects, sort_sets

_TEXTS: Final = frozenset(("title", "description", "$comment", "examples"))


def part_of(state: ContractState | None, name: str) -> JsonValue:
    """A schema, code list or stream of a state; None where there is none."""
    if state is None:
        return None
    if name in state.schemas:
        # The schemas to which it refers decide as much as the schema itself; others, and texts, decide nothing.
        needed = {address: _without_texts(value) for address, value in _needed(state, name).items()}
        return {"schema": _without_texts(state.schemas[name].value), "all": needed}
    part = state.code_lists.get(name) or state.streams.get(name)
    return part.raw if part else None


def _needed(state: ContractState, name: str) -> dict[str, JsonValue]:
    """The schemas that one of a state needs, by address; all of them where a reference leads nowhere."""
    try:
        return {root.document: root.value for root in reached(state.root(name))}
    except UnresolvableReference:
        return state.resources


def without_layout(value: JsonValue) -> JsonValue:
    """A value without texts, and with sets in one order, where it may hold schemas."""
    if not isinstance(value, dict):
        return value
    plain = _without_texts(value)
    sort_sets(plain)
    return plain


def _without_texts(schema: JsonValue) -> JsonValue:
    """A copy of a schema without what is only for people."""
    copy = json.loads(json.dumps(schema))
    for _, keywords in keyword_objects(copy):
        for keyword in _TEXTS.intersection(keywords):
            del keywords[keyword]
    return copy
