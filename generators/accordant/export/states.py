"""Exports the schemas of one state of a contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from accordant.contract import ContractState, Schema
from accordant.contract.source_pointers import place_in_schema
from accordant.export.bundle import bundle, can_be_bundled
from accordant.export.flatten import flatten
from accordant.export.forms import Exported, Form, Loss
from accordant.export.rules import NOT_EXPORTED
from accordant.findings import Finding, JsonValue, Place
from accordant.schema import pointers
from accordant.schema.embedded import KEYWORD
from accordant.schema.references import Node
from accordant.schema.subschemas import keyword_objects

SUFFIX: Final = ".schema.json"
_INSIDE: Final = "the value is itself a schema, and no schema can say that it must be a usable one"
_CARRIERS: Final = "let `registry validate` judge documents that carry schemas"
_IN_ALL_DRAFTS: Final = "let `registry validate` judge where it matters"


def export_state(state: ContractState, form: Form, only: str = "") -> Exported:
    """The schemas of a state, each as one document.

    Args:
        state: the state: a working version or a release.
        form: the draft and the addresses.
        only: the one schema to export; empty: all.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    addresses = {schema.uri: address_of(state, schema, form) for schema in state.schemas.values()}
    chosen = [schema for schema in state.schemas.values() if only in ("", schema.name)]
    exported, losses = dict[str, JsonValue](), dict[Loss, str]()
    for schema in chosen:
        value, lost = _export(state, schema, form, addresses)
        exported[schema.name] = value
        losses |= {loss: schema.name for loss in lost if loss not in losses}
    return Exported(exported, tuple(_findings(state, losses, form)))


def address_of(state: ContractState, schema: Schema, form: Form) -> str:
    """The ``$id`` of an exported schema: below the base address where there is one, else its own."""
    if not form.base_uri:
        return schema.uri
    return f"{form.base_uri.rstrip('/')}/{state.contract}/{form.label or state.version}/{schema.name}{SUFFIX}"


def _export(
    state: ContractState, schema: Schema, form: Form, addresses: Mapping[str, str]
) -> tuple[JsonValue, list[Loss]]:
    root = state.root(schema.name)
    names = {entry.uri: entry.name for entry in state.schemas.values()}
    if can_be_bundled(root, form):
        bundled = bundle(root, form, addresses, names)
        if bundled is not None:
            return bundled.value, list(_schemas_inside(bundled.documents))
    flat = flatten(root, form, addresses[schema.uri], names)
    return flat.value, [*flat.losses, *_schemas_inside(flat.documents)]


def _schemas_inside(documents: Iterable[Node]) -> Iterator[Loss]:
    """The places where documents carry schemas, which are judged beyond their shape."""
    for root in documents:
        for pointer, keywords in keyword_objects(root.value):
            if KEYWORD in keywords:
                yield Loss(root.document, pointers.join(pointer, KEYWORD), KEYWORD, _INSIDE)


def _findings(state: ContractState, losses: Mapping[Loss, str], form: Form) -> Iterator[Finding]:
    by_address = {schema.uri: schema for schema in state.schemas.values()}
    for loss, name in losses.items():
        subject = f"{state.contract}/{state.version}/{name}"
        message = f"{form.draft.name} does not say {loss.keyword}: {loss.reason}"
        place = _place(by_address.get(loss.address), loss.pointer)
        step = _CARRIERS if loss.keyword == KEYWORD else "" if loss.is_of_07 else _IN_ALL_DRAFTS
        yield NOT_EXPORTED.finding(message, place, subject=subject, way_out=step)


def _place(schema: Schema | None, pointer: str) -> Place | None:
    """Where a keyword is written; None where it is in none of the contract's files."""
    return None if schema is None else place_in_schema(schema, pointer)
