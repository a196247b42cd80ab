"""Streams of JSON Lines: writers that keep the grammar."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from accordant.gen.python.reading_runtime import follow, is_object, problems_of
from accordant.gen.python.streams_runtime import Grammar, Position, StreamError
from accordant.gen.python.written_runtime import NoJson, written
from accordant.schema.strict_lines import TOO_LONG, is_too_long

L = TypeVar("L")


class TextFile(Protocol):
    """What a writer writes to."""

    def write(self, text: str, /) -> Any:
        """Take a text."""
        ...

    def flush(self) -> Any:
        """Send it on."""
        ...


class _Lines(Generic[L]):
    """Lines on their way out: each is checked before it is written."""

    def __init__(self, grammar: Grammar, adapter: TypeAdapter[L]) -> None:
        self.position = Position(grammar)
        self.adapter = adapter

    def text(self, line: L) -> str:
        """The text of a line, its type first, with LF.

        Raises:
            StreamError: the grammar does not admit it here, its schema does not allow it, or readers would refuse it.
        """
        text = _written(line)
        value = json.loads(text)
        discriminator = self.position.grammar.discriminator
        type_ = follow(value, discriminator)
        if not isinstance(type_, str) or not self.position.admits(type_):
            raise StreamError(self.position.refusal(type_))
        self._require_valid(text, value)
        ordered = json.dumps(_first(value, discriminator), ensure_ascii=False, separators=(",", ":"))
        if is_too_long(ordered.encode()):
            raise StreamError(f"the line has {TOO_LONG}")
        self.position.feed(type_)
        return ordered + "\n"

    def _require_valid(self, text: str, value: Any) -> None:
        try:
            self.adapter.validate_json(text)
        except ValidationError as error:
            places = [f"{pointer or 'the line'}: {message}" for pointer, message, _ in problems_of(error, value)]
            raise StreamError("; ".join(places)) from None

    def require_end(self) -> None:
        """Require that the stream may end here."""
        missing = self.position.missing()
        if missing:
            raise StreamError(f"the stream ends too early: {', '.join(map(repr, missing))} must follow")


class LineWriter(Generic[L]):
    """Writes a stream: one line each, its type first, flushed at once. What the grammar forbids is refused.

    As a context manager it requires at its end that the stream is whole, unless an exception passes.
    """

    def __init__(self, grammar: Grammar, adapter: TypeAdapter[L], file: TextFile) -> None:
        self._lines = _Lines(grammar, adapter)
        self._file = file

    def write(self, line: L) -> None:
        """Write a line.

        Raises:
            StreamError: it may not come here, follows the terminal line, or is not what its schema allows or readers
                take; the sentence says where in the line.
        """
        self._file.write(self._lines.text(line))
        self._file.flush()

    def close(self, result: L | None = None) -> None:
        """End the stream, with its last line where one is given; the file stays open.

        Raises:
            StreamError: lines are missing, or `result` may not come here.
        """
        if result is not None:
            self.write(result)
        self._lines.require_end()

    def __enter__(self) -> LineWriter[L]:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.close()


class AsyncLineWriter(Generic[L]):
    """The same for a place to write to that is waited for: `send` takes each line as text."""

    def __init__(self, grammar: Grammar, adapter: TypeAdapter[L], send: Callable[[str], Awaitable[Any]]) -> None:
        self._lines = _Lines(grammar, adapter)
        self._send = send

    async def write(self, line: L) -> None:
        """Write a line; raises as `LineWriter.write`."""
        await self._send(self._lines.text(line))

    async def close(self, result: L | None = None) -> None:
        """End the stream; raises as `LineWriter.close`."""
        if result is not None:
            await self.write(result)
        self._lines.require_end()

    async def __aenter__(self) -> AsyncLineWriter[L]:
        return self

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            await self.close()


def _written(line: object) -> str:
    try:
        return written(line)
    except NoJson as error:
        raise StreamError(f"{error.pointer or 'the line'}: {error.reason}") from None
    except ValueError as error:
        raise StreamError(f"the line: is not a JSON value: {error}") from None


def _first(value: Any, discriminator: str) -> Any:
    """The line with the member first that holds its type."""
    name = discriminator.split("/")[1].replace("~1", "/").replace("~0", "~") if discriminator else ""
    return {name: value[name], **value} if is_object(value) and name in value else value
