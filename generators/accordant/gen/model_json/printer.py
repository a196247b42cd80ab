"""The type model as JSON, for tools that print another language.

A file holds the schema's named types in the order of their dependencies. Each node says what it ``is``; members with
their default values are left out. References and calls go by name, every rule has the place of its keyword.
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
"""Incremented when readers of these files have to change."""


def module(model: Model, origin: Origin) -> str:
    """The text of ``model.json``: one model as JSON, the same for the same schema."""
    value = {
        "made-by": header_lines(origin)[0],
        "format": FORMAT,
        "title": origin.title,
        "sources": [{"path": path, "sha256": digest} for path, digest in origin.sources],
        **({"assumptions": list(origin.assumptions)} if origin.assumptions else {}),
        **document(model),
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def package(versions: list[VersionModel]) -> Outputs:
    """One file for each contract version, by path."""
    return {
        f"{version.contract.name}/{version.version.name}.json": module(version.model, version.origin)
        for version in versions
    }


def document(model: Model) -> dict[str, JsonValue]:
    """A model as a JSON value."""
    names = {key: named.name for key, named in model.types.items()}
    checks = model.check_names
    wholes = {key: named.whole for key, named in model.types.items()}
    apart = {key: condition for key, condition in model.checks.items() if wholes.get(key) != condition}
    return {
        "root": names.get(model.root, ""),
        "types": {named.name: _type(named, names, checks) for named in model.types.values()},
        "checks": {checks[key]: _value(condition, names, checks) for key, condition in apart.items()},
        "codes": {name: _codes(codes) for name, codes in sorted(model.codes.items())},
        "unhonoured": [_value(keyword, names, checks) for keyword in model.unhonoured],
    }


def _type(named: NamedType, names: Mapping[str, str], checks: Mapping[str, str]) -> dict[str, JsonValue]:
    content: dict[str, JsonValue] = {"at": named.at}
    if named.parameters:
        content["parameters"] = list(named.parameters)
    docs = _members(named.docs, names, checks)
    if docs:
        content["docs"] = docs
    content["type"] = _value(named.type, names, checks)
    content["whole"] = _value(named.whole, names, checks)
    return content


def _codes(codes: Codes) -> dict[str, JsonValue]:
    return {"type": codes.type_name, "constant": codes.constant, "values": list(codes.values)}


def _value(node: Any, names: Mapping[str, str], checks: Mapping[str, str]) -> JsonValue:
    """A node of the model: dataclasses as objects with ``is``, tuples as arrays, JSON values as they are."""
    if isinstance(node, Ref):
        return {"is": "Ref", "name": names[node.key]}
    if isinstance(node, Call):
        return {"is": "Call", "name": checks[node.key], "at": node.at}
    if isinstance(node, Typed):
        rules = {"rules": _value(node.rules, names, checks)} if node.rules else {}
        return {**_value(node.shape, names, checks), **rules}
    if isinstance(node, SchemaAnnotations):
        return _members(node, names, checks)
    if is_dataclass(node):
        return {"is": type(node).__name__, **_members(node, names, checks)}
    if isinstance(node, tuple):
        return [_value(part, names, checks) for part in node]
    return node


def _members(node: Any, names: Mapping[str, str], checks: Mapping[str, str]) -> dict[str, JsonValue]:
    """The fields of a dataclass that differ from their defaults."""
    return {
        field.name: _value(value, names, checks)
        for field in fields(node)
        for value in (getattr(node, field.name),)
        if value != SchemaAnnotations()
        and (field.default is MISSING or type(value) is not type(field.default) or value != field.default)
    }
