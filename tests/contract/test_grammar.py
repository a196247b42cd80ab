"""A grammar admits exactly the streams that its elements describe."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accordant.contract import Choice, Element, Line, Sequence, Stream
from accordant.contract.grammar import misfit

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


def pattern(element: Element) -> str:
    if isinstance(element, Line):
        body = element.type
    else:
        joint = "|" if isinstance(element, Choice) else ""
        body = "(?:" + joint.join(pattern(one) for one in element.elements) + ")"
    return f"(?:{body}){{{element.least},{'' if element.most is None else element.most}}}"


@settings(max_examples=150, deadline=None)
@given(st.lists(elements, max_size=3))
def test_a_grammar_agrees_with_the_regular_expression_of_the_same_shape(grammar: list[Element]) -> None:
    expression = re.compile("".join(pattern(one) for one in grammar))
    for length in range(5):
        for text in map("".join, itertools.product("ab", repeat=length)):
            assert admits(text, *grammar) == bool(expression.fullmatch(text)), text


def test_huge_counts_cost_nothing() -> None:
    assert admits("a" * 2000, Line("a", 0, 10**9))
    assert not admits("a" * 2000, Line("a", 10**9, None))


def test_a_misfit_says_where_and_what_could_stand_there() -> None:
    found = misfit(Stream("run", grammar=(A, Line("b", 0), C)), ["a", "x"])
    assert found is not None
    assert (found.index, found.type, found.expected, found.may_end) == (1, "x", ("b", "c"), False)
