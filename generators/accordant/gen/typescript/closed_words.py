"""The words of lists that only later releases add to: a reader takes others, and a writer writes none."""

from __future__ import annotations

from collections.abc import Iterable

from accordant.gen.typescript.text import literal
from accordant.model.types import Codes, Literal, Model, Ref, Shape, Typed, TypeParam, parts_of


def list_closed_words(model: Model, typed: Typed) -> list[str]:
    """The types of the words that are all which a value of a type may have; empty where its type is a caller's own."""
    words: dict[str, None] = {}
    todo: list[Shape] = [typed.shape]
    seen: set[str] = set()
    while todo:
        shape = todo.pop(0)
        if isinstance(shape, TypeParam):
            return []
        if isinstance(shape, Literal) and shape.open:
            words |= dict.fromkeys(_written(shape, model.codes.values()))
        if isinstance(shape, Ref) and shape.key not in seen:
            seen.add(shape.key)
            todo.append(model.types[shape.key].type.shape)
        todo += [part.shape for part in parts_of(shape)]
    return list(words)


def _written(shape: Literal, lists: Iterable[Codes]) -> list[str]:
    """The values of a literal; those of a whole code list by its name."""
    codes = next((codes for codes in lists if codes.name == shape.codes), None)
    if codes is not None and set(codes.values) == set(shape.values):
        return [f"v.{codes.listed_name}"]
    return [literal(value) for value in shape.values if isinstance(value, str | int) and not isinstance(value, bool)]
