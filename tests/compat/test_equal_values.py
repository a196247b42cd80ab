"""A value that is spelt otherwise is the same value: 1 is 1.0 for JSON Schema, and a formatter may write either."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Verdict

SPELT_OTHERWISE = [
    ({"const": 1}, {"const": 1.0}),
    ({"enum": [1, 2]}, {"enum": [1.0, 2]}),
    ({"enum": [1, 2]}, {"enum": [2.0, 1]}),
    ({"const": 0}, {"const": -0.0}),
    ({"const": {"a": 1, "b": [2]}}, {"const": {"b": [2.0], "a": 1.0}}),
    ({"enum": [10**22]}, {"enum": [1e22]}),
    ({"const": 100}, {"enum": [1e2]}),
    ({"type": "integer", "default": 5}, {"type": "integer", "default": 5.0}),
    ({"properties": {"v": {"const": 1}}}, {"properties": {"v": {"const": 1.0}}}),
    ({"oneOf": [{"const": 1}, {"const": 2}]}, {"oneOf": [{"const": 1.0}, {"const": 2.0}]}),
]


@pytest.mark.parametrize(("old", "new"), SPELT_OTHERWISE)
@pytest.mark.parametrize("promise", ["additive", "strict"])
@pytest.mark.parametrize("direction", ["output", "input"])
def test_a_number_that_is_spelt_otherwise_is_no_change(old: Any, new: Any, promise: str, direction: str) -> None:
    for schema, other in ((old, new), (new, old)):
        comparison = compare(schema, other, promise=promise, direction=direction)
        assert (comparison.verdict, list(comparison.findings)) == (Verdict.COMPATIBLE, [])


@pytest.mark.parametrize(
    ("old", "new"),
    [({"const": 1}, {"const": True}), ({"const": 1}, {"const": 1.5}), ({"const": 10**29}, {"const": 10**29 + 1})],
)
def test_another_value_is_a_change(old: Any, new: Any) -> None:
    (finding,) = compare(old, new, promise="additive").findings
    assert finding.rule == "const-changed"
