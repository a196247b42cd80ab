"""Two states of a version's behaviour side by side, and the findings about their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from accordant.compat import rules
from accordant.compat.behaviour_facts import Table, Tables, keeps_order
from accordant.contract import Behaviour
from accordant.findings import Facts, Finding, JsonValue, Place, Severity
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.vocabulary import enumeration

NO_SCHEMA: Final = False
"""The name in tables that are about no document, as neither they nor their version name a schema."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A table of the release and the one that took its place, each with its pointer below the behaviour."""

    word: str
    """What the table is called in sentences: ``the rule `one-line` ``."""
    old: Table
    old_at: str
    new: Table | None
    new_at: str


@dataclass(frozen=True, slots=True)
class Sides:
    """The older and the newer behaviour."""

    old: Behaviour
    new: Behaviour
    directions: Mapping[str, str] = field(default_factory=dict)

    def has_other_default(self) -> bool:
        """Whether both sides say what the default schema is, and it is not the same."""
        return None not in (self.old.default_schema, self.new.default_schema) and (
            self.old.default_schema != self.new.default_schema
        )

    def subject(self, name: JsonValue) -> str:
        """What a table is about that names this schema or stream: a table without a name is about the default schema.

        Empty for a table about no document. Where the default schema is another one, tables without a name have one.
        """
        return "" if name is NO_SCHEMA else str(name or self._default or "")

    def was_about_none(self, table: Table) -> bool:
        """Whether a table of the release is about no documents, as neither it nor the release names a schema."""
        return self.old.default_schema == "" and not table.get("schema")

    def is_about_none(self, table: Table) -> bool:
        """Whether a table of the newer state is about no documents."""
        return self.new.default_schema == "" and not table.get("schema") and not table.get("also")

    @property
    def _default(self) -> str | None:
        return self.old.default_schema if self.new.default_schema is None else self.new.default_schema

    def by_default(self, tables: Tables) -> Tables:
        """Tables that name no schema where they could name the default one: with and without the name they are one."""
        if self.has_other_default():
            return tables
        return tuple(
            {key: value for key, value in table.items() if key != "schema" or value != self._default}
            for table in tables
        )

    def program_writes(self, subjects: Iterable[str]) -> bool:
        """Whether one of some schemas and streams is promised to those who read its documents."""
        return any(direction != "input" for direction in self._directions(subjects))

    def callers_write(self, subjects: Iterable[str]) -> bool:
        """Whether one of some schemas and streams is promised to those who write its documents."""
        return any(direction != "output" for direction in self._directions(subjects))

    def _directions(self, subjects: Iterable[str]) -> Iterator[str]:
        """Who writes the documents of schemas in the release; it may not tell which one is the default."""
        for subject in subjects:
            if subject:
                yield self.directions.get(subject, "output")
            elif self._default is None:
                (first, *others) = set(self.directions.values()) or {"output"}
                yield "output" if others else first

    def finding(
        self, rule: str, message: str, old_at: str, new_at: str, before: JsonValue, after: JsonValue
    ) -> Finding:
        """A finding with both facts, at the places of both sides that exist."""
        return rules.finding(
            rule,
            message,
            _place(self.new, new_at),
            old_place=_place(self.old, old_at) if before is not None else None,
            evidence=Facts(before, after) if rules.BY_NAME[rule].severity == Severity.ERROR else None,
            old=before,
            new=after,
        )

    def of(self, rule: str, message: str, pair: Pair, keys: Iterable[str]) -> Finding:
        """A finding about some keys of two tables."""
        keys = tuple(keys)
        old_at, new_at = (f"{at}/{keys[0]}" if len(keys) == 1 else at for at in (pair.old_at, pair.new_at))
        before, after = (_facts(table, keys) for table in (pair.old, pair.new or {}))
        return self.finding(rule, message, old_at, new_at, before, after)

    def gone(self, rule: str, pair: Pair) -> Finding:
        """The finding that nothing took a table's place."""
        return self.finding(rule, f"{capital(pair.word)} is gone.", pair.old_at, "", shown(pair.old), None)

    def added(self, word: str, at: str) -> Finding:
        """The note that a table has come."""
        return self.finding("behaviour-added", f"{capital(word)} was added.", "", at, None, word)

    def found_documents(self, word: str, at: str, schema: str) -> Finding:
        """The note that a table which was about no documents is about some now: to their readers it has come."""
        message = f"{capital(word)} is about documents of `{schema}` now; before, about none."
        return self.finding("behaviour-added", message, "", at, None, word)

    def rest(self, pair: Pair, told: Iterable[str]) -> Iterator[Finding]:
        """A note about changes in a table that no other finding reports, so that no edit is silent."""
        new, told = pair.new or {}, set(told)
        keys = [key for key in {**pair.old, **new} if key not in told and _differ(pair.old, new, key)]
        if keys:
            yield self.of("behaviour-changed", has_another(pair, keys), pair, keys)

    def rewritten(self) -> Finding:
        """A note about differences outside of tables that can be matched by name, such as one that occurs twice."""
        message = "The behaviour of the version is written differently."
        return self.finding("behaviour-changed", message, "", "", None, None)

    def order(self, key: str, olds: Iterable[str], news: Iterable[str]) -> Iterator[Finding]:
        """A note where the tables of a list stand in another order, which decides nothing."""
        before, after = (list(dict.fromkeys(names)) for names in (olds, news))
        if not keeps_order(before, after):
            message = f"The tables under `{key}` stand in another order."
            yield self.finding("behaviour-changed", message, f"/{key}", f"/{key}", list(before), list(after))

    def texts(self, pair: Pair, keys: Iterable[str]) -> Iterator[Finding]:
        """Notes about explanations whose words changed."""
        for key in keys:
            before, after = pair.old.get(key), (pair.new or {}).get(key)
            if before is not None and before != after:
                yield self.of("text-changed", f"The text of {pair.word} changed.", pair, (key,))

    def by_key(
        self, key: str, olds: Tables, news: Tables, word: str, name: Callable[[Table], str]
    ) -> Iterator[tuple[Pair, Finding | None]]:
        """The tables of a list, matched by name; those that have come with a note."""
        by_name = {name(table): (index, table) for index, table in reversed(list(enumerate(news)))}
        for index, table in enumerate(olds):
            new_index, new = by_name.pop(name(table), (-1, None))
            yield Pair(f"{word} `{name(table)}`", table, f"/{key}/{index}", new, f"/{key}/{new_index}"), None
        for index, table in sorted(by_name.values(), key=lambda entry: entry[0]):
            at = f"/{key}/{index}"
            yield Pair(f"{word} `{name(table)}`", {}, "", table, at), self.added(f"{word} `{name(table)}`", at)


def _differ(old: Table, new: Table, key: str) -> bool:
    """Whether a key has another value, spelling included, or stands in one table only."""
    return (key in old) != (key in new) or canonical(old.get(key)) != canonical(new.get(key))


def _facts(table: Table, keys: tuple[str, ...]) -> JsonValue:
    table = shown(table)
    return table.get(keys[0]) if len(keys) == 1 else {key: table[key] for key in keys if key in table}


def _place(behaviour: Behaviour, at: str) -> Place | None:
    if behaviour.document is None:
        return None
    while at and not pointers.has(behaviour.document.value, behaviour.base + at):
        at = pointers.parent(at)  # a member may be told that only the other side has
    return behaviour.document.place(behaviour.base + at)


def shown(table: Table) -> dict[str, JsonValue]:
    """A table as a finding shows it: no file names the schema of one that is about no documents."""
    return {key: value for key, value in table.items() if key != "schema" or value is not NO_SCHEMA}


def name_of_field(table: Table) -> str:
    """What a table about a field is found by: ``one/ok``, or ``/ok`` where it names no schema."""
    return f"{table.get('schema') or ''}{table.get('field', '')}"


def has_another(pair: Pair, keys: Iterable[str]) -> str:
    """The sentence that a table has other values of some keys."""
    return f"{capital(pair.word)} has another {enumeration([f'`{key}`' for key in keys], 'and')}."


def capital(word: str) -> str:
    """A word at the beginning of a sentence."""
    return word[:1].upper() + word[1:]
