"""The order of types in a module: aliases after the types that they use when the module is loaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from accordant.errors import InputError
from accordant.model.types import Model, Record, Ref, Shape, parts_of

NO_BASES: Final[Mapping[str, str]] = MappingProxyType({})
MOST_AT_ONCE: Final = 150
"""Up to this many records are made ready when the module is loaded; of more, each when it is first needed."""
DEEPEST: Final = 24
"""Named types inside of each other that pydantic enters without coming near the interpreter's limit."""
DEEPEST_ALIASES: Final = 50
"""Types that are not records inside of each other that pydantic still enters: these cannot be made ready one by one."""


def read_on_loading(model: Model, key: str) -> set[str]:
    """The types that an alias uses, directly or through other aliases, when the module is loaded."""
    read: set[str] = set()
    todo = [key]
    while todo:
        named = model.types[todo.pop()]
        if isinstance(named.type.shape, Record):
            continue
        for other in _refs(named.type.shape):
            if other not in read:
                read.add(other)
                todo.append(other)
    return read


def is_circular_with_others(model: Model, key: str) -> bool:
    """Whether an alias uses another type that uses it: checkers follow such a circle only through declared aliases.

    Records are such types where the alias is one that also uses itself.
    """
    read = read_on_loading(model, key)
    if any(other != key and key in read_on_loading(model, other) for other in read):
        return True
    return key in read and _lead_to(model, read - {key}, key)


def _lead_to(model: Model, keys: set[str], target: str) -> bool:
    """Whether types use another one, directly or through any other types."""
    todo, seen = list(keys), set(keys)
    while todo:
        for other in _refs(model.types[todo.pop()].type.shape):
            if other == target:
                return True
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return False


def loading_order(model: Model, bases: Mapping[str, str] = NO_BASES) -> list[str]:
    """Types in the order of the model, except that an alias comes after the types that it uses, a class after its base.

    ``bases`` has the key of the record that each narrower one derives from.
    """
    order: dict[str, None] = {}

    def place(key: str, path: tuple[str, ...]) -> None:
        if key in order or key in path:
            return
        if not isinstance(model.types[key].type.shape, Record):
            for other in _refs(model.types[key].type.shape):
                place(other, (*path, key))
        elif key in bases:
            place(bases[key], (*path, key))
        order[key] = None

    for key in model.types:
        place(key, ())
    return list(order)


def rebuilt_records(model: Model, bases: Mapping[str, str] = NO_BASES) -> list[str]:
    """Records that use types defined after them."""
    position = {key: index for index, key in enumerate(loading_order(model, bases))}
    return [
        key
        for key, named in model.types.items()
        if isinstance(named.type.shape, Record)
        and any(position[other] > position[key] for other in _refs(named.type.shape))
    ]


def is_vast(model: Model) -> bool:
    """Whether pydantic cannot make the records ready at once: it goes down into all that they use, and takes long."""
    records = sum(isinstance(named.type.shape, Record) for named in model.types.values())
    return records > MOST_AT_ONCE or (records > DEEPEST and _depth(model, model.types) > DEEPEST)


def require_shallow(model: Model) -> None:
    """Refuse types that are not records and lie too deep inside of each other: nothing parts what is made of them.

    Raises:
        InputError: there are such types.
    """
    aliases = {key for key, named in model.types.items() if not isinstance(named.type.shape, Record)}
    if len(aliases) > DEEPEST_ALIASES and _depth(model, aliases) > DEEPEST_ALIASES:
        raise InputError(
            f"more than {DEEPEST_ALIASES} definitions without members lie inside of each other; "
            "Python types cannot follow",
            next_step="give one of the definitions in between members of its own, or break the chain",
        )


def _depth(model: Model, among: Collection[str]) -> int:
    """How many of some types lie inside of each other at most where each is entered once, as pydantic does it."""
    inner = {
        key: [other for other in _refs(named.type.shape) if other in among]
        for key, named in model.types.items()
        if key in among
    }
    used = {other for others in inner.values() for other in others}
    deepest, reached = 0, set[str]()
    for key in sorted(inner, key=used.__contains__):
        if key not in reached:
            depth, entered = _depth_from(key, inner)
            deepest = max(deepest, depth)
            reached |= entered
    return deepest


def _depth_from(key: str, inner: Mapping[str, list[str]]) -> tuple[int, set[str]]:
    """How many types lie inside of each other from one on, and which were entered."""
    entered = {key}
    stack = [iter(inner[key])]
    deepest = 1
    while stack:
        other = next((other for other in stack[-1] if other not in entered), None)
        if other is None:
            stack.pop()
            continue
        entered.add(other)
        stack.append(iter(inner[other]))
        deepest = max(deepest, len(stack))
    return deepest, entered


def _refs(shape: Shape) -> list[str]:
    refs: list[str] = [shape.key] if isinstance(shape, Ref) else []
    for part in parts_of(shape):
        refs += _refs(part.shape)
    return refs
