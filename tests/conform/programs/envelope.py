"""A small program that speaks response-envelope/v1: its argument is the way in which the call ends."""

from __future__ import annotations

import json
import sys
import time

START = time.monotonic()
ENDS: dict[str, tuple[int, object, object, dict[str, object]]] = {
    "success": (0, {"id": 1}, None, {}),
    "failure": (8, None, {"code": "TOKEN_MISSING", "message": "no token"}, {}),
    "truncation": (0, [{"id": 1}], None, {"truncated": True, "cursor": "c2"}),
    "cache-hit": (0, None, None, {"not_modified": True}),
    "redirect": (13, None, {"code": "COMMAND_RENAMED", "message": "renamed", "retryable": True,
                            "redirect": {"command": "tool add", "permanent": True, "reason": "renamed"}}, {}),
    "redirect-at-12": (12, None, {"code": "COMMAND_RENAMED", "message": "renamed",
                                  "redirect": {"command": "tool add", "permanent": True}}, {}),
    "ok-with-failing-exit": (0, {"id": 1}, None, {}),
}  # fmt: skip
way = sys.argv[1]
code, data, error, meta = ENDS[way]
meta["duration_ms"] = int((time.monotonic() - START) * 1_000_000)
print(json.dumps({"ok": code == 0, "data": data, "error": error, "warnings": [], "meta": meta}))
sys.exit(3 if way == "ok-with-failing-exit" else code)
