"""Two states of a document share the objects that are spelt the same in both."""

from __future__ import annotations

import json
from typing import Any

from accordant.schema.common_parts import with_parts_of


def test_equal_parts_become_the_same_objects_and_the_value_stays_what_it_is() -> None:
    first: dict[str, Any] = {"a": {"type": "string"}, "b": [{"x": 1}, {"y": 2}], "c": {}}
    second = {"b": [{"x": 1}, {"y": 3}], "a": {"type": "string"}, "d": {"type": "string"}}
    shared: Any = with_parts_of(first, second)
    assert json.dumps(shared) == json.dumps(second)
    assert shared["a"] is first["a"]
    assert shared["b"][0] is first["b"][0]


def test_parts_that_are_equal_in_python_alone_stay_apart() -> None:
    for value, other in ((1, True), (1, 1.0), (0, False)):
        shared = with_parts_of({"a": {"const": value}}, {"a": {"const": other}})
        assert json.dumps(shared) == json.dumps({"a": {"const": other}})


def test_members_keep_their_order() -> None:
    first, second = {"a": {"x": 1, "y": 2}}, {"a": {"y": 2, "x": 1}}
    assert json.dumps(with_parts_of(first, second)) == json.dumps(second)


def test_values_nested_too_deeply_stay_what_they_are() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert with_parts_of([deep], [deep, 1])[1] == 1
