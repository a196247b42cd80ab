"""Tables of ``registry.toml`` and ``contract.toml`` as values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import TargetSettings
from accordant.contract.fields import Fields

REGISTRY_KEYS: Final = ("name", "base-uri", "promise", "targets", "description", "docs")
"""The keys of registry.toml."""

CONTRACT_KEYS: Final = (
    "title",
    "description",
    "owner",
    "promise",
    "enums",
    "carrier",
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
    "rules",
    "derived",
    "counting",
    "serialisation",
    "modes",
    "consumer-rules",
    "scenarios",
    "interpretation",
    "decisions",
    "sources",
    "commands",
)
"""The keys of a table ``[versions.vN]``."""


def targets(fields: Fields) -> Iterator[TargetSettings]:
    """The tables ``[targets.NAME]`` of registry.toml."""
    for name in fields.value:
        table = fields.mapping(name)
        yield TargetSettings(
            name, table.text("out"), {key: value for key, value in table.value.items() if key != "out"}
        )
