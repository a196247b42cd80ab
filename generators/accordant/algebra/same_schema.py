"""Whether two nodes are the same schema, member order aside: a cheap check before solving."""

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
        left, right = first.resources.root(uri), second.resources.root(uri)
        # Python's == is quick but takes 1 for true: texts decide.
        if left.value is right.value:
            continue
        if left.dialect is not right.dialect or left.value != right.value:
            return False
        if canonical(left.value) != canonical(right.value):
            return False
    return True
