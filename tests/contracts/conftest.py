"""The contracts of the bundled registry, judged as `registry validate` judges."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from accordant.conform import validate
from accordant.contract import Contract
from accordant.registry import load

PROJECT = Path(__file__).resolve().parent.parent.parent


@cache
def contract_of(name: str) -> Contract:
    """A contract of the bundled registry."""
    [contract] = load.load(PROJECT / "registry", only=name).contracts
    return contract


def example(path: str) -> Any:
    """An example document, by its path in the registry: ``cobre/v1/examples/valid/response/run.json``."""
    return json.loads((PROJECT / "registry" / path).read_text("utf-8"))


def judge(name: str, document: Any, **options: Any) -> list[str]:
    """The messages about a document; none where it is valid."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return [found.message for found in validate(contract_of(name), [("document.json", data)], **options)]
