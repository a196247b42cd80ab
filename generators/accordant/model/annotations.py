"""Annotations of a schema and of the schemas that it refers to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accordant.findings import JsonValue
from accordant.model.described_values import describe_values
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.types import SchemaAnnotations


def annotations_of(sites: Sequence[ScopedSchema]) -> SchemaAnnotations:
    """The annotations of the first site that has each; draft-07 ones beside ``$ref`` count, they are only words."""
    annotations: dict[str, JsonValue] = {}
    for site in reversed(sites):
        if isinstance(site.schema, dict):
            annotations.update(site.schema)
    return SchemaAnnotations(
        title=_text(annotations.get("title")),
        description=_text(annotations.get("description")),
        deprecated=annotations.get("deprecated") is True,
        format=_text(annotations.get("format")) or _branch_format(annotations),
        unit=_text(annotations.get("x-unit")),
        default=(annotations["default"],) if "default" in annotations else (),
        examples=tuple(annotations["examples"]) if isinstance(annotations.get("examples"), list) else (),
        read_only=annotations.get("readOnly") is True,
        write_only=annotations.get("writeOnly") is True,
        values=describe_values(annotations),
    )


def _branch_format(annotations: Mapping[str, JsonValue]) -> str:
    """The one format of the branches besides null: ``anyOf`` of a date-time and null is a date-time, or null."""
    for name in ("anyOf", "oneOf"):
        branches = annotations.get(name)
        formats = {
            _text(branch.get("format")) if isinstance(branch, dict) else ""
            for branch in (branches if isinstance(branches, list) else ())
            if branch != {"type": "null"}
        }
        if len(formats) == 1:
            return formats.pop()
    return ""


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
