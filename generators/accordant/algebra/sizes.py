"""How large documents are when they are written out: parts that are shared in memory count each time."""

from __future__ import annotations

from accordant.algebra.outcomes import Unsure
from accordant.findings import JsonValue

_VALUE = 10
"""The size of a value beside its letters, so that the size is about the length of the JSON text."""


class Sizes:
    """The sizes of documents, remembered by object: a document is made of documents that were found before."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[JsonValue, int]] = {}
        """By identity, with the value, which must stay alive for that."""

    def of(self, value: JsonValue) -> int:
        """About the length of the value's JSON text."""
        if isinstance(value, str):
            return _VALUE + len(value)
        if not isinstance(value, (dict, list)):
            return _VALUE
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = value, self._sum(value)
        return known[1]

    def refuse(self, value: JsonValue, most: int) -> Unsure | None:
        """The doubt about a value that is larger than `most`."""
        reason = f"the documents are longer than {most:,} characters, the limit for witnesses"
        return Unsure(reason) if self.of(value) > most else None

    def _sum(self, value: dict[str, JsonValue] | list[JsonValue]) -> int:
        size = _VALUE
        if isinstance(value, list):
            for item in value:
                size += self.of(item)
            return size
        for name, member in value.items():
            size += len(name) + self.of(member)
        return size
