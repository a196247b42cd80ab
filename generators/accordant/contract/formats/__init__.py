"""JSON Schemas of the files that a registry is made of, for editors and for lint."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from accordant.findings import JsonValue

NAMES: Final = ("registry", "contract", "codes", "stream", "acknowledgements", "suite")
"""``registry.toml``, ``contract.toml``, a code list, a stream grammar, ``acknowledgements.toml``, and a suite of
cases for ``registry conform``."""


@cache
def schema_of(name: str) -> JsonValue:
    """The schema of one of :data:`NAMES`. The value is shared; do not change it."""
    return json.loads(text_of(name))


def text_of(name: str) -> str:
    """The text of the schema of one of :data:`NAMES`."""
    from importlib import resources  # loads what writes files

    return resources.files(__name__).joinpath(f"{name}.schema.json").read_text("utf-8")
