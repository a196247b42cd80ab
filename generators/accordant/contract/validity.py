"""Whether all schemas of a registry are schemas: asked before anything is made from them."""

from __future__ import annotations

from accordant.contract.codes import CodeList
from accordant.contract.contracts import Registry, Schema
from accordant.contract.source_pointers import find_source_pointer
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
            for code_list in version.state.code_lists.values():
                _code_list(code_list)
            for schema in version.state.schemas.values():
                _schema(schema)


def parts(code_list: CodeList) -> list[tuple[str, object]]:
    """The schemas in a code list, each with its pointer: of context fields, and of attributes."""
    schemas: list[tuple[str, object]] = [
        (pointers.join("/attributes", name, "schema"), part["schema"])
        for name, part in code_list.attributes.items()
        if isinstance(part, dict) and "schema" in part
    ]
    for index, entry in enumerate(code_list.entries):
        schemas += [
            (pointers.join("/entries", index, "context", part.name, "schema"), part.schema) for part in entry.context
        ]
    return schemas


def _code_list(code_list: CodeList) -> None:
    for base, schema in parts(code_list):
        for pointer, complaint in complaints(schema):
            _refuse(code_list.document, base + pointer, complaint)


def _schema(schema: Schema) -> None:
    written = schema.document.value if schema.document else schema.value
    for value in (written, schema.value):
        for pointer, complaint in complaints(value):
            _refuse(
                schema.document,
                find_source_pointer(schema.document, pointer) if schema.document else pointer,
                complaint,
            )


def _refuse(document: Document | None, pointer: str, complaint: str) -> None:
    reason, next_step = f"not a schema: {complaint}", "run: registry lint"
    if document is None:
        raise InputError(reason, Place("", pointer=pointer), next_step=next_step, rule="metaschema")
    place = document.place(pointer)
    raise InputError(reason, place, next_step=next_step, rule="metaschema")
