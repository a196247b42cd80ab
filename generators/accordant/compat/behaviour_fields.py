"""The judgement between two states of what is said about fields: how they are computed, and what they count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from accordant.compat.behaviour_facts import Table, Tables, list_changed_keys, without
from accordant.compat.behaviour_sides import Pair, Sides, capital, name_of_field
from accordant.findings import Finding


def judge_derived(sides: Sides) -> Iterator[Finding]:
    """Every break and note about derived fields: one that comes is demanded where callers write the documents."""
    for pair, note in _fields(sides, "derived", "the derived field", sides.old.derived, sides.new.derived):
        new, schema = pair.new or {}, str({**pair.old, **(pair.new or {})}.get("schema", ""))
        gained = [] if note is not None else [key for key in ("count",) if key in new and key not in pair.old]
        if (note is not None or gained) and sides.callers_write([sides.subject(schema)]):
            message = f"{capital(pair.word)} is demanded of documents that callers write."
            yield sides.of("rule-demanded", message, pair, gained or new)
        elif note is not None:
            yield note
        yield from _fact(sides, pair, "derived-changed", "is computed differently", gained) if note is None else ()


def judge_counters(sides: Sides) -> Iterator[Finding]:
    """Every break and note about counters."""
    for pair, note in _fields(sides, "counting", "the counter", sides.old.counting, sides.new.counting):
        yield from _fact(sides, pair, "counting-changed", "counts something else", ()) if note is None else [note]


def _fact(sides: Sides, pair: Pair, rule: str, event: str, told: Iterable[str]) -> Iterator[Finding]:
    """What is reported about a table about a field: all of its facts are promised, including its texts."""
    if pair.new is None:
        yield sides.gone(rule, pair)
        return
    old, new = ({"distinct": False, **table} for table in (pair.old, pair.new))
    changed = list_changed_keys(old, new, ())
    if changed:
        yield sides.of(rule, f"{capital(pair.word)} {event}.", pair, changed)
    yield from sides.rest(pair, {*changed, *told})


def _fields(sides: Sides, key: str, word: str, old: Tables, new: Tables) -> Iterator[tuple[Pair, Finding | None]]:
    """The tables of a list, matched by field and schema; those that have come with a note.

    A table that was about no documents and is about some now has come, too, and is compared with what it was.
    """
    olds, news = sides.by_default(old), sides.by_default(new)
    known = set(map(name_of_field, olds))
    came = {_field(table) for table in news if table.get("schema") and name_of_field(table) not in known}
    about_none: dict[str, Pair] = {}
    for pair, note in sides.by_key(key, olds, news, word, name_of_field):
        before = about_none.pop(_field(pair.new or {}), None) if note is not None else None
        if pair.new is None and _field(pair.old) in came and sides.was_about_none(pair.old):
            about_none[_field(pair.old)] = pair
        elif before is not None and pair.new is not None:
            yield pair, sides.found_documents(before.word, pair.new_at, str(pair.new["schema"]))
            yield _since(before, pair.new, pair.new_at), None
        else:
            yield pair, note


def _since(before: Pair, new: Table, new_at: str) -> Pair:
    """A table that was about no documents, with what it became; what it gained counts as added with it."""
    old = without(before.old, ("schema",))
    return Pair(before.word, old, before.old_at, {key: new[key] for key in old if key in new}, new_at)


def _field(table: Table) -> str:
    return str(table.get("field", ""))
