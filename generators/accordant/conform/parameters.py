"""Type parameters of a schema, bound to schemas: an envelope over one kind of data."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from accordant.contract import ContractState
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema.dialects import draft_called, in_draft
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import keyword_objects

KEYWORD = "x-type-parameter"


@dataclass(frozen=True, slots=True)
class BoundSchema:
    """A schema for a type parameter, with those of other files that it refers to."""

    value: JsonValue
    others: Mapping[str, JsonValue] = field(default_factory=dict)
    """The schemas that it refers to, by address."""
    locate: Callable[[str, str], Place] | None = None
    """The place of a pointer in the file at an address; None where there are no files."""


def names(state: ContractState) -> list[str]:
    """The type parameters that the schemas of a state declare."""
    declared = {
        str(keywords[KEYWORD])
        for schema in state.schemas.values()
        for _, keywords in keyword_objects(schema.value)
        if KEYWORD in keywords
    }
    return sorted(declared)


def with_draft(bindings: Mapping[str, BoundSchema], state: ContractState) -> dict[str, JsonValue]:
    """The bound schemas, each with its own draft or that of the contract's data."""
    draft = draft_called(state.data_draft)
    return {name: in_draft(schema.value, draft) for name, schema in bindings.items()}


def bind(state: ContractState, bindings: Collection[str]) -> ContractState:
    """The state, in which the schema of each named parameter also judges the places of the parameter.

    Raises:
        InputError: a parameter that no schema declares.
    """
    _require_declared(state, bindings)
    schemas = {name: replace(schema, value=_bind(schema.value, bindings)) for name, schema in state.schemas.items()}
    return replace(state, schemas=schemas)


def roots(state: ContractState, bindings: Mapping[str, BoundSchema]) -> dict[str, Node]:
    """The schema of each named parameter, in its own draft or that of the contract's data.

    Raises:
        InputError: a parameter that no schema declares.
    """
    _require_declared(state, bindings)
    return {
        name: Resources.of(schema, {**state.resources, **bindings[name].others})
        for name, schema in with_draft(bindings, state).items()
    }


def resources(bindings: Mapping[str, BoundSchema], state: ContractState) -> dict[str, JsonValue]:
    """The bound schemas by the address at which :func:`bind` refers to them, and what they refer to by its own."""
    others = {address: value for schema in bindings.values() for address, value in schema.others.items()}
    return {**others, **{_address(name): value for name, value in with_draft(bindings, state).items()}}


def _require_declared(state: ContractState, bindings: Collection[str]) -> None:
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


def _bind(schema: JsonValue, bindings: Collection[str]) -> JsonValue:
    """A copy of the schema in which each place of a bound parameter refers to the parameter's schema."""
    value = copy.deepcopy(schema)
    for _, keywords in list(keyword_objects(value)):
        name = keywords.get(KEYWORD)
        if isinstance(name, str) and name in bindings:
            del keywords[KEYWORD]
            keywords["allOf"] = [*keywords.get("allOf", []), {"$ref": _address(name)}]
    return value
