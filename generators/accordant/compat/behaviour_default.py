"""The default schema was replaced: tables that name no schema are now about other documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accordant.compat.behaviour_facts import Table, Tables, tables_of
from accordant.compat.behaviour_sides import NO_SCHEMA, Pair, Sides, capital, name_of_field
from accordant.contract import Behaviour
from accordant.findings import Finding

_ABOUT_DEFAULT: Final = {
    "interpretation": ("the interpretation is", "interpretation-changed"),
    "consumer-rules": ("the rules for readers are", "consumer-rule-changed"),
}
"""What can name no schema and is always about the default one: its words, and the rule that a move breaks."""

_MAY_NAME: Final = {"rules": "the rule", "derived": "the derived field", "counting": "the counter"}
"""The lists of tables that may name a schema, and what such a table is called."""


def name_subjects(sides: Sides) -> Sides:
    """Both sides; where the default schema is another one, each table states the schema that it is about."""
    return (
        replace(sides, old=_name_schemas(sides.old), new=_name_schemas(sides.new))
        if sides.has_other_default()
        else sides
    )


def _name_schemas(behaviour: Behaviour) -> Behaviour:
    def state_schema(tables: Tables) -> tuple[Table, ...]:
        return tuple({**table, "schema": table.get("schema") or default} for table in tables)

    default = behaviour.default_schema or NO_SCHEMA
    lists = state_schema(behaviour.rules), state_schema(behaviour.derived), state_schema(behaviour.counting)
    return replace(behaviour, rules=lists[0], derived=lists[1], counting=lists[2])


def judge_default(sides: Sides) -> Iterator[Finding]:
    """The note that the default schema is another one, and what that means for what is about the default schema alone.

    What applied to no documents and now applies to some counts as added.
    """
    if not sides.has_other_default():
        return
    before, after = _defaults(sides)
    yield sides.finding("behaviour-changed", _describe_default(before, after), "", "/default-schema", before, after)
    yield from _serialisation(sides, before, after)
    for key, (words, rule) in _ABOUT_DEFAULT.items():
        if key in sides.old.tables() and key in sides.new.tables():
            yield _report_move(sides, rule, words, key)
    if sides.new.modes:
        yield from _modes(sides)


def _defaults(sides: Sides) -> tuple[str | None, str | None]:
    """The default schema of both sides; None where there is none."""
    return sides.old.default_schema or None, sides.new.default_schema or None


def _describe_default(before: str | None, after: str | None) -> str:
    if after is None:
        return f"There is no default schema now; before, it was `{before}`."
    return f"The default schema is `{after}` now; before, {f'it was `{before}`' if before else 'there was none'}."


def _serialisation(sides: Sides, before: str | None, after: str | None) -> Iterator[Finding]:
    """What readers of the old schema can no longer rely on, and what is demanded of callers that write the new one."""
    if not sides.old.serialisation or not sides.new.serialisation:
        return
    is_demanded = sides.callers_write([after or ""])
    if sides.program_writes([before or ""]) or not (before or is_demanded):
        yield _report_move(sides, "serialisation-changed", "the serialisation is", "serialisation")
    if is_demanded:
        yield _report_move(sides, "rule-demanded", "the serialisation is", "serialisation")


def _modes(sides: Sides) -> Iterator[Finding]:
    """What readers of the document that a mode prints lose: it is of another schema."""
    modes = [mode for mode in sides.old.modes if "stream" not in mode]
    if any("requires" in mode for mode in modes):
        yield _report_move(sides, "mode-changed", "what the modes require is", "modes")
    elif any(mode.get("prints") == "document" for mode in modes):
        before, after = (f"`{name}`" if name else "no schema" for name in _defaults(sides))
        yield _report_at(
            sides, "mode-changed", f"The modes print documents of {after} now; before, of {before}.", "modes"
        )


def _report_move(sides: Sides, rule: str, words: str, key: str) -> Finding:
    before, after = _defaults(sides)
    others, now = (f"documents of `{after}`" if after else "no documents"), "" if before else " now"
    message = f"{capital(words)} about {others}{now}; before, about {f'those of `{before}`' if before else 'none'}."
    return _report_at(sides, rule, message, key)


def _report_at(sides: Sides, rule: str, message: str, key: str) -> Finding:
    """The break that a table is about other documents; a note where it was about none, and no caller writes them."""
    before, after = _defaults(sides)
    if before is None and rule != "rule-demanded":
        return sides.finding("behaviour-added", message, "", f"/{key}", None, after)
    return sides.finding(rule, message, f"/{key}", f"/{key}", before, after)


def judge_names(sides: Sides) -> Iterator[Finding]:
    """Notes about tables that name the default schema where they named none, or no longer do: the same documents."""
    if sides.has_other_default():
        return
    for key, word in _MAY_NAME.items():
        olds, news = (tables_of(side.tables().get(key)) for side in (sides.old, sides.new))
        for pair, note in sides.by_key(key, olds, news, word, lambda table: _name(*sides.by_default((table,)))):
            if note is None and pair.new is not None:
                yield from _report_naming(sides, pair, pair.new)


def _report_naming(sides: Sides, pair: Pair, new: Table) -> Iterator[Finding]:
    before, after = pair.old.get("schema"), new.get("schema")
    if before == after or sides.subject(before) != sides.subject(after):
        return
    event = "names the default schema" if after else "names no schema"
    message = f"{capital(pair.word)} {event} now; it is about documents of `{before or after}`, as before."
    yield sides.of("behaviour-changed", message, pair, ("schema",))


def _name(table: Table) -> str:
    return str(table["id"]) if "id" in table else name_of_field(table)
