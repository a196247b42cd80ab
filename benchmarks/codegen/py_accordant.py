"""A plug-in for a code-generation harness: a file with ``generate(schema_path, out_dir, opts) -> "module:Name"``.

``opts``: ``resources``, a folder laid out as host/path from which references are served; ``draft`` is read from the
schema.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import accordant


@lru_cache(maxsize=1)
def served(folder: str) -> dict[str, Any]:
    """Schemas by address: ``folder/host/path`` is http://host/path and https://host/path."""
    found = {}
    for path in Path(folder).rglob("*"):
        if path.is_file():
            try:
                value = json.loads(path.read_text("utf-8"))
            except ValueError:
                continue
            address = path.relative_to(folder).as_posix().replace("localhost_1234", "localhost:1234")
            for scheme in ("http", "https"):
                found[f"{scheme}://{address}"] = value
    return found


def generate(schema_path: Path, out_dir: Path, opts: dict[str, Any]) -> str:
    """Write ``model.py`` and name its root type."""
    schema = json.loads(Path(schema_path).read_text("utf-8"))
    resources = served(opts["resources"]) if "resources" in opts else None
    for name, text in accordant.generate(schema, target="python", root="Root", resources=resources).items():
        (Path(out_dir) / name).write_text(text, "utf-8")
    return "model:Root"
