"""Tables of ``registry.toml`` and ``contract.toml`` as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accordant.contract import Behaviour, Target
from accordant.contract.fields import Fields
from accordant.findings import JsonValue


def targets(fields: Fields) -> Iterator[Target]:
    for name in fields.value:
        table = fields.mapping(name)
        yield Target(name, table.text("out"), {key: one for key, one in table.value.items() if key != "out"})


def behaviour(table: Fields) -> Behaviour:
    def tables(key: str) -> tuple[Mapping[str, JsonValue], ...]:
        return tuple(one.value for one in table.mappings(key))

    return Behaviour(
        rules=tables("rules"),
        derived=tables("derived"),
        counting=tables("counting"),
        serialisation=table.mapping("serialisation").value,
        modes=tables("modes"),
        interpretation=table.mapping("interpretation").value,
        consumer_rules=tables("consumer-rules"),
        scenarios=tables("scenarios"),
        decisions=tables("decisions"),
    )
