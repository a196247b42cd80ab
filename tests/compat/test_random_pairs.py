"""Random pairs: what is compatible refuses no document of the writer, and every witness convinces a validator."""

from __future__ import annotations

import pytest

from .random_pairs import Tally

BATCH, BATCHES = 50, 10
CRASHED = (4594, 5502, 1_327_718)
"""Pairs whose comparison once ended in an error of the program."""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, BATCH * BATCHES, BATCH))
def test_answers_about_random_pairs_are_right(first: int) -> None:
    tally = Tally(documents_each=16)
    for seed in range(first, first + BATCH):
        tally.judge(seed)
    assert not tally.wrong
    assert not tally.doubted
    assert tally.documents > 1000
    assert tally.witnesses > 10
    assert sum(count for (*_, verdict), count in tally.verdicts.items() if verdict == "compatible") > 60


@pytest.mark.parametrize("seed", CRASHED)
def test_a_comparison_ends_in_an_answer(seed: int) -> None:
    assert list(Tally(documents_each=4).judge_all([seed])) == []
