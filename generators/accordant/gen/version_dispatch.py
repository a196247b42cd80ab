"""How `parse` of generated code picks a version of a contract for a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accordant.contract import Contract, version_field
from accordant.findings import JsonValue
from accordant.model.versions import VersionModel

DEFAULT = ""
"""The key of the default schema, whichever it is in a version."""


@dataclass(frozen=True, slots=True)
class VersionDispatch:
    """A contract with its versions: first the one that reads documents without a version, then the newest first."""

    contract: Contract
    versions: tuple[VersionModel, ...]
    known: tuple[tuple[JsonValue, str], ...]
    """Pairs of carrier value and version; empty where documents of the contract carry no version."""
    types: Mapping[str, Mapping[str, str]]
    """By schema (or :data:`DEFAULT`), the versions that have it, each with the name of the schema's type."""

    @property
    def dated(self) -> tuple[str, ...]:
        """The schemas whose documents must say their version: the default ones."""
        named = dict.fromkeys(
            version.version.default_schema for version in self.versions if version.version.default_schema
        )
        return (DEFAULT, *named) if self.known else ()

    @property
    def words(self) -> list[str]:
        """How a version is picked, for documentation."""
        first = self.versions[0].version.name
        if not self.known:
            return [f"Documents of this contract carry no version: they are read as {first} where it has the schema."]
        return [
            "The version is picked by `VERSIONS.carrier`, compared exactly. `schema` names another schema",
            f"than the default one; its documents need carry no version, and {first} reads those that it has.",
        ]


def dispatches_of(versions: list[VersionModel]) -> list[VersionDispatch]:
    """The dispatch of each contract that has schemas, in order."""
    by_contract: dict[str, list[VersionModel]] = {}
    for version in versions:
        by_contract.setdefault(version.contract.name, []).append(version)
    return [_dispatch(group) for group in by_contract.values() if any(version.roots for version in group)]


def _dispatch(versions: list[VersionModel]) -> VersionDispatch:
    contract = versions[0].contract
    current = contract.current
    ordered = sorted(
        versions, key=lambda version: (current is None or version.version.name != current.name, -version.version.major)
    )
    types: dict[str, dict[str, str]] = {DEFAULT: {}}
    for version in ordered:
        for schema, name in version.roots.items():
            types.setdefault(schema, {})[version.version.name] = name
        if version.version.default_schema in version.roots:
            types[DEFAULT][version.version.name] = version.roots[version.version.default_schema]
    known = [
        (value, version.version.name)
        for version in sorted(versions, key=lambda version: version.version.major)
        for value in (version_field.values(version.version, contract.carrier) if contract.carrier else ())
    ]
    order = [DEFAULT, *sorted(schema for schema in types if schema != DEFAULT)]
    return VersionDispatch(
        contract, tuple(ordered), tuple(known), {schema: types[schema] for schema in order if types[schema]}
    )
