"""Makes the answers of an agent conform to a schema, whatever the agent runs on.

    outcome = enforce(ask, schema, prompt="Review this change: ...")
    outcome.data if outcome.ok else outcome.errors

``ask`` is a function, sync or async, from the messages so far to the answer. With an async one the call gives an
awaitable. The rules are those of the contract agent-output/v1.
"""

from __future__ import annotations

import secrets
import sys
import types
from collections.abc import Awaitable, Mapping
from datetime import UTC, datetime
from typing import Any, overload

from accordant.enforce.blueprint import Blueprint, read_blueprint
from accordant.enforce.chat import ask_chat, ask_chat_async
from accordant.enforce.judging import OutputSchema
from accordant.enforce.prompts import input_prompt, output_section
from accordant.enforce.running import Ask, AskAsync, Task, follow, steps
from accordant.enforce.values import Answer, Attempt, Exchange, Message, Outcome, child_result
from accordant.errors import InputError
from accordant.findings import JsonValue

RETRIES = 1
"""How often an agent is asked again; fixed for blueprints."""


@overload
def enforce(
    ask: AskAsync, schema: JsonValue, *, prompt: str = "", system: str = "", session_id: str = "",
    retries: int = RETRIES, draft: str = "2020-12", accept_truncated: bool = False,
) -> Awaitable[Outcome]: ...  # fmt: skip
@overload
def enforce(
    ask: Ask, schema: JsonValue, *, prompt: str = "", system: str = "", session_id: str = "",
    retries: int = RETRIES, draft: str = "2020-12", accept_truncated: bool = False,
) -> Outcome: ...  # fmt: skip
def enforce(
    ask: Any, schema: JsonValue, *, prompt: str = "", system: str = "", session_id: str = "",
    retries: int = RETRIES, draft: str = "2020-12", accept_truncated: bool = False,
) -> Any:  # fmt: skip
    """Ask an agent for an answer that conforms to a schema, and once more where it does not.

    Args:
        ask: from the messages so far to the answer: a text, or a text and why it ended; or an awaitable of that.
        schema: a JSON Schema of objects.
        prompt: what the agent is asked.
        system: the system prompt; the section that states the schema is added as its last.
        session_id: the session; a new one where it is empty.
        retries: how often the agent is asked again.
        draft: the draft of a schema that declares none.
        accept_truncated: take an answer that is complete JSON though it was cut at the limit of its length.

    Raises:
        InputError: the schema cannot be used, or ``ask`` gives something else than an answer.
    """
    judged = OutputSchema(schema, draft)
    messages = _messages(system, prompt, judged)
    task = Task(messages, session_id or new_session_id(), judged, retries, utc_now, accept_truncated)
    return follow(steps(task), ask)


def run_blueprint(
    ask: Any, blueprint: Blueprint | Mapping[str, JsonValue], parameters: Mapping[str, JsonValue], *,
    session_id: str = "", resume: bool = False, accept_truncated: bool = False,
) -> Any:  # fmt: skip
    """Run an agent as its blueprint says: input checked at the start, output on every run, exactly one retry.

    Args:
        ask: as for :func:`enforce`.
        blueprint: the blueprint; its schemas are checked before anything is asked. No caller replaces them.
        parameters: the input of the run; where a session is resumed, its prompt alone.
        session_id: the session; a new one where it is empty.
        resume: whether the session is resumed.
        accept_truncated: as for :func:`enforce`.

    Returns:
        The outcome, or an awaitable of it where ``ask`` is async.

    Raises:
        InputError: the blueprint or the parameters are refused.
    """
    checked = blueprint if isinstance(blueprint, Blueprint) else read_blueprint(blueprint)
    require_parameters(checked, parameters, resume=resume)
    task = Task(
        messages=blueprint_messages(checked, parameters),
        session_id=session_id or new_session_id(),
        schema=checked.output,
        retries=RETRIES if checked.output is not None and not checked.is_procedural else 0,
        clock=utc_now,
        accept_truncated=accept_truncated,
        whole_answer=checked.is_procedural,
    )
    return follow(steps(task), ask)


def require_parameters(blueprint: Blueprint, parameters: Mapping[str, JsonValue], *, resume: bool) -> None:
    """Refuse input that the blueprint does not accept.

    Raises:
        InputError: every error is named.
    """
    errors = blueprint.parameter_errors(parameters, resume=resume)
    if errors:
        reason = "the parameters are refused: " + "; ".join(errors)
        raise InputError(reason, next_step="correct the parameters by the blueprint", rule="parameters-refused")


def blueprint_messages(blueprint: Blueprint, parameters: Mapping[str, JsonValue]) -> list[Message]:
    """The first messages of a run. A procedural agent gets its parameters as JSON, without a section on its output."""
    if blueprint.is_procedural:
        import json

        return [{"role": "user", "content": json.dumps(parameters, ensure_ascii=False)}]
    return _messages(blueprint.system_prompt, input_prompt(parameters), blueprint.output)


def new_session_id() -> str:
    """A new session id, in the form of the contract."""
    return f"ses_{secrets.token_hex(6)}"


def utc_now() -> str:
    """The time in UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _messages(system: str, prompt: str, schema: OutputSchema | None) -> list[Message]:
    parts = [part for part in (system, output_section(schema.value) if schema else "") if part]
    messages: list[Message] = [{"role": "system", "content": "\n\n".join(parts)}] if parts else []
    return [*messages, {"role": "user", "content": prompt}]


class _CallableModule(types.ModuleType):
    """This module, which is called as its function is: ``accordant.enforce(ask, schema)``."""

    __call__ = staticmethod(enforce)


sys.modules[__name__].__class__ = _CallableModule

__all__ = [
    "Answer",
    "Attempt",
    "Blueprint",
    "Exchange",
    "Message",
    "Outcome",
    "ask_chat",
    "ask_chat_async",
    "child_result",
    "enforce",
    "read_blueprint",
    "run_blueprint",
]
