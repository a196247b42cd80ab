"""Typed view of the behaviour tables: conditions, effects of consumer rules, checks.

One small language of conditions stands in `match` of consumer rules, in `when` of effects and in `check` of rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract.codes import CodeList
from accordant.contract.contracts import Behaviour, Version
from accordant.contract.fields import Fields
from accordant.findings import JsonValue

EXIT_CODE: Final = "exit-code"
"""The place of the process's exit code; `exit-code/FACT` is a fact of its row in the code list."""
OUTCOME: Final = "outcome"
"""The place of what a reader takes the call for so far: `success` or `failure`."""
ACTION: Final = "action"
"""The place of the kind of action that is decided so far; `action/DETAIL` is a detail of it."""
TRIES: Final = "tries"
"""The place of the number of tries that the memory holds for the code of the response."""
DECLARED: Final = "declared"
"""`declared/POINTER` is a place in what the command declares about its exit code."""

GIVEN: Final = "given"
"""`given/SCHEMA/POINTER` is a place in a document of that schema which the maker of a response has beside it."""

FROM: Final = "-from"
"""Ends the name of a key whose value is a place."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A place and what holds there. Places are JSON Pointers into the document and the words above."""

    at: str
    tests: tuple[tuple[str, JsonValue], ...]

    @property
    def pointer(self) -> str | None:
        """The JSON Pointer into the document, or None for the other places."""
        return self.at if self.at.startswith("/") or not self.at else None


@dataclass(frozen=True, slots=True)
class EffectKind:
    """One kind of effect: its word, and the keys that it needs; `A|B` needs one of two."""

    name: str
    keys: tuple[str, ...] = ()


EFFECTS: Final = {
    kind.name: kind
    for kind in (
        EffectKind("set", ("value|from",)),
        EffectKind("remove"),
        EffectKind("decide"),
        EffectKind("tell", ("value|from",)),
        EffectKind("back-off", ("first", "most")),
        EffectKind("memorize", ("value|from",)),
    )
}
"""What a consumer rule can do; the guide on the format says what each effect does."""

STORES: Final = ("redirects", "planned")
"""What `memorize` can write to: calls that have moved, and texts for a later session."""

DETAIL_TYPES: Final = ("string", "number", "boolean", "strings")
"""The types that a detail of an action may have."""

EFFECT_KEYS: Final = frozenset({"when", "value", "from", "containing", "first", "most", *EFFECTS})
"""The keys of effects; in `decide` others are details."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a rule does where all of `when` hold."""

    kind: str
    subject: str
    """The place that is set or removed, the kind that is decided, the detail that is given, or the store."""
    when: tuple[Condition, ...]
    given: Mapping[str, JsonValue]
    """The whole table."""

    @property
    def details(self) -> dict[str, JsonValue]:
        """The details of a decision as they are written: by name, or by name and `-from`."""
        return {key: value for key, value in self.given.items() if key not in EFFECT_KEYS}


@dataclass(frozen=True, slots=True)
class ConsumerRule:
    """How a reader reacts when all conditions hold: the effects, in order."""

    id: str
    when: str
    then: str
    match: tuple[Condition, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ActionKind:
    """A kind of action: what a reader is to do next."""

    name: str
    outcome: str
    """The outcome that it answers; with the other one it cannot be decided."""
    says: str
    carries: tuple[str, ...]
    """The details that are always there."""
    repeats: bool
    """Whether the action is another try, which the memory counts."""


@dataclass(frozen=True, slots=True)
class Detail:
    """What is said about an action besides its kind."""

    name: str
    type: str
    """One of :data:`DETAIL_TYPES`."""
    says: str
    source: str
    """The place of its value where no rule gives another; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What `interpret` may answer: the kinds of actions, their details, and what decides where no rule does."""

    kinds: tuple[ActionKind, ...]
    details: tuple[Detail, ...]
    success: str
    """The kind of a success that no rule decides."""
    failure: str
    """The kind of a failure that no rule decides."""
    counted_by: str
    """The place of the code by which tries are counted; where it holds no text, the exit code counts."""


@dataclass(frozen=True, slots=True)
class Implication:
    """Where all of `when` hold, all of `then` must."""

    when: tuple[Condition, ...]
    then: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """A rule that holds with the exit code known."""

    id: str
    says: str
    schema: str
    implications: tuple[Implication, ...]


def read(fields: Fields) -> Behaviour:
    """The behaviour tables of a version in ``contract.toml``, or of a release.

    Raises:
        InputError: a table is of another type.
    """

    def listed(key: str) -> tuple[Mapping[str, JsonValue], ...]:
        return tuple(entry.value for entry in fields.mappings(key))

    return Behaviour(
        rules=listed("rules"),
        derived=listed("derived"),
        counting=listed("counting"),
        serialisation=fields.mapping("serialisation").value,
        modes=listed("modes"),
        interpretation=fields.mapping("interpretation").value,
        consumer_rules=listed("consumer-rules"),
        scenarios=listed("scenarios"),
        decisions=listed("decisions"),
        moves=listed("moves"),
        document=fields.document,
        base=fields.pointer,
    )


def name_of_table(table: Mapping[str, JsonValue]) -> str:
    """What a table of behaviour is found by: its id, field, list, flags or name."""
    return next((str(table[key]).lstrip("/") for key in ("id", "field", "flags", "name") if key in table), "")


def interprets(version: Version) -> bool:
    """Whether a version says what readers do with a response and its exit code."""
    return bool(version.behaviour.interpretation)


def interpretation_of(version: Version) -> Interpretation:
    """What `interpret` of a version may answer."""
    table = version.behaviour.interpretation
    return Interpretation(
        kinds=tuple(_kind(row) for row in tables(table.get("kinds"))),
        details=tuple(_detail(row) for row in tables(table.get("details"))),
        success=str(table.get("success", "")),
        failure=str(table.get("failure", "")),
        counted_by=str(table.get("counted-by", "")),
    )


def _kind(table: Mapping[str, JsonValue]) -> ActionKind:
    carries = table.get("carries")
    return ActionKind(
        name=str(table.get("name", "")),
        outcome=str(table.get("outcome", "")),
        says=str(table.get("says", "")),
        carries=tuple(map(str, carries)) if isinstance(carries, list) else (),
        repeats=table.get("repeats") is True,
    )


def _detail(table: Mapping[str, JsonValue]) -> Detail:
    name, type_, says, source = (str(table.get(key, "")) for key in ("name", "type", "says", "from"))
    return Detail(name, type_, says, source)


def consumer_rules(version: Version) -> list[ConsumerRule]:
    """The rules for readers that programs can act on, in their order: those with conditions and effects."""
    return [
        ConsumerRule(
            id=str(table["id"]),
            when=str(table.get("when", "")),
            then=str(table.get("then", "")),
            match=conditions(table["match"]),
            effects=effects(table["effects"]),
        )
        for table in version.behaviour.consumer_rules
        if isinstance(table.get("match"), list) and isinstance(table.get("effects"), list)
    ]


def effects(value: JsonValue) -> tuple[Effect, ...]:
    """The effects of a list of tables; one that is of no known kind has an empty kind."""
    return tuple(_effect(table) for table in tables(value))


def _effect(table: Mapping[str, JsonValue]) -> Effect:
    kinds = [name for name in EFFECTS if name in table]
    kind = kinds[0] if len(kinds) == 1 else ""
    return Effect(kind, str(table.get(kind, "")), conditions(table.get("when", [])), table)


def checks(version: Version) -> list[Check]:
    """The rules that hold with the exit code known, in their order."""
    return [
        Check(
            id=str(table["id"]),
            says=str(table["says"]),
            schema=str(table.get("schema") or version.default_schema),
            implications=tuple(
                Implication(conditions(implication.get("when", [])), conditions(implication.get("then", [])))
                for implication in tables(table["check"])
            ),
        )
        for table in version.behaviour.rules
        if isinstance(table.get("check"), list)
    ]


def conditions(value: JsonValue) -> tuple[Condition, ...]:
    """The conditions of a list of tables."""
    return tuple(
        Condition(str(table.get("at", "")), tuple((key, value_) for key, value_ in table.items() if key != "at"))
        for table in tables(value)
    )


def tables(value: JsonValue) -> list[Mapping[str, JsonValue]]:
    """The tables of a list; anything else is left out."""
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []


def exit_codes(version: Version) -> CodeList | None:
    """The code list of exit codes: the one that calls its identifiers so."""
    return next(
        (code_list for code_list in version.state.code_lists.values() if code_list.identifier == EXIT_CODE), None
    )


def facts_of(code_list: CodeList) -> Iterator[str]:
    """The names of the facts that a row of a code list may have, as conditions write them."""
    yield from ("category", "retryable", "phase", "side-effects", "severity")
    yield from code_list.attributes
