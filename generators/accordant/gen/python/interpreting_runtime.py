"""What a reader makes of a response: the next action, and what to remember for the response after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from pydantic import MISSING

from accordant.gen.python.facts_runtime import CodeFacts
from accordant.gen.python.reading_runtime import is_array
from accordant.gen.python.runtime import is_number
from accordant.gen.python.seeing_runtime import Declared, Outcome, Seen, placed

ActionKind: TypeAlias = Literal[
    "act", "use-cache", "page", "retry", "wait", "refresh-credentials", "acquire-credentials", "redirect", "fix",
    "escalate",
]  # fmt: skip
"""What to do next.

`act`: use the data. `use-cache`: use the answer that was cached before. `page`: fetch the further pages (`cursor`,
`flag`) before anything depends on the data. `retry`: repeat the call now. `wait`: repeat it after `seconds`.
`refresh-credentials`: refresh them and repeat the call once. `acquire-credentials`: get new ones; no repeating.
`redirect`: run `command` instead, once or, with `remember`, from now on. `fix`: put right what is missing, then repeat.
`escalate`: do not repeat; hand the failure to whoever directs you.
"""

REPEATING = ("retry", "wait", "refresh-credentials", "redirect")


@dataclass(frozen=True, slots=True)
class Memory:
    """What a reader keeps from response to response; plain data, the same JSON in every language."""

    tries: Mapping[str, int] = field(default_factory=dict[str, int])
    """How often each error code was answered with another try since the last success or change of state."""
    redirects: Mapping[str, str] = field(default_factory=dict[str, str])
    """Calls that have moved for good, and what to call instead."""
    planned: tuple[str, ...] = ()
    """Warnings that ask for another call in a later session."""

    def call(self, call: str) -> str:
        """What to call instead of a call, by the redirects that are remembered."""
        seen: set[str] = set()
        while call in self.redirects and call not in seen:
            seen.add(call)
            call = self.redirects[call]
        return call

    def changed(self) -> Memory:
        """The memory after something was changed that may make failed calls work: every code may be tried anew."""
        return replace(self, tries={})


@dataclass(frozen=True, slots=True)
class Action:
    """What to do next, with what is needed to do it."""

    kind: ActionKind
    outcome: Outcome
    rules: tuple[str, ...]
    """The rules of the contract that spoke, in their order."""
    code: str = ""
    """The error code to branch on."""
    exit_code: int | None = None
    """The exit code that the response is handled by."""
    seconds: float = 0
    """How long to wait before the next try."""
    command: str = ""
    """What to run instead."""
    remember: bool = False
    """Whether the redirect holds for later calls too."""
    cursor: str = ""
    flag: str = ""
    side_effects: str = ""
    """What the call may have changed: `none`, `partial`, `complete` or `unknown`; empty where nothing is said."""
    warnings: tuple[str, ...] = ()
    """To be logged and shown to whoever directs you."""
    soft_redirects: tuple[str, ...] = ()
    """Warnings that ask for another call in a later session."""
    log: bool = False


class Interpretation(NamedTuple):
    """The next action, and the memory to give along with the next response."""

    action: Action
    memory: Memory


class Response(Seen):
    """A response while rules look at it; the methods are the actions of the registry's format."""

    def __init__(
        self,
        document: Any,
        exit_code: int | None,
        memory: Memory,
        *,
        rows: Mapping[int, CodeFacts],
        code: str,
        declared: Declared | None,
        call: str,
    ) -> None:
        """See a document; `code` is the place of the error code, `call` the call that was made."""
        super().__init__(document, exit_code, rows, declared)
        self.memory = memory
        self.code_place = code
        self.call = call
        self.kind: ActionKind | None = None
        self.retryable = ""
        self.told: dict[str, Any] = {}
        self.rules: list[str] = []

    def rule(self, identifier: str, *, log: bool = False) -> None:
        """Note that a rule speaks."""
        self.rules.append(identifier)
        if log:
            self.told["log"] = True

    @property
    def code(self) -> str:
        """What tries are counted by: the error code, or the exit code where there is none."""
        found = self.value(self.code_place)
        if isinstance(found, str) and found:
            return found
        return f"exit-code {'unknown' if self.exit_code is None else self.exit_code}"

    def repeated(self) -> bool:
        """Whether the same code has been answered with another try before, and nothing has changed since."""
        return self.memory.tries.get(self.code, 0) > 0

    def _decide(self, kind: ActionKind, outcome: Outcome, **told: Any) -> None:
        """The first rule that fits the outcome decides; later ones may add what it left open."""
        if self.outcome != outcome:
            return
        if self.kind is None:
            self.kind = kind
        elif self.kind != kind:
            told = {}
        self.told = {**told, **self.told}

    def outcome_from(self, place: str) -> None:
        """Where the exit code is not known, a field that the producer derives from it stands for it."""
        self.outcome = "success" if self.equals(place, True) else "failure"

    def trust_exit_code(self) -> None:
        """The exit code says whether the call succeeded."""
        self.outcome = "success" if self.exit_code == 0 else "failure"

    def treat_as_failure(self) -> None:
        """Take the call for failed."""
        self.outcome = "failure"

    def treat_as_success(self) -> None:
        """Take the call for successful."""
        self.outcome = "success"

    def treat_as_exit_code(self, exit_code: int) -> None:
        """Handle the response as one with another exit code."""
        self.exit_code = exit_code
        self.trust_exit_code()

    def treat_as_code(self, place: str, code: str) -> None:
        """Handle the response as one with another error code."""
        self.document = placed(self.document, place, code)

    def assume(self, place: str, value: Any) -> None:
        """Read the response as if a value stood there."""
        self.document = placed(self.document, place, value)

    def ignore(self, place: str) -> None:
        """Read the response as if nothing stood there."""
        self.document = placed(self.document, place, MISSING)

    def assume_side_effects(self, side_effects: str) -> None:
        """Suppose that the call has changed so much."""
        self.facts["side-effects"] = side_effects

    def use_declaration(self, retryable: str, side_effects: str) -> None:
        """Believe what the command declares, at two places of its entry, before the row of the list."""
        entry = Seen(self.entry, None, {})
        if isinstance(entry.value(retryable), bool):
            self.facts["retryable"] = "yes" if entry.value(retryable) else "no"
        if isinstance(entry.value(side_effects), str):
            self.facts["side-effects"] = entry.value(side_effects)

    def use_exit_code_retryability(self, place: str) -> None:
        """Take from the exit code whether another try may work."""
        self.retryable = self.fact("retryable") if self.has("exit-code/retryable") else ""
        if self.retryable in ("yes", "no"):
            self.document = placed(self.document, place, self.retryable == "yes")

    def branch(self, code: Any) -> None:
        """Tell the code to branch on."""
        if isinstance(code, str):
            self.told["code"] = code

    def limit_retries(self, place: str, most: int) -> None:
        """After so many tries on the same code, no further one."""
        found = self.value(place)
        counted = found if isinstance(found, str) and found else self.code
        if self.memory.tries.get(counted, 0) >= most:
            self._decide("escalate", "failure")

    def escalate(self) -> None:
        """The response is wrong in itself: no use is made of it."""
        self.outcome = "failure"
        self._decide("escalate", "failure")

    def do_not_retry(self) -> None:
        """The failure is final."""
        self._decide("escalate", "failure")

    def look_up_posix(self) -> None:
        """The failure is final unless a person knows better."""
        self._decide("escalate", "failure")

    def inspect_environment(self) -> None:
        """The command never ran: put its environment right, then try again."""
        self._decide("fix", "failure")

    def use_cached(self) -> None:
        """The answer from before is still right."""
        self._decide("use-cache", "success")

    def fetch_all_pages(self, cursor: Any, flag: str) -> None:
        """The data is not whole."""
        self._decide("page", "success", cursor=cursor if isinstance(cursor, str) else "", flag=flag)

    def run(self, command: Any) -> None:
        """Another call does what this one did; one that is not named cannot be made."""
        if isinstance(command, str) and command:
            self._decide("redirect", "failure", command=command)
        else:
            self._decide("escalate", "failure")

    def memorize(self, command: Any) -> None:
        """The redirect holds from now on."""
        if self.kind == "redirect" and self.told.get("command") == command:
            self.told["remember"] = True

    def run_once(self, command: Any) -> None:
        """The redirect holds for this call only."""
        if self.kind == "redirect" and self.told.get("command") == command:
            self.told["remember"] = False

    def refresh_credential(self) -> None:
        """The credentials are past their time."""
        self._decide("refresh-credentials", "failure")

    def acquire_credential(self) -> None:
        """The credentials are not good."""
        self._decide("acquire-credentials", "failure")

    def wait(self, seconds: Any) -> None:
        """Another try may work, after a pause."""
        if is_number(seconds):
            self._decide("wait" if seconds > 0 else "retry", "failure", seconds=seconds)

    def back_off(self, first: float, most: float) -> None:
        """Pauses double from try to try."""
        if self.kind in ("wait", "retry"):
            tries = min(self.memory.tries.get(self.code, 0), 64)
            self.kind = "wait"
            self.told["seconds"] = min(first * 2**tries, most)

    def surface_warnings(self, warnings: Any) -> None:
        """Log the warnings, and show them to whoever directs the reader."""
        found = warnings if is_array(warnings) else []
        self.told["warnings"] = tuple(one for one in found if isinstance(one, str))

    def plan_update(self, warnings: list[str]) -> None:
        """Plan another call for a later session."""
        self.told["soft_redirects"] = tuple(warnings)

    def interpretation(self) -> Interpretation:
        """What the rules came to."""
        left: ActionKind = "fix" if self.retryable == "after-fix" else "escalate"
        kind: ActionKind = self.kind or ("act" if self.outcome == "success" else left)
        effects = self.fact("side-effects")
        told: dict[str, Any] = {"side_effects": effects if isinstance(effects, str) else "", **self.told}
        action = Action(kind, self.outcome, tuple(self.rules), exit_code=self.exit_code, **told)
        return Interpretation(action, self._remembered(action))

    def _remembered(self, action: Action) -> Memory:
        tries: Mapping[str, int] = {} if action.outcome == "success" else self.memory.tries
        if action.kind in REPEATING:
            tries = {**tries, self.code: tries.get(self.code, 0) + 1}
        redirects = self.memory.redirects
        if action.remember and self.call and self.call != action.command:
            redirects = {**redirects, self.call: action.command}
        planned = tuple(dict.fromkeys([*self.memory.planned, *action.soft_redirects]))
        return Memory(tries, redirects, planned)
