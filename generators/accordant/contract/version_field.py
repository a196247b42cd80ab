"""The field by which a document states its version; its values are compared exactly."""

from __future__ import annotations

from accordant.contract.contracts import Contract, Version
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.paths import find_pinned_values


def values(version: Version, carrier: str) -> list[JsonValue]:
    """The values that documents of a version have at ``carrier``: each `const` or `enum` value there."""
    state = version.state
    names = [version.default_schema] if version.default_schema in state.schemas else list(state.schemas)
    by_text: dict[str, JsonValue] = {}
    for name in names:
        for value in find_pinned_values(state.root(name), carrier):
            by_text.setdefault(text_of(value), value)
    return list(by_text.values())


def text_of(value: JsonValue) -> str:
    """A text that two carrier values share exactly when they are equal: 1 is 1.0 and is neither true nor "1"."""
    return canonical(int(value) if isinstance(value, float) and value.is_integer() else value)


def read(document: JsonValue, carrier: str) -> tuple[bool, JsonValue]:
    """Whether a document has the field, and its value."""
    try:
        return True, pointers.follow(document, carrier)
    except LookupError:
        return False, None


def told(contract: Contract, document: JsonValue) -> Version | None:
    """The newest version that a field of the document tells; None where none does, or where a carrier says it."""
    versions = () if contract.carrier else contract.versions
    telling = [version for version in versions if version.told_by and read(document, version.told_by)[0]]
    return max(telling, key=lambda version: version.major, default=None)


def versions_with(contract: Contract, value: JsonValue) -> list[Version]:
    """The versions whose documents have this value, newest first."""
    text = text_of(value)
    return [
        version
        for version in sorted(contract.versions, key=lambda version: -version.major)
        if text in map(text_of, values(version, contract.carrier))
    ]
