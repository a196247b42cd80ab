"""A small registry with a schema, a code list and a stream."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:order:answer:v1",
    "title": "Answer",
    "type": "object",
    "required": ["ok", "code"],
    "properties": {
        "ok": {"description": "Whether it worked.", "type": "boolean"},
        "code": {"description": "Why not.", "x-codes": "codes"},
    },
}
CODES = {
    "title": "Codes",
    "identifier": "code",
    "spelling": "^[A-Z_]+$",
    "entries": [
        {"id": "NONE", "meaning": "All went well.", "action": "Go on."},
        {
            "id": "DISK_FULL",
            "category": "storage",
            "severity": ["error"],
            "meaning": "There is no room left.",
            "action": "Make room.",
            "exit-code": 3,
            "retryable": "after-fix",
            "context": {"path": {"schema": {"type": "string"}, "always": True, "description": "Where."}},
            "replaces": ["NO_SPACE"],
        },
    ],
}
LINE = {
    "$id": "urn:order:line:v1",
    "type": "object",
    "required": ["type"],
    "properties": {"type": {"enum": ["started", "result"]}},
}
STREAM = {
    "title": "Run",
    "discriminator": "/type",
    "line": "line",
    "grammar": [{"line": "started"}, {"line": "result", "terminal": True}],
}


@pytest.fixture
def small(project: Path) -> Path:
    """The registry folder, in the working directory."""
    files = {
        "registry.toml": 'name = "acme"\npromise = "additive"\n',
        "order/contract.toml": 'title = "Orders"\n[versions.v1]\nstatus = "current"\ndefault-schema = "answer"\n',
        "order/v1/answer.schema.json": json.dumps(SCHEMA, indent=2) + "\n",
        "order/v1/line.schema.json": json.dumps(LINE, indent=2) + "\n",
        "order/v1/codes.codes.json": json.dumps(CODES, indent=2) + "\n",
        "order/v1/run.stream.json": json.dumps(STREAM, indent=2) + "\n",
        "order/v1/examples/valid/answer/fine.json": '{"ok": true, "code": "NONE"}\n',
    }
    folder = project / "registry"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder
