"""A flavour: a target that datamodel-code-generator prints, from types alone."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accordant.gen.target import Option, Options
from accordant.model.reserved import PYTHON_KEYWORDS

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.model.origin import Origin
    from accordant.model.types import Model, Unhonoured
    from accordant.model.versions import VersionModel
    from accordant.outputs import Outputs


@dataclass(frozen=True, slots=True)
class Flavour:
    """Generates Python modules of types; the facts say what its types cannot express."""

    name: str
    says: str
    generator_type: str
    """What datamodel-code-generator calls it."""
    single_file: str = "model.py"
    options: tuple[Option, ...] = ()
    reserved: frozenset[str] = PYTHON_KEYWORDS
    keeps_wire_names: bool = True
    """Whether a member keeps its name in JSON where the attribute has another."""
    takes_escaped_names: bool = True
    """Whether a member's name may hold characters that JSON escapes."""
    nests_aliases: bool = True
    """Whether a type that is no record may stand inside itself."""
    joins_untagged_records: bool = True
    """Whether a union may hold several records without a tag."""
    types_other_members: bool = False
    """Whether a record can say what its further members hold."""

    def takes_name(self, name: str) -> bool:
        """Whether a record can have a member of that name.

        Python reads identifiers in Unicode's form NFKC: a name in another form would become another name.
        """
        if name.isidentifier() and unicodedata.normalize("NFKC", name) != name:
            return False
        return self.takes_escaped_names or not any(one in '"\\' or one < " " for one in name)

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
        """The modules stand in no package."""
        return ""

    def unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """Everything that types alone leave unsaid."""
        from accordant.gen.flavours.losses import unhonoured

        return unhonoured(model, self)
