"""Adds and removes tables in the text of ``acknowledgements.toml``; comments are kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from accordant.schema.toml_text import parse_toml

TABLE: Final = "acknowledgement"
_HEAD: Final = (
    "Breaks that people accept, each with a reason. 'registry ack add' writes them; review them like code.\n"
    "'registry check-compat' goes on showing them, as notes."
)


def add_table(text: str, fields: Mapping[str, str], path: str) -> str:
    """The file's text with one more table, sorted by subject, rule and pointer; ``text`` is empty for a new file."""
    import tomlkit

    document = parse_toml(text, path) if text else _new_document()
    if TABLE not in document:
        document[TABLE] = tomlkit.aot()
    tables: Any = document[TABLE]
    entry = tomlkit.table()
    for key, value in fields.items():
        entry.add(key, tomlkit.string(value, literal=_is_literal(value)))
    at = sum(_key(table) <= _key(fields) for table in tables)
    if at == len(tables):
        tables.append(entry)
    else:
        tables.insert(at, entry)
    return _space_tables(tomlkit.dumps(document))


def remove_tables(text: str, indexes: Collection[int], path: str) -> str:
    """The file's text without the tables at these indexes (from 0)."""
    import tomlkit

    if not indexes:
        return text
    document = parse_toml(text, path)
    tables: Any = document.get(TABLE, [])
    for index in sorted(indexes, reverse=True):
        del tables[index]
    if not tables and TABLE in document:
        del document[TABLE]
    return _space_tables(tomlkit.dumps(document))


def _new_document() -> Any:
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


def _space_tables(text: str) -> str:
    """One blank line before each table, none at the end."""
    return re.sub(rf"^((?!#).+)\n(?=\[\[{TABLE}\]\])", r"\1\n\n", text, flags=re.MULTILINE).rstrip("\n") + "\n"
