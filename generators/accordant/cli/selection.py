"""The part of a registry that a path such as ``cobre/v1/error-kinds/MissingFile`` selects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accordant.errors import InputError
from accordant.findings import JsonValue

if TYPE_CHECKING:
    from accordant.contract import CodeList, Contract, Entry, Registry, Schema, Stream, Version


@dataclass(frozen=True, slots=True)
class Selection:
    """A contract, and the version, the part of it and the code that a path names, as far as it goes."""

    contract: Contract
    version: Version | None = None
    part: Schema | CodeList | Stream | None = None
    entry: Entry | None = None
    table: JsonValue = None
    """Behaviour: a list of tables, or one of them."""


def parts(path: str, most: int, shape: str) -> list[str]:
    """The words of a path.

    Raises:
        InputError: it has none, an empty one, or more than ``most``.
    """
    words = path.rstrip("/").split("/")
    if not all(words) or len(words) > most:
        raise InputError(f"{path!r} is not of the form {shape}", next_step="run: registry list", rule="usage")
    return words


def select(registry: Registry, path: str, shape: str = "CONTRACT[/VERSION[/NAME[/CODE]]]", most: int = 4) -> Selection:
    """The part of a registry that a path names.

    Raises:
        InputError: there is no such part; the next step suggests similar names.
    """
    words = parts(path, most, shape)
    contract = registry.contract(words[0])
    if contract is None:
        raise missing("contract", words[0], [contract.name for contract in registry.contracts])
    if len(words) == 1:
        return Selection(contract)
    version = contract.version(words[1])
    if version is None:
        raise missing("version", words[1], [version.name for version in contract.versions], f" in {contract.name}")
    if len(words) == 2:
        return Selection(contract, version)
    state = version.state
    parts_by_name: dict[str, Schema | CodeList | Stream] = {**state.schemas, **state.code_lists, **state.streams}
    if words[2] not in parts_by_name:
        return _select_behaviour(contract, version, words[2:], [*parts_by_name])
    part = parts_by_name[words[2]]
    if len(words) == 3:
        return Selection(contract, version, part)
    return Selection(contract, version, part, _find_entry(state.code_lists.get(words[2]), words[2], words[3]))


def _select_behaviour(contract: Contract, version: Version, words: list[str], others: list[str]) -> Selection:
    """A list of tables of a version's behaviour, or the table of that name in it."""
    from accordant.contract.behaviour import name_of_table, tables

    where = f" in {contract.name}/{version.name}"
    lists = version.behaviour.shown()
    if words[0] not in lists:
        raise missing("schema, code list, stream or behaviour", words[0], [*others, *lists], where)
    value = lists[words[0]]
    if len(words) == 1:
        return Selection(contract, version, table=value)
    named = {name_of_table(table): table for table in reversed(tables(value))}
    if words[1] not in named:
        raise missing("table", words[1], named, f" among the {words[0]}{where}")
    return Selection(contract, version, table=dict(named[words[1]]))


def _find_entry(codes: CodeList | None, name: str, code: str) -> Entry:
    if codes is None:
        reason = f"{name!r} is not a code list, so it has no {code!r}"
        raise InputError(reason, next_step="leave the last word out, or name a code list", rule="usage")
    for entry in codes.entries:
        if code in (str(entry.id), entry.name):
            return entry
    raise missing(codes.identifier, code, [str(entry.id) for entry in codes.entries], f" in {name}")


def missing(kind: str, name: str, names: Iterable[str], where: str = "") -> InputError:
    """The error that no such thing exists, with similar names."""
    return InputError(f"there is no {kind} {name!r}{where}", next_step=suggestion(name, names), rule="usage")


def suggestion(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """Names similar to ``name``; without any, ``otherwise`` or the first twenty names."""
    import difflib

    candidates = list(dict.fromkeys(names))
    near = difflib.get_close_matches(name, candidates, n=3)
    if near:
        return f"did you mean {' or '.join(near)}?"
    if otherwise:
        return otherwise
    if not candidates:
        return "add one first: there is none yet"
    return "use one of these: " + ", ".join(candidates[:20]) + (", ..." if len(candidates) > 20 else "")
