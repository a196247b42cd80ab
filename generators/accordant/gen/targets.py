"""The targets, in the order in which reports and help name them."""

from __future__ import annotations

from typing import Final

from accordant.errors import InputError
from accordant.findings import Place
from accordant.gen.flavours import DATACLASS, MSGSPEC, TYPEDDICT
from accordant.gen.model_json.target import MODEL_JSON
from accordant.gen.python.target import PYTHON
from accordant.gen.target import Target
from accordant.gen.typescript.target import TYPESCRIPT
from accordant.misspelt import asking_first

NOWHERE: Final = Place("")

TARGETS: Final[tuple[Target, ...]] = (PYTHON, TYPESCRIPT, MODEL_JSON, DATACLASS, TYPEDDICT, MSGSPEC)


def target_named(name: str, place: Place = NOWHERE) -> Target:
    """The target of that name; ``place`` is where the name stands.

    Raises:
        InputError: there is none.
    """
    for target in TARGETS:
        if target.name == name:
            return target
    names = [target.name for target in TARGETS]
    rule = "usage" if place == NOWHERE else "input-unusable"
    step = asking_first(name, names, f"there are: {', '.join(names)}")
    raise InputError(f"no target is called {name!r}", place, next_step=step, rule=rule)


def reserved_names() -> frozenset[str]:
    """The names that types cannot have in the code of some target."""
    return frozenset[str]().union(*(target.reserved for target in TARGETS))
