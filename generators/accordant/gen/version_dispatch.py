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
    """A contract with its versions: the current one first, then the newest first."""

    contract: Contract
    versions: tuple[VersionModel, ...]
    known: tuple[tuple[JsonValue, str], ...]
    """Pairs of carrier value and version; empty where documents of the contract carry no version."""
    told: Mapping[str, tuple[tuple[str, str], ...]]
    """By schema, pairs of the field that tells a version and that version, the newest first."""
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
        if len(self.versions) < 2 and not self.known:
            return [f"Documents of this contract carry no version: {self.versions[0].version.name} reads them."]
        words = ["`version` names the version that reads the document. Without it:", ""]
        if self.known:
            words.append("* `VERSIONS.carrier` says it, compared exactly, in documents of the default schema;")
        words += [
            f"* a document that has `{pointer}` is read as {version};"
            for pointer, version in self.told.get(DEFAULT, ())
        ]
        default = self.contract.presumed
        rest = f"{default} reads those of schemas that it has" if default else "only a schema of one version is read"
        return [*words, f"* of documents that say nothing, {rest}."]


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
    readable = {schema: types[schema] for schema in order if types[schema]}
    return VersionDispatch(contract, tuple(ordered), tuple(known), _told(versions, readable), readable)


def _told(versions: list[VersionModel], types: Mapping[str, object]) -> dict[str, tuple[tuple[str, str], ...]]:
    """The fields that tell a version, for the default schema and for the schemas that are it somewhere."""
    telling = sorted(
        (model.version for model in versions if model.version.told_by and not model.contract.carrier),
        key=lambda version: -version.major,
    )
    pairs = tuple((version.told_by, version.name) for version in telling)
    named = [DEFAULT, *(version.default_schema for version in telling)]
    return {schema: pairs for schema in dict.fromkeys(named) if pairs and schema in types}
