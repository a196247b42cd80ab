"""Edits of alternatives: branches that come and go, a schema that becomes one of several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from accordant.compat import edits
from accordant.compat.alternatives import Part
from accordant.compat.comparing import Walk
from accordant.compat.edits import MISSING, Edit, Kind, Path
from accordant.findings import JsonValue
from accordant.schema.dialects import dialect_of

ALTERNATIVES: Final = ("anyOf", "oneOf")
"""The keywords that hold alternatives."""


def of_list(walk: Walk, r: Part, w: Part, path: Path, mine: str, theirs: str) -> Iterator[Edit]:
    """The branches of ``anyOf``, ``oneOf`` or ``allOf``; those that stand for each other are compared."""
    ours, others = r.elements(mine), w.elements(theirs)
    pairs = walk.likeness.match(ours, others)
    kind = Kind.CONJUNCT if mine == "allOf" else Kind.ALTERNATIVE
    for here, there in pairs:
        if here is not None and there is not None:
            walk.later(here, there, path)
        elif here is not None:
            transform = edits.put(here.tokens, mine == "allOf")
            yield walk.edit(kind, path, here.spot, w.spot_of(theirs), [transform], mine, here.value, MISSING)
        elif there is not None:
            added = [edits.append((*r.tokens, mine), walk.graft(there.value))]
            spot = r.spot_of(mine if ours else "")
            yield walk.edit(kind, path, spot, there.spot, added, theirs, MISSING, there.value)


def swap(walk: Walk, r: Part, w: Part, path: Path, mine: str, theirs: str) -> Iterator[Edit]:
    """``oneOf`` where the other side has ``anyOf``: the branches are compared, and the keyword is an edit."""
    yield from of_list(walk, r, w, path, mine, theirs)
    transforms = [edits.rekey(r.tokens, mine, theirs)]
    sides = (r.spot_of(mine), w.spot_of(theirs))
    yield walk.edit(Kind.EXCLUSION, path, *sides, transforms, mine, r.value[mine], w.value[theirs])


def wrapping(mine: Mapping[str, JsonValue], theirs: Mapping[str, JsonValue]) -> tuple[str, bool] | None:
    """Whether one side is one of the alternatives that are all the other side consists of: keyword and side."""
    for side, other, is_mine in ((mine, theirs, False), (theirs, mine, True)):
        keyword = next(iter(other)) if len(other) == 1 else ""
        if keyword in ALTERNATIVES and side and not set(side) & set(ALTERNATIVES):
            return keyword, is_mine
    return None


def around(walk: Walk, r: Part, w: Part, path: Path, keyword: str, is_mine: bool) -> Iterator[Edit]:
    """The alternatives that one side has beside the one that is all of the other side."""
    single, around = (w, r) if is_mine else (r, w)
    elements = around.elements(keyword)
    twin = walk.likeness.nearest(single, elements)
    if twin is None:
        yield walk.whole(r, w, path)
        return
    walk.later(*((twin, w) if is_mine else (r, twin)), path)
    for element in (element for element in elements if element is not twin):
        if is_mine:
            transform = edits.put(element.tokens, dialect_of(element.document).nothing)
            sides = (element.spot, w.spot)
            yield walk.edit(Kind.ALTERNATIVE, path, *sides, [transform], keyword, element.value, MISSING)
        else:
            wrapped = edits.wrap(r.tokens, walk.graft(element.value))
            sides = (r.spot, element.spot)
            yield walk.edit(Kind.ALTERNATIVE, path, *sides, [wrapped], keyword, MISSING, element.value)


def swapped(mine: Mapping[str, JsonValue], theirs: Mapping[str, JsonValue]) -> tuple[str, str] | None:
    """The keywords where one side has ``oneOf`` and the other ``anyOf``."""
    own, others = ([word for word in ALTERNATIVES if word in side] for side in (mine, theirs))
    return (own[0], others[0]) if len(own) == len(others) == 1 and own != others else None
