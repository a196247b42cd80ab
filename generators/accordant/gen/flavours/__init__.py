"""The targets that datamodel-code-generator prints."""

from __future__ import annotations

from typing import Final

from accordant.gen.flavours.flavour import Flavour

DATACLASS: Final = Flavour(
    "dataclass",
    "dataclasses, printed by datamodel-code-generator",
    "dataclasses.dataclass",
    keeps_wire_names=False,
)
TYPEDDICT: Final = Flavour(
    "typeddict",
    "TypedDicts, printed by datamodel-code-generator",
    "typing.TypedDict",
    types_other_members=True,
)
MSGSPEC: Final = Flavour(
    "msgspec",
    "msgspec structs, printed by datamodel-code-generator",
    "msgspec.Struct",
    takes_escaped_names=False,
    nests_aliases=False,
    joins_untagged_records=False,
)
