"""Tables of ``registry.toml`` and ``contract.toml`` as values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from accordant.contract import Declaration, Dependency, TargetSettings
from accordant.contract.fields import Fields
from accordant.contract.names import RELEASE
from accordant.findings import JsonValue
from accordant.registry import layout

REGISTRY_KEYS: Final = (
    "name",
    "base-uri",
    "promise",
    "targets",
    "description",
    "docs",
    "lint",
    "check-compat",
    "depends",
)
"""The keys of registry.toml."""

DEPENDENCY_KEYS: Final = ("from", "release", "digest", "default-schema")
"""The keys of a table ``[depends.CONTRACT]``."""

CONTRACT_KEYS: Final = (
    "title",
    "description",
    "owner",
    "promise",
    "enums",
    "carrier",
    "default-version",
    "meanings",
    "data-draft",
    "sources",
    "schemas",
    "versions",
    "homepage",
)
"""The keys of contract.toml."""

VERSION_KEYS: Final = (
    "status",
    "description",
    "supported-until",
    "default-schema",
    "told-by",
    "rules",
    "derived",
    "counting",
    "serialisation",
    "modes",
    "consumer-rules",
    "scenarios",
    "interpretation",
    "decisions",
    "moves",
    "sources",
    "commands",
)
"""The keys of a table ``[versions.vN]``."""


_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s#?\\\"<>{}|^`]+")


def default_version(contract: Fields, versions: Fields) -> str:
    """The version of documents that do not say which they follow; empty where contract.toml names none.

    Raises:
        InputError: there is no such version.
    """
    name = contract.text("default-version", "")
    if name and name not in versions.value:
        contract.refuse("default-version", f"there is no version {name!r}", "name a version of the contract")
    return name


def base_uri(fields: Fields) -> str:
    """The address below which exported schemas are served; empty where registry.toml names none.

    Raises:
        InputError: it is not a complete address.
    """
    address = fields.text("base-uri", "")
    if address and not _ADDRESS.fullmatch(address):
        fields.refuse("base-uri", f"{address!r} is not a whole address", "write one as https://example.org/schemas")
    return address


def targets(fields: Fields) -> Iterator[TargetSettings]:
    """The tables ``[targets.NAME]`` of registry.toml."""
    for name in fields.value:
        table = fields.mapping(name)
        yield TargetSettings(
            name, table.text("out"), {key: value for key, value in table.value.items() if key != "out"}
        )


_ARTIFACT: Final = re.compile(r"oci://[^\s@]+")
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")


def depends(fields: Fields, own: Collection[str]) -> Iterator[Dependency]:
    """The tables ``[depends.CONTRACT]`` of registry.toml; a list of tables pins several versions of one contract.

    Args:
        fields: the table ``[depends]``.
        own: what stands beside registry.toml, the registry's own contracts among it.

    Raises:
        InputError: one is not of the format, a version is named twice, or a contract is one of the registry's own.
    """
    for contract, value in fields.value.items():
        if not layout.NAME.fullmatch(contract):
            fields.refuse(contract, f"{contract!r} is not a name of a contract", "use the name that it is published by")
        if contract in own:
            fields.refuse(contract, f"the registry has a {contract!r} of its own", "remove the table, or the folder")
        several = [*fields.mappings(contract)] if isinstance(value, list) else [fields.mapping(contract)]
        seen: set[str] = set()
        for table in several:
            dependency = _dependency(contract, table)
            if dependency.version in seen:
                table.refuse("release", f"{contract}/{dependency.version} is named twice", "keep one of its releases")
            seen.add(dependency.version)
            yield dependency


def _dependency(contract: str, table: Fields) -> Dependency:
    table.only(*DEPENDENCY_KEYS)
    source, release = table.text("from"), table.text("release")
    digest = table.text("digest", "")
    if not _ARTIFACT.fullmatch(source):
        table.refuse("from", f"{source!r} is not where a registry is published", "write oci://HOST/REPOSITORY:TAG")
    if not RELEASE.fullmatch(release):
        table.refuse("release", f"{release!r} is not the name of a release", 'write one as "1.2"')
    if digest and not _DIGEST.fullmatch(digest):
        table.refuse("digest", f"{digest!r} is not a digest", "remove the line and run: registry pull")
    return Dependency(contract, source, release, digest, table.text("default-schema", ""), table.pointer)


def declaration(table: JsonValue) -> Declaration:
    """The readable facts of a version's table; the version's folder may be missing."""
    if not isinstance(table, dict):
        return Declaration()
    return Declaration(str(table.get("status", "current")), str(table.get("supported-until", "")))
