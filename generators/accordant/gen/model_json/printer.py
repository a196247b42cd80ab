"""The type model written as JSON: what the printers print from, for tools that print another language.

A file holds the schema's named types in the order of their dependencies. Each node says what it ``is``; members that
say nothing are left out. References and calls go by name, every rule has the place of the keyword that says it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.gen.printing.header import header_lines
from accordant.model.constraints import Call
from accordant.model.origin import Origin
from accordant.model.types import Codes, Model, NamedType, Ref, SchemaAnnotations, Typed
from accordant.model.versions import VersionModel
from accordant.outputs import Outputs

FORMAT: Final = 1
"""Grows when a reader of these files has to change."""


def module(model: Model, origin: Origin) -> str:
    """The text of ``model.json``: one model as JSON, the same for the same schema."""
    value = {
        "made-by": header_lines(origin)[0],
        "format": FORMAT,
        "title": origin.title,
        "sources": [{"path": path, "sha256": digest} for path, digest in origin.sources],
        **document(model),
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def package(versions: list[VersionModel]) -> Outputs:
    """One file for each contract version, by path."""
    return {f"{one.contract.name}/{one.version.name}.json": module(one.model, one.origin) for one in versions}


def document(model: Model) -> dict[str, JsonValue]:
    """A model as a JSON value."""
    names = {key: one.name for key, one in model.types.items()}
    checks = model.check_names
    wholes = {key: one.whole for key, one in model.types.items()}
    apart = {key: condition for key, condition in model.checks.items() if wholes.get(key) != condition}
    return {
        "root": names.get(model.root, ""),
        "types": {one.name: _named(one, names, checks) for one in model.types.values()},
        "checks": {checks[key]: _value(condition, names, checks) for key, condition in apart.items()},
        "codes": {name: _codes(one) for name, one in sorted(model.codes.items())},
        "unhonoured": [_value(one, names, checks) for one in model.unhonoured],
    }


def _named(one: NamedType, names: Mapping[str, str], checks: Mapping[str, str]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {"at": one.at}
    if one.parameters:
        found["parameters"] = list(one.parameters)
    docs = _members(one.docs, names, checks)
    if docs:
        found["docs"] = docs
    found["type"] = _value(one.type, names, checks)
    found["whole"] = _value(one.whole, names, checks)
    return found


def _codes(one: Codes) -> dict[str, JsonValue]:
    return {"type": one.type_name, "constant": one.constant, "values": list(one.values)}


def _value(one: Any, names: Mapping[str, str], checks: Mapping[str, str]) -> JsonValue:
    """A part of the model: dataclasses by what they are, tuples as arrays, JSON values as they are."""
    if isinstance(one, Ref):
        return {"is": "Ref", "name": names[one.key]}
    if isinstance(one, Call):
        return {"is": "Call", "name": checks[one.key], "at": one.at}
    if isinstance(one, Typed):
        rules = {"rules": _value(one.rules, names, checks)} if one.rules else {}
        return {**_value(one.shape, names, checks), **rules}
    if isinstance(one, SchemaAnnotations):
        return _members(one, names, checks)
    if is_dataclass(one):
        return {"is": type(one).__name__, **_members(one, names, checks)}
    if isinstance(one, tuple):
        return [_value(each, names, checks) for each in one]
    return one


def _members(one: Any, names: Mapping[str, str], checks: Mapping[str, str]) -> dict[str, JsonValue]:
    """The fields of a dataclass that differ from their defaults."""
    return {
        each.name: _value(value, names, checks)
        for each in fields(one)
        for value in (getattr(one, each.name),)
        if value != SchemaAnnotations()
        and (each.default is MISSING or type(value) is not type(each.default) or value != each.default)
    }
