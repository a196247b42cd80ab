"""What a reader makes of a response: the effects that the rules of a contract can have, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pydantic import MISSING

from accordant.gen.python.facts_runtime import CodeFacts
from accordant.gen.python.reading_runtime import is_array, is_object
from accordant.gen.python.response_runtime import Declared, Outcome, Seen, placed
from accordant.gen.python.runtime import JsonObject, is_number


@dataclass(frozen=True, slots=True)
class Memory:
    """What a reader keeps from response to response; plain data, the same JSON in every language."""

    tries: Mapping[str, int] = field(default_factory=dict[str, int])
    """How often each error code was answered with another try since the last success or change of state."""
    redirects: Mapping[str, str] = field(default_factory=dict[str, str])
    """Commands that have moved for good, each with its arguments left out, and what to call instead."""
    planned: tuple[str, ...] = ()
    """Warnings that ask for another call in a later session."""

    def call(self, call: str) -> str:
        """What to call instead of a call, by the redirects that are remembered; its arguments stay as they are."""
        left = dict(self.redirects)
        while (old := _find_moved(call, left)) is not None:
            call = left.pop(old) + call[len(old) :]
        return call

    def changed(self) -> Memory:
        """The memory after a change that may make failed calls work: every code may be tried again."""
        return replace(self, tries={})


class Kind(NamedTuple):
    """A kind of action: the outcome that it answers, and whether it is another try."""

    outcome: Outcome
    repeats: bool = False


class Detail(NamedTuple):
    """A detail of an action: its attribute, its type, and the place of its value where no rule gives another."""

    attribute: str
    type: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Actions:
    """What a contract lets its readers do."""

    kinds: Mapping[str, Kind]
    details: Mapping[str, Detail]
    success: str
    """The kind of a success that no rule decides."""
    failure: str
    """The kind of a failure that no rule decides."""
    counted_by: str
    """The place of the code by which tries are counted."""


def _find_moved(call: str, redirects: Mapping[str, str]) -> str | None:
    """The longest command that a call begins with and that has moved; a call of the new command stays."""
    fitting = [old for old, new in redirects.items() if _begins(call, old) and not _begins(call, new)]
    return max(fitting, key=len, default=None)


def _begins(call: str, command: str) -> bool:
    return call == command or call.startswith(command + " ")


def _without_arguments(old: str, new: str) -> tuple[str, str]:
    """Two calls without the arguments that both end with: from a flag on, or a word that names no command."""
    olds, news = old.split(" "), new.split(" ")
    shared = 0
    while shared < min(len(olds), len(news)) - 1 and olds[-shared - 1] == news[-shared - 1]:
        shared += 1
    while shared and _COMMAND.fullmatch(olds[-shared]):
        shared -= 1
    return (" ".join(olds[:-shared]), " ".join(news[:-shared])) if shared else (old, new)


_COMMAND: Final = re.compile(r"[a-z][a-z0-9_-]*|")
"""A word that may name a command, or nothing: what stands between two spaces."""


class Conclusion(NamedTuple):
    """What the rules came to; the details are by attribute."""

    kind: Any
    outcome: Outcome
    rules: tuple[str, ...]
    exit_code: int | None
    response: JsonObject | None
    details: dict[str, Any]
    memory: Memory


NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class Interpreter(Seen):
    """A response while rules look at it; the methods are the effects of the registry's format.

    Places are those of responses and `action` (the kind that is decided so far), `action/DETAIL` and `tries` (how many
    tries the memory holds for the code).
    """

    def __init__(
        self,
        document: Any,
        exit_code: int | None,
        memory: Memory,
        *,
        actions: Actions,
        rows: Mapping[int, CodeFacts],
        declared: Declared | None,
        call: str,
    ) -> None:
        """See a document; `call` is the call that was made."""
        super().__init__(document, exit_code, rows, declared)
        self.memory = memory
        self.actions = actions
        self.call = call
        self.kind: str | None = None
        self.details: dict[str, Any] = {}
        self.redirect = ""
        self.planned: list[str] = []
        self.rules: list[str] = []
        self._asked = ""

    def value(self, place: str) -> Any:
        """What stands at a place."""
        if place == "action":
            return MISSING if self.kind is None else self.kind
        if place == "tries":
            return self.memory.tries.get(self.code, 0)
        if place.startswith("action/"):
            return self.details.get(place.removeprefix("action/"), MISSING)
        return super().value(place)

    @property
    def code(self) -> str:
        """What tries are counted by: the error code, or the exit code where there is none."""
        code = self.value(self.actions.counted_by) if self.actions.counted_by else MISSING
        if isinstance(code, str) and code:
            return code
        return f"exit-code {'unknown' if self.exit_code is None else self.exit_code}"

    def outcome_from(self, place: str) -> None:
        """The outcome is what a field says that follows from the exit code, unless the code itself denies it."""
        is_denied = self.exit_code is not None and self.exit_code != 0
        self.outcome = "success" if self.equals(place, True) and not is_denied else "failure"

    def rule(self, identifier: str) -> None:
        """A rule fits; what comes next are its effects."""
        self._asked = identifier

    def _note(self) -> None:
        """Note that an effect of the rule that fits has happened."""
        if self._asked not in self.rules:
            self.rules.append(self._asked)

    def put(self, place: str, value: Any) -> None:
        """Go on as if a value stood at a place."""
        if value is MISSING:
            return
        self._note()
        if place == "outcome":
            self.outcome = "success" if value == "success" else "failure"
        elif place == "exit-code":
            self.exit_code = value if type(value) is int else self.exit_code
        elif place.startswith("exit-code/"):
            self.facts[place.removeprefix("exit-code/")] = value
        else:
            self.document = placed(self.document, place, value)

    def remove(self, place: str) -> None:
        """Go on as if nothing stood at a place of the document."""
        self._note()
        self.document = placed(self.document, place, MISSING)

    def decide(self, kind: str, details: Mapping[str, object] = NOTHING) -> None:
        """The first decision that fits the outcome holds; later ones of its kind add details that it left open."""
        if self.outcome != self.actions.kinds[kind].outcome:
            return
        self._note()
        self.kind = self.kind or kind
        if self.kind == kind:
            for name, value in details.items():
                if name not in self.details:
                    self._set(name, value)

    def tell(self, detail: str, value: object) -> None:
        """Say a detail of the action; a value that is not of its type says nothing."""
        if self._set(detail, value):
            self._note()

    def _set(self, detail: str, value: object) -> bool:
        typed = _TYPED[self.actions.details[detail].type](value)
        if typed is not MISSING:
            self.details[detail] = typed
        return typed is not MISSING

    def back_off(self, detail: str, first: float, most: float) -> None:
        """A detail that doubles from try to try."""
        tries = min(self.memory.tries.get(self.code, 0), 64)
        self.tell(detail, min(first * 2**tries, most))

    def memorize(self, store: str, value: object) -> None:
        """Keep what is to be called instead of this call, or texts that are planned for a later session."""
        kept = _TYPED["strings" if store == "planned" else "string"](value)
        if kept is MISSING or kept == []:
            return
        self._note()
        if store == "planned":
            self.planned += kept
        else:
            self.redirect = kept

    def conclusion(self) -> Conclusion:
        """What the rules came to."""
        kind = self.kind or (self.actions.success if self.outcome == "success" else self.actions.failure)
        for name, detail in self.actions.details.items():
            if detail.source and name not in self.details:
                self._set(name, self.value(detail.source))
        details = {
            self.actions.details[name].attribute: tuple(value) if is_array(value) else value
            for name, value in self.details.items()
        }
        response = self.document if is_object(self.document) else None
        memory = self._remember(kind)
        return Conclusion(kind, self.outcome, tuple(self.rules), self.exit_code, response, details, memory)

    def _remember(self, kind: str) -> Memory:
        tries: Mapping[str, int] = {} if self.outcome == "success" else self.memory.tries
        if self.actions.kinds[kind].repeats:
            tries = {**tries, self.code: tries.get(self.code, 0) + 1}
        redirects = self.memory.redirects
        if self.redirect and self.call and self.call != self.redirect:
            old, new = _without_arguments(self.call, self.redirect)
            redirects = {**redirects, old: new}
        return Memory(tries, redirects, tuple(dict.fromkeys([*self.memory.planned, *self.planned])))


def _strings(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if is_array(value) else []


_TYPED: Final[Mapping[str, Callable[[object], Any]]] = {
    "string": lambda value: value if isinstance(value, str) else MISSING,
    "number": lambda value: value if is_number(value) else MISSING,
    "boolean": lambda value: value if isinstance(value, bool) else MISSING,
    "strings": _strings,
}
"""A value as a detail of each type, or nothing."""
