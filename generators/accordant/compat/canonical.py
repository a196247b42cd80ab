"""Equal JSON values as equal texts."""

from __future__ import annotations

import json

from accordant.findings import JsonValue


def canonical(value: JsonValue) -> str:
    """One text for equal JSON values; 1, 1.0 and true stay apart."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
