"""Schemas that only lead to others stand for what is at the end, and a long way there is walked once."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.model.scoped_schema import ScopedSchema
from accordant.schema.references import Resources


def sites(definitions: dict[str, Any]) -> dict[str, ScopedSchema]:
    root = ScopedSchema.root(Resources.of({"$defs": definitions}))
    return {name: root.child("$defs", name) for name in definitions}


def test_a_long_way_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    length = 2000
    chain = {f"d{index}": {"$ref": f"#/$defs/d{index + 1}"} for index in range(length)}
    found = sites({**chain, f"d{length}": {"type": "string"}})
    asked: list[str] = []
    ask = ScopedSchema.sole_conjunct

    def record(site: ScopedSchema, without: frozenset[str] = frozenset()) -> ScopedSchema | None:
        asked.append(site.key)
        return ask(site, without)

    monkeypatch.setattr(ScopedSchema, "sole_conjunct", record)
    assert all(site.represented is found[f"d{length}"] for site in found.values())
    assert len(asked) <= 2 * length


@pytest.mark.parametrize(
    ("schema", "stands_for_b"),
    [
        ({"$ref": "#/$defs/b"}, True),
        ({"allOf": [{"$ref": "#/$defs/b"}]}, True),
        ({"$ref": "#/$defs/b", "title": "A"}, True),
        ({"$ref": "#/$defs/b", "minLength": 1}, False),
        ({"allOf": [{"$ref": "#/$defs/b"}, {"minLength": 1}]}, False),
        ({"$ref": "#/$defs/b", "x-type-parameter": "Data"}, False),
        ({"anyOf": [{"$ref": "#/$defs/b"}]}, False),
    ],
)
def test_only_what_judges_nothing_itself_stands_for_another(schema: dict[str, Any], stands_for_b: bool) -> None:
    found = sites({"a": schema, "b": {"type": "string"}})
    assert found["a"].represented is (found["b"] if stands_for_b else found["a"])


def test_a_circle_stands_for_nothing() -> None:
    found = sites({"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/a"}})
    assert [site.represented for site in found.values()] == [None, None, None]
