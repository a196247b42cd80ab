"""The facts of a flavour: its names, and what its types cannot express."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from accordant.gen.target import Option
from accordant.model.reserved import PYTHON_KEYWORDS


@dataclass(frozen=True, slots=True)
class FlavourFacts:
    """The names of a flavour, and what its types cannot express."""

    name: str
    says: str
    generator_type: str
    """What datamodel-code-generator calls it."""
    single_file: str = "model.py"
    options: tuple[Option, ...] = ()
    prints_behaviour: bool = False
    reserved: frozenset[str] = PYTHON_KEYWORDS
    keeps_wire_names: bool = True
    """Whether a member keeps its name in JSON where the attribute has another."""
    takes_escaped_names: bool = True
    """Whether a member's name may hold characters that JSON escapes."""
    nests_aliases: bool = True
    """Whether a type that is not a record may stand inside itself."""
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
        return self.takes_escaped_names or not any(character in '"\\' or character < " " for character in name)
