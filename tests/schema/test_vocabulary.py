"""The words that sentences share."""

from __future__ import annotations

import doctest

import pytest

from accordant.schema import vocabulary
from accordant.schema.vocabulary import JSON_TYPES, amount, enumeration, with_article


def test_the_examples_of_the_vocabulary_hold() -> None:
    results = doctest.testmod(vocabulary)
    assert (results.failed, results.attempted > 2) == (0, True)


def test_every_json_type_has_its_article() -> None:
    assert enumeration([with_article(name) for name in JSON_TYPES]) == (
        "null, a boolean, an integer, a number, a string, an array or an object"
    )


@pytest.mark.parametrize(
    ("limits", "words"),
    [((1, 1), "exactly 1 item"), ((0, 1), "at most 1 item"), ((2, None), "at least 2 items"), ((0, 0), "no items")],
)
def test_an_amount_has_both_limits(limits: tuple[int, int | None], words: str) -> None:
    assert amount(*limits, "item", "items") == words
