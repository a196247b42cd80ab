"""The cases of schemas for documents with some tags: those of none of these documents, and those of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from accordant.compat.unit_cases import OTHER_VALUES, Case, CasedSchema, is_implied
from accordant.schema.tags import Tags, may_be_object, meet, tags_of

ANOTHER_VALUE: Final = frozenset([OTHER_VALUES])
"""The values of a tag that nothing lists."""

_ByTag: TypeAlias = "dict[str, dict[str | None, set[int]]]"
"""For each tag, the alternatives of each of its values; None: those for all of them."""


def with_tags(schemas: Iterable[CasedSchema], tags: Tags, depth: int) -> Iterator[CasedSchema]:
    """The schemas that may apply to documents with some tags, without the cases in which these certainly are."""
    for schema in schemas:
        own = [case for case in schema.cases if case.depth == depth]
        if meet(schema.tags, tags) is not None and not any(_is_impossible(case, tags) for case in own):
            certain = [case for case in own if _is_certain(case, tags)]
            yield replace(schema, cases=tuple(case for case in schema.cases if case not in certain))


def _is_impossible(case: Case, tags: Tags) -> bool:
    """Whether no document with some tags is of a case."""
    return meet(case.tags, tags) is None or (bool(case.but_for) and is_implied(case.but_for, tags))


def _is_certain(case: Case, tags: Tags) -> bool:
    """Whether all documents with some tags are of a case."""
    is_else = bool(case.but_for) and meet(case.but_for, tags) is None
    is_known = not any(values >= ANOTHER_VALUE for values in tags.values())
    return is_else or (is_known and bool(case.tags) and is_implied(case.tags, tags) and _excludes_others(case, tags))


def _excludes_others(case: Case, tags: Tags) -> bool:
    """Whether no document with some tags is of another alternative of a union."""
    if not isinstance(case.label, int):
        return True
    others, by_tag = _branches_by_tag(case)
    for name, values in tags.items():
        if name in by_tag:
            others &= frozenset[int]().union(*(by_tag[name].get(value, ()) for value in (*values, None)))
    return others <= {case.label}


def _branches_by_tag(case: Case) -> tuple[frozenset[int], _ByTag]:
    """The alternatives of a union that may be objects, and those for each value of a tag; None: for every value.

    Worked out once: a union may have hundreds of alternatives, and each is asked about.
    """
    key = "branches by tag", case.keyword
    if key not in case.holder.memo:
        tags = {
            index: tags_of(branch, case.holder) for index, branch in enumerate(case.branches()) if may_be_object(branch)
        }
        by_tag: _ByTag = {name: {} for own in tags.values() for name in own}
        for index, own in tags.items():
            for name, known in by_tag.items():
                for value in own.get(name, (None,)):
                    known.setdefault(value, set()).add(index)
        case.holder.memo[key] = frozenset(tags), by_tag
    branches: tuple[frozenset[int], _ByTag] = case.holder.memo[key]
    return branches
