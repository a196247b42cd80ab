"""Asks an agent until its answer conforms, or the tries are used up: without knowing how it is asked."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from accordant.enforce.answers import is_cut, take_json, take_whole
from accordant.enforce.judging import OutputSchema, line
from accordant.enforce.prompts import retry_prompt
from accordant.enforce.values import COMPLETED, FAILED, Answer, Attempt, Exchange, Message, Outcome
from accordant.errors import InputError
from accordant.findings import JsonValue

Ask: TypeAlias = Callable[[Exchange], Answer]
AskAsync: TypeAlias = Callable[[Exchange], Awaitable[Answer]]
Steps: TypeAlias = Generator[Exchange, Any, Outcome]

CUT_OFF = "the answer was cut at the limit of its length; allow a longer one"


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked, and what the answer must be."""

    messages: list[Message]
    session_id: str
    schema: OutputSchema | None
    retries: int
    clock: Callable[[], str]
    accept_truncated: bool = False
    whole_answer: bool = False
    """Whether the answer must be JSON and nothing else, as that of a procedural agent."""
    attempts: list[Attempt] = field(default_factory=list)


def steps(task: Task) -> Steps:
    """The exchanges that the agent is asked, one after the other; each is answered with what the agent said."""
    exchange = Exchange(task.messages, task.session_id)
    while True:
        text, finish_reason = _text_and_reason((yield Exchange(list(exchange), task.session_id)))
        attempt, value = _judge(task, exchange[-1]["content"], text, finish_reason)
        task.attempts.append(attempt)
        if not attempt.errors:
            return _outcome(task, COMPLETED, value)
        if attempt.truncated or task.schema is None or len(task.attempts) > task.retries:
            return _outcome(task, FAILED, None)
        again = retry_prompt(attempt.errors, task.schema.value)
        exchange += [{"role": "assistant", "content": text}, {"role": "user", "content": again}]


def follow(steps: Steps, ask: Callable[[Exchange], Any]) -> Any:
    """Ask until the steps end: the outcome, or an awaitable of it where the agent answers with awaitables."""
    exchange = next(steps)
    while True:
        answer = ask(exchange)
        if inspect.isawaitable(answer):
            return _follow_async(steps, ask, answer)
        try:
            exchange = steps.send(answer)
        except StopIteration as end:
            return end.value


async def _follow_async(steps: Steps, ask: Callable[[Exchange], Any], answer: Any) -> Outcome:
    while True:
        try:
            exchange = steps.send(await answer if inspect.isawaitable(answer) else answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        answer = ask(exchange)


def _text_and_reason(answer: Any) -> tuple[str, str | None]:
    """The text of an answer, and why it ended.

    Raises:
        InputError: it is neither a text nor a text with a reason.
    """
    match answer:
        case str():
            return answer, None
        case (str() as text, None | str() as reason):
            return text, reason
    raise InputError(
        f"the agent answered with {type(answer).__name__}",
        next_step="let ask return the text, or the text and the reason why it ended",
        rule="usage",
    )


def _judge(task: Task, prompt: str, text: str, finish_reason: str | None) -> tuple[Attempt, JsonValue]:
    """An attempt, and the value that conforms; without a schema, the text."""
    cut = is_cut(finish_reason)
    if task.schema is None and not task.whole_answer:
        return Attempt(prompt, text, finish_reason, truncated=cut), text
    taken = take_whole(text) if task.whole_answer else take_json(text)
    if cut and (taken.problem or not task.accept_truncated):
        return Attempt(prompt, text, finish_reason, taken.where, (line("", CUT_OFF),), truncated=True), None
    if taken.problem:
        errors: tuple[str, ...] = (line("", taken.problem),)
    else:
        errors = (task.schema or OutputSchema({"type": "object"})).errors(taken.value)
    return Attempt(prompt, text, finish_reason, taken.where, errors, truncated=cut), taken.value


def _outcome(task: Task, status: str, value: JsonValue) -> Outcome:
    is_judged = task.schema is not None or task.whole_answer
    return Outcome(
        status=status,
        session_id=task.session_id,
        timestamp=task.clock(),
        attempts=tuple(task.attempts),
        retries_allowed=task.retries,
        is_judged=is_judged,
        text=None if is_judged else value,
        data=value if is_judged else None,
        errors=task.attempts[-1].errors,
    )
