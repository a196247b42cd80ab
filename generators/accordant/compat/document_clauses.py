"""Kinds of documents in words: `where `/kind` is "a" or "b"`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from accordant.findings import JsonValue

ABSENT: Final = "absent"
"""Stands for a field that is not there; no JSON text is like it."""

ANOTHER: Final = "another"
"""Stands for all values that nothing names."""

PRESENT: Final = "present"
"""Stands for all values of a field of which nothing is asked but whether it is there."""


def clause_of(kinds: JsonValue) -> str:
    """The kinds of documents, as `DocumentKinds.as_json` writes them, as a clause; empty for all documents."""
    if not isinstance(kinds, list):
        return ""
    fields = [(str(name), values) for kind in kinds if isinstance(kind, list) for name, *values in kind]
    is_told = len(kinds) == 1 and not any("{" in name for name, _ in fields)  # a test by its text
    said = " and ".join(f"`{name}` is {'there' if values == [PRESENT] else _one_of(values)}" for name, values in fields)
    return f" where {said}" if is_told else " in some documents"


def _one_of(values: Sequence[JsonValue]) -> str:
    """Values of a field, in words; those that nothing names last."""
    texts = [str(value) for value in values if value not in (ABSENT, ANOTHER)]
    texts += [
        text for word, text in ((ANOTHER, "a value that no condition names"), (ABSENT, "absent")) if word in values
    ]
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
