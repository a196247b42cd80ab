"""Values of tags that no longer select anything."""

from __future__ import annotations

from accordant.compat.changes import Change, PathStep
from accordant.compat.place_pair import PlacePair
from accordant.schema import pointers
from accordant.schema.declarations import DeclaredProperty
from accordant.schema.references import Node
from accordant.schema.subschemas import conjuncts, judging
from accordant.schema.tags import fixed_strings


def lost_value(
    tag: str, value: str, olds: list[DeclaredProperty], news: list[DeclaredProperty], place: PlacePair
) -> Change:
    """A value of a tag that is gone: where it stood, else its alternative, else what lists values for all of them."""
    listing = [property_ for property_ in olds if property_.name == tag and value in _listed_strings(property_.node)]
    holder = (listing or [property_ for property_ in olds if value in property_.tags.get(tag, frozenset())])[0].node
    heirs, before = [property_ for property_ in news if property_.name == tag], tag_values(tag, olds)
    same = next((heir.node for heir in heirs if heir.node.pointer == holder.pointer), None)
    around = place.counterpart(pointers.parent(pointers.parent(holder.pointer)))
    others = [heir.node for heir in heirs if not heir.tags or _listed_strings(heir.node) - before]
    where = same or around or next(iter(others), place.holder)
    keyword = next((word for word in ("const", "enum") if word in judging(holder)), "")
    steps = (*place.steps, PathStep(tag, {tag: frozenset([value])}))
    return Change("enum-value-removed", steps, holder, where, "", value, None, keyword)


def tag_values(tag: str, declared: list[DeclaredProperty]) -> frozenset[str]:
    """The values of a tag under which something is declared, and those that its own declarations fix."""
    values: set[str] = set()
    for property_ in declared:
        values |= property_.tags.get(tag, frozenset())
        if property_.name == tag:
            values |= _listed_strings(property_.node)
    return frozenset(values)


def _listed_strings(node: Node) -> frozenset[str]:
    """The strings that a schema admits, as a list or as alternatives, each with a description of its own."""
    fixed = fixed_strings(node)
    if fixed:
        return fixed
    for schema in conjuncts(node):
        for keyword in ("oneOf", "anyOf"):
            branches = judging(schema).get(keyword)
            indexes = range(len(branches) if isinstance(branches, list) else 0)
            lists = [fixed_strings(schema.child(keyword, index)) for index in indexes]
            if lists and all(lists):
                return frozenset().union(*lists)
    return frozenset()
