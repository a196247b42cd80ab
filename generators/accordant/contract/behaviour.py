"""The behaviour tables that programs are made from: conditions, what readers do, what holds with the exit code known.

The same small language of conditions stands in `match` of consumer rules and in `check` of rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract.codes import CodeList
from accordant.contract.contracts import Version
from accordant.findings import JsonValue

EXIT_CODE: Final = "exit-code"
"""The place of the process's exit code in conditions; `exit-code/FACT` is a fact of its row in the code list."""
OUTCOME: Final = "outcome"
"""The place of what a reader takes the call for so far: `success` or `failure`."""

OPERATORS: Final = (
    "is", "is-not", "in", "min", "max", "outside", "present", "absent", "is-null", "not-empty", "contains-any",
    "same-as", "repeated", "declared",
)  # fmt: skip
"""What a condition may ask about its place; all that it asks must hold."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A place (JSON Pointer, :data:`EXIT_CODE` and its facts, or :data:`OUTCOME`) and what holds there."""

    at: str
    tests: tuple[tuple[str, JsonValue], ...]

    @property
    def pointer(self) -> str | None:
        """The JSON Pointer into the document, or None for the other places."""
        return self.at if self.at.startswith("/") or not self.at else None


@dataclass(frozen=True, slots=True)
class Word:
    """An action: what generated code calls it, and the keys that it takes, in order.

    A key may be given as `KEY-from = "/pointer"`: the value that stands there in the response.
    """

    name: str
    keys: tuple[str, ...] = ()


WORDS: Final = {
    one.name: one
    for one in (
        Word("trust-exit-code"),
        Word("treat-as-failure"),
        Word("treat-as-success"),
        Word("treat-as-exit-code", ("exit-code",)),
        Word("treat-as-code", ("field", "code")),
        Word("assume", ("field", "value")),
        Word("ignore", ("field",)),
        Word("assume-side-effects", ("side-effects",)),
        Word("use-declaration", ("retryable-in-entry", "side-effects-in-entry")),
        Word("use-exit-code-retryability", ("field",)),
        Word("branch", ("code",)),
        Word("limit-retries", ("field", "max-retries")),
        Word("escalate"),
        Word("do-not-retry"),
        Word("look-up-posix"),
        Word("inspect-environment"),
        Word("use-cached"),
        Word("fetch-all-pages", ("cursor", "flag")),
        Word("run", ("command",)),
        Word("run-once", ("command",)),
        Word("memorize", ("command",)),
        Word("refresh-credential"),
        Word("acquire-credential"),
        Word("wait", ("seconds",)),
        Word("back-off", ("seconds", "max-seconds")),
        Word("surface-warnings", ("warnings",)),
        Word("plan-update"),
    )
}
"""The actions that generated readers know; the guide on the format says what each does."""


@dataclass(frozen=True, slots=True)
class ConsumerRule:
    """How a reader reacts when all conditions hold: an action with its keys."""

    id: str
    when: str
    then: str
    match: tuple[Condition, ...]
    action: str
    given: Mapping[str, JsonValue]


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


def consumer_rules(version: Version) -> list[ConsumerRule]:
    """The rules for readers that programs can act on, in their order: those with an action and conditions."""
    return [
        ConsumerRule(
            id=str(one["id"]),
            when=str(one.get("when", "")),
            then=str(one.get("then", "")),
            match=conditions(one["match"]),
            action=str(one["action"]),
            given=one,
        )
        for one in version.behaviour.consumer_rules
        if isinstance(one.get("match"), list) and isinstance(one.get("action"), str)
    ]


def interprets(version: Version) -> bool:
    """Whether readers of a version see a response and an exit code: a consumer rule with an action looks at one."""
    return any(condition.at == EXIT_CODE for rule in consumer_rules(version) for condition in rule.match)


def checks(version: Version) -> list[Check]:
    """The rules that hold with the exit code known, in their order."""
    return [
        Check(
            id=str(one["id"]),
            says=str(one["says"]),
            schema=str(one.get("schema") or version.default_schema),
            implications=tuple(
                Implication(conditions(each.get("when", [])), conditions(each.get("then", [])))
                for each in one["check"]
                if isinstance(each, dict)
            ),
        )
        for one in version.behaviour.rules
        if isinstance(one.get("check"), list)
    ]


def conditions(value: JsonValue) -> tuple[Condition, ...]:
    """The conditions of a list of tables."""
    return tuple(
        Condition(str(one.get("at", "")), tuple((key, given) for key, given in one.items() if key != "at"))
        for one in (value if isinstance(value, list) else ())
        if isinstance(one, dict)
    )


def exit_codes(version: Version) -> CodeList | None:
    """The code list of exit codes: the one that calls its identifiers so."""
    return next((one for one in version.state.code_lists.values() if one.identifier == EXIT_CODE), None)


def facts_of(listed: CodeList) -> Iterator[str]:
    """The names of the facts that a row of a code list may have, as conditions write them."""
    yield from ("category", "retryable", "phase", "side-effects", "severity")
    yield from listed.attributes
