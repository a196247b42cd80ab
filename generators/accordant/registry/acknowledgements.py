"""The text of ``acknowledgements.toml``: tables added and removed, people's comments kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

TABLE: Final = "acknowledgement"
_HEAD: Final = (
    "Breaks that people accept, each with a reason. 'registry ack add' writes them; review them like code.\n"
    "'registry check-compat' goes on showing them, as notes."
)


def added(text: str, fields: Mapping[str, str]) -> str:
    """The file with one more table, in the order of subject, rule and pointer; ``text`` is empty for a new file."""
    import tomlkit

    document = tomlkit.parse(text) if text else _empty()
    if TABLE not in document:
        document[TABLE] = tomlkit.aot()
    listed: Any = document[TABLE]
    entry = tomlkit.table()
    for key, value in fields.items():
        entry.add(key, tomlkit.string(value, literal=_is_literal(value)))
    at = sum(_key(table) <= _key(fields) for table in listed)
    if at == len(listed):
        listed.append(entry)
    else:
        listed.insert(at, entry)
    return _end(tomlkit.dumps(document))


def removed(text: str, places: Collection[int]) -> str:
    """The file without the tables at these places (from 0)."""
    import tomlkit

    document = tomlkit.parse(text)
    listed: Any = document.get(TABLE, [])
    for place in sorted(places, reverse=True):
        del listed[place]
    if not listed and TABLE in document:
        del document[TABLE]
    return _end(tomlkit.dumps(document))


def _empty() -> Any:
    import tomlkit

    document = tomlkit.document()
    for line in _HEAD.split("\n"):
        document.add(tomlkit.comment(line))
    document.add(tomlkit.nl())
    return document


def _key(fields: Mapping[str, Any]) -> tuple[str, str, str]:
    return str(fields.get("subject", "")), str(fields.get("rule", "")), str(fields.get("pointer", ""))


def _is_literal(value: str) -> bool:
    """Whether single quotes keep the text readable: JSON is full of double ones."""
    return '"' in value and "'" not in value and value.isprintable()


def _end(text: str) -> str:
    """One blank line before each table, none at the end."""
    return re.sub(rf"^((?!#).+)\n(?=\[\[{TABLE}\]\])", r"\1\n\n", text, flags=re.MULTILINE).rstrip("\n") + "\n"
