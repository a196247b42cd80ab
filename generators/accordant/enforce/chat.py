"""Agents behind a service with the common chat-completions shape, asked through a client library.

The client is made by the caller (``openai.OpenAI(base_url=..., api_key=...)``, of ``pip install accordant[agents]``):
nothing here knows a key or opens a connection by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from accordant.enforce.values import Answer, Exchange


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
    """The text of the first choice (empty where there is none), and why it ended."""
    choice = completion.choices[0]
    return choice.message.content or "", choice.finish_reason
