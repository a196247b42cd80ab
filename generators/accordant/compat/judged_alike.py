"""Whether two copies of a schema judge a document alike: they differ in properties alone that it does not have."""

from __future__ import annotations

from collections.abc import Set

from accordant.findings import JsonValue
from accordant.schema.dialects import is_map_of_schemas
from accordant.schema.json_values import canonical
from accordant.schema.subschemas import holds_data


def judge_alike(one: JsonValue, other: JsonValue, names: Set[str]) -> bool:
    """Whether two copied schemas have the same against a document; False where that would take a longer look.

    Args:
        one: a copied schema, in which references lead to definitions alone.
        other: another one; what both have in common is quickest to see where it is the same object.
        names: the names of the members of all objects in the document.
    """
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(name, one[name], other[name], names) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(judge_alike(*pair, names) for pair in zip(one, other, strict=True))
    return type(one) is type(other) and bool(one == other)


def _alike(keyword: str, one: JsonValue, other: JsonValue, names: Set[str]) -> bool:
    if one is other:
        return True
    if holds_data(keyword):
        return canonical(one) == canonical(other)
    if not (is_map_of_schemas(keyword) and isinstance(one, dict) and isinstance(other, dict)):
        return judge_alike(one, other, names)
    asked = names if keyword == "properties" else one.keys() | other.keys()
    return all(
        name in one and name in other and judge_alike(one[name], other[name], names)
        for name in asked
        if name in one or name in other
    )
