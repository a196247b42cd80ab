"""Writes what a dependency is pinned to into ``registry.toml``; comments, order and quoting stay."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from accordant.contract import Dependency
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry.edit_tables import add_key
from accordant.schema import pointers, toml_positions
from accordant.schema.toml_text import parse_toml


def pin(text: str, dependency: Dependency, keys: Mapping[str, str], path: str) -> str:
    """The text of ``registry.toml``, a file at ``path``, with keys of a dependency set.

    Raises:
        InputError: the file is written in a way in which they cannot be set.
    """
    for key, value in keys.items():
        text = _set(text, dependency, key, value, path)
    return text


def _set(text: str, dependency: Dependency, key: str, value: str, path: str) -> str:
    way = pointers.split(dependency.pointer)
    expected: Any = copy.deepcopy(toml_positions.read(text, path))
    table = _table(expected, way)
    is_new = key not in table
    table[key] = value
    if is_new and len(way) == 2:
        return add_key(text, tuple(way), key, value, path)
    changed = _through_library(text, way, key, value, path)
    if toml_positions.read(changed, path) != expected:
        step = f'write it there: {key} = "{value}"'
        place = Place(path, pointer=dependency.pointer)
        raise InputError(f"{dependency.name} cannot be pinned in this file", place, next_step=step)
    return changed


def _through_library(text: str, way: list[str], key: str, value: str, path: str) -> str:
    import tomlkit

    document = parse_toml(text, path)
    _table(document, way)[key] = value
    return tomlkit.dumps(document)


def _table(value: Any, way: list[str]) -> Any:
    for step in way:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value
