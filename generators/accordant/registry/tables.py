"""Tables of ``registry.toml`` and ``contract.toml`` as values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from accordant.contract import TargetSettings
from accordant.contract.fields import Fields

REGISTRY_KEYS: Final = ("name", "base-uri", "promise", "targets", "description", "docs", "lint", "check-compat")
"""The keys of registry.toml."""

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
        InputError: it is no whole address.
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
