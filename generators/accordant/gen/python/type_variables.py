"""The type variables of generic types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from accordant.gen.printing.python_text import literal
from accordant.gen.python.annotations import Annotations
from accordant.model.types import Typed, TypeParam, parts_of


@dataclass(frozen=True, slots=True)
class TypeVariables:
    """Prints the variables of the types that were noted, and collects in ``used`` the names that the code imports."""

    annotations: Annotations
    used: set[str]
    bounds: dict[str, Typed] = field(default_factory=dict)
    """What each variable stands for where nothing is said, by its name."""

    def note(self, typed: Typed) -> None:
        """Notes the type parameters in a type."""
        if isinstance(typed.shape, TypeParam):
            self.bounds.setdefault(typed.shape.name, typed.shape.bound)
        for part in parts_of(typed.shape):
            self.note(part)

    def print_all(self) -> Iterator[str]:
        """A statement for each variable."""
        for name, bound in self.bounds.items():
            self.used.add("TypeVar")
            default = self.annotations.standalone(bound, name.lower())
            yield f"{name} = TypeVar({literal(name)}, default={default})"
