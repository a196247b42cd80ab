"""Patterns as formulas: a run of one set is counted, anything else is matched."""

from __future__ import annotations

import pytest

from accordant.algebra.evaluate import holds_inside
from accordant.algebra.member_names import pattern_formula
from accordant.algebra.model import Pool
from accordant.algebra.ops import Op

TEXTS = ["", "a", "ab", "abc", "abcd", "aB", "a\n", "😀", "😀😀", "a-", "12", "123", "1a3", "\n\n"]


@pytest.mark.parametrize(
    "pattern", [r"^[a-z]{2,3}$", r"^\d{3}$", "^.{2}$", "^[^]{2,}$", r"^[\w-.]{1,2}$", "^a{2}?$", r"^\p{L}{2}$"]
)
def test_a_run_of_one_set_is_a_length_and_a_set(pattern: str) -> None:
    pool = Pool()
    formula = pattern_formula(pool, pattern)
    assert formula.op in (Op.AND, Op.MIN_LENGTH)
    for text in TEXTS:
        assert holds_inside(pool, formula, text) is holds_inside(pool, pool.pattern(pattern), text), text


@pytest.mark.parametrize("pattern", ["^a*$", "^ab{2}$", "a{2}", "^(?:ab){2}$", "^a{2}", "(", "^[a-z]+$"])
def test_any_other_pattern_stays_a_pattern(pattern: str) -> None:
    assert pattern_formula(Pool(), pattern).args == (pattern, True)


@pytest.mark.parametrize("pattern", ["", ".*", "^.*", "^", "$", r"[\s\S]*"])
def test_a_pattern_that_finds_every_text_says_nothing(pattern: str) -> None:
    pool = Pool()
    assert pattern_formula(pool, pattern) is pool.true
