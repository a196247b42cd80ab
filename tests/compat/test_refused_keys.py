"""A key that nothing may be is no field: it is neither what a renaming takes nor what it brings."""

from __future__ import annotations

from typing import Any, Final

import pytest

from accordant.compat import compare
from accordant.compat.comparison import Comparison

Schema = dict[str, Any]

NEVER: Final[dict[str, Any]] = {
    "false": False,
    "not anything": {"not": {}},
    "not true": {"not": True},
    "no value": {"enum": []},
    "all of nothing": {"allOf": [False]},
    "not anything, with a text": {"not": {}, "description": "It is gone."},
}


def refusing(*names: str, never: Any, beside: Schema) -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {**dict.fromkeys(names, never), **beside},
    }


def rules(comparison: Comparison) -> set[str]:
    return {finding.rule for finding in comparison.findings}


@pytest.mark.parametrize("promise", ["additive", "strict"])
@pytest.mark.parametrize("direction", ["output", "input", "full"])
@pytest.mark.parametrize("beside", [{}, {"name": {"type": "string"}}], ids=["alone", "beside a field"])
@pytest.mark.parametrize("never", NEVER.values(), ids=NEVER)
def test_another_key_that_nothing_may_be_is_no_renaming(
    never: Any, beside: Schema, direction: str, promise: str
) -> None:
    old, new = (refusing(name, never=never, beside=beside) for name in "xy")
    assert "field-renamed" not in rules(compare(old, new, direction=direction, promise=promise))


@pytest.mark.parametrize("never", NEVER.values(), ids=NEVER)
def test_a_key_that_is_refused_now_is_told_alike_whether_another_refused_key_stays_or_goes(never: Any) -> None:
    before, with_both, with_one = (refusing(*names, never=never, beside={}) for names in ("x", "xy", "y"))
    (stays,) = compare(before, with_both, direction="input").findings
    (goes,) = compare(before, with_one, direction="input").findings
    assert "`/y`" in stays.message
    assert (stays.rule, stays.message, stays.evidence) == (goes.rule, goes.message, goes.evidence)


@pytest.mark.parametrize("direction", ["output", "input"])
def test_a_field_beside_a_key_that_nothing_may_be_is_renamed(direction: str) -> None:
    text: Schema = {"type": "string"}
    old = refusing("x", never=False, beside={"name": text})
    new = refusing("y", never=False, beside={"title": text})
    (renamed,) = [f for f in compare(old, new, direction=direction).findings if f.rule == "field-renamed"]
    assert renamed.message == "The field `/name` is gone; `title`, which was added, has the same schema."
