"""Judging real output: documents and streams against a version of a contract.

    for finding in conform.validate(contract, [("out.json", data)], as_="producer"): ...

`documents` are (shown path, bytes), or (shown path, a file or lines) for a stream that is judged line by line as it
comes, in constant memory. A path that ends in `.jsonl` is a stream, one that ends in `.yaml` is YAML, any other is
JSON. A document that is not JSON is a finding too. Without `version`, the version field of each document picks its
version, compared exactly. `RULES` are all rules in report order.

`open_session` gives more than findings: how each stream ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from accordant.conform.batches import ByteSource
from accordant.conform.ends import StreamEnd
from accordant.conform.judges import Judges
from accordant.conform.parameters import BoundSchema
from accordant.conform.readers import Role
from accordant.conform.rules import RULES
from accordant.conform.session import Data, Outcome, Session
from accordant.contract import Contract
from accordant.findings import Finding, JsonValue

__all__ = [
    "RULES",
    "BoundSchema",
    "ByteSource",
    "Data",
    "Outcome",
    "Role",
    "Session",
    "StreamEnd",
    "open_session",
    "validate",
]


def validate(
    contract: Contract,
    documents: Iterable[tuple[str, Data]],
    *,
    version: str = "",
    schema: str = "",
    as_: Role = "contract",
    bindings: Mapping[str, JsonValue | BoundSchema] | None = None,
) -> Iterator[Finding]:
    """What is wrong with documents.

    Args:
        contract: the contract they should follow.
        documents: shown path and bytes of each, or a file or the lines of a stream, of which none is kept.
        version: the version (``v1``); empty: the carrier picks it, else the current one.
        schema: a schema or stream of it; empty: the default schema, for ``.jsonl`` the only stream.
        as_: ``contract`` judges schema and rules as written; ``producer`` adds the closed view; ``consumer`` reads
            openly; ``schema`` leaves the rules out.
        bindings: a schema for each type parameter (``x-type-parameter``), with its files where it has some.

    Raises:
        InputError: the contract has no such version, schema or stream, or a schema of it is unusable.
    """
    bound = {
        name: schema if isinstance(schema, BoundSchema) else BoundSchema(schema)
        for name, schema in (bindings or {}).items()
    }
    session = open_session(contract, version=version, schema=schema, as_=as_, bindings=bound)
    for path, data in documents:
        if path.endswith(".jsonl") or session.judges.is_stream or not isinstance(data, bytes):
            yield from session.stream(path, data)
        else:
            yield from session.document(path, data)


def open_session(
    contract: Contract,
    *,
    version: str = "",
    schema: str = "",
    as_: Role = "contract",
    bindings: Mapping[str, BoundSchema] | None = None,
    tolerated: Iterable[str] = (),
    refused: Iterable[str] = (),
    formats: bool = False,
    exit_code: int | None = None,
    expected: str = "",
) -> Session:
    """A session that judges one document after the other; arguments as for :func:`validate`.

    Args:
        contract: as above.
        version: as above.
        schema: as above.
        as_: as above.
        bindings: the schema for each type parameter, with its files.
        tolerated: ends of streams that count for nothing: ``interrupted``, ``cut``.
        refused: ends of streams that are errors: ``failed``.
        formats: whether ``format`` judges; else it only informs.
        expected: the end that each stream has to have; empty for any.
        exit_code: that of the program whose output is judged, where it is known.

    Raises:
        InputError: as above.
    """
    judges = Judges(contract, version, schema, as_, bindings or {}, formats)
    return Session(judges, frozenset(tolerated), frozenset(refused), exit_code, expected)
