"""Asks an agent that is a program: one call for each prompt, or one program that stays running."""

from __future__ import annotations

import contextlib
import json
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from accordant.enforce.prompts import as_one_prompt
from accordant.enforce.values import Answer, Exchange
from accordant.errors import InputError
from accordant.findings import Place
from accordant.run import Conversation, Ended, Limits, Program, Stopped, run_program
from accordant.schema import documents

SESSION = "{session_id}"
"""Stands in the arguments of a program for the session."""
VARIABLE = "ACCORDANT_SESSION_ID"

Ask = Callable[[Exchange], Answer]


@dataclass(frozen=True, slots=True)
class AgentProgram:
    """A program that answers prompts."""

    words: tuple[str, ...]
    retry_words: tuple[str, ...]
    """The program for the second prompt; empty where it is the same."""
    stays: bool
    limits: Limits

    @classmethod
    def of(cls, words: tuple[str, ...], retry: str, *, stays: bool, limits: Limits) -> AgentProgram:
        """The program that the command line names; ``retry`` is split as a shell splits words, but nothing else."""
        return cls(words, tuple(shlex.split(retry)), stays, limits)

    @contextlib.contextmanager
    def asked(self, session_id: str) -> Iterator[Ask]:
        """A function that asks the program; when the block is left, nothing of the program runs any more.

        Raises:
            InputError: the program cannot be started.
        """
        if not self.stays:
            yield self._call
            return
        program = Program(self._in_session(self.words, session_id), environment={VARIABLE: session_id})
        with Conversation(program, self.limits) as conversation:
            yield lambda exchange: _answer_of_line(conversation.ask(_line(exchange)), self.words)

    def _call(self, exchange: Exchange) -> Answer:
        """The answer of one call. A program that knows the session gets the new prompt alone, any other all texts."""
        is_first = all(message["role"] != "assistant" for message in exchange)
        words = self.words if is_first or not self.retry_words else self.retry_words
        knows_session = any(SESSION in word for word in words)
        prompt = as_one_prompt(exchange) if is_first or not knows_session else exchange[-1]["content"]
        program = Program(
            self._in_session(words, exchange.session_id),
            stdin=prompt.encode(),
            environment={VARIABLE: exchange.session_id},
        )
        return _text_of(run_program(program, self.limits), words, self.limits)

    def _in_session(self, words: tuple[str, ...], session_id: str) -> tuple[str, ...]:
        return tuple(word.replace(SESSION, session_id) for word in words)


def _text_of(ended: Ended, words: tuple[str, ...], limits: Limits) -> str:
    """What a program that ended well has written.

    Raises:
        InputError: it did not end well, or did not write UTF-8.
    """
    if ended.stopped is Stopped.TIME:
        _refuse(words, f"did not answer within {limits.seconds:g} s")
    if ended.stopped is Stopped.OUTPUT:
        _refuse(words, f"answered with more than {limits.output_bytes:,} bytes")
    if ended.code != 0:
        how = f"ended with {ended.exit_code}" if not ended.signal else f"was ended by {ended.signal}"
        errors = ended.stderr[-200:].decode("utf-8", "replace").strip()
        _refuse(words, f"{how}{f'; standard error ends with: {errors}' if errors else ''}")
    try:
        return ended.stdout.decode("utf-8").removesuffix("\n")
    except UnicodeDecodeError:
        _refuse(words, "answered with bytes that are not UTF-8")


def _line(exchange: Exchange) -> bytes:
    """A prompt as a line for a program that stays running."""
    is_first = all(message["role"] != "assistant" for message in exchange)
    prompt = as_one_prompt(exchange) if is_first else exchange[-1]["content"]
    return json.dumps({"session_id": exchange.session_id, "prompt": prompt}, ensure_ascii=False).encode()


def _answer_of_line(line: bytes, words: tuple[str, ...]) -> Answer:
    """The answer in a line ``{"text": ..., "finish_reason": ...}``.

    Raises:
        InputError: it is not such a line.
    """
    try:
        value = documents.parse(line, "answer").value
    except InputError as error:
        _refuse(words, f"answered with a line that cannot be taken: {error.reason}")
    text, reason = (value.get("text"), value.get("finish_reason")) if isinstance(value, dict) else (None, None)
    if not isinstance(text, str) or not isinstance(reason, str | None):
        _refuse(words, 'answered with a line that is not {"text": TEXT, "finish_reason": REASON}')
    return text, reason


def _refuse(words: tuple[str, ...], reason: str) -> NoReturn:
    raise InputError(
        f"the program {reason}",
        Place(words[0]),
        next_step="run the program by itself with a prompt on its standard input",
        rule="program-failed",
    )
