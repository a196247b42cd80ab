"""A flavour: a target printed by datamodel-code-generator, with types alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accordant.gen.flavours.facts import FlavourFacts
from accordant.gen.target import Options

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.model.origin import Origin
    from accordant.model.types import Model, Unhonoured
    from accordant.model.versions import VersionModel
    from accordant.outputs import Outputs


@dataclass(frozen=True, slots=True)
class Flavour(FlavourFacts):
    """Generates Python modules of types."""

    def module(self, model: Model, origin: Origin, options: Options) -> str:
        """The text of ``model.py``.

        Raises:
            InputError: the generator is not installed, or printed something other than types.
        """
        from accordant.gen.flavours.dcg import module

        return module(model, origin, self)

    def package(self, registry: Registry, versions: list[VersionModel], options: Options) -> Outputs:
        """A module for each contract version, by path.

        Raises:
            InputError: the generator is not installed, or printed something other than types.
        """
        from accordant.gen.flavours.dcg import package

        return package(versions, self)

    def package_name_problem(self, name: str) -> str:
        """Any name: the modules stand in no package."""
        return ""

    def list_unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """The keywords that types alone cannot express."""
        from accordant.gen.flavours.losses import find_losses

        return find_losses(model, self)
