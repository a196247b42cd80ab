"""Schemas as validators can take them: resources that share an address are told apart.

Libraries look every reference up by its address, `#/$defs/a` too, so that of two resources with one address they would
read one as the other. Told apart, each keeps its own parts; a reference to the shared address leads nowhere, as it
does in our own resolver.
"""

from __future__ import annotations

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node, Resources


def separated(resources: Resources) -> dict[str, JsonValue]:
    """The given schemas by address; embedded resources that share one have addresses of their own."""
    schemas = {uri: resources.root(uri).value for uri in resources}
    number = 0
    for nodes in resources.doubled.values():
        for node in nodes:
            if node.pointer:
                number += 1
                schemas[node.document] = pointers.replace(
                    schemas[node.document],
                    pointers.join(node.pointer, node.dialect.id_keyword),
                    _number(node, number),
                )
    return schemas


def _number(node: Node, number: int) -> str:
    """The address that a resource gives itself with a query behind it: relative references are read as before."""
    address, hash_, fragment = node.value[node.dialect.id_keyword].partition("#")
    return f"{address}?resource={number}{hash_}{fragment}"
