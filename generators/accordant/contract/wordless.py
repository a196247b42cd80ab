"""A state of a contract without what only people read: two states that differ in nothing else promise the same."""

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


def without_words(state: ContractState) -> JsonValue:
    """What a release promises to programs: its content without titles, descriptions and examples."""
    content: dict[str, Any] = json.loads(json.dumps(releases.content(state)))
    for schema in content["schemas"].values():
        for _, keywords in keyword_objects(schema["schema"]):
            _drop_words(keywords)
    for listed in (*content["code-lists"].values(), *content["streams"].values()):
        _drop_words(listed)
        for entry in (*listed.get("entries", ()), *listed.get("grammar", ()), *listed.get("partial", ())):
            _drop_words(entry)
    return content


def _drop_words(value: JsonValue) -> None:
    for name in _WORDS.intersection(value if isinstance(value, dict) else ()):
        del value[name]
