"""Agents behind a chat service: a server on loopback that speaks its common shape, through the client library."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import accordant
from accordant.enforce import ask_chat, ask_chat_async
from accordant.errors import InputError
from tests.conftest import cannot_run

SCHEMA = {"type": "object", "required": ["files"], "properties": {"files": {"type": "integer"}}}


class Service(ThreadingHTTPServer):
    """Answers with given texts or messages and reasons, or with no choice, and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[tuple[str | dict[str, str | None] | None, str]] = []
        self.asked: list[dict[str, Any]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        message, reason = self.server.answers.pop(0)
        said = {"content": message} if isinstance(message, str) else message
        choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", **(said or {})}}
        choices = [choice] if said is not None else []
        body = {"id": "1", "object": "chat.completion", "created": 0, "model": "local", "choices": choices}
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def service() -> Iterator[Service]:
    server = Service()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def library() -> Any:
    try:
        import openai
    except ImportError:
        cannot_run("openai is not installed")
    return openai


@pytest.mark.enable_socket
def test_a_service_is_asked_again_with_its_own_answer(service: Service, library: Any) -> None:
    service.answers = [("```json\n{}\n```", "stop"), ('{"files": 3}', "stop")]
    client = library.OpenAI(base_url=service.address, api_key="none", max_retries=0)
    outcome = accordant.enforce(ask_chat(client, "local", temperature=0), SCHEMA, prompt="Count.", system="You count.")
    assert (outcome.ok, outcome.data, outcome.retries) == (True, {"files": 3}, 1)
    first, second = service.asked
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "user"]
    assert second["messages"][:2] == first["messages"]
    assert (first["model"], first["temperature"]) == ("local", 0)


@pytest.mark.enable_socket
def test_an_async_client_and_an_answer_that_was_cut(service: Service, library: Any) -> None:
    service.answers = [('{"files": 3', "length")]

    async def ask() -> Any:
        client = library.AsyncOpenAI(base_url=service.address, api_key="none", max_retries=0)
        return await accordant.enforce(ask_chat_async(client, "local"), SCHEMA, prompt="Count.")

    outcome = asyncio.run(ask())
    assert (outcome.ok, outcome.truncated, len(service.asked)) == (False, True, 1)


@pytest.mark.enable_socket
def test_why_a_model_refuses_is_kept_as_its_answer(service: Service, library: Any) -> None:
    service.answers = [({"content": None, "refusal": "I do not count people."}, "stop")] * 2
    client = library.OpenAI(base_url=service.address, api_key="none", max_retries=0)
    outcome = accordant.enforce(ask_chat(client, "local"), SCHEMA, prompt="Count.")
    assert [attempt.text for attempt in outcome.attempts] == ["I do not count people."] * 2
    assert outcome.errors == ("$: the answer holds no JSON, and the schema asks for some",)


@pytest.mark.enable_socket
def test_a_service_that_gives_no_choice_is_told_as_that(service: Service, library: Any) -> None:
    service.answers = [(None, "stop")]
    client = library.OpenAI(base_url=service.address, api_key="none", max_retries=0)
    with pytest.raises(InputError, match="answered without a choice"):
        accordant.enforce(ask_chat(client, "local"), SCHEMA, prompt="Count.")
