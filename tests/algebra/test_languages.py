"""Patterns mean what ECMA-262 says: the automata agree with a real engine, text by text."""

from __future__ import annotations

import pytest
import regress
from hypothesis import given, settings
from hypothesis import strategies as st

from accordant.algebra.budget import Budget, Meter
from accordant.algebra.strings import texts
from accordant.regex.automata import automaton
from accordant.regex.errors import UnreadablePattern

PATTERNS = [
    "^[a-z]+$", "a*", "^(a|b)*c", "^(?!foo).*$", "^((?!ab).)*$", "^(a?b?)*$", "\\bfoo\\b", "(?<!-)$", "^a{2,4}$",
    "^(a{1,2}){2}$", "^(a+)\\1$", "^(['\"])x*\\1$", "^$", "", "a|^b$", "(^a|b)c?$", "^(?=.*\\d)(?=.*[a-z]).{2,}$",
    "\\Bx", "[^\\W_]", "^(?:a|(?=b)b)*$", "(a*)*b", "^(a|b$|^c)+$", "x$|^y", "^[^-](.*[^-])?$", "(?<=a)b", "^.$",
    "\\s\\S", "^(?=a$)", "^(?<tag>ab)\\k<tag>$", "^\\u0061\\x62$", "^[\\d-]+$", "\\cJ", "^a{,2}$", "]",
]  # fmt: skip
letters = st.text(alphabet="ab-cfox01_ \"'\ny", max_size=6)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_automaton_finds_what_an_engine_finds(pattern: str) -> None:
    ours, engine = automaton(pattern), regress.Regex(pattern)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(letters)
    def agree(text: str) -> None:
        assert ours.accepts(text) == (engine.find(text) is not None)

    agree()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_texts_of_a_language_are_in_it_shortest_first(pattern: str) -> None:
    matches = list(texts(frozenset([(pattern, True)]), 0, None, 5, Meter(Budget())))
    assert len(set(matches)) == len(matches)
    assert [len(text) for text in matches] == sorted(len(text) for text in matches)
    for text in matches:
        assert regress.Regex(pattern).find(text) is not None


def test_a_finite_language_ends() -> None:
    assert sorted(texts(frozenset([("^(a|b)c?$", True)]), 0, None, 99, Meter(Budget()))) == ["a", "ac", "b", "bc"]


def test_an_empty_intersection_has_no_text() -> None:
    assert not list(texts(frozenset([("^a+$", True), ("a", False)]), 0, None, 1, Meter(Budget())))


@pytest.mark.parametrize(
    "pattern", ["(", "[a", "a**", "(?<=ab+)c", "([ab]*)\\1", "\\A", "(?i)a", "a{2,1}", "\\p{Nope}"]
)
def test_what_no_automaton_can_do_is_said(pattern: str) -> None:
    with pytest.raises(UnreadablePattern):
        automaton(pattern)
