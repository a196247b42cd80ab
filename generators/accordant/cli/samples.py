"""Documents that a schema accepts and documents that it refuses, found for examples."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from accordant.algebra import Found
    from accordant.findings import JsonValue
    from accordant.schema.references import Node

_MOST_TRIED: Final = 40
"""The number of keywords that are left out in turn to find a document that one keyword alone refuses."""


def find_samples(schema: Node) -> tuple[list[JsonValue], Iterator[JsonValue]]:
    """The smallest documents that a schema accepts, and documents that it refuses; none where undecided.

    Refused documents that satisfy the schema without one of its keywords come first: that keyword alone refuses them.
    Each is looked for when it is asked for. A text of a standard format is valid, where the schema allows it.
    """
    from accordant.algebra import Found, find

    accepted = _found_with_texts(schema) or find([schema])
    return [accepted.document] if isinstance(accepted, Found) else [], _find_refused(schema)


def _find_refused(schema: Node) -> Iterator[JsonValue]:
    """Documents that a schema refuses, objects first: they show most."""
    from accordant.algebra import Found, find
    from accordant.schema.references import Resources

    others: list[JsonValue] = []
    wider = (Resources.of({"type": "object"}), Resources.of(True))
    for node in chain(islice(_without_a_keyword(schema), _MOST_TRIED), wider):
        outcome = _found_with_texts(node, schema) or find([node], [schema])
        if isinstance(outcome, Found) and isinstance(outcome.document, dict):
            yield outcome.document
        elif isinstance(outcome, Found):
            others.append(outcome.document)
    yield from others


def _found_with_texts(schema: Node, refusing: Node | None = None) -> Found | None:
    """A document of a schema that another one refuses, with valid texts where formats are named; None without one."""
    from accordant.algebra import Found, find
    from accordant.cli.sample_texts import with_texts
    from accordant.schema.problems import UnusableSchema
    from accordant.schema.validation import validator_of

    narrow = with_texts(schema)
    if all(narrow.resources.root(uri).value == schema.resources.root(uri).value for uri in schema.resources):
        return None
    outcome = find([narrow], [refusing] if refusing else [])
    try:
        is_right = isinstance(outcome, Found) and validator_of(schema).is_valid(outcome.document)
    except UnusableSchema:
        return None
    return outcome if isinstance(outcome, Found) and is_right else None


def _without_a_keyword(schema: Node) -> Iterator[Node]:
    """The schema once without each of its keywords that judge, nearest to the root first."""
    from accordant.schema import pointers
    from accordant.schema.references import Resources

    others = {uri: schema.resources.root(uri).value for uri in schema.resources if uri != schema.document}
    todo = [schema]
    while todo:
        node = todo.pop(0)
        todo += node.subschemas()
        for keyword in node.value if isinstance(node.value, dict) else ():
            if keyword in node.dialect.keywords and not keyword.startswith("$") and keyword != "definitions":
                value = copy.deepcopy(schema.resources.root(schema.document).value)
                del pointers.follow(value, node.pointer)[keyword]
                yield Resources({**others, schema.document: value}, schema.dialect).root(schema.document)
