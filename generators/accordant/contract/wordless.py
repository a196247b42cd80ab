"""Whether two states of a contract differ only in what people read: then they promise programs the same."""

from __future__ import annotations

import json
from typing import Any, Final

from accordant.contract import releases
from accordant.contract.contracts import ContractState
from accordant.findings import JsonValue
from accordant.schema.subschemas import keyword_objects

_WORDS: Final = frozenset(
    ("title", "description", "examples", "$comment", "meaning", "action", "source", "ours", "example", "note", "means")
)
"""Members of schemas, code lists and streams that are for people."""


def differ_in_words_only(first: ContractState, second: ContractState) -> bool:
    """Whether releases of two states promise programs the same: titles, descriptions and examples aside."""
    data, other = releases.contents(first, second)
    return bool(_without_words(data) == _without_words(other))


def _without_words(content: JsonValue) -> JsonValue:
    copy: dict[str, Any] = json.loads(json.dumps(content))
    for schema in copy["schemas"].values():
        for _, keywords in keyword_objects(schema["schema"]):
            _drop_words(keywords)
    for listed in (*copy["code-lists"].values(), *copy["streams"].values()):
        _drop_words(listed)
        for entry in (*listed.get("entries", ()), *listed.get("grammar", ()), *listed.get("partial", ())):
            _drop_words(entry)
    return copy


def _drop_words(value: JsonValue) -> None:
    for name in _WORDS.intersection(value if isinstance(value, dict) else ()):
        del value[name]
