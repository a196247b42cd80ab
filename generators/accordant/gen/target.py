"""What a target is: one kind of code that the registry generates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from accordant.findings import JsonValue

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.model.origin import Origin
    from accordant.model.types import Model, Unhonoured
    from accordant.model.versions import VersionModel
    from accordant.outputs import Outputs

Options: TypeAlias = Mapping[str, JsonValue]
"""What ``registry.toml`` says about a target besides its folder, by option."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that a target takes in its table of ``registry.toml``."""

    name: str
    kind: type[str] | type[bool]
    for_one_schema: bool = False
    """Whether it also goes with the one file that is made of one schema."""


class Target(Protocol):
    """A target. It imports its printer only when it prints, so that lists of targets stay cheap."""

    @property
    def name(self) -> str:
        """Its word on the command line and in ``registry.toml``."""

    @property
    def says(self) -> str:
        """What it makes, in a few words."""

    @property
    def single_file(self) -> str:
        """The name of the file that it makes of one schema."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What may stand in its table of ``registry.toml`` besides ``out``."""

    @property
    def prints_contexts(self) -> bool:
        """Whether its packages have types for the contexts of codes, which are a model of their own."""

    @property
    def reserved(self) -> frozenset[str]:
        """Names that types cannot have in its code. The names of types are the same in all targets."""

    def module(self, model: Model, origin: Origin, options: Options) -> str:
        """The text of the file for one schema.

        Raises:
            InputError: the target needs what is not installed.
        """

    def package(self, registry: Registry, versions: list[VersionModel], options: Options) -> Outputs:
        """Every file of the distribution for a registry, by path.

        Raises:
            InputError: the target needs what is not installed.
        """

    def package_name_problem(self, name: str) -> str:
        """What to do about a package name that its language cannot import; empty where the name is usable."""

    def unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """The keywords that its code does not honour, each with its place and the reason."""
