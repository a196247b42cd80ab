"""What code lists promise about their codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accordant.gen.python.runtime import JsonObject


@dataclass(frozen=True, slots=True)
class ContextFact:
    """A value that travels with a code: `always`, or only sometimes."""

    name: str
    always: bool
    schema: JsonObject | bool
    description: str = ""


@dataclass(frozen=True, slots=True)
class CodeFacts:
    """What is promised about one code of a list; facts that the list does not state are empty."""

    id: str | int
    name: str = ""
    category: str = ""
    severity: tuple[str, ...] = ()
    meaning: str = ""
    action: str = ""
    context: tuple[ContextFact, ...] = ()
    commands: tuple[str, ...] = ()
    """Where it may occur; empty means everywhere."""
    exit_code: int | None = None
    retryable: str = ""
    """`yes`, `no`, `after-fix`, `depends` or `unknown`."""
    retryable_text: str = ""
    phase: str = ""
    side_effects: str = ""
    since: str = ""
    deprecated: Mapping[str, Any] = field(default_factory=dict[str, Any])
    retired: str = ""
    replaces: tuple[str, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    source: str = ""
    ours: tuple[str, ...] = ()
    """The facts, by their keys in the list, that no source states: the registry's own words."""
    docs: str = ""
    """Where it is documented: an address, or a page of the registry's documentation."""
