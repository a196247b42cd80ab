"""The places below a value that both sides of a comparison declare, each with all declarations that speak about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from accordant.compat.changes import PathStep
from accordant.compat.key_patterns import may_be_key, may_match_others, may_share_keys
from accordant.compat.lost_tags import tag_values
from accordant.compat.unit_cases import Case, CasedSchema, CaseQuestion, is_implied
from accordant.schema.declarations import DeclaredItems, DeclaredProperty, TaggedSchema, items, properties
from accordant.schema.tags import Tags, fixed_strings, meet

_Key: TypeAlias = "tuple[str | None, str]"
"""The name of a property, or None and a pattern; the empty pattern for all other keys."""

REST: Final = (None, "")

_ANOTHER: Final = frozenset([""])
"""Values of a tag that nothing lists."""


@dataclass(frozen=True, slots=True)
class Declarations:
    """What both sides declare about one place."""

    step: PathStep
    olds: tuple[CasedSchema, ...]
    news: tuple[CasedSchema, ...]
    is_named: bool
    """Whether the older side declares the place by itself."""
    is_kept: bool
    """Whether the newer side does."""
    ignored: frozenset[Case] = frozenset()
    """Cases of the newer side for documents that the older side does not know."""
    known: tuple[DeclaredProperty, ...] = ()
    """The keys that the older side declares beside it, the tags among them."""


def declarations_below(olds: Sequence[CasedSchema], news: Sequence[CasedSchema]) -> Iterator[Declarations]:
    """The keys and items below a value, for documents with each of the tags that the older side knows there."""
    for found in (*_keys(olds, news), *_items(olds, news)):
        yield from _by_tags(found)


@dataclass(frozen=True, slots=True)
class _DeclaredKey:
    declared: DeclaredProperty
    schema: CasedSchema

    @property
    def key(self) -> _Key:
        return self.declared.name, self.declared.pattern


def _keys(olds: Sequence[CasedSchema], news: Sequence[CasedSchema]) -> Iterator[Declarations]:
    older, newer = list(_declared_keys(olds)), list(_declared_keys(news))
    known = [key.declared for key in older]
    unknown = [key for key in newer if _is_unknown(key.declared.tags, known)]
    named = _named_values(older)
    newer = [_with_further_values(key, known, named) for key in newer if key not in unknown]
    ignored = frozenset(key.schema.cases[-1] for key in unknown if key.schema.cases)
    for key in dict.fromkeys(key.key for key in (*older, *newer)):
        name, pattern = key
        step = PathStep("+" if name is None else name, {}, pattern)
        is_named, is_kept = (any(other.key == key for other in side) for side in (older, newer))
        sides = _applying(key, older), _applying(key, newer)
        yield Declarations(step, *sides, is_named, is_kept, ignored, tuple(known))


def _declared_keys(schemas: Iterable[CasedSchema]) -> Iterator[_DeclaredKey]:
    for schema in schemas:
        for declared in properties([TaggedSchema(schema.node, schema.tags, schema.scope)]):
            yield _DeclaredKey(declared, CasedSchema(declared.node, schema.tags, declared.schema.scope, schema.cases))


def _is_unknown(tags: Tags, known: list[DeclaredProperty]) -> bool:
    """Whether documents with some tags are new: the older side lists the values of the tag, and none of these."""
    return any(_is_listed(name, known) and not tag_values(name, known) & values for name, values in tags.items())


def _is_listed(tag: str, known: Iterable[DeclaredProperty]) -> bool:
    """Whether the values of a tag are listed; else it may have any."""
    return any(property_.name == tag and fixed_strings(property_.node) for property_ in known)


def _named_values(older: Iterable[_DeclaredKey]) -> dict[str, frozenset[str]]:
    """The values of each tag that a case of the older side names."""
    named: dict[str, frozenset[str]] = {}
    for key in older:
        for tags in (key.schema.tags, *(tags for case in key.schema.cases for tags in (case.tags, case.but_for))):
            named |= {name: named.get(name, frozenset()) | values for name, values in tags.items()}
    return named


def _with_further_values(
    key: _DeclaredKey, known: list[DeclaredProperty], named: Mapping[str, frozenset[str]]
) -> _DeclaredKey:
    """A declaration for values of a tag that no case of the older side names is one for other values, too."""

    def further(tags: Tags) -> Tags:
        return {
            name: values if _is_listed(name, known) or values <= named.get(name, frozenset()) else values | _ANOTHER
            for name, values in tags.items()
        }

    cases = tuple(replace(case, tags=further(case.tags)) for case in key.schema.cases)
    return replace(key, schema=replace(key.schema, tags=further(key.schema.tags), cases=cases))


def _applying(key: _Key, side: Sequence[_DeclaredKey]) -> tuple[CasedSchema, ...]:
    """The declarations of a side that speak about a key, or about keys of a pattern."""
    return tuple(
        replace(other.schema, is_rest=_is_unevaluated(other.declared))
        for other in side
        if other.key == key or _covers(other.declared, key, side)
    )


def _is_unevaluated(declared: DeclaredProperty) -> bool:
    return declared.node.pointer.endswith("/unevaluatedProperties") and not declared.pattern


def _covers(around: DeclaredProperty, key: _Key, side: Sequence[_DeclaredKey]) -> bool:
    """Whether a pattern or map speaks about a key, or the keys of a pattern, that is declared elsewhere."""
    if around.name is not None or key == REST:
        return False
    name, pattern = key
    if around.pattern:
        return may_be_key(name, around) if name is not None else may_share_keys(pattern, around)
    rivals = [other.declared for other in side if other.key != REST and _excludes(other, around)]
    if name is not None:
        return not any(may_be_key(name, rival) for rival in rivals)
    names = [rival.name for rival in rivals if rival.name is not None]
    others = [rival for rival in rivals if rival.name is None]
    return may_match_others(pattern, names) and not any(may_share_keys(pattern, other) for other in others)


def _excludes(rival: _DeclaredKey, around: DeclaredProperty) -> bool:
    """Whether a map always leaves the keys of another declaration out.

    ``additionalProperties`` sees those beside it only, ``unevaluatedProperties`` those of cases only in these.
    """
    holder, _, keyword = around.node.pointer.rpartition("/")
    beside = (f"{holder}/properties/", f"{holder}/patternProperties/")
    return (
        rival.declared.node.pointer.startswith(beside) if keyword == "additionalProperties" else not rival.schema.cases
    )


def _items(olds: Sequence[CasedSchema], news: Sequence[CasedSchema]) -> Iterator[Declarations]:
    older, newer = list(_declared_items(olds)), list(_declared_items(news))
    for index in dict.fromkeys(item.index for item, _ in (*older, *newer)):
        olds, news = (tuple(schema for item, schema in side if _is_for(item, index)) for side in (older, newer))
        is_named, is_kept = (any(item.index == index for item, _ in side) for side in (older, newer))
        yield Declarations(PathStep("*" if index is None else index), olds, news, is_named, is_kept)


def _declared_items(schemas: Iterable[CasedSchema]) -> Iterator[tuple[DeclaredItems, CasedSchema]]:
    for schema in schemas:
        for item in items([TaggedSchema(schema.node, schema.tags, schema.scope)]):
            if not item.schema.is_test:
                yield item, CasedSchema(item.schema.node, schema.tags, item.schema.scope, schema.cases)


def _is_for(item: DeclaredItems, index: int | None) -> bool:
    return item.index is None if index is None else item.covers(index)


def _by_tags(found: Declarations) -> Iterator[Declarations]:
    """The same for documents with each of the tags under which the older side declares the place."""
    groups = {_key_of(tags): tags for tags in _tags_of(found)}
    for tags in sorted(groups.values(), key=len):
        olds, news = (_without_rest(list(_with_tags(side, tags))) for side in (found.olds, found.news))
        if olds and news:
            yield replace(found, step=replace(found.step, tags=tags), olds=olds, news=news)


def _key_of(tags: Tags) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(sorted((name, tuple(sorted(values))) for name, values in tags.items()))


def _tags_of(found: Declarations) -> Iterator[Tags]:
    """The tags under which the older side declares a place, and those of the documents of each ``else``."""
    for schema in found.olds:
        yield schema.tags
        for case in schema.cases:
            for name, values in case.but_for.items():
                others = frozenset(tag_values(name, list(found.known)) - values)
                yield {name: others if others and _is_listed(name, found.known) else others | _ANOTHER}


def _with_tags(schemas: Iterable[CasedSchema], tags: Tags) -> Iterator[CasedSchema]:
    """The schemas that may apply to documents with some tags, without the cases in which these certainly are."""
    for schema in schemas:
        if meet(schema.tags, tags) is not None and not any(_is_impossible(case, tags) for case in schema.cases):
            yield replace(schema, cases=tuple(case for case in schema.cases if not _is_certain(case, tags)))


def _is_impossible(case: Case, tags: Tags) -> bool:
    """Whether no document with some tags is of a case."""
    return meet(case.tags, tags) is None or (bool(case.but_for) and is_implied(case.but_for, tags))


def _is_certain(case: Case, tags: Tags) -> bool:
    """Whether all documents with some tags are of a case."""
    is_else = bool(case.but_for) and meet(case.but_for, tags) is None
    is_known = not any(values >= _ANOTHER for values in tags.values())
    return is_else or (is_known and bool(case.tags) and is_implied(case.tags, tags))


def _without_rest(schemas: Sequence[CasedSchema]) -> tuple[CasedSchema, ...]:
    """The schemas, without what applies only where no other one does if one always does."""
    cases = [schema.cases for schema in schemas if not schema.is_rest]
    is_always = CaseQuestion().is_always(cases, [()])
    return tuple(schema for schema in schemas if not (is_always and schema.is_rest))
