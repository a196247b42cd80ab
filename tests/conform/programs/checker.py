"""A small program that speaks meminit/v2: `check`, with --include-timestamp. With --fault NAME it makes one mistake."""

from __future__ import annotations

import json
import sys
import time
import uuid

words = sys.argv[1:]
fault = words[words.index("--fault") + 1] if "--fault" in words else ""
document: dict[str, object] = {
    "output_schema_version": "2.0",
    "success": True,
    "command": "check",
    "run_id": str(uuid.uuid4()),
}
if ("--include-timestamp" in words) != (fault == "timestamp"):
    document["timestamp"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
document["root"] = "/repo"
counters = (
    "files_checked", "files_passed", "files_failed", "missing_paths_count", "schema_failures_count", "warnings_count",
    "violations_count", "files_with_warnings", "files_outside_docs_root_count", "checked_paths_count",
)  # fmt: skip
document |= dict.fromkeys(counters, 0)
advice = [{"code": f"ADVICE_{letter}", "message": "read it"} for letter in "AB"]
document |= {"data": {}, "warnings": [], "violations": [], "advice": advice}
if fault == "unstable":
    document["advice"] = [{"code": "ADVICE", "message": str(uuid.uuid4())}]
print(json.dumps(document))
