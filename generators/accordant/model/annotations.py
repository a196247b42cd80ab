"""What schemas say to people, collected from a schema and what it refers to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accordant.findings import JsonValue
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.types import Docs


def docs_of(sites: Sequence[ScopedSchema]) -> Docs:
    """The annotations of the first site that has each; draft-07 ones beside ``$ref`` count, they are only words."""
    found: dict[str, JsonValue] = {}
    for site in reversed(sites):
        if isinstance(site.schema, dict):
            found.update(site.schema)
    return Docs(
        title=_text(found.get("title")),
        description=_text(found.get("description")),
        deprecated=found.get("deprecated") is True,
        format=_text(found.get("format")) or _branch_format(found),
        unit=_text(found.get("x-unit")),
        default=(found["default"],) if "default" in found else (),
        examples=tuple(found["examples"]) if isinstance(found.get("examples"), list) else (),
        read_only=found.get("readOnly") is True,
        write_only=found.get("writeOnly") is True,
    )


def _branch_format(found: Mapping[str, JsonValue]) -> str:
    """The one format of the branches besides null: ``anyOf`` of a date-time and null is a date-time, or null."""
    for name in ("anyOf", "oneOf"):
        branches = found.get(name)
        formats = {
            _text(one.get("format")) if isinstance(one, dict) else ""
            for one in (branches if isinstance(branches, list) else ())
            if one != {"type": "null"}
        }
        if len(formats) == 1:
            return formats.pop()
    return ""


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
