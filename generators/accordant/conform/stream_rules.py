"""The contract's own rules about the lines of one stream, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.conform.judge import Judge, Locate
from accordant.contract import Stream
from accordant.findings import Finding, JsonValue


class StreamRules:
    """The rules that hold for the reader of a stream: about each line by itself, and about one after the other."""

    def __init__(self, judge: Judge, stream: Stream) -> None:
        self._rules = judge.rules
        self._schema = stream.line
        about_lines = self._rules is not None and self._rules.are_about(stream.name)
        self._lines = self._rules.of_stream(stream.name) if self._rules is not None and about_lines else None
        self.is_needed = self._lines is not None or (self._rules is not None and self._rules.are_about(stream.line))
        """Whether there is a rule at all."""

    def of_line(self, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """The rules that the next line breaks, which its schema admits."""
        if self._rules is not None:
            yield from self._rules.of_document(self._schema, value, locate)
        yield from self.of_stream(value, locate)

    def of_stream(self, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """The rules about one line after the other that the next line breaks."""
        if self._rules is not None and self._lines is not None:
            yield from self._rules.of_line(self._lines, value, locate)
