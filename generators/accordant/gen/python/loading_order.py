"""The order of types in a module: aliases after the types that they use when the module is loaded."""

from __future__ import annotations

from accordant.model.types import Model, Record, Ref, Shape, parts_of


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


def loading_order(model: Model) -> list[str]:
    """Types in the order of the model, except that an alias comes after the types that it uses."""
    order: dict[str, None] = {}

    def place(key: str, path: tuple[str, ...]) -> None:
        if key in order or key in path:
            return
        if not isinstance(model.types[key].type.shape, Record):
            for other in _refs(model.types[key].type.shape):
                place(other, (*path, key))
        order[key] = None

    for key in model.types:
        place(key, ())
    return list(order)


def rebuilt_records(model: Model) -> list[str]:
    """Records that use types defined after them."""
    position = {key: index for index, key in enumerate(loading_order(model))}
    return [
        key
        for key, named in model.types.items()
        if isinstance(named.type.shape, Record)
        and any(position[other] > position[key] for other in _refs(named.type.shape))
    ]


def _refs(shape: Shape) -> list[str]:
    refs: list[str] = [shape.key] if isinstance(shape, Ref) else []
    for part in parts_of(shape):
        refs += _refs(part.shape)
    return refs
