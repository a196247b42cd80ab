"""Whether all schemas of a registry are schemas with patterns: asked before anything is made from them."""

from __future__ import annotations

from accordant.contract.codes import CodeList
from accordant.contract.contracts import Contract, ContractState, Schema
from accordant.contract.formats.required import require
from accordant.contract.registries import Registry
from accordant.contract.source_pointers import place_in_schema
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema import pointers
from accordant.schema.assumptions import dangling_below
from accordant.schema.documents import Document
from accordant.schema.lost_references import AmbiguousReference, UnresolvableReference
from accordant.schema.metaschema import complaints, refusal
from accordant.schema.patterns import invalid_patterns
from accordant.schema.references import Node
from accordant.schema.subschemas import target_of


def require_schemas(registry: Registry) -> None:
    """Refuse a registry whose files are not of their formats, or that holds something else where a schema stands.

    Raises:
        InputError: the first place that is not of its format; the first place that the metaschema refuses in a
            schema, or in the context fields and attributes of a code list; or an invalid
            pattern.
    """
    require_formats(registry)
    for contract in registry.contracts:
        for version in contract.versions:
            require_state(version.state)


def require_state(state: ContractState) -> None:
    """Refuse a state of a version that holds something else where a schema, a pattern or a reference stands.

    Raises:
        InputError: the first such place.
    """
    require_schemas_in(state)
    require_patterns(state)
    require_references(state)


def require_schemas_in(state: ContractState) -> None:
    """Refuse a state of a version that holds something else where a schema stands.

    Raises:
        InputError: the first such place.
    """
    for code_list in state.code_lists.values():
        _code_list(code_list)
    for schema in state.schemas.values():
        _schema(schema)


def require_formats(registry: Registry) -> None:
    """Refuse a registry with a file that is not of its format: what acts on its tables takes their places as they are.

    Raises:
        InputError: the first such place.
    """
    _require("registry", registry.document)
    for contract in registry.contracts:
        require_format(contract)


def require_format(contract: Contract) -> None:
    """Refuse a contract with a file that is not of its format: tables that nobody can read would hold nothing.

    Raises:
        InputError: the first such place.
    """
    _require("contract", contract.document)
    for version in contract.versions:
        for code_list in version.state.code_lists.values():
            _require("codes", code_list.document, code_list.base)
        for stream in version.state.streams.values():
            _require("stream", stream.document, stream.base)


def _require(name: str, document: Document | None, base: str = "") -> None:
    if document is not None:  # what comes from a release was checked when that was read
        require(name, document, base)


def require_patterns(state: ContractState) -> None:
    """Refuse a state of a version where a pattern in a schema is invalid.

    Raises:
        InputError: the first such place.
    """
    for code_list in state.code_lists.values():
        for base, part in parts(code_list):
            _patterns(part, code_list.document, code_list.base + base)
    for schema in state.schemas.values():
        _patterns(_written(schema), schema.document, schema.base)


def require_references(state: ContractState) -> None:
    """Refuse a state of a version where a reference in a schema leads nowhere.

    Raises:
        InputError: the first such place.
    """
    for schema in state.schemas.values():
        for node, keyword in dangling_below(state.root(schema.name)):
            if not _is_ambiguous(node, keyword):  # the judge says what depends on it
                reason = f"the reference {node.value[keyword]!r} leads nowhere; nothing is fetched"
                at = pointers.join(node.pointer, keyword)
                _refuse_in(schema, at, reason, "ref-unresolved")


def _is_ambiguous(node: Node, keyword: str) -> bool:
    """Whether a reference that leads nowhere does so since several schemas have its address."""
    try:
        target_of(node, keyword)
    except UnresolvableReference as error:
        return isinstance(error, AmbiguousReference)
    return False


def _patterns(schema: JsonValue, document: Document | None, base: str = "") -> None:
    for pointer, complaint in invalid_patterns(schema):
        _refuse(document, base + pointer, complaint, "schema-unusable")


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
            _refuse(code_list.document, code_list.base + base + pointer, refusal(complaint), "metaschema")


def _schema(schema: Schema) -> None:
    for value in (_written(schema), schema.value):
        for pointer, complaint in complaints(value):
            _refuse_in(schema, pointer, refusal(complaint), "metaschema")


def _written(schema: Schema) -> JsonValue:
    """The schema as its file has it."""
    return pointers.follow(schema.document.value, schema.base) if schema.document else schema.value


def _refuse_in(schema: Schema, pointer: str, reason: str, rule: str) -> None:
    place = place_in_schema(schema, pointer) or Place("", pointer=pointer)
    raise InputError(reason, place, next_step="run: registry lint", rule=rule)


def _refuse(document: Document | None, pointer: str, reason: str, rule: str) -> None:
    place = document.place(pointer) if document else Place("", pointer=pointer)
    raise InputError(reason, place, next_step="run: registry lint", rule=rule)
