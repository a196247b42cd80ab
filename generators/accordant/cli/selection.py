"""The part of a registry that a path such as ``cobre/v1/error-kinds/MissingFile`` selects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accordant.errors import InputError

if TYPE_CHECKING:
    from accordant.contract import CodeList, Contract, Entry, Registry, Schema, Stream, Version


@dataclass(frozen=True, slots=True)
class Selection:
    """A contract, and as much more as the path says."""

    contract: Contract
    version: Version | None = None
    thing: Schema | CodeList | Stream | None = None
    entry: Entry | None = None


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
    """What the path names.

    Raises:
        InputError: there is no such part; similar names are suggested.
    """
    words = parts(path, most, shape)
    contract = registry.contract(words[0])
    if contract is None:
        raise nothing("contract", words[0], [known.name for known in registry.contracts])
    if len(words) == 1:
        return Selection(contract)
    version = contract.version(words[1])
    if version is None:
        raise nothing("version", words[1], [known.name for known in contract.versions], f" in {contract.name}")
    if len(words) == 2:
        return Selection(contract, version)
    state = version.state
    things: dict[str, Schema | CodeList | Stream] = {**state.schemas, **state.code_lists, **state.streams}
    if words[2] not in things:
        raise nothing("schema, code list or stream", words[2], things, f" in {contract.name}/{version.name}")
    thing = things[words[2]]
    if len(words) == 3:
        return Selection(contract, version, thing)
    return Selection(contract, version, thing, _entry(state.code_lists.get(words[2]), words[2], words[3]))


def _entry(listed: CodeList | None, name: str, code: str) -> Entry:
    if listed is None:
        raise InputError(f"{name!r} is not a code list, so it has no {code!r}", rule="usage")
    for entry in listed.entries:
        if code in (str(entry.id), entry.name):
            return entry
    raise nothing(listed.identifier, code, [str(known.id) for known in listed.entries], f" in {name}")


def nothing(kind: str, name: str, known: Iterable[str], where: str = "") -> InputError:
    """The error that there is no such thing, with similar names."""
    return InputError(f"there is no {kind} {name!r}{where}", next_step=suggestion(name, known), rule="usage")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Names similar to ``name``, else all of them as long as they are few."""
    import difflib

    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(name, names, n=3)
    if near:
        return f"did you mean {' or '.join(near)}?"
    if not names:
        return "there are none yet"
    return "there are: " + ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
