"""The documents that a schema needs: what its references lead to, and theirs."""

from __future__ import annotations

from accordant.schema.addresses import published_schema
from accordant.schema.references import Node
from accordant.schema.subschemas import references_in


def reached(root: Node) -> list[Node]:
    """The roots of the documents that a schema needs, itself first; those that JSON Schema publishes are left out.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    roots = {root.document: root}
    todo = [root]
    while todo:
        for target in _targets(todo.pop(0)):
            if target.document not in roots and published_schema(target.document) is None:
                roots[target.document] = target.resources.root(target.document)
                todo.append(roots[target.document])
    return list(roots.values())


def _targets(root: Node) -> list[Node]:
    """What the references in a document mean."""
    targets, todo = [], [root]
    while todo:
        node = todo.pop()
        if isinstance(node.value, dict):
            targets += [node.resolve(node.value[keyword]) for keyword in references_in(node)]
        todo.extend(node.subschemas())
    return targets
