"""Whether a schema, or one that its references lead to, states a unit: few do, and the others need no walk."""

from __future__ import annotations

from typing import Final

from accordant.compat.state_parts import without_layout
from accordant.findings import JsonValue
from accordant.schema.addresses import embeds_resources, join_uri, without_fragment
from accordant.schema.dialects import REFERENCES
from accordant.schema.json_values import canonical, known_names, values_in
from accordant.schema.references import Node, Resources

_MEMO: Final = "may state units"
_DOCUMENTS: Final = "documents with units"
_LED_TO: Final = "documents led to"


def states_units(resources: Resources) -> bool:
    """Whether some schema states a unit."""
    return any(_has_unit(resources.root(uri)) for uri in resources)


def may_differ(old: Resources, new: Resources) -> bool:
    """Whether some schema states a unit, and the schemas of two sides differ in more than texts for people."""
    if not (states_units(old) or states_units(new)):
        return False
    return {*old} != {*new} or any(_say_otherwise(old.root(uri).value, new.root(uri).value) for uri in old)


def _say_otherwise(old: JsonValue, new: JsonValue) -> bool:
    return canonical(old) != canonical(new) and canonical(without_layout(old)) != canonical(without_layout(new))


def may_state_units(node: Node) -> bool:
    """Whether a unit may be stated in a schema, or in a document that its references lead to.

    A reference into its own document counts for the whole of it; where schemas inside of documents have addresses of
    their own, every reference counts for all documents.
    """
    known: bool | None = node.memo.get(_MEMO)
    if known is None:
        documents = _documents_with_units(node.resources)
        known = node.memo[_MEMO] = _has_unit(node) or not documents.isdisjoint(_led_to(node))
    return known


def _has_unit(node: Node) -> bool:
    return "x-unit" in known_names(node.value, node.memo)


def _documents_with_units(resources: Resources) -> frozenset[str]:
    """The documents that state a unit, and those from which references lead there."""
    roots = [resources.root(uri) for uri in resources]
    memo = roots[0].memo
    if _DOCUMENTS not in memo:
        is_plain = not any(embeds_resources(root.value, known_names(root.value, root.memo)) for root in roots)
        with_units = frozenset(root.document for root in roots if not is_plain or _has_unit(root))
        size = -1
        while size < len(with_units):  # until no further document leads to one of these
            size = len(with_units)
            with_units |= {root.document for root in roots if not with_units.isdisjoint(_led_to(root))}
        memo[_DOCUMENTS] = with_units
    documents: frozenset[str] = memo[_DOCUMENTS]
    return documents


def _led_to(node: Node) -> frozenset[str]:
    """The documents that references in a schema lead to."""
    if _LED_TO not in node.memo:
        objects = (value for value in values_in(node.value) if isinstance(value, dict))
        references = {ref for value in objects for name in REFERENCES if isinstance(ref := value.get(name), str)}
        node.memo[_LED_TO] = frozenset(without_fragment(join_uri(node.base, ref)) for ref in references)
    documents: frozenset[str] = node.memo[_LED_TO]
    return documents
