"""Whether two nodes are letter for letter the same schema: a cheap check before solving."""

from __future__ import annotations

from accordant.schema.json_values import canonical
from accordant.schema.references import Node


def same_schema(first: Node, second: Node) -> bool:
    """Whether two nodes stand at the same place of equal sets of schemas, member order aside.

    False where that is not sure, for instance because a set holds more than the other.
    """
    if first == second:
        return True
    if (first.document, first.pointer, first.dialect) != (second.document, second.pointer, second.dialect):
        return False
    documents = list(first.resources)
    if documents != list(second.resources):
        return False
    for uri in documents:
        one, other = first.resources.root(uri), second.resources.root(uri)
        # Python's == is quick but takes 1 for true: texts decide.
        if one.value is other.value:
            continue
        if one.dialect is not other.dialect or one.value != other.value:
            return False
        if canonical(one.value) != canonical(other.value):
            return False
    return True
