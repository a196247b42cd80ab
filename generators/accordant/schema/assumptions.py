"""References that lead nowhere, and schemas in which it is assumed what they would ask.

A document that a schema accepts (or refuses) under each assumption is accepted (or refused) whatever they would ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import IDENTIFIERS, REFERENCES
from accordant.schema.lost_references import UnresolvableReference, spelling
from accordant.schema.member_names import names_in
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import references_in, target_of

_MOST_IN_EACH_WAY: Final = 3
"""Most different references for which each combination is tried; of more, all hold or none does."""

Dangling = Mapping[str, list[tuple[Node, str]]]


def dangling(resources: Resources) -> Dangling:
    """The references that lead nowhere, by what they spell: each with its node and its keyword."""
    references: dict[str, list[tuple[Node, str]]] = {}
    for document in list(resources):
        if names_in(resources.root(document)).isdisjoint(REFERENCES):
            continue  # so most often, and quick to see
        for node, keyword in dangling_below(resources.root(document)):
            meaning = spelling(node.base, node.value[keyword], (node.base, node.document))
            references.setdefault(meaning, []).append((node, keyword))
    return references


def dangling_below(root: Node) -> Iterator[tuple[Node, str]]:
    """The schemas in a schema with a reference that leads nowhere, each with the keyword of the reference."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield from ((node, keyword) for keyword in references_in(node) if _leads_nowhere(node, keyword))
        todo.extend(node.subschemas())


def assumed(schemas: Mapping[str, JsonValue], references: Dangling) -> Iterator[dict[str, JsonValue]]:
    """The schemas by address in which all references hold, and those under the other assumptions."""
    ways = [(True,) * len(references), (False,) * len(references)]
    if len(references) <= _MOST_IN_EACH_WAY:
        ways = list(product((True, False), repeat=len(references)))
    for way in ways:
        changed = dict(schemas)
        for places, holds in zip(references.values(), way, strict=True):
            for node, keyword in places:
                value = pointers.follow(changed[node.document], node.pointer)
                part = _without_reference(node, value, keyword, holds=holds)
                changed[node.document] = pointers.replace(changed[node.document], node.pointer, part)
        yield changed


def _leads_nowhere(node: Node, keyword: str) -> bool:
    try:
        target_of(node, keyword)
    except UnresolvableReference:
        return True
    return False


def _without_reference(node: Node, value: dict[str, JsonValue], keyword: str, *, holds: bool) -> JsonValue:
    """A schema without its reference: with what stands beside it, where that counts, and refusing all where asked."""
    hidden = node.dialect.ref_hides_siblings
    names = {"$schema", "definitions", *([] if node.pointer else IDENTIFIERS)} if hidden else set(value)
    rest = {name: part for name, part in value.items() if name in names and name != keyword}
    return rest if holds else {**rest, "allOf": [*rest.get("allOf", []), {"not": {}}]}
