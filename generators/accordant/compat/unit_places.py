"""The places below a value that both sides of a comparison declare, each with all declarations that speak about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from accordant.compat.cases_by_tags import ANOTHER_VALUE, with_tags
from accordant.compat.changes import PathStep
from accordant.compat.key_patterns import may_be_key, may_match_others, may_overlap, may_share_keys
from accordant.compat.lost_tags import tag_values
from accordant.compat.unit_cases import Case, CasedSchema, CaseQuestion
from accordant.schema.declarations import DeclaredItems, DeclaredProperty, TaggedSchema, items, properties
from accordant.schema.tags import Tags, fixed_strings

_Key: TypeAlias = "tuple[str | None, str]"
"""The name of a property, or None and a pattern; the empty pattern for all other keys."""

REST: Final = (None, "")


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
    others: Mapping[Case, Tags] = field(default_factory=dict)
    """For each ``else`` of the older side: the tags of its documents."""


def declarations_below(olds: Sequence[CasedSchema], news: Sequence[CasedSchema], depth: int) -> Iterator[Declarations]:
    """The keys and items below a value, for documents with each of the tags that the older side knows there.

    Args:
        olds: all schemas of the older side that apply to the value.
        news: what the newer side declares.
        depth: the number of steps into the document to the value; cases of values around it are left as they are.
    """
    for declarations in (*_keys(olds, news, depth), *_items(olds, news)):
        yield from _by_tags(declarations, depth)


@dataclass(frozen=True, slots=True)
class _DeclaredKey:
    declared: DeclaredProperty
    schema: CasedSchema
    cases: tuple[Case, ...]
    """Those of the object that has the key."""

    @property
    def key(self) -> _Key:
        return self.declared.name, self.declared.pattern

    @property
    def all_tags(self) -> Iterator[Tags]:
        """The tags of its documents, and those of its cases."""
        yield self.schema.tags
        yield from (tags for case in self.cases for tags in (case.tags, case.but_for))


class _Keys:
    """The keys that a side declares, by their names: an object may have thousands."""

    def __init__(self, keys: Iterable[_DeclaredKey]) -> None:
        self.all = list(keys)
        self.by_key: dict[_Key, list[_DeclaredKey]] = {}
        for key in self.all:
            self.by_key.setdefault(key.key, []).append(key)
        self._around = [key for key in self.all if key.declared.name is None]
        self._values: dict[str, frozenset[str]] = {}

    @classmethod
    def of(cls, schemas: Iterable[CasedSchema], depth: int) -> _Keys:
        return cls(
            _DeclaredKey(
                declared,
                CasedSchema(declared.node, schema.tags, declared.schema.scope, schema.cases),
                tuple(case for case in schema.cases if case.depth == depth),
            )
            for schema in schemas
            for declared in properties([TaggedSchema(schema.node, schema.tags, schema.scope)])
        )

    def applying(self, key: _Key, but_for: str = "") -> tuple[CasedSchema, ...]:
        """The declarations that speak about a key, or about keys of a pattern, but for those of another one."""
        left_out = (key, (None, but_for)) if but_for else (key,)
        around = [other for other in self._around if other.key not in left_out and self._covers(other.declared, key)]
        return tuple(
            replace(other.schema, is_rest=_is_unevaluated(other.declared))
            for other in (*self.by_key.get(key, ()), *around)
        )

    def alone(self, key: _Key) -> tuple[CasedSchema, ...]:
        """The declarations that speak about those keys of a pattern for which nothing else but a map is declared."""
        own = self.by_key.get(key, [])
        maps = [
            other
            for other in self.by_key.get(REST, ())
            if not any(_excludes(declaration, other.declared) for declaration in own)
        ]
        return tuple(replace(other.schema, is_rest=_is_unevaluated(other.declared)) for other in (*own, *maps))

    def _covers(self, around: DeclaredProperty, key: _Key) -> bool:
        """Whether a pattern or map speaks about a key, or the keys of a pattern, that is declared elsewhere."""
        name, pattern = key
        if key == REST:
            return False
        if around.pattern:
            return may_be_key(name, around) if name is not None else may_share_keys(pattern, around)
        patterns = [other.declared for other in self._around if other.key != REST and _excludes(other, around)]
        if name is not None:
            has_own = any(_excludes(other, around) for other in self.by_key.get(key, ()))
            return not has_own and not any(may_be_key(name, other) for other in patterns)
        named = [other for other in self.all if other.declared.name is not None and _excludes(other, around)]
        names = [str(other.declared.name) for other in named]
        return may_match_others(pattern, names) and not any(may_share_keys(pattern, other) for other in patterns)

    def is_listed(self, tag: str) -> bool:
        """Whether the values of a tag are listed; else it may have any."""
        return any(fixed_strings(key.declared.node) for key in self.by_key.get((tag, ""), ()))

    def values_of(self, tag: str) -> frozenset[str]:
        """The values of a tag that are declared, or that a case names."""
        if tag not in self._values:
            named = frozenset[str]().union(*(tags.get(tag, ()) for key in self.all for tags in key.all_tags))
            self._values[tag] = named | tag_values(tag, [key.declared for key in self.all])
        return self._values[tag]


def _keys(olds: Sequence[CasedSchema], news: Sequence[CasedSchema], depth: int) -> Iterator[Declarations]:
    older, newer = _Keys.of(olds, depth), _Keys.of(news, depth)
    unknown = {id(key): key for key in newer.all if _is_unknown(key.declared.tags, older)}
    newer = _Keys(_with_further_values(key, older) for key in newer.all if id(key) not in unknown)
    ignored = frozenset(key.schema.cases[-1] for key in unknown.values() if key.schema.cases)
    elses = {case: _of_else(case, older) for key in older.all for case in key.cases if case.but_for}
    others = {case: tags for case, tags in elses.items() if tags}
    keys = list(dict.fromkeys((*older.by_key, *newer.by_key)))
    for key in keys:
        name, pattern = key
        step = PathStep("+" if name is None else name, {}, pattern)
        sides = older.applying(key), newer.applying(key)
        declarations = Declarations(step, *sides, key in older.by_key, key in newer.by_key, ignored, others)
        yield declarations
        names, patterns = _other_keys(key, keys) if pattern else ([], [])
        if pattern and may_match_others(pattern, names, patterns):
            yield replace(declarations, olds=older.alone(key), news=newer.alone(key))
        for other in patterns:
            if may_overlap(pattern, other) and may_match_others(pattern, names, [other]):
                yield replace(declarations, olds=older.applying(key, other), news=newer.applying(key, other))


def _other_keys(key: _Key, keys: Iterable[_Key]) -> tuple[list[str], list[str]]:
    """The names and the patterns of all keys but one, and but the rest."""
    others = [other for other in keys if other not in (key, REST)]
    return [name for name, _ in others if name is not None], [pattern for name, pattern in others if name is None]


def _of_else(case: Case, older: _Keys) -> Tags:
    """The tags of the documents of ``else``: other values than those of ``then``; empty where nobody knows any."""
    ((name, values), *_) = case.but_for.items()
    others = older.values_of(name) - values
    if older.is_listed(name):
        return {name: others} if others else {}
    return {name: others | ANOTHER_VALUE}


def _is_unknown(tags: Tags, older: _Keys) -> bool:
    """Whether documents with some tags are new: the older side lists the values of the tag, and none of these."""
    return any(older.is_listed(name) and not older.values_of(name) & values for name, values in tags.items())


def _with_further_values(key: _DeclaredKey, older: _Keys) -> _DeclaredKey:
    """A declaration for values of a tag that no case of the older side names is one for other values, too."""

    def further(tags: Tags) -> Tags:
        return {
            name: values if older.is_listed(name) or values <= older.values_of(name) else values | ANOTHER_VALUE
            for name, values in tags.items()
        }

    if not any(key.all_tags):
        return key
    cases = tuple(replace(case, tags=further(case.tags)) if case in key.cases else case for case in key.schema.cases)
    return replace(key, schema=replace(key.schema, tags=further(key.schema.tags), cases=cases))


def _is_unevaluated(declared: DeclaredProperty) -> bool:
    return declared.node.pointer.endswith("/unevaluatedProperties") and not declared.pattern


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


def _by_tags(declarations: Declarations, depth: int) -> Iterator[Declarations]:
    """The same for documents with each of the tags under which the older side declares the place."""
    groups = {_key_of(tags): tags for tags in _tags_of(declarations)}
    for tags in sorted(groups.values(), key=len):
        olds, news = (
            _without_rest(list(with_tags(side, tags, depth))) for side in (declarations.olds, declarations.news)
        )
        if olds and news:
            yield replace(declarations, step=replace(declarations.step, tags=tags), olds=olds, news=news)


def _key_of(tags: Tags) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(sorted((name, tuple(sorted(values))) for name, values in tags.items()))


def _tags_of(declarations: Declarations) -> Iterator[Tags]:
    """The tags under which the older side declares a place, and those of the documents of each ``else``."""
    for schema in declarations.olds:
        yield schema.tags
        yield from (declarations.others[case] for case in schema.cases if case in declarations.others)


def _without_rest(schemas: Sequence[CasedSchema]) -> tuple[CasedSchema, ...]:
    """The schemas, without what applies only where no other one does if one always does."""
    cases = [schema.cases for schema in schemas if not schema.is_rest]
    is_always = CaseQuestion().is_always(cases, [()])
    return tuple(schema for schema in schemas if not (is_always and schema.is_rest))
