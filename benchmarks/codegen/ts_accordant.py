"""A batch generator for a code-generation harness: ``ts_accordant.py MANIFEST RESOURCES``.

The manifest has JSON lines with ``id``, ``schema`` (a file) and ``out`` (a folder, which gets ``types.ts`` and
``root.txt``, or ``gen.json`` with the error).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from py_accordant import served

import accordant


def main() -> None:
    """Write the types of every schema of the manifest."""
    resources = served(sys.argv[2])
    for line in Path(sys.argv[1]).read_text("utf-8").splitlines():
        entry = json.loads(line)
        schema = json.loads(Path(entry["schema"]).read_text("utf-8"))
        folder = Path(entry["out"])
        folder.mkdir(parents=True, exist_ok=True)
        try:
            outputs = accordant.generate(schema, target="ts", root="Root", resources=resources)
        except Exception as error:  # counted by the harness, not hidden
            said = f"{type(error).__name__}: {error}"
            (folder / "gen.json").write_text(json.dumps({"ok": False, "error": said}), "utf-8")
            continue
        for name, text in outputs.items():
            (folder / name).write_text(text, "utf-8")
        (folder / "root.txt").write_text("Root", "utf-8")


if __name__ == "__main__":
    main()
