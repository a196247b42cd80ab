"""Agents behind a service with the common chat-completions shape, asked through a client library.

The client is made by the caller (``openai.OpenAI(base_url=..., api_key=...)``, of ``pip install accordant[agents]``):
nothing here knows a key or opens a connection by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from accordant.enforce.values import Answer, Exchange
from accordant.errors import InputError


def ask_chat(client: Any, model: str, **options: Any) -> Callable[[Exchange], Answer]:
    """A function that asks a chat service.

    Args:
        client: a client with ``chat.completions.create``.
        model: the model that is asked.
        options: further arguments of each call, such as ``max_tokens`` or ``response_format``.
    """

    def ask(exchange: Exchange) -> Answer:
        return _answer(client.chat.completions.create(model=model, messages=list(exchange), **options))

    return ask


def ask_chat_async(client: Any, model: str, **options: Any) -> Callable[[Exchange], Awaitable[Answer]]:
    """The same for an async client."""

    async def ask(exchange: Exchange) -> Answer:
        return _answer(await client.chat.completions.create(model=model, messages=list(exchange), **options))

    return ask


def _answer(completion: Any) -> Answer:
    """The text of the first choice, or why the model refused to give one; and why it ended.

    Raises:
        InputError: the service gave no choice.
    """
    if not completion.choices:
        reason = "the service answered without a choice"
        raise InputError(reason, next_step="ask it by itself, and read its answer", rule="program-failed")
    choice = completion.choices[0]
    return choice.message.content or getattr(choice.message, "refusal", None) or "", choice.finish_reason
