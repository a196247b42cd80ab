"""What each service accepts, as data with its source and date (`limits.json`), and whether a schema keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue

NAMES: Final = ("openai", "anthropic", "generic")


@dataclass(frozen=True, slots=True)
class Provider:
    """The subset of JSON Schema that a service takes."""

    name: str
    title: str
    source: str
    date: str
    """When the source said so."""
    all_required: bool
    """Whether every field must be required, so that an optional one is one that may be null."""
    recursion: bool
    keywords: frozenset[str]
    """Keywords beside types, `enum`, `anyOf`, `properties`, `items` and `$ref`."""
    formats: frozenset[str]
    values: Mapping[str, tuple[JsonValue, ...]]
    """Keywords that are taken with some values only."""
    most: Mapping[str, int]
    """The most `properties`, levels of `depth`, `enum-values`, and `characters` of names and values."""

    def takes(self, keyword: str, value: JsonValue) -> bool:
        """Whether the service takes a keyword with a value."""
        if keyword == "format":
            return value in self.formats
        return keyword in self.keywords or value in self.values.get(keyword, ())


@cache
def provider_named(name: str) -> Provider:
    """The provider of that name.

    Raises:
        InputError: there is none.
    """
    if name not in NAMES:
        reason = f"there is no provider {name!r}"
        raise InputError(reason, next_step=f"use one of these: {', '.join(NAMES)}", rule="usage")
    data = json.loads(resources.files(__package__).joinpath("limits.json").read_text("utf-8"))[name]
    return Provider(
        name=name,
        title=data["title"],
        source=data["source"],
        date=data["date"],
        all_required=data["all-required"],
        recursion=data["recursion"],
        keywords=frozenset(data["keywords"]),
        formats=frozenset(data["formats"]),
        values={keyword: tuple(values) for keyword, values in data.get("values", {}).items()},
        most=data["most"],
    )


def exceeded(schema: JsonValue, provider: Provider) -> Iterator[str]:
    """A sentence for each bound of a provider that a strict schema exceeds."""
    counts = _count(schema)
    for name, most in provider.most.items():
        if counts[name] > most:
            words = name.replace("-", " ")
            yield f"{counts[name]:,} {words}; {provider.name} takes {most:,} ({provider.source}, {provider.date})"


def _count(schema: JsonValue) -> dict[str, int]:
    """What is counted of a strict schema; a definition counts once, and where it lies deepest."""
    counts = {"properties": 0, "depth": 0, "enum-values": 0, "characters": 0}
    todo: list[tuple[JsonValue, int]] = [(schema, 0), *((part, 0) for part in schema.get("$defs", {}).values())]
    counts["characters"] += sum(map(len, schema.get("$defs", {})))
    while todo:
        part, depth = todo.pop()
        members = part.get("properties", {})
        inside = depth + (1 if "properties" in part or "items" in part else 0)
        counts["depth"] = max(counts["depth"], inside)
        counts["properties"] += len(members)
        values = part.get("enum", [])
        counts["enum-values"] += len(values)
        counts["characters"] += sum(map(len, members)) + sum(len(str(value)) for value in values)
        todo += [(member, inside) for member in members.values()]
        todo += [(branch, depth) for branch in part.get("anyOf", [])]
        todo += [(part["items"], inside)] if "items" in part else []
    return counts
