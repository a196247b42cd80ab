"""Which version a document says it follows, compared exactly."""

from __future__ import annotations

from accordant.contract.contracts import Contract, Version
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.paths import pinned_at


def values(version: Version, carrier: str) -> list[JsonValue]:
    """The values at ``carrier`` by which documents of a version are known: each `const` or `enum` member there."""
    state = version.state
    names = [version.default_schema] if version.default_schema in state.schemas else list(state.schemas)
    found: dict[str, JsonValue] = {}
    for name in names:
        for value in pinned_at(state.root(name), carrier):
            found.setdefault(key(value), value)
    return list(found.values())


def key(value: JsonValue) -> str:
    """A text that two carrier values share exactly when they are equal: 1 is 1.0 and is neither true nor "1"."""
    return canonical(int(value) if isinstance(value, float) and value.is_integer() else value)


def said(document: JsonValue, carrier: str) -> tuple[bool, JsonValue]:
    """Whether a document carries a version, and which value it carries."""
    try:
        return True, pointers.follow(document, carrier)
    except LookupError:
        return False, None


def matching(contract: Contract, value: JsonValue) -> list[Version]:
    """The versions whose documents carry this value, newest first."""
    wanted = key(value)
    return [
        version
        for version in sorted(contract.versions, key=lambda one: -one.major)
        if any(key(one) == wanted for one in values(version, contract.carrier))
    ]
