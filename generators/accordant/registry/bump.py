"""Begin the next major version: a copy of the newest one, whose addresses and carriers name the new version."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from accordant.contract import Contract, Version
from accordant.contract.next_version import move_address, move_value
from accordant.disk.writing import make_workshop, remove_folder, write_file
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry import layout, remains
from accordant.registry.edit_tables import through_library
from accordant.registry.load import load
from accordant.registry.replace_scalars import replace_scalars
from accordant.schema import documents, pointers, toml_positions
from accordant.schema.lines import lines_of


def bump(folder: Path, contract: str, shown: str = "", *, wanted: str = "") -> tuple[str, str]:
    """Copy the newest version of a contract to the next major one, unreleased.

    In the copies, ``$id`` addresses (and references to them) and the value of the carrier name the new version; in
    examples the value of the carrier does. ``contract.toml`` gets the tables of the new version, as a draft.

    Args:
        folder: the registry.
        contract: the name of one of its contracts.
        shown: what stands before paths in messages.
        wanted: the name that the new version must have; empty where any will do.

    Returns:
        The names of the version that was copied and of the new one.

    Raises:
        InputError: no such contract, nothing to copy, a newest version without a release, or a folder in the way.
    """
    registry = load(folder, shown=shown, only=contract)
    source = registry.contract(contract)
    if source is None:
        raise InputError(f"no contract {contract!r} in this registry", next_step="run: registry list")
    newest = source.newest
    if newest is None:
        raise InputError(
            f"{contract} has no version yet", Place(f"{shown}{contract}"), next_step="add a folder v1 with a schema"
        )
    if not newest.releases:
        raise InputError(
            f"{contract}/{newest.name} has no release, so it may still be changed in any way",
            Place(f"{shown}{contract}/{newest.name}"),
            next_step=f"make the breaking edit there, or release it first: registry release {contract}/{newest.name}",
        )
    name = f"v{newest.major + 1}"
    if wanted not in ("", name):
        raise InputError(f"the next version is {name}, not {wanted}", next_step=f"name {name}, or none", rule="usage")
    if (folder / contract / name).exists():
        raise InputError(
            "exists already, and is not a version", Place(f"{shown}{contract}/{name}"), next_step="move it away"
        )
    table = _copy_tables(folder, source, newest.name, name, shown)
    texts = dict(_texts(folder, newest, name, source.carrier))
    with make_workshop(folder / contract) as made:
        for relative, text in texts.items():
            write_file(made, relative, text)
        remains.mark(made, texts)
        made.rename(folder / contract / name)
    try:
        write_file(folder, f"{contract}/{layout.CONTRACT}", table)  # from here on the version is there
    except BaseException:
        with contextlib.suppress(InputError):  # nobody reads it without its table, and the next run removes it
            remove_folder(folder / contract / name)
        raise
    with contextlib.suppress(InputError):  # in a version that has its table the mark says nothing
        remains.unmark(folder, contract, name)
    return newest.name, name


def _texts(folder: Path, version: Version, name: str, carrier: str) -> Iterator[tuple[str, str]]:
    """The text of each file of the next version, by path relative to its folder."""
    base = f"{version.contract}/{version.name}"
    move = _Move.of(version, int(name[1:]), carrier)
    for relative in _files(folder, base):
        text = layout.read_file(folder, f"{base}/{relative}").decode("utf-8")
        kind = layout.kind_of(relative)
        if kind is not None and kind[0] in ("schema", "codes"):
            text = _rewrite(text, relative, move.in_schema)
        elif relative.startswith(f"{layout.EXAMPLES}/") and relative.endswith((".json", ".yaml", ".yml")):
            text = _rewrite(text, relative, move.in_example)
        elif relative.startswith(f"{layout.EXAMPLES}/") and relative.endswith(".jsonl"):
            lines = text.split("\n")
            text = "\n".join(_rewrite(line, relative, move.in_example) if line.strip() else line for line in lines)
        yield relative, text


_Changes = dict[str, JsonValue]
"""New scalars by JSON Pointer."""


def _rewrite(text: str, path: str, changes_of: Callable[[JsonValue], _Changes]) -> str:
    document = documents.parse(text, path)
    changes = changes_of(document.value)
    return replace_scalars(document, changes) if changes else text


@dataclass(frozen=True, slots=True)
class _Move:
    """What changes from one major version to the next."""

    addresses: Mapping[str, str]
    """The new address of each schema by its old one."""
    key: str
    """The name of the version field; empty where the contract has none."""
    constants: Mapping[str, JsonValue]
    """The new constant of the version field by the JSON text of the old one."""

    @classmethod
    def of(cls, version: Version, new: int, carrier: str) -> _Move:
        """The move of a version to the major version ``new``."""
        old, schemas = version.major, version.state.schemas
        key = pointers.split(carrier)[-1] if carrier else ""
        constants = [value for schema in schemas.values() for value in _constants(schema.value, key)] if key else []
        addresses = {schema.uri: move_address(schema.uri, old, new, name) for name, schema in schemas.items()}
        moved = {json.dumps(value): move_value(value, old, new) for value in constants}
        return cls(addresses, key, {**moved, **{json.dumps(uri): address for uri, address in addresses.items()}})

    def in_schema(self, schema: JsonValue) -> _Changes:
        """Addresses and references to them, and constants of the version field."""
        changes: _Changes = {}
        for pointer, value in _scalars(schema):
            address, hash_sign, fragment = value.partition("#") if isinstance(value, str) else ("", "", "")
            if pointer.endswith(pointers.join("/properties", self.key, "const")) and self.key:
                changes[pointer] = self.constants.get(json.dumps(value), value)
            elif address in self.addresses:
                changes[pointer] = f"{self.addresses[address]}{hash_sign}{fragment}"
        return changes

    def in_example(self, document: JsonValue) -> _Changes:
        """Values of the version field: an example refused because it names the next version now names the last."""
        both = {**{json.dumps(new): json.loads(old) for old, new in self.constants.items()}, **self.constants}
        return {
            pointer: both[json.dumps(value)]
            for pointer, value in _scalars(document)
            if self.key and pointer.endswith(pointers.join("", self.key)) and json.dumps(value) in both
        }


def _scalars(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Every scalar of a document with its JSON Pointer."""
    todo: list[tuple[str, JsonValue]] = [("", value)]
    while todo:
        pointer, part = todo.pop()
        if isinstance(part, dict | list):
            members = part.items() if isinstance(part, dict) else enumerate(part)
            todo += [(pointers.join(pointer, key), member) for key, member in members]
        elif pointer:
            yield pointer, part


def _files(folder: Path, base: str, below: str = "") -> Iterator[str]:
    for name, is_folder in layout.entries(folder, f"{base}/{below}" if below else base):
        relative = f"{below}/{name}" if below else name
        if not is_folder:
            yield relative
        elif relative != layout.RELEASES:
            yield from _files(folder, base, relative)


def _constants(value: JsonValue, key: str) -> Iterator[JsonValue]:
    """The ``const`` of every property called ``key``."""
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            properties = part.get("properties")
            if isinstance(properties, dict) and isinstance(properties.get(key), dict) and "const" in properties[key]:
                yield properties[key]["const"]
            stack += part.values()
        elif isinstance(part, list):
            stack += part


def _copy_tables(folder: Path, contract: Contract, old: str, new: str, shown: str) -> str:
    """``contract.toml`` with the tables of the old version repeated for the new one."""
    path = f"{contract.name}/{layout.CONTRACT}"
    text = layout.read_file(folder, path).decode("utf-8")
    expected = copy.deepcopy(toml_positions.read(text, path))
    expected["versions"][new] = _draft(copy.deepcopy(expected["versions"][old]))
    table = expected["versions"][new]
    copied = "\n".join(_draft_tables(text, old, new)).rstrip("\n")
    plain = f"{text.rstrip()}\n\n{copied}\n"
    for result in chain([plain], through_library(text, ("versions",), new, table, shown + path)):
        with contextlib.suppress(InputError):
            if toml_positions.read(result, path) == expected:
                return result
    raise InputError(
        f"[versions.{old}] is written in a way in which it cannot be copied",
        Place(shown + path),
        next_step=f"write it as [versions.{old}], then run bump again",
    )


def _draft(table: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The table of a version as that of the next one, a draft."""
    return {**{key: value for key, value in table.items() if key not in _LEFT}, "status": "draft"}


_LEFT: Final = ("told-by", "moves")
"""Keys that compare a version with the one before it, and are not copied."""

_TABLE: Final = re.compile(r"\s*\[\[?\s*([^\[\]\"',=][^\[\],=]*?)\s*\]\]?\s*(#.*)?")
"""The head line of a table; a line of an array over several lines begins with a quote or has a comma."""


def _draft_tables(text: str, old: str, new: str) -> Iterator[str]:
    """The lines of a version's tables, as those of another version that is a draft."""
    table = ""
    for line in lines_of(text):
        head = _TABLE.fullmatch(line)
        if head:
            table = re.sub(r"\s", "", head[1])
            line = re.sub(rf"(versions\s*\.\s*){old}\b", rf"\g<1>{new}", line, count=1)
        is_version = table == f"versions.{old}"
        if table == f"versions.{old}.moves" or (is_version and re.match(r"\s*(status|told-by)\s*=", line)):
            continue
        if is_version or table.startswith(f"versions.{old}."):
            yield line
        if is_version and head:
            yield 'status = "draft"'
