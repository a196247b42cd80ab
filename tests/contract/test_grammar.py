"""A grammar admits exactly the streams that its elements describe."""

from __future__ import annotations

import functools
import itertools
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accordant.contract import Choice, Element, Line, Sequence, Stream
from accordant.contract.grammar import Automaton, Run, TooManyStates, misfit

A, B, C = Line("a"), Line("b"), Line("c")


def admits(text: str, *grammar: Element) -> bool:
    return misfit(Stream("run", grammar=grammar), list(text)) is None


@pytest.mark.parametrize(
    ("grammar", "admitted", "refused"),
    [
        ((A, B), ["ab"], ["", "a", "b", "ba", "abb"]),
        ((Line("a", 0, None),), ["", "a", "aaaa"], ["b", "ab"]),
        ((Line("a", 2, 3),), ["aa", "aaa"], ["a", "aaaa"]),
        ((Choice((A, B)),), ["a", "b"], ["", "ab"]),
        ((Choice((A, B), 0, None), C), ["c", "abac"], ["ab", "ca"]),
        ((Sequence((A, B), 1, 2),), ["ab", "abab"], ["", "aba", "ababab"]),
        ((Sequence((Line("a", 0, 1), Line("b", 0, 1)), 0, None),), ["", "ba", "ab", "bbaa"], ["c"]),
        ((Choice((A, Sequence((A, B)))), C), ["ac", "abc"], ["a", "bc"]),
        ((A, Line("b", terminal=True), Line("c", 0)), ["ab"], ["abc", "a"]),
        ((Line("a", 0, 0), B), ["b"], ["ab"]),
        ((), [""], ["a"]),
    ],
)
def test_a_grammar_admits_what_it_describes(
    grammar: tuple[Element, ...], admitted: list[str], refused: list[str]
) -> None:
    assert [text for text in admitted if not admits(text, *grammar)] == []
    assert [text for text in refused if admits(text, *grammar)] == []


elements = st.recursive(
    st.builds(Line, st.sampled_from("ab"), st.integers(0, 2), st.sampled_from([2, 3, None])),
    lambda inner: st.builds(
        lambda kind, parts, least, most: kind(tuple(parts), least, most),
        st.sampled_from([Choice, Sequence]),
        st.lists(inner, min_size=1, max_size=3),
        st.integers(0, 2),
        st.sampled_from([2, 3, None]),
    ),
    max_leaves=5,
)


LONGEST = 4


def joined(first: set[str], second: set[str]) -> set[str]:
    return {head + tail for head in first for tail in second if len(head + tail) <= LONGEST}


def texts(element: Element) -> set[str]:
    """Every text of at most four letters that an element describes, worked out without an automaton."""
    if isinstance(element, Line):
        turn = {element.type}
    elif isinstance(element, Choice):
        turn = set().union(*map(texts, element.elements))
    else:
        turn = functools.reduce(joined, map(texts, element.elements), {""})
    described = functools.reduce(joined, [turn] * element.least, {""})
    turns = LONGEST if element.most is None else element.most - element.least
    for _ in range(turns):
        described |= joined(described, turn)
    return described


@settings(max_examples=150, deadline=None)
@given(st.lists(elements, max_size=3))
def test_a_grammar_admits_the_texts_of_its_elements_one_after_the_other(grammar: list[Element]) -> None:
    described = functools.reduce(joined, map(texts, grammar), {""})
    for length in range(LONGEST + 1):
        for text in map("".join, itertools.product("ab", repeat=length)):
            assert admits(text, *grammar) == (text in described), text


@settings(max_examples=100, deadline=None)
@given(st.lists(elements, max_size=3))
def test_what_is_expected_is_what_may_be_fed(grammar: list[Element]) -> None:
    for text in ("", "a", "ab", "bb"):
        run = Run(Stream("run", grammar=tuple(grammar)))
        if any(run.feed(letter) for letter in text):
            continue
        for letter in "abc":
            further = Run(Stream("run", grammar=tuple(grammar)))
            assert not any(further.feed(earlier) for earlier in text)
            assert (further.feed(letter) is None) == (letter in run.expected)


def test_a_line_that_may_not_come_changes_nothing() -> None:
    run = Run(Stream("run", grammar=(A, B)))
    assert run.feed("a") is None
    assert run.feed("a") is not None
    assert (run.lines, run.expected, run.may_end) == (1, ("b",), False)
    assert run.feed("b") is None
    assert run.end() is None


def test_a_stream_that_ends_too_early_says_what_is_missing() -> None:
    run = Run(Stream("run", grammar=(A, B)))
    run.feed("a")
    missing = run.end()
    assert missing is not None
    assert str(missing) == "the stream ends too early: 'b' must follow"


def test_alternatives_are_expected_in_the_order_of_the_grammar() -> None:
    assert Run(Stream("run", grammar=(Choice((C, Line("a", 0), B)), Line("d")))).expected == ("c", "a", "b", "d")


def test_the_automaton_can_look_past_a_terminal_line() -> None:
    grammar = (Line("b", terminal=True), C)
    stopping, passing = Automaton(grammar), Automaton(grammar, stops=False)
    assert stopping.expected(stopping.step(stopping.start, "b")) == ()
    assert passing.expected(passing.step(passing.start, "b")) == ("c",)


def test_equal_states_are_reached_on_different_ways() -> None:
    automaton = Automaton((Line("a", 0, None), B))
    once = automaton.step(automaton.start, "a")
    assert automaton.step(once, "a") is once


def test_many_counted_lines_take_no_more_memory_than_few() -> None:
    def peak(lines: int) -> int:
        run = Run(Stream("run", grammar=(Line("a", 0, 10**9),)))
        tracemalloc.start()
        try:
            assert not any(run.feed("a") for _ in range(lines))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(20_000) < 2 * peak(2_000)


def test_a_grammar_of_counts_inside_counts_ends_in_an_error_not_in_all_memory() -> None:
    inner: Element = Line("a", 0, 1000)
    for _ in range(4):
        inner = Sequence((inner,), 0, 1000)
    run = Run(Stream("run", grammar=(inner,)))
    with pytest.raises(TooManyStates):
        any(run.feed("a") for _ in range(2_000))


def test_huge_counts_cost_nothing() -> None:
    assert admits("a" * 2000, Line("a", 0, 10**9))
    assert not admits("a" * 2000, Line("a", 10**9, None))


def test_a_misfit_says_where_and_what_could_stand_there() -> None:
    refused = misfit(Stream("run", grammar=(A, Line("b", 0), C)), ["a", "x"])
    assert refused is not None
    assert (refused.index, refused.type, refused.expected, refused.may_end) == (1, "x", ("b", "c"), False)
