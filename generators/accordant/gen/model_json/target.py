"""The target ``model``: the type model as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from accordant.gen.target import Option, Options

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.model.origin import Origin
    from accordant.model.types import Model, Unhonoured
    from accordant.model.versions import VersionModel
    from accordant.outputs import Outputs


@dataclass(frozen=True, slots=True)
class ModelJsonTarget:
    """Generates one JSON file for each contract version."""

    name: str = "model"
    says: str = "the type model as JSON, one file for each contract version"
    single_file: str = "model.json"
    options: tuple[Option, ...] = ()
    prints_behaviour: bool = False
    reserved: frozenset[str] = frozenset()

    def module(self, model: Model, origin: Origin, options: Options) -> str:
        """The text of ``model.json``."""
        from accordant.gen.model_json.printer import module

        return module(model, origin)

    def package(self, registry: Registry, versions: list[VersionModel], options: Options) -> Outputs:
        """One file for each contract version, by path."""
        from accordant.gen.model_json.printer import package

        return package(versions)

    def package_name_problem(self, name: str) -> str:
        """Nothing is imported by a name."""
        return ""

    def list_unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """The keywords that no target honours."""
        return model.unhonoured


MODEL_JSON: Final = ModelJsonTarget()
