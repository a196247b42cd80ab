"""The warning of every command about a schema whose `$schema` names no draft: it is read in the default draft."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from accordant.schema.dialects import dialect_named

if TYPE_CHECKING:
    from accordant.contract import ContractState
    from accordant.findings import Finding
    from accordant.schema.documents import Document


def of_document(document: Document, subject: str = "") -> Iterator[Finding]:
    """The warning about a schema file; nothing where its draft is known."""
    declared = document.value.get("$schema") if isinstance(document.value, dict) else None
    if isinstance(declared, str) and dialect_named(declared) is None:
        from accordant.lint.metaschema import dialect_finding

        yield dialect_finding(declared, document.place("/$schema"), subject)


def of_states(states: Iterable[ContractState]) -> tuple[Finding, ...]:
    """The warnings about the schema files of versions."""
    return tuple(
        finding
        for state in states
        for schema in state.schemas.values()
        if schema.document is not None
        for finding in of_document(schema.document, f"{state.contract}/{state.version}/{schema.name}")
    )
