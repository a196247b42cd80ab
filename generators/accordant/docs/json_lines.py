"""JSON over several lines, as ``json.dumps`` lays it out with an indent of two, in half its time."""

from __future__ import annotations

import json
from json.encoder import encode_basestring

from accordant.findings import JsonValue


def lay_out(value: JsonValue, start: str = "\n") -> str:
    """A value with a member or an item on each line, and letters beyond ASCII as they are.

    Args:
        value: plain JSON data.
        start: how a line begins at the depth of the value: a line break and spaces.

    >>> print(lay_out({"a": [1, "é"], "b": {}}))
    {
      "a": [
        1,
        "é"
      ],
      "b": {}
    }
    """
    if isinstance(value, str):
        return encode_basestring(value)
    inner = f"{start}  "
    if isinstance(value, dict) and value:
        members = [f"{inner}{encode_basestring(name)}: {lay_out(part, inner)}" for name, part in value.items()]
        return f"{{{','.join(members)}{start}}}"
    if isinstance(value, list) and value:
        return f"[{','.join([inner + lay_out(item, inner) for item in value])}{start}]"
    return json.dumps(value)
