"""Where a model comes from: its sources, each with a digest of its content."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Origin:
    """The title of a model, and its sources: paths relative to the registry, each with the digest of its content."""

    title: str
    sources: tuple[tuple[str, str], ...]
    assumptions: tuple[str, ...] = ()
    """What was assumed on request, in sentences."""


NO_SOURCES = Origin("", ())
"""Stands for files that depend on the tool alone."""


def digest_of(value: JsonValue) -> str:
    """The first sixteen digits of the sha256 of a JSON value in one fixed spelling."""
    import hashlib
    import json

    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
