"""``registry list``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import format_option, registry_option
from accordant.cli.tables import table
from accordant.findings import JsonValue, Report

if TYPE_CHECKING:
    from accordant.contract import Dependency, Registry, Version


@click.command("list", epilog="Example: registry --registry bundled list")
@registry_option
@format_option
def command() -> Report:
    """List the contracts of a registry: versions, status, newest release, what they hold."""
    registry = find().load()
    return Report("list", exits.FINE, data=_data(registry), text=_text(registry))


def _data(registry: Registry) -> JsonValue:
    return {
        "registry": registry.name,
        "contracts": [
            {
                "name": contract.name,
                "title": contract.title,
                "promise": contract.promise,
                "versions": [_version(version) for version in contract.versions],
            }
            for contract in registry.contracts
        ],
        **({"depends": [pinned_data(dependency) for dependency in registry.depends]} if registry.depends else {}),
    }


def pinned_data(dependency: Dependency) -> dict[str, JsonValue]:
    """A dependency as JSON values."""
    return {
        "contract": dependency.contract,
        "version": dependency.version,
        "release": dependency.release,
        "from": dependency.source,
        "digest": dependency.digest,
    }


def _version(version: Version) -> JsonValue:
    return {
        "name": version.name,
        "status": version.status,
        "releases": [release.name for release in version.releases],
        "schemas": sorted(version.state.schemas),
        "code_lists": sorted(version.state.code_lists),
        "streams": sorted(version.state.streams),
    }


def _text(registry: Registry) -> str:
    own = _table(registry) if registry.contracts else ""
    pinned = [
        f"depends on {entry.name} of {entry.source} ({entry.digest or 'not pinned'})" for entry in registry.depends
    ]
    text = "\n\n".join(part for part in (own, "\n".join(pinned)) if part)
    return text or "No contract yet: add a folder with a contract.toml beside registry.toml."


def _table(registry: Registry) -> str:
    rows = [
        (
            f"{contract.name}/{version.name}",
            version.status,
            version.releases[-1].name if version.releases else "unreleased",
            str(len(version.state.schemas)),
            str(sum(len(codes.entries) for codes in version.state.code_lists.values())),
            contract.title,
        )
        for contract in registry.contracts
        for version in contract.versions
    ]
    return table(("contract", "status", "release", "schemas", "codes", "title"), rows)
