"""What types cannot express of a field, as tags of its documentation comment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.model.markup import visible_pattern
from accordant.model.types import Field, Scalar

_TAGS: Final = {">=": "minimum", ">": "exclusiveMinimum", "<=": "maximum", "<": "exclusiveMaximum"}


def field_tags(field: Field) -> Iterator[str]:
    """The constraints of a field, and whether it is deprecated, as TSDoc tags without their ``@``."""
    shape = field.type.shape
    if isinstance(shape, Scalar):
        if shape.kind == "integer":
            yield "integer"
        for relation, limit in shape.bounds:
            yield f"{_TAGS[relation]} {limit}"
        if shape.least:
            yield f"minLength {shape.least}"
        if shape.most is not None:
            yield f"maxLength {shape.most}"
        if shape.pattern:
            yield f"pattern {visible_pattern(shape.pattern)}"
    if field.docs.deprecated:
        yield "deprecated"
