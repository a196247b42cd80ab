"""When two texts say the same, one order keeps another, and one implication follows from another."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from accordant.findings import JsonValue
from accordant.schema.json_values import fingerprint

Table: TypeAlias = Mapping[str, JsonValue]
Tables: TypeAlias = tuple[Table, ...]

EXPLANATIONS: Final = ("source", "ours", "id", "schema", "field", "list", "flags", "name", "reason")
"""Keys that promise nothing by themselves: where a fact comes from, and what a table is found by."""

_PUNCTUATION: Final = ".,;:!?()[]'\"`"


_IN_ANY_ORDER: Final = ("match", "omits")
"""Lists of conditions that must all hold, and of names: their order says nothing."""


def substance(value: JsonValue) -> str:
    """What a value says: of a text the words, without capitals, spaces and punctuation; else its value for JSON Schema.

    >>> substance("The file, once read.") == substance("the file once  read"), substance("a") == substance("b")
    (True, False)
    """
    if not isinstance(value, str):
        return fingerprint(value)
    words = (word.strip(_PUNCTUATION) for word in value.casefold().split())
    return " ".join(word for word in words if word)


def is_subsequence(old: Sequence[JsonValue], new: Sequence[JsonValue]) -> bool:
    """Whether all of one list stand in another, in the same order."""
    rest = iter(new)
    return all(any(word == other for other in rest) for word in old)


def keeps_order(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether what two lists share stands in the same order in both."""
    return [word for word in old if word in new] == [word for word in new if word in old]


def is_implied(old: JsonValue, new: JsonValue) -> bool:
    """Whether an implication holds wherever a newer one does: under no more conditions, with no fewer consequences."""
    if fingerprint(old) == fingerprint(new):
        return True
    if not isinstance(old, dict) or not isinstance(new, dict) or _rest(old) != _rest(new):
        return False
    before, after = ({key: _texts(table.get(key)) for key in ("when", "then")} for table in (old, new))
    return after["when"] <= before["when"] and before["then"] <= after["then"]


def _rest(implication: Table) -> str:
    return fingerprint(without(implication, ("when", "then")))


def _texts(value: JsonValue) -> set[str]:
    return {fingerprint(part) for part in value} if isinstance(value, list) else set()


def without(table: Table, keys: Iterable[str]) -> dict[str, JsonValue]:
    """A table without some of its keys."""
    left_out = set(keys)
    return {key: value for key, value in table.items() if key not in left_out}


def list_changed_keys(old: Table, new: Table, explanations: Iterable[str]) -> list[str]:
    """The keys of the older table whose facts differ; texts differ where their words do."""
    left_out = {*EXPLANATIONS, *explanations}
    return [key for key in old if key not in left_out and _differ(key, old, new)]


def _differ(key: str, old: Table, new: Table) -> bool:
    if key in _IN_ANY_ORDER and isinstance(old[key], list) and isinstance(new.get(key), list):
        return texts_of(old, key) != texts_of(new, key)
    return substance(old[key]) != substance(new.get(key))


def to_list(table: Table, key: str) -> list[JsonValue]:
    """The list under a key; any other value there as the only member."""
    value = table.get(key, [])
    return value if isinstance(value, list) else [value]


def texts_of(table: Table, key: str) -> set[str]:
    """The members of a list as texts: in a file that lint refuses, they may be tables."""
    return set(map(fingerprint, to_list(table, key)))


def serves_fewer(old: Collection[Hashable], new: Collection[Hashable]) -> bool:
    """Whether a list of commands leaves one out that was served before; a list that names none serves all."""
    return bool(new) and (not old or not set(old) <= set(new))


def tables_of(value: JsonValue) -> Tables:
    """The tables of a list; anything else is left out."""
    return tuple(table for table in value if isinstance(table, dict)) if isinstance(value, list) else ()
