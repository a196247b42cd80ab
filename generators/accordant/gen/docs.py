"""What schemas say to people, collected from a schema and what it refers to."""

from __future__ import annotations

from collections.abc import Sequence

from accordant.findings import JsonValue
from accordant.gen.model import Docs
from accordant.gen.sites import Site


def docs_of(sites: Sequence[Site]) -> Docs:
    """The annotations of the first site that has each; draft-07 ones beside ``$ref`` count, they are only words."""
    found: dict[str, JsonValue] = {}
    for site in reversed(sites):
        if isinstance(site.schema, dict):
            found.update(site.schema)
    return Docs(
        title=_text(found.get("title")),
        description=_text(found.get("description")),
        deprecated=found.get("deprecated") is True,
        format=_text(found.get("format")),
        unit=_text(found.get("x-unit")),
        default=(found["default"],) if "default" in found else (),
        examples=tuple(found["examples"]) if isinstance(found.get("examples"), list) else (),
        read_only=found.get("readOnly") is True,
        write_only=found.get("writeOnly") is True,
    )


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
