"""A default schema that is another one: what names no schema is about other documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accordant.compat.behaviour_facts import Table, Tables
from accordant.compat.behaviour_sides import Sides, capital
from accordant.contract import Behaviour
from accordant.findings import Finding

_ABOUT_DEFAULT: Final = {
    "interpretation": ("the interpretation is", "interpretation-changed"),
    "consumer-rules": ("the rules for readers are", "consumer-rule-changed"),
}
"""What can name no schema and is always about the default one: its words, and the rule that a move breaks."""


def has_other_default(old: Behaviour, new: Behaviour) -> bool:
    """Whether both sides say what the default schema is, and it is not the same."""
    return bool(old.default_schema and new.default_schema) and old.default_schema != new.default_schema


def name_subjects(old: Behaviour, new: Behaviour) -> tuple[Behaviour, Behaviour]:
    """Both sides; where the default schema is another one, each table states the schema that it is about."""
    return (_named(old), _named(new)) if has_other_default(old, new) else (old, new)


def _named(behaviour: Behaviour) -> Behaviour:
    def stated(tables: Tables) -> tuple[Table, ...]:
        return tuple({**table, "schema": table.get("schema") or behaviour.default_schema} for table in tables)

    lists = stated(behaviour.rules), stated(behaviour.derived), stated(behaviour.counting)
    return replace(behaviour, rules=lists[0], derived=lists[1], counting=lists[2])


def judge_default(sides: Sides) -> Iterator[Finding]:
    """The note that the default schema is another one, and the breaks of what is about the default schema alone."""
    if not has_other_default(sides.old, sides.new):
        return
    before, after = sides.old.default_schema, sides.new.default_schema
    message = f"Documents for which no schema is named are judged by `{after}`; they were judged by `{before}`."
    yield sides.finding("behaviour-changed", message, "", "/default-schema", before, after)
    yield from _serialisation(sides, before, after)
    for key, (words, rule) in _ABOUT_DEFAULT.items():
        if key in sides.old.tables() and key in sides.new.tables():
            yield _moved(sides, rule, words, key)


def _serialisation(sides: Sides, before: str, after: str) -> Iterator[Finding]:
    """What readers of the one schema count on no more, and what is demanded of callers that write the other one."""
    if not sides.old.serialisation or not sides.new.serialisation:
        return
    if sides.program_writes([before]):
        yield _moved(sides, "serialisation-changed", "the serialisation is", "serialisation")
    if sides.callers_write([after]):
        yield _moved(sides, "rule-demanded", "the serialisation is", "serialisation")


def _moved(sides: Sides, rule: str, words: str, key: str) -> Finding:
    before, after = sides.old.default_schema, sides.new.default_schema
    message = f"{capital(words)} about documents of `{after}`, no longer about those of `{before}`."
    return sides.finding(rule, message, f"/{key}", f"/{key}", before, after)
