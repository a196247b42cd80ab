"""The judgement between two states of what a version promises about the bytes of documents, and their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from accordant.compat.behaviour_facts import (
    EXPLANATIONS,
    Table,
    is_subsequence,
    list_changed_keys,
    tables_of,
    to_list,
)
from accordant.compat.behaviour_sides import Pair, Sides, capital
from accordant.findings import Finding, JsonValue

_FREE: Final[dict[str, tuple[JsonValue, ...]]] = {"single-line": (None, False), "trailing-newline": (None, "optional")}
"""Keys of which some values promise nothing."""


def judge_serialisation(sides: Sides) -> Iterator[Finding]:
    """Every break and note about the serialisation, which is that of documents of the default schema."""
    old, new = sides.old.serialisation, sides.new.serialisation
    pair = Pair("the serialisation", old, "/serialisation", new, "/serialisation")
    told = {"sort"}
    subject = [sides.subject(None)]
    is_read = sides.program_writes(subject) or not sides.callers_write(subject)
    for key, finding in (*(_less(sides, pair, new) if is_read else ()), *_more(sides, pair, new)):
        if key not in told:
            yield finding
        told.add(key)
    yield from sides.rest(pair, told)
    yield from _sorting(sides)


def _less(sides: Sides, pair: Pair, new: Table) -> Iterator[tuple[str, Finding]]:
    """What readers of the release rely on and is no longer promised; each with its key."""
    old = pair.old
    for key in list_changed_keys(old, new, ("key-order", "sort", "key-order-stable", "advised")):
        if key not in _FREE or old[key] not in _FREE[key]:
            yield key, sides.of("serialisation-changed", f"The serialisation promises another `{key}`.", pair, (key,))
    if any(key in old for key in _list_advised(new, but_not=old)):
        message = "The serialisation only advises what it promised."
        yield "advised", sides.of("serialisation-changed", message, pair, ("advised",))
    if old.get("key-order-stable") is True and new.get("key-order-stable") is not True:
        message = "The order of the keys may change from run to run."
        yield "key-order-stable", sides.of("key-order-changed", message, pair, ("key-order-stable",))
    if not is_subsequence(to_list(old, "key-order"), to_list(new, "key-order")):
        yield "key-order", sides.of("key-order-changed", "The keys stand in another order.", pair, ("key-order",))


def _more(sides: Sides, pair: Pair, new: Table) -> Iterator[tuple[str, Finding]]:
    """What is promised from now on: a demand where callers write the documents, else a note for what has come."""
    for key in _list_more(pair.old, new) if sides.callers_write([sides.subject(None)]) else ():
        message = f"The serialisation demands `{key}` of documents that callers write."
        yield key, sides.of("rule-demanded", message, pair, (key,))
    for key in new:
        if key not in pair.old and key not in EXPLANATIONS and key != "sort":
            yield key, sides.added(f"the serialisation's `{key}`", f"/serialisation/{key}")


def _list_more(old: Table, new: Table) -> Iterator[str]:
    """The keys under which a document is refused that the older table allows."""
    for key, free in _FREE.items():
        if new.get(key) not in free and new.get(key) != old.get(key):
            yield key
    if not is_subsequence(to_list(new, "key-order"), to_list(old, "key-order")):
        yield "key-order"
    if any(key in new for key in _list_advised(old, but_not=new)):
        yield "advised"


def _list_advised(table: Table, but_not: Table) -> list[str]:
    """The keys that one table only advises, and another one promises."""
    others = to_list(but_not, "advised")
    return [str(key) for key in to_list(table, "advised") if key not in others]


def _sorting(sides: Sides) -> Iterator[Finding]:
    olds, news = (tables_of(side.serialisation.get("sort")) for side in (sides.old, sides.new))
    is_demand = sides.callers_write([sides.subject(None)])
    for pair, note in sides.by_key("serialisation/sort", olds, news, "the order of", lambda row: str(row.get("list"))):
        if note is not None:
            yield _demanded(sides, pair, ("list", "keys")) if is_demand else note
        elif pair.new is None:
            yield sides.gone("sort-order-changed", pair)
        else:
            yield from _sorted_otherwise(sides, pair, pair.new, is_demand=is_demand)


def _sorted_otherwise(sides: Sides, pair: Pair, new: Table, *, is_demand: bool) -> Iterator[Finding]:
    before, after = to_list(pair.old, "keys"), to_list(new, "keys")
    others = ("missing", "instead")
    if after[: len(before)] != before or any(pair.old.get(key) != new.get(key) for key in others):
        yield sides.of("sort-order-changed", f"{capital(pair.word)} has changed.", pair, ("keys", *others))
        yield from sides.rest(pair, ("keys", *others))
    elif is_demand and after != before:
        yield _demanded(sides, pair, ("keys",))
        yield from sides.rest(pair, ("keys",))
    else:
        yield from sides.rest(pair, ())


def _demanded(sides: Sides, pair: Pair, keys: Iterable[str]) -> Finding:
    message = f"{capital(pair.word)} is demanded of documents that callers write."
    return sides.of("rule-demanded", message, pair, keys)
