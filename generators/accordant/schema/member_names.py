"""The names of all members in a schema: what none of them is called needs no search."""

from __future__ import annotations

from accordant.schema.json_values import known_names
from accordant.schema.references import Node


def names_in(root: Node) -> frozenset[str]:
    """The names of the members of all objects in a schema, looked for once."""
    return known_names(root.value, root.memo)
