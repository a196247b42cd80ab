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


def state_of(schema: Any, path: str, promise: str = PROMISE) -> ContractState:
    """A state with one schema, which stands in a file of that path."""
    document = documents.parse(json.dumps(schema), path)
    made = Schema("answer", "urn:acme:answer", document.value, document=document)
    return ContractState("acme", "v1", promise, schemas={"answer": made})


def breaks(old: Any, new: Any, promise: str = PROMISE) -> dict[str, Finding]:
    """The breaks by the fingerprints of their acknowledgements; of those that are told together each one."""
    before, after = state_of(old, "old.json", promise), state_of(new, "new.json", promise)
    _, findings = versions.judge(before, after, "1.0", notes=False)
    parts = [part for finding in findings for part in parts_of(finding)]
    return {of(part, lambda _: (before, after)).fingerprint: part for part in parts if may_be(part)}
