"""Type parameters of a schema, bound to schemas: an envelope over one kind of data."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace

from accordant.contract import ContractState
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema.dialects import draft_called
from accordant.schema.embedded import in_draft
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import keyword_objects

KEYWORD = "x-type-parameter"


def names(state: ContractState) -> list[str]:
    """The type parameters that the schemas of a state declare."""
    declared = {
        str(keywords[KEYWORD])
        for schema in state.schemas.values()
        for _, keywords in keyword_objects(schema.value)
        if KEYWORD in keywords
    }
    return sorted(declared)


def with_draft(bindings: Mapping[str, JsonValue], state: ContractState) -> dict[str, JsonValue]:
    """The bound schemas, each with its own draft or that of the contract's data."""
    draft = draft_called(state.data_draft)
    return {name: in_draft(schema, draft) for name, schema in bindings.items()}


def bind(state: ContractState, bindings: Mapping[str, JsonValue]) -> ContractState:
    """The state, in which the schema of each named parameter also judges the places of the parameter.

    Raises:
        InputError: a parameter that no schema declares.
    """
    _require_declared(state, bindings)
    schemas = {name: replace(schema, value=_bind(schema.value, bindings)) for name, schema in state.schemas.items()}
    return replace(state, schemas=schemas)


def roots(state: ContractState, bindings: Mapping[str, JsonValue]) -> dict[str, Node]:
    """The schema of each named parameter, in its own draft or that of the contract's data.

    Raises:
        InputError: a parameter that no schema declares.
    """
    _require_declared(state, bindings)
    return {name: Resources.of(schema, state.resources) for name, schema in with_draft(bindings, state).items()}


def resources(bindings: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The bound schemas by the address at which :func:`bind` refers to them."""
    return {_address(name): value for name, value in bindings.items()}


def _require_declared(state: ContractState, bindings: Mapping[str, JsonValue]) -> None:
    declared = names(state)
    for name in bindings:
        if name not in declared:
            there = ", ".join(declared) or "none"
            raise InputError(
                f"{state.contract}/{state.version} declares no type parameter {name!r} (it declares: {there})",
                next_step="write --data-schema NAME=FILE with a name that the contract declares",
            )


def _address(name: str) -> str:
    return f"urn:accordant:type-parameter:{name}"


def _bind(schema: JsonValue, bindings: Mapping[str, JsonValue]) -> JsonValue:
    """A copy of the schema in which each place of a bound parameter refers to the parameter's schema."""
    value = copy.deepcopy(schema)
    for _, keywords in list(keyword_objects(value)):
        name = keywords.get(KEYWORD)
        if isinstance(name, str) and name in bindings:
            del keywords[KEYWORD]
            keywords["allOf"] = [*keywords.get("allOf", []), {"$ref": _address(name)}]
    return value
