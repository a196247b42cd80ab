"""Members that a record does not declare and that its siblings in a union do: what they are where it is that record.

Compilers take the presence of a member for a proof of the alternative that declares it. An open record may have the
member too, with any value, so that its type says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from accordant.gen.printing.wrapping import WIDTH
from accordant.gen.typescript.annotations import INHERITED, Annotations
from accordant.gen.typescript.text import member
from accordant.model.types import Model, Record, Ref, Shape, UnionOf, shapes_of

MOST_UNDECLARED: Final = 64
"""The most members that a record has listed for its siblings; beyond that nobody reads its own."""


def undeclared_members(model: Model, annotations: Annotations) -> dict[str, dict[str, str]]:
    """By key of record, the members of its siblings and their types: never where it is closed, unknown else.

    Unions whose alternatives a tag tells apart are left as they are: the tag narrows them.
    """
    members: dict[str, dict[str, str]] = {}
    unions = (shape for named in model.types.values() for shape in shapes_of(named.type.shape))
    for union in unions:
        if isinstance(union, UnionOf) and not union.tag:
            siblings = dict(_records(model, union, set()))
            names = dict.fromkeys(field.wire for record in siblings.values() for field in record.fields)
            for key, record in siblings.items():
                if type_ := _type_of_others(record, annotations):
                    declared = {field.wire for field in record.fields} | INHERITED
                    others = {name: type_ for name in names if name not in declared}
                    members[key] = members.get(key, {}) | others
    return {key: others for key, others in members.items() if len(others) <= MOST_UNDECLARED}


def undeclared_lines(members: Mapping[str, str]) -> Iterator[str]:
    """The members as few lines, which nobody needs to read, behind a comment that says what they are."""
    if not members:
        return
    yield f"// Declared by siblings, here {'absent' if 'never' in members.values() else 'of any type'}:"
    line = ""
    for name, type_ in members.items():
        written = f"{member(name)}?: {type_};"
        if line and len(line) + len(written) > WIDTH - 3:
            yield line
            line = ""
        line = f"{line} {written}".lstrip()
    yield line


def _type_of_others(record: Record, annotations: Annotations) -> str:
    """The type of members that a record does not declare; "" where its index signature states it."""
    if record.extra is None:
        return "never"
    return "" if annotations.index(record) else "unknown"


def _records(model: Model, shape: Shape, seen: set[str]) -> Iterator[tuple[str, Record]]:
    """The records that a type chooses from, also through unions with a name, by key."""
    for inner in shapes_of(shape, deep=False):
        if isinstance(inner, Ref) and inner.key not in seen:
            seen.add(inner.key)
            named = model.types[inner.key].type.shape
            if isinstance(named, Record):
                yield inner.key, named
            else:
                yield from _records(model, named, seen)
