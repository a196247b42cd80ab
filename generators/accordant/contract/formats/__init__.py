"""JSON Schemas of the files that a registry is made of, for editors and for lint."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from accordant.findings import JsonValue

NAMES: Final = ("registry", "contract", "codes", "stream", "acknowledgements", "suite")
"""``registry.toml``, ``contract.toml``, a code list, a stream grammar, ``acknowledgements.toml``, and a suite of
cases for ``registry conform``."""


BEHAVIOUR: Final = "behaviour"
"""The tables of a version that a release holds, which are as ``contract.toml`` has them."""


@cache
def schema_of(name: str) -> JsonValue:
    """The schema of one of :data:`NAMES`, or of :data:`BEHAVIOUR`. The value is shared; do not change it."""
    if name == BEHAVIOUR:
        whole: JsonValue = schema_of("contract")
        return {"$schema": whole["$schema"], "$ref": "#/$defs/version", "$defs": whole["$defs"]}
    return json.loads(text_of(name))


def text_of(name: str) -> str:
    """The text of the schema of one of :data:`NAMES`."""
    loader: Any = __spec__.loader  # importlib.resources loads what writes files
    data: bytes = loader.get_data(f"{__path__[0]}/{name}.schema.json")
    return data.decode("utf-8")
