"""What a schema says about single values: descriptions of members of ``enum``, of constants and of alternatives."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias, TypeGuard

from accordant.findings import JsonValue
from accordant.schema.vocabulary import with_article

DescribedValue: TypeAlias = tuple[str, str]
"""The value as JSON between backticks, or the type of an alternative in words; and what is said about it."""

LISTS: Final = ("enumDescriptions", "x-enumDescriptions", "x-enum-descriptions", "markdownEnumDescriptions")
"""Keywords beside ``enum`` that editors and OpenAPI tools read: a text for each member, in their order."""

MAPS: Final = ("meta:enum", "x-enum-descriptions")
"""Keywords beside ``enum`` with a text for each member, by the member's text."""

_BRANCHES: Final = ("oneOf", "anyOf")
_NAMED: Final = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "properties"})
"""Members of alternatives that have a type of their own, and the description there."""
_DEPTH: Final = 4
_MOST_LISTED: Final = 5


def describe_values(schema: Mapping[str, JsonValue], depth: int = _DEPTH) -> tuple[DescribedValue, ...]:
    """The described values of a schema, each once: its own, those of its alternatives, and those of its items.

    Args:
        schema: the members of the schema.
        depth: how many levels of alternatives and items are looked into.
    """
    return tuple(dict.fromkeys(_describe(schema, depth))) if depth else ()


def _describe(schema: Mapping[str, JsonValue], depth: int) -> Iterator[DescribedValue]:
    yield from _describe_members(schema)
    branches = [branch for keyword in _BRANCHES for branch in _list(schema.get(keyword))]
    for branch in branches:
        if isinstance(branch, dict) and not _NAMED & branch.keys():
            yield from _describe_branch(branch)
            yield from describe_values(branch, depth - 1)
    items = schema.get("items")
    if isinstance(items, dict) and not _NAMED & items.keys():
        yield from describe_values(items, depth - 1)


def _describe_members(schema: Mapping[str, JsonValue]) -> Iterator[DescribedValue]:
    """The members of ``enum`` that a keyword beside it describes."""
    members = _list(schema.get("enum"))
    for keyword in LISTS:
        texts = _list(schema.get(keyword))
        if len(texts) == len(members):
            yield from ((_write(value), text) for value, text in zip(members, texts, strict=True) if _is_said(text))
    for keyword in MAPS:
        mapped = schema.get(keyword)
        told = mapped if isinstance(mapped, dict) else {}
        for value in members:
            text = told.get(value if isinstance(value, str) else json.dumps(value))
            if _is_said(text):
                yield _write(value), text


def _describe_branch(branch: Mapping[str, JsonValue]) -> Iterator[DescribedValue]:
    """An alternative that lists values or is of one type, where it says something about them."""
    said = [branch[name] for name in ("title", "description") if _is_said(branch.get(name))]
    values = [branch["const"]] if "const" in branch else _list(branch.get("enum"))
    kind = branch.get("type")
    if said and values:
        more = ["…"] if len(values) > _MOST_LISTED else []
        yield ", ".join([*map(_write, values[:_MOST_LISTED]), *more]), " - ".join(said)
    elif said and isinstance(kind, str):
        yield with_article(kind).capitalize(), " - ".join(said)


def _write(value: JsonValue) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _is_said(text: JsonValue) -> TypeGuard[str]:
    return isinstance(text, str) and bool(text.strip())


def _list(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else ()
