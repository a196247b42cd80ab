"""A pair of schemas with more breaks than are listed says so."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from accordant.compat.breaks import MOST_BREAKS
from tests.compat.states import breaks

MORE = MOST_BREAKS + 5


def texts(number: int, longest: int, *, last: int = 0) -> dict[str, Any]:
    """An object of texts, of which the last may be longer."""
    properties = {f"text{index}": {"type": "string", "maxLength": longest} for index in range(number)}
    properties[f"text{number - 1}"] = {"type": "string", "maxLength": longest + last}
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize("promise", ["strict", "additive"])
def test_breaks_that_are_not_listed_are_said_to_be_there(promise: str) -> None:
    few, many = (breaks(texts(number, 5), texts(number, 6), promise) for number in (MOST_BREAKS, MORE))
    assert Counter(finding.rule for finding in few.values()) == {"bound-loosened": MOST_BREAKS}
    assert Counter(finding.rule for finding in many.values()) == {"bound-loosened": MOST_BREAKS, "undecided": 1}


def test_who_accepts_breaks_that_are_not_listed_accepts_no_further_one() -> None:
    accepted, later = (breaks(texts(MORE, 5), texts(MORE, 6, last=last)) for last in (0, 1))
    assert [accepted[key].rule for key in accepted.keys() - later.keys()] == ["undecided"]
