"""What passes between an agent and its enforcer: messages, answers, and the outcome."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.findings import JsonValue

Message: TypeAlias = dict[str, str]
"""``{"role": "system" | "user" | "assistant", "content": TEXT}``, as chat services take it."""

Answer: TypeAlias = str | tuple[str, str | None]
"""The text, or the text and why it ended (``stop``, ``length``, ...; None where this is not known)."""

COMPLETED: Final = "completed"
FAILED: Final = "failed"

REFUSED: Final = "output_schema_validation_failed"
"""The identifier of the failure in agent-output/v1."""
NO_RESULT: Final = "(No result available)"


class Exchange(list[Message]):
    """The messages of a session so far; the last one is what the agent is asked now."""

    def __init__(self, messages: list[Message], session_id: str) -> None:
        super().__init__(messages)
        self.session_id = session_id


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer of the agent, and what was found in it."""

    prompt: str
    text: str
    finish_reason: str | None = None
    taken_from: str = ""
    """Where the JSON was taken from, in words."""
    errors: tuple[str, ...] = ()
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: with a text, with data that conforms, or with errors."""

    status: str
    session_id: str
    timestamp: str
    attempts: tuple[Attempt, ...]
    retries_allowed: int
    is_judged: bool
    """Whether a schema judged the answers."""
    text: str | None = None
    data: JsonValue = None
    errors: tuple[str, ...] = ()
    """What is wrong with the last answer: ``$.path: message``."""

    @property
    def ok(self) -> bool:
        """Whether there is a result."""
        return self.status == COMPLETED

    @property
    def retries(self) -> int:
        """How often the agent was asked again."""
        return len(self.attempts) - 1

    @property
    def truncated(self) -> bool:
        """Whether the last answer was cut at the limit of its length."""
        return self.attempts[-1].truncated

    def event(self) -> dict[str, JsonValue]:
        """The result event of agent-output/v1.

        Raises:
            ValueError: the run failed. A result that does not conform is never handed over.
        """
        if not self.ok:
            raise ValueError("a failed run has no result event; see failure()")
        return {
            "event_type": "result",
            "session_id": self.session_id,
            "timestamp": self.timestamp,
            "result_text": self.text,
            "result_data": self.data,
        }

    def failure(self, run_id: str) -> dict[str, JsonValue]:
        """The failure of agent-output/v1, with every error of the last answer.

        Args:
            run_id: the run, as its coordinator calls it.

        Raises:
            ValueError: the run has a result.
        """
        if self.ok:
            raise ValueError("the run has a result; see event()")
        again = "retry" if self.retries == 1 else "retries"
        message = f"The output does not conform to the schema after {self.retries} {again}"
        error = {"type": REFUSED, "message": message, "validation_errors": list(self.errors)}
        return {"run_id": run_id, "status": FAILED, "error": error}


def child_result(result: Mapping[str, JsonValue]) -> str:
    """The result of a child agent as its parent gets it: the data as JSON, else the text, else a remark.

    Args:
        result: a result event or session result; either field may be missing.
    """
    if result.get("result_data") is not None:
        return json.dumps(result["result_data"], indent=2, ensure_ascii=False)
    text = result.get("result_text")
    return text if isinstance(text, str) and text else NO_RESULT
