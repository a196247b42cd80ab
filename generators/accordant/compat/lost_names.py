"""Lost names whose declaration still holds at other places, as in a schema that refers to itself.

    {"properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#"}}}}

With another schema for the parts, ``/parts/*/name`` is gone and ``/name`` is not, although both have one declaration.
The reader must keep it. What writers put under the lost name is told already, and is left out of what they write.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from accordant.compat.changes import Change, PathStep
from accordant.findings import JsonValue
from accordant.schema.dialects import DRAFT_2020_12
from accordant.schema.reader_copy import Copies

LOST: Final = "urn:accordant:lost"
"""The address of the schema of documents that carry lost names only with values that their readers take."""


def without_lost_names(changes: Iterable[Change], copies: Copies) -> dict[str, JsonValue]:
    """The schema at :data:`LOST`, and those that it refers to, by address; empty where no name is lost so."""
    lost = [change for change in changes if is_loss(change) and change.is_kept_elsewhere]
    if not lost:
        return {}
    declared = {f"{LOST}:{index}": copies.exact(change.old_node) for index, change in enumerate(lost)}
    parts = [_at(change.steps, {"$ref": uri}) for change, uri in zip(lost, declared, strict=True)]
    return {LOST: {"$schema": DRAFT_2020_12.uri, "allOf": parts}, **declared}


def is_loss(change: Change) -> bool:
    """Whether a declaration is gone. One with a keyword is a name in a list, which declares no values."""
    return change.rule in ("field-removed", "field-renamed") and not change.keyword


def _at(steps: tuple[PathStep, ...], schema: JsonValue) -> JsonValue:
    """A schema that asks for another one where steps into a document lead; of objects with other tags nothing."""
    for step in reversed(steps):
        schema = _for_tags(step, _inside(step, schema))
    return schema


def _inside(step: PathStep, schema: JsonValue) -> JsonValue:
    if step.token == "*":
        return {"items": schema}
    if step.token == "+":
        others: JsonValue = {**step.beside, "additionalProperties": schema}
        return {"patternProperties": {step.pattern: schema}} if step.pattern else others
    if isinstance(step.token, int):
        return {"prefixItems": [*[True] * step.token, schema]}
    return {"properties": {step.token: schema}}


def _for_tags(step: PathStep, schema: JsonValue) -> JsonValue:
    if not step.tags:
        return schema
    tags = {name: {"enum": sorted(values)} for name, values in step.tags.items()}
    return {"anyOf": [{"not": {"required": sorted(tags), "properties": tags}}, schema]}
