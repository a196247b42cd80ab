"""Edits of what an object declares and requires: names that are added, removed or renamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from accordant.compat import edits
from accordant.compat.alternatives import Part
from accordant.compat.comparing import Walk
from accordant.compat.edits import MISSING, Edit, Kind, Path
from accordant.compat.moved_fields import declared_beside, kept_in_case, moved_fields, way_to_case
from accordant.compat.tested import find_case
from accordant.schema.copy_origins import without_marks
from accordant.schema.declarations import is_never
from accordant.schema.dialects import OTHER_MEMBERS
from accordant.schema.json_values import listed_texts


def required(walk: Walk, r: Part, w: Part, path: Path) -> Iterator[Edit]:
    """The names that one side requires and the other does not; one that is declared there only is not an edit here."""
    old, new = (part.members.get("required", MISSING) for part in (r, w))
    mine, theirs = listed_texts(old), listed_texts(new)
    renamed = _find_renames(walk, r, w)
    mine = [renamed[name] if renamed.get(name) in theirs else name for name in mine]
    at, gone = (*r.tokens, "required"), _only_mine(r, w)
    sides = (r.spot_of("" if old is MISSING else "required"), w.spot_of("" if new is MISSING else "required"))
    for name in (name for name in mine if name not in theirs and name not in gone):
        yield walk.edit(Kind.REQUIRED, path, *sides, [edits.without(at, name)], name, old, MISSING)
    for name in (name for name in theirs if name not in mine):
        yield walk.edit(Kind.REQUIRED, path, *sides, [edits.append(at, name)], name, MISSING, new)


def properties(walk: Walk, r: Part, w: Part, path: Path) -> Iterator[Edit]:
    """The properties that one side declares and the other does not; common ones are compared later."""
    mine, theirs = r.properties, w.properties
    renamed, gone, moved = _find_renames(walk, r, w), _only_mine(r, w), list(moved_fields(r, w))
    for name in mine:
        if name in theirs and walk.is_same(mine[name], theirs[name]):
            continue
        if name in theirs:
            walk.later(r.inside("properties", name), w.inside("properties", name), (*path, name))
        elif name in renamed:
            yield _rename(walk, r, w, path, name, renamed[name])
        else:
            parts = [there for field, _, there in moved if field == name]
            yield _removed(walk, r, w, path, name, parts, is_required=name in gone)
    for name, here, there in moved:
        walk.later(here, there, (*path, name))
    closing = next((word for word in OTHER_MEMBERS if r.members.get(word) is False), "")
    for name in theirs:
        if name not in mine and name not in renamed.values():
            edit = walk.member(Kind.PROPERTY, r, w, (*path, name), "properties", name)
            yield replace(edit, closed_by=closing)


def _removed(
    walk: Walk, r: Part, w: Part, path: Path, name: str, moved: Sequence[Part], *, is_required: bool
) -> Edit:  # fmt: skip
    """The edit of a property that is gone, or moved to parts of the writer; in a case it stays as it was there."""
    edit = walk.member(Kind.PROPERTY, r, w, (*path, name), "properties", name)
    transforms, way = edit.transforms, way_to_case(w, moved)
    if moved:
        transforms = (edits.move(r.tokens, name, _kept(walk, w, way) if way else None),)
    if is_required:
        transforms = (*transforms, edits.without((*r.tokens, "required"), name))
    return replace(edit, transforms=transforms, is_required=is_required, is_moved=bool(moved), case=find_case(way))


def _kept(walk: Walk, w: Part, way: Sequence[str | int]) -> edits.Transformation:
    """What makes around a property the case into which it moved."""
    around = walk.graft(w.value)
    return lambda member: kept_in_case(around, way, member)


def _find_renames(walk: Walk, r: Part, w: Part) -> dict[str, str]:
    """The removed properties for which one with the same schema was added; a key that nothing may be is not a field."""
    mine, theirs = (_fields(part) for part in (r, w))
    added = {name: walk.signatures.of(w.inside("properties", name)) for name in theirs if name not in r.properties}
    renamed: dict[str, str] = {}
    for name in (name for name in mine if name not in w.properties):
        own = walk.signatures.of(r.inside("properties", name))
        twin = next((other for other, signature in added.items() if signature == own), None)
        if twin is not None and not declared_beside(w, [name]):
            renamed[name] = twin
            del added[twin]
    return renamed


def _fields(part: Part) -> list[str]:
    """The properties of a part that some value may be."""
    return [name for name, schema in part.properties.items() if not is_never(without_marks(schema))]


def _rename(walk: Walk, r: Part, w: Part, path: Path, old: str, new: str) -> Edit:
    transforms = [
        edits.put((*r.tokens, "properties", old), MISSING),
        edits.put((*r.tokens, "properties", new), walk.graft(w.inside("properties", new).value)),
        edits.rename((*r.tokens, "required"), old, new if new in w.members.get("required", ()) else MISSING),
    ]
    sides = (r.inside("properties", old).spot, w.inside("properties", new).spot)
    return walk.edit(Kind.RENAME, (*path, old), *sides, transforms, new, old, new)


def _only_mine(r: Part, w: Part) -> set[str]:
    """The names that the reader declares and requires, and the writer neither declares anyhow nor requires."""
    required = set(listed_texts(r.members.get("required"))) - set(listed_texts(w.members.get("required")))
    names = {name for name in required if name in r.properties and name not in w.properties}
    return names - declared_beside(w, names).keys()
