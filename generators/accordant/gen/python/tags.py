"""Members by whose fixed texts a union of records is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accordant.model.types import Literal, Model, Record, Ref, Typed, UnionOf, distinct


def record_of(typed: Typed, model: Model) -> Record | None:
    """The named record that a type is, if nothing is asked besides."""
    if typed.rules or not isinstance(typed.shape, Ref):
        return None
    shape = model.types[typed.shape.key].type.shape
    return shape if isinstance(shape, Record) else None


def fixed_tags(record: Record) -> dict[str, tuple[str, ...]]:
    """The members of a record that are always one of some texts, with these."""
    tags: dict[str, tuple[str, ...]] = {}
    for member in record.fields:
        shape = member.type.shape
        if member.required and not member.type.rules and isinstance(shape, Literal) and not shape.open:
            texts = tuple(value for value in shape.values if isinstance(value, str))
            if len(texts) == len(shape.values):
                tags[member.wire] = texts
    return tags


def grouped_by_tag(shape: UnionOf, model: Model) -> UnionOf:
    """The union with its records put together under a tag, those in its named unions too, where one tells them apart.

    A record that its tag does not select is not tried, so it need not be made ready.
    """
    options = distinct(_open(shape.options, model, frozenset()))
    records = [(option, record) for option in options if (record := record_of(option, model)) is not None]
    tag = _common_tag([record for _, record in records])
    if not tag:
        return shape
    rest = [option for option in options if record_of(option, model) is None]
    tagged = UnionOf(tuple(option for option, _ in records), tag)
    return UnionOf((Typed(tagged), *rest)) if rest else tagged


def _open(options: Sequence[Typed], model: Model, within: frozenset[str]) -> Iterator[Typed]:
    """The options, with those of named unions in the place of these."""
    for option in options:
        key = option.shape.key if isinstance(option.shape, Ref) and not option.rules else ""
        inner = model.types[key].type if key and key not in within else None
        if inner and not inner.rules and isinstance(inner.shape, UnionOf) and not inner.shape.tags:
            yield from _open(inner.shape.options, model, within | {key})
        else:
            yield option


def _common_tag(records: Sequence[Record]) -> str:
    """The member whose texts tell all of two or more records apart, or ""."""
    tags = [fixed_tags(record) for record in records]
    for name in tags[0] if len(tags) > 1 else ():
        texts = [text for each in tags for text in each.get(name, ())]
        if all(name in each for each in tags) and len(set(texts)) == len(texts):
            return name
    return ""
