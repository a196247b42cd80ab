"""Types of parameters: without the limits that the model checks anyway."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accordant.gen.printing.python_text import literal
from accordant.model.types import ListOf, Literal, MapOf, Ref, Scalar, Shape, Typed, TypeParam, UnionOf

_SCALARS: Final = {"null": "None", "boolean": "bool", "integer": "int", "number": "float", "string": "str"}


@dataclass(frozen=True, slots=True)
class PlainTypes:
    """Writes types; ``names`` are the names of the model's types.

    A type parameter is written with ``module`` before its name; without a module, its bound is written.
    """

    names: Mapping[str, str]
    module: str = ""

    def of(self, typed: Typed) -> str:
        """A type on one line."""
        return " | ".join(self._options(typed.shape))

    def given(self, typed: Typed) -> str:
        """The type of a parameter: an object may be given as any mapping, and as a model."""
        wider = {"dict[str, Any]": "Mapping[str, Any] | BaseModel"}
        return " | ".join(wider.get(option, option) for option in self._options(typed.shape))

    def _options(self, shape: Shape) -> list[str]:
        match shape:
            case Scalar(kind):
                return [_SCALARS[kind]]
            case Literal(values, is_open):
                texts = all(isinstance(value, str) for value in values)
                return ["str"] if is_open and texts else [f"Literal[{', '.join(map(literal, values))}]"]
            case UnionOf(options):
                types = list(dict.fromkeys(type_ for option in options for type_ in self._options(option.shape)))
                types = [type_ for type_ in types if type_ != "None"] + [type_ for type_ in types if type_ == "None"]
                return ["Any"] if "Any" in types else types
            case ListOf(item):
                return [f"list[{self.of(item)}]"]
            case MapOf(value):
                return [f"dict[str, {self.of(value)}]"]
            case TypeParam(name, bound):
                return [self.module + name] if self.module else self._options(bound.shape)
            case Ref(key):
                return [self.names[key]]
            case _:
                return ["Any"]
