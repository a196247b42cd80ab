"""Whether all schemas of a registry are schemas: asked before anything is made from them."""

from __future__ import annotations

from accordant.contract.codes import CodeList
from accordant.contract.contracts import Registry, Schema
from accordant.contract.source_pointers import written_at
from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema import pointers
from accordant.schema.documents import Document
from accordant.schema.metaschema import complaints


def require_schemas(registry: Registry) -> None:
    """Refuse a registry that holds something else where a schema stands.

    Raises:
        InputError: what the metaschema has against the first such place in a schema, or in the context fields and
            attributes of a code list.
    """
    for contract in registry.contracts:
        for version in contract.versions:
            for listed in version.state.code_lists.values():
                _code_list(listed)
            for schema in version.state.schemas.values():
                _schema(schema)


def parts(listed: CodeList) -> list[tuple[str, object]]:
    """The schemas in a code list, each with its pointer: of context fields, and of attributes."""
    found: list[tuple[str, object]] = [
        (pointers.join("/attributes", name, "schema"), one["schema"])
        for name, one in listed.attributes.items()
        if isinstance(one, dict) and "schema" in one
    ]
    for index, entry in enumerate(listed.entries):
        found += [
            (pointers.join("/entries", index, "context", one.name, "schema"), one.schema) for one in entry.context
        ]
    return found


def _code_list(listed: CodeList) -> None:
    for base, schema in parts(listed):
        for pointer, said in complaints(schema):
            _refuse(listed.document, base + pointer, said)


def _schema(schema: Schema) -> None:
    written = schema.document.value if schema.document else schema.value
    for value in (written, schema.value):
        for pointer, said in complaints(value):
            _refuse(schema.document, written_at(schema.document, pointer) if schema.document else pointer, said)


def _refuse(document: Document | None, pointer: str, said: str) -> None:
    reason, next_step = f"not a schema: {said}", "run: registry lint"
    if document is None:
        raise InputError(reason, Place("", pointer=pointer), next_step=next_step, rule="metaschema")
    place = document.place(pointer)
    raise InputError(reason, place, next_step=next_step, rule="metaschema")
