"""A default schema that is another one: what names no schema is about other documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accordant.compat.behaviour_facts import Table, Tables
from accordant.compat.behaviour_sides import NO_SCHEMA, Sides, capital
from accordant.contract import Behaviour
from accordant.findings import Finding

_ABOUT_DEFAULT: Final = {
    "interpretation": ("the interpretation is", "interpretation-changed"),
    "consumer-rules": ("the rules for readers are", "consumer-rule-changed"),
}
"""What can name no schema and is always about the default one: its words, and the rule that a move breaks."""


def name_subjects(sides: Sides) -> Sides:
    """Both sides; where the default schema is another one, each table states the schema that it is about."""
    return replace(sides, old=_named(sides.old), new=_named(sides.new)) if sides.has_other_default() else sides


def _named(behaviour: Behaviour) -> Behaviour:
    def stated(tables: Tables) -> tuple[Table, ...]:
        return tuple({**table, "schema": table.get("schema") or default} for table in tables)

    default = behaviour.default_schema or NO_SCHEMA
    lists = stated(behaviour.rules), stated(behaviour.derived), stated(behaviour.counting)
    return replace(behaviour, rules=lists[0], derived=lists[1], counting=lists[2])


def judge_default(sides: Sides) -> Iterator[Finding]:
    """The note that the default schema is another one, and the breaks of what is about the default schema alone."""
    if not sides.has_other_default():
        return
    before, after = sides.old.default_schema or "", sides.new.default_schema or ""
    message = f"Where no schema is named, documents are judged by {_shown(after)}; before, by {_shown(before)}."
    yield sides.finding("behaviour-changed", message, "", "/default-schema", before, after)
    yield from _serialisation(sides, before, after)
    for key, (words, rule) in _ABOUT_DEFAULT.items():
        if key in sides.old.tables() and key in sides.new.tables():
            yield _moved(sides, rule, words, key)
    if any("requires" in mode and "stream" not in mode for mode in sides.old.modes) and sides.new.modes:
        yield _moved(sides, "mode-changed", "what the modes require is", "modes")


def _shown(schema: str) -> str:
    return f"`{schema}`" if schema else "none"


def _serialisation(sides: Sides, before: str, after: str) -> Iterator[Finding]:
    """What readers of the one schema count on no more, and what is demanded of callers that write the other one."""
    if not sides.old.serialisation or not sides.new.serialisation:
        return
    if sides.program_writes([before]):
        yield _moved(sides, "serialisation-changed", "the serialisation is", "serialisation")
    if sides.callers_write([after]):
        yield _moved(sides, "rule-demanded", "the serialisation is", "serialisation")


def _moved(sides: Sides, rule: str, words: str, key: str) -> Finding:
    before, after = sides.old.default_schema or "", sides.new.default_schema or ""
    others = f"documents of `{after}`" if after else "no documents"
    message = f"{capital(words)} about {others}; before, about {f'those of `{before}`' if before else 'none'}."
    return sides.finding(rule, message, f"/{key}", f"/{key}", before, after)
