"""The JSON Schema of a Pydantic model, which the model itself writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.schema.dialects import DRAFT_2020_12

_MODES: Final[Mapping[str, str]] = {"output": "serialization", "input": "validation"}


def schema_of(model: Any, *, direction: str = "output") -> dict[str, JsonValue]:
    """The JSON Schema of a Pydantic model.

    Args:
        model: a subclass of ``pydantic.BaseModel``, or anything of which Pydantic can make a ``TypeAdapter``: a
            dataclass, a ``TypedDict``, ``list[Order]``.
        direction: ``output`` for what a program writes, ``input`` for what it reads.

    Returns:
        A schema of draft 2020-12, with ``$schema`` in front.

    Raises:
        ValueError: another direction.
        TypeError: Pydantic has no schema for it, or is not installed.
    """
    if direction not in _MODES:
        raise ValueError(f"direction is output or input, not {direction!r}")
    written = getattr(model, "model_json_schema", None) or _adapt(model)
    try:
        schema = dict(written(mode=_MODES[direction]))
    except Exception as error:
        raise TypeError(f"Pydantic has no JSON Schema for {model!r}: {error}") from error
    return {"$schema": DRAFT_2020_12.uri, **schema}


def _adapt(model: Any) -> Any:
    """The function that writes the schema of a type that is not a model."""
    try:
        from pydantic import TypeAdapter

        return TypeAdapter(model).json_schema
    except Exception as error:
        raise TypeError(f"{model!r} is not a type that Pydantic knows: {error}") from error
