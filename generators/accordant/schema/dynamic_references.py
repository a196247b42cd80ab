"""References whose meaning depends on the way to them: on the resources that were entered (Core 8.2.3.2)."""

from __future__ import annotations

from urllib.parse import unquote

from accordant.schema.anchors import is_recursive_anchor
from accordant.schema.references import Node, Scope


def resolve_dynamic(node: Node, ref: str, scope: Scope) -> Node:
    """What `$dynamicRef: ref` means at `node` inside the resources of `scope`.

    Raises:
        UnresolvableReference: it leads nowhere.
    """
    initial = node.resolve(ref)
    name = unquote(ref.partition("#")[2])
    if initial.resources.dynamic_anchor(initial, name) is None:
        return initial
    for outer in scope:
        override = outer.resources.dynamic_anchor(outer, name)
        if override is not None:
            return override
    return initial


def resolve_recursive(node: Node, ref: str, scope: Scope) -> Node:
    """What `$recursiveRef: ref` means at `node` (2019-09, 8.2.4.2.1).

    Raises:
        UnresolvableReference: it leads nowhere.
    """
    initial = node.resolve(ref)
    if not is_recursive_anchor(initial.value):
        return initial
    return next((outer for outer in scope if is_recursive_anchor(outer.value)), initial)
