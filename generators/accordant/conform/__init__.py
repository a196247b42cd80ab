"""Judging real output: documents and streams against a version of a contract.

    for finding in conform.validate(contract, [("out.json", data)], as_="producer"): ...

`documents` are (shown path, bytes); a path that ends in `.jsonl` is a stream, one in `.yaml` is YAML, anything else
JSON. What is no JSON at all is a finding, too. Without `version` the contract's carrier picks it, document by
document, compared exactly. `prepare` gives the state as the reader reads it (the open reading of compat, for
`as_="consumer"`). `RULES` are all rules in report order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from accordant.contract import Contract, State
from accordant.findings import Finding, JsonValue, Rule

RULES: tuple[Rule, ...] = ()

Reading = Literal["schema", "producer", "consumer"]


def validate(
    contract: Contract,
    documents: Iterable[tuple[str, bytes]],
    *,
    version: str = "",
    schema: str = "",
    as_: Reading = "schema",
    bindings: Mapping[str, JsonValue] | None = None,
    prepare: Callable[[State], State] | None = None,
) -> Iterator[Finding]:
    """What is wrong with documents.

    Args:
        contract: the contract they should follow.
        documents: shown path and bytes of each.
        version: the version (``v1``); empty: the carrier picks it, else the current one.
        schema: a schema or stream of it; empty: the default schema, for ``.jsonl`` the only stream.
        as_: ``schema`` judges as written; ``producer`` adds the closed view; ``consumer`` reads openly.
        bindings: a schema for each type parameter (``x-type-parameter``).
        prepare: the state as this reader reads it.

    Raises:
        InputError: the contract has no such version, schema or stream, or a schema of it is unusable.
    """
    yield from ()
