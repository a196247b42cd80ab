"""Frozen values: registry, contract, version, release, schema, code list, stream, example."""

from accordant.contract.codes import CodeList, ContextField, Entry
from accordant.contract.contracts import (
    Behaviour,
    Contract,
    ContractState,
    Declaration,
    Example,
    Refusal,
    Release,
    Schema,
    Version,
)
from accordant.contract.registries import Dependency, Registry, TargetSettings
from accordant.contract.streams import Choice, Element, Line, Sequence, Stream

__all__ = [
    "Behaviour",
    "Choice",
    "CodeList",
    "ContextField",
    "Contract",
    "ContractState",
    "Declaration",
    "Dependency",
    "Element",
    "Entry",
    "Example",
    "Line",
    "Refusal",
    "Registry",
    "Release",
    "Schema",
    "Sequence",
    "Stream",
    "TargetSettings",
    "Version",
]
