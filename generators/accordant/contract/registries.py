"""A registry as a value: its contracts, what is generated from it, and the releases that it reads from others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from accordant.contract.contracts import Contract
from accordant.findings import JsonValue
from accordant.schema.documents import Document


@dataclass(frozen=True, slots=True)
class TargetSettings:
    """What is generated, and where to."""

    name: str
    out: str
    options: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dependency:
    """A release of a contract that another registry keeps, as ``[depends]`` in ``registry.toml`` pins it."""

    contract: str
    source: str
    """Where it is published: the address of an artifact."""
    release: str
    digest: str = ""
    """The digest of the release file; empty where it is not pinned yet."""
    default_schema: str = ""
    pointer: str = ""
    """Where it stands in ``registry.toml``."""

    @property
    def version(self) -> str:
        """``v1`` of release ``1.2``."""
        return f"v{self.release.partition('.')[0]}"

    @property
    def path(self) -> str:
        """The release file in the registry that keeps it."""
        return f"{self.contract}/{self.version}/releases/{self.release}.json"

    @property
    def name(self) -> str:
        """What messages call it: ``cobre/v1@1.2``."""
        return f"{self.contract}/{self.version}@{self.release}"


ACKNOWLEDGEMENTS: Final = "acknowledgements.toml"
"""The file with the accepted breaks."""


@dataclass(frozen=True, slots=True)
class Registry:
    """All contracts of a folder."""

    name: str
    promise: str = "additive"
    docs: str = ""
    """The address at which the pages of the registry are served; empty where it is not said."""
    contracts: tuple[Contract, ...] = ()
    targets: tuple[TargetSettings, ...] = ()
    lock: Mapping[str, str] = field(default_factory=dict)
    """Release path to sha256, as ``registry.lock`` says."""
    base_uri: str = ""
    """The address below which exported schemas are served; empty where ``registry.toml`` names none."""
    depends: tuple[Dependency, ...] = ()
    """The releases of other registries that it reads."""
    document: Document | None = field(default=None, compare=False)
    acknowledgements: Callable[[], Document | None] = field(default=lambda: None, compare=False)
    """Reads the file with the accepted breaks; None where there is none. Raises InputError."""

    def contract(self, name: str) -> Contract | None:
        """The contract of that name."""
        return next((contract for contract in self.contracts if contract.name == name), None)
