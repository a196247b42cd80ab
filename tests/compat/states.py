"""Two schemas as the older and the newer state of a contract, and what a comparison of them finds."""

from __future__ import annotations

import json
from typing import Any, Final

from accordant.compat import versions
from accordant.compat.acknowledgements import may_be, of
from accordant.compat.gather import parts_of
from accordant.contract import ContractState
from accordant.contract.contracts import Schema
from accordant.findings import Finding
from accordant.schema import documents

PROMISE: Final = "additive"


def state_of(schema: Any, path: str, promise: str = PROMISE, direction: str = "output", **others: Any) -> ContractState:
    """A state with a schema ``answer``, which stands in a file of that path, and others by their names."""
    schemas = {}
    for name, value in {"answer": schema, **others}.items():
        document = documents.parse(json.dumps(value), path if name == "answer" else f"{name}-{path}")
        schemas[name] = Schema(name, f"urn:acme:{name}", document.value, direction=direction, document=document)
    return ContractState("acme", "v1", promise, schemas=schemas)


def breaks(
    old: Any, new: Any, promise: str = PROMISE, direction: str = "output", *,
    old_others: dict[str, Any] | None = None, new_others: dict[str, Any] | None = None,
) -> dict[str, Finding]:  # fmt: skip
    """The breaks by the fingerprints of their acknowledgements; of those that are told together each one."""
    before = state_of(old, "old.json", promise, direction, **(old_others or {}))
    after = state_of(new, "new.json", promise, direction, **(new_others or {}))
    _, findings = versions.judge(before, after, "1.0", notes=False)
    parts = [part for finding in findings for part in parts_of(finding)]
    return {of(part, lambda _: (before, after)).fingerprint: part for part in parts if may_be(part)}
