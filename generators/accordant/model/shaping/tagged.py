"""Discriminated unions with a fallback for unknown tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accordant.model.constraint_queries import speaks_of
from accordant.model.constraints import Member, Pass
from accordant.model.keywords import open_reading
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping import objects
from accordant.model.shaping.facts import required_names
from accordant.model.shaping.literals import open_enums
from accordant.model.shaping.parts import Part, flatten
from accordant.model.shaping.scalars import Taken
from accordant.model.shaping.types_of_parts import Path, TypesOfParts
from accordant.model.types import ANYTHING, Field, Literal, Record, Ref, SchemaAnnotations, Shape, Typed, UnionOf
from accordant.schema.dialects import OTHER_MEMBERS
from accordant.schema.open_reading import TagDispatch


def union(
    builder: TypesOfParts, base: Sequence[Part], site: ScopedSchema, keyword: str, dispatch: TagDispatch,
    options: Mapping[int, tuple[frozenset[str], Typed]], path: Path,
) -> Typed:  # fmt: skip
    """The options that a tag selects, one more for tags that came later, and those that are not objects.

    Args:
        builder: the builder of the document's types.
        base: what stands beside the keyword; it is asked whatever the tag.
        site: where the keyword stands.
        keyword: ``oneOf`` or ``anyOf``.
        dispatch: how the branches are told apart.
        options: of the branches that can hold, by index, the JSON types and the type.
        path: the words for names.
    """
    later = _later(builder, base, site, keyword, dispatch, path)
    selected = [(index, values) for index, values in dispatch.tagged if index in options]
    if any(options[index][0] != frozenset({"object"}) for index, _ in selected):
        every = [*(typed for _, typed in options.values()), later]
        return Typed(UnionOf(tuple(every)), (builder.compiler.keyword(site, keyword),))
    selecting: list[tuple[Typed, list[str]]] = []
    for index, values in selected:
        alike = next((some for typed, some in selecting if typed == options[index][1]), None)
        if alike is None:
            selecting.append((options[index][1], sorted(values)))
        else:
            alike += sorted(values)
    tags = tuple(tuple(values) for _, values in selecting)
    chosen = Typed(UnionOf((*(typed for typed, _ in selecting), later), dispatch.tag, exclusive=True, tags=tags))
    others = [options[index][1] for index in dispatch.others if index in options]
    several = keyword == "oneOf" and len(others) > 1
    rules = (builder.compiler.keyword(site, keyword),) if several else ()
    return Typed(UnionOf((chosen, *others), exclusive=keyword == "oneOf"), rules) if others else chosen


def grows(builder: TypesOfParts, flats: Sequence[Sequence[Part]]) -> bool:
    """Whether branches may be told apart by a required member to whose values later releases may add."""
    for flat in flats:
        required = {name for part in flat for name in required_names(part)}
        for name in required:
            declared = [
                Part(part.site.child("properties", name)) for part in flat if name in part.members.get("properties", ())
            ]
            if open_enums(flatten(declared), builder.compiler):
                return True
    return False


def _later(
    builder: TypesOfParts, base: Sequence[Part], site: ScopedSchema, keyword: str, dispatch: TagDispatch, path: Path
) -> Typed:
    """The record of an object whose tag this release does not know."""
    flat = flatten(base)
    inner = path.below("Other")
    taken: Taken = {(index, "type") for index in range(len(flat))}
    shape = objects.object_(builder, flat, inner, taken)
    if not (isinstance(shape, Record) and shape.sealed):
        # What is asked of members that a part does not name is asked of the tag too, which becomes a declared member.
        unnamed = [index for index, part in enumerate(flat) if dispatch.tag not in part.members.get("properties", ())]
        taken -= {(index, keyword) for index in unnamed for keyword in OTHER_MEMBERS}
    known = tuple(value for _, values in dispatch.tagged for value in sorted(values))
    whole, unknown = open_reading.others(dispatch.tag, known, site.at(builder.root, keyword))
    declared = [
        Member(dispatch.tag, asked, part.site.at(builder.root, "properties", dispatch.tag))
        for part in flat
        if dispatch.tag in part.members.get("properties", ())
        and not isinstance(asked := builder.compiler.below(part.site, "properties", dispatch.tag), Pass)
    ]
    rules = (unknown, *declared, *builder.rules(flat, taken))
    about = tuple(rule for rule in rules if speaks_of(rule, frozenset({"object"})))
    key = f"{site.key} {keyword} other" + "".join(f" & {part.key}" for part in base)
    builder.later(key, Typed(_with_tag(shape, dispatch.tag), about), site, flat, inner, whole)
    return Typed(Ref(key))


def _with_tag(shape: Shape, tag: str) -> Record:
    """The record with the tag as a declared member, which may have any value that nothing else names."""
    docs = SchemaAnnotations(description="A tag that a later release adds.")
    named = Field(tag, Typed(Literal((), ("string",))), True, docs, "")
    if not isinstance(shape, Record):
        return Record((named,), ANYTHING)
    before = [field for field in shape.fields if field.wire != tag]
    return Record((named, *before), shape.extra, shape.sealed)
