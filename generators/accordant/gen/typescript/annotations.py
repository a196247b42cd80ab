"""Shapes as TypeScript types."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from accordant.gen.typescript.text import literal, member, value_type
from accordant.model.constraints import IsOneOf
from accordant.model.types import (
    Codes,
    Field,
    ListOf,
    Literal,
    MapOf,
    Model,
    Nothing,
    Record,
    Ref,
    Scalar,
    Shape,
    TupleOf,
    Typed,
    TypeParam,
    UnionOf,
    Unknown,
    list_of,
    shapes_of,
)

_SCALARS: Final = {"null": "null", "boolean": "boolean", "integer": "number", "number": "number", "string": "string"}
INHERITED: Final = frozenset({
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
})  # fmt: skip
"""Members that TypeScript gives every object."""
LATER_TEXT: Final = "LaterText"
"""The type in the runtime of a text that the schema does not name."""
MOST_WORDS: Final = 3
"""The most values of a code list that are written where its name could stand."""
LONGEST_TUPLE: Final = 8
"""The longest list that is written as a tuple."""


@dataclass
class Annotations:
    """Writes types of one model; ``module`` is put before the names of types: ``v.``."""

    model: Model
    module: str = ""
    lists: Mapping[str, Codes] = field(default_factory=dict)
    """The code lists whose types are there to be named."""
    open_index: bool = False
    """Whether objects that may have any other members say so by an index signature."""
    _resolving: set[str] = field(default_factory=set)
    """The aliases that are being resolved."""

    def of(self, typed: Typed) -> str:
        """The type as a union."""
        return " | ".join(self.options(typed))

    def options(self, typed: Typed) -> list[str]:
        """The type as the members of a union, each once."""
        values = next((rule.values for rule in typed.rules if isinstance(rule, IsOneOf)), None)
        if values is not None and not isinstance(typed.shape, TypeParam):
            return list(dict.fromkeys(map(value_type, values)))
        shape = typed.shape
        if not isinstance(shape, UnionOf):
            return self._literal(shape) if isinstance(shape, Literal) else [self._single(shape)]
        members = dict.fromkeys(text for option in shape.options for text in self.options(option))
        members = self._distinct(shape.options, members)
        if "null" in members:
            members = dict.fromkeys([*(text for text in members if text != "null"), "null"])
        return list(members)

    def _distinct(self, options: Sequence[Typed], members: dict[str, None]) -> dict[str, None]:
        """The members of a union without those that others cover; aliases are resolved for that."""
        inner = {text: {text} for text in members}
        for shape in (shape for option in options for shape in shapes_of(option.shape, deep=False)):
            if isinstance(shape, Ref):
                inner[self._single(shape)] = set(self._resolve(Typed(shape)))
        if any("unknown" in parts for parts in inner.values()):
            return {"unknown": None}
        for text in members:
            others = set().union(*(parts for other, parts in inner.items() if other != text))
            suggested = {part for part in inner[text] if part.startswith('"')} if "string" in inner else set()
            if (
                all(part == "never" or {part, _kind(part)} & others for part in inner[text] - suggested)
                and not suggested
            ):
                del inner[text]
        if "string" in inner and any(part.startswith('"') for parts in inner.values() for part in parts):
            inner = {"(string & {})" if text == "string" else text: parts for text, parts in inner.items()}
        return dict.fromkeys(inner or ["never"])

    def _resolve(self, typed: Typed) -> list[str]:
        """The members of a union, with aliases resolved; one that is met inside of itself stays a name."""
        if isinstance(typed.shape, UnionOf):
            return [text for option in typed.shape.options for text in self._resolve(option)]
        if not isinstance(typed.shape, Ref):
            return self.options(typed)
        named = self.model.types[typed.shape.key]
        if isinstance(named.type.shape, Record) or named.key in self._resolving:
            return [self._single(typed.shape)]
        self._resolving.add(named.key)
        resolved = self._resolve(named.type)
        self._resolving.remove(named.key)
        return resolved

    def member_type(self, field: Field) -> str:
        """The type of a member. An optional one that objects inherit may have the inherited type."""
        written = self.of(field.type)
        if field.required or field.wire not in INHERITED:
            return written
        return f"{written} | {_inherited(field.wire)}"

    def index(self, record: Record) -> str:
        """The type of undeclared members, wide enough for the declared ones; "" where none are written.

        Beside declared members an index of anything would let every misspelt name compile: it is written on request.
        """
        if record.extra is None:
            return "" if record.fields else "never"
        everything = UnionOf((record.extra, *(field.type for field in record.fields)))
        options = self.options(Typed(everything))
        if options == ["unknown"] and record.fields and not self.open_index:
            return ""
        if options != ["unknown"] and not all(field.required for field in record.fields):
            options.append("undefined")
        if options != ["unknown"]:
            names = (field.wire for field in record.fields if not field.required and field.wire in INHERITED)
            options += [_inherited(name) for name in names]
        return " | ".join(options)

    def _literal(self, shape: Literal) -> list[str]:
        if not shape.values and shape.open == ("string",):
            return [LATER_TEXT]
        written = self._values(shape)
        return [*written, *(f"({_SCALARS[kind]} & {{}})" if written else _SCALARS[kind] for kind in shape.open)]

    def without(self, shape: Literal, map_type: str, known: Container[str]) -> list[str]:
        """The values of a literal that are not keys of a map type; more than a few as what is left of the list."""
        left = [value for value in shape.values if value not in known]
        if len(left) <= MOST_WORDS or not list_of(shape, self.lists):
            return list(map(literal, left))
        return [f"Exclude<{' | '.join(self._values(shape))}, keyof {map_type}>"]

    def _values(self, shape: Literal) -> list[str]:
        """The values of a literal; a code list by its name."""
        listed = list_of(shape, self.lists)
        named = [self.module + listed[0].listed_name] if listed else []
        return [*named, *(literal(value) for value in (listed[1] if listed else shape.values))]

    def _single(self, shape: Shape) -> str:
        match shape:
            case Scalar(kind):
                return _SCALARS[kind]
            case ListOf(item, least, most):
                return self._list(item, least, most)
            case TupleOf():
                return self._tuple(shape)
            case MapOf(value):
                return f"{{ [key: string]: {self.of(value)} }}"
            case Ref(key):
                return self.module + self.model.types[key].name
            case TypeParam(name):
                return name
            case Nothing():
                return "never"
            case Record():
                return self.record(shape)
            case Unknown() | Literal() | UnionOf():
                return "unknown"

    def record(self, shape: Record) -> str:
        """A record on one line."""
        inner = [
            f"{member(field.wire)}{'' if field.required else '?'}: {self.member_type(field)}" for field in shape.fields
        ]
        index = self.index(shape)
        return "{ " + "; ".join([*inner, *([f"[key: string]: {index}"] if index else [])]) + " }"

    def _list(self, item: Typed, least: int, most: int | None) -> str:
        most = most if most is None or least <= most else None
        if 0 < least <= LONGEST_TUPLE or (most is not None and most <= LONGEST_TUPLE):
            return self._tuple(TupleOf((item,) * least, item, least, most))
        return f"{self._element(item)}[]"

    def _tuple(self, shape: TupleOf) -> str:
        parts = [
            self._element(item) if index < shape.least else self._optional(item, index)
            for index, item in enumerate(shape.items)
        ]
        rest = shape.rest
        if shape.most is not None and shape.most <= LONGEST_TUPLE:
            parts = parts[: shape.most]
            parts += [self._optional(rest, index) for index in range(len(parts), shape.most)] if rest else []
        elif rest is not None:
            required = min(max(0, shape.least - len(parts)), LONGEST_TUPLE)
            label = "rest: " if self._may_be_circular(rest) else ""
            parts += [self._element(rest)] * required + [f"...{label}{self._element(rest)}[]"]
        return f"[{', '.join(parts)}]"

    def _optional(self, typed: Typed, index: int) -> str:
        """A position that may be missing."""
        return f"item{index}?: {self.of(typed)}" if self._may_be_circular(typed) else f"{self._element(typed)}?"

    def _may_be_circular(self, typed: Typed) -> bool:
        """Whether a list in a position may lead back to the alias that is being written.

        TypeScript puts off what such a list holds only in a position that has a label.
        """
        inside = [part for part in shapes_of(typed.shape) if isinstance(part, ListOf | TupleOf)]
        names = [part.key for outer in inside for part in shapes_of(outer) if isinstance(part, Ref)]
        return any(not isinstance(self.model.types[key].type.shape, Record) for key in names)

    def _element(self, typed: Typed) -> str:
        options = self.options(typed)
        return options[0] if len(options) == 1 else f"({' | '.join(options)})"


def _kind(option: str) -> str:
    """The primitive type of a literal; "" for other types."""
    if option in ("true", "false"):
        return "boolean"
    return "string" if option.startswith('"') else "number" if option.lstrip("-")[:1].isdigit() else ""


def _inherited(name: str) -> str:
    """The type that a member has where an object only inherits it."""
    return f"(typeof Object.prototype)[{literal(name)}]"
