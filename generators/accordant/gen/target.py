"""What a target is: a kind of code that the registry generates."""

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
"""The options of a target in ``registry.toml``, by name."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting that a target takes in its table of ``registry.toml``."""

    name: str
    kind: type[str] | type[bool]
    for_one_schema: bool = False
    """Whether it also goes with the one file that is made of one schema."""
    values: tuple[str, ...] = ()
    """The texts that it may be; empty: any."""


class Target(Protocol):
    """A target. It imports its printer only when it prints, so that lists of targets stay cheap."""

    @property
    def name(self) -> str:
        """Its name on the command line and in ``registry.toml``."""

    @property
    def says(self) -> str:
        """What it generates, in a few words."""

    @property
    def single_file(self) -> str:
        """The name of the file for one schema."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its table in ``registry.toml``; ``out`` is not among them."""

    @property
    def prints_behaviour(self) -> bool:
        """Whether its packages have contexts of codes, which are a model of their own, and streams."""

    @property
    def reserved(self) -> frozenset[str]:
        """Names that types cannot have in its code. Types have the same names in all targets."""

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
        """What to do where its language cannot import a package of that name; empty where it can."""

    def list_unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """The keywords that its code does not honour, each with its place and the reason."""
