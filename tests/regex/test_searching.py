"""How long an engine that backtracks searches is counted without a search."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accordant.regex.hard_texts import hard_texts
from accordant.regex.parser import parse
from accordant.regex.searching import is_slow_in, steps_in

NESTED = "^((((a{0,25}){0,25}){0,25}){0,25}){0,25}$"


def steps(pattern: str, text: str) -> int | None:
    return steps_in(parse(pattern).tree, text)


def test_ways_that_double_with_each_character_are_counted() -> None:
    few, more = steps("^(a|a)*$", "a" * 10 + "!"), steps("^(a|a)*$", "a" * 11 + "!")
    assert few is not None
    assert more is not None
    assert 1.9 < more / few < 2.1


def test_one_way_takes_steps_in_proportion_to_the_text() -> None:
    counted = steps("^[a-z]+(-[a-z]+)*$", "ab-" * 8)
    assert counted is not None
    assert counted < 20 * 24


@pytest.mark.parametrize("text", ["a" * 22 + "!", "a" * 23])
def test_counts_in_counts_are_more_than_two_ways_for_each_character(text: str) -> None:
    assert (steps(NESTED, text) or 2**60) > 2**34


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("(?=b)a", "a", False), ("(?!b)a", "a", True), ("^a{2,3}$", "aaaa", False), ("(?:a?){3}a{3}", "aaa", True),
        ("(?:|a)+$", "aa", True), (r"(a)\1", "aa", True), (r"\bx", "x", True), ("^(?:a|bc)*$", "abcbca", True),
    ],
)  # fmt: skip
def test_an_end_is_found_where_python_finds_one(pattern: str, text: str, found: bool) -> None:
    assert bool(re.search(pattern, text)) is found
    assert is_slow_in(parse(pattern).tree, text, -1) is not found


SLOW = ["^(?=x?)(a|aa)+$", "^(?!b)(a?){30}a{30}$", "^((a{0,40}){0,40}){0,40}$", "^(?!z)a*a*a*a*a*a*a*a*a*b$", NESTED]
QUICK = [
    r"^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).{8,}$",
    r"^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$",
    r"^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63})*$",
    r"^(?!\.)[\w.-]+@[\w-]+(\.[\w-]+)*\.\w{2,}$",
    r"^(?!.*\.\.)(/[^/]+)+$",
    r"^(?!www\.)([a-z0-9-]+\.)*[a-z]+$",
    r"^(?!0)\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$",
]


def slow_texts(pattern: str, length: int) -> list[Any]:
    tree = parse(pattern).tree
    return [text for text in hard_texts(tree, length) if is_slow_in(tree, text, 100_000_000)]


@pytest.mark.parametrize("pattern", SLOW)
def test_a_text_is_found_for_which_a_search_takes_long(pattern: str) -> None:
    assert slow_texts(pattern, 60)


@pytest.mark.parametrize("pattern", QUICK)
def test_usual_patterns_are_quick_with_the_hardest_texts(pattern: str) -> None:
    assert not slow_texts(pattern, 100)
    assert hard_texts(parse(pattern).tree, 100)
    for text in hard_texts(parse(pattern).tree, 100):
        re.search(pattern, text)
