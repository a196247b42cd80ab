"""Typed views: properties that give a string of a known format as a Python value. The field itself stays a string."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.model.types import Field, Model, Ref, Scalar, Shape, Typed, UnionOf

_VIEWS: Final = {
    "date-time": ("datetime", "datetime_.datetime"),
    "date": ("date", "datetime_.date"),
    "time": ("time", "datetime_.time"),
    "duration": ("timedelta", "datetime_.timedelta"),
    "uuid": ("uuid", "uuid_.UUID"),
    "ipv4": ("ipv4", "ipaddress_.IPv4Address"),
    "ipv6": ("ipv6", "ipaddress_.IPv6Address"),
    "uri": ("url", "parse_.SplitResult"),
    "uri-reference": ("url", "parse_.SplitResult"),
    "iri": ("url", "parse_.SplitResult"),
    "iri-reference": ("url", "parse_.SplitResult"),
}
"""By format: the word of the property and of the function that reads the text, and the type.

Modules have names of their own, since a field called ``date`` hides a ``date`` in the annotations of its class.
"""


@dataclass(frozen=True, slots=True)
class View:
    """A property beside a field."""

    name: str
    field: str
    function: str
    type: str
    absent: str
    """What the field is where its member is absent; "" where it never is."""
    nullable: bool

    @property
    def annotation(self) -> str:
        """The type of the property."""
        others = dict.fromkeys([*(["None"] if self.nullable else []), *([self.absent] if self.absent else [])])
        return " | ".join([self.type, *others])

    @property
    def value(self) -> str:
        """The expression that it returns."""
        tests = dict.fromkeys([*([self.absent] if self.absent else []), *(["None"] if self.nullable else [])])
        same = " or ".join(f"self.{self.field} is {test}" for test in tests)
        read = f"{self.function}(self.{self.field})"
        return f"self.{self.field} if {same} else {read}" if tests else read


def view_of(model: Model, member: Field, name: str, taken: frozenset[str], absent: str = "MISSING") -> View | None:
    """The view of a field; None where it is not a string of a format that Python has a type for.

    ``name`` is its attribute, ``taken`` are the attributes of the class, ``absent`` is what stands for no member.
    """
    view = _VIEWS.get(_format(model, member))
    if view is None:
        return None
    shapes = _shapes(model, member.type)
    if any(not isinstance(shape, Scalar) or shape.kind not in ("string", "null") for shape in shapes):
        return None
    if not any(isinstance(shape, Scalar) and shape.kind == "string" for shape in shapes):
        return None
    word, type_ = view
    own = f"{name.rstrip('_')}_as_{word}"
    while own in taken:
        own += "_"
    nullable = any(isinstance(shape, Scalar) and shape.kind == "null" for shape in shapes)
    return View(own, name, f"as_{word}", type_, absent="" if member.required else absent, nullable=nullable)


def _format(model: Model, member: Field) -> str:
    """The format of a field, or of its named type."""
    shape, format_name = member.type.shape, member.docs.format
    while not format_name and isinstance(shape, Ref):
        named = model.types[shape.key]
        shape, format_name = named.type.shape, named.docs.format
    return format_name


def _shapes(model: Model, typed: Typed) -> list[Shape]:
    """The shapes of a type, with references resolved and unions flattened."""
    seen: set[str] = set()
    todo: list[Shape] = [typed.shape]
    shapes: list[Shape] = []
    while todo:
        shape = todo.pop()
        if isinstance(shape, UnionOf):
            todo += [option.shape for option in shape.options]
        elif isinstance(shape, Ref):
            if shape.key not in seen:
                seen.add(shape.key)
                todo.append(model.types[shape.key].type.shape)
        else:
            shapes.append(shape)
    return shapes
