"""Automata and printers find what an engine of ECMA-262 finds."""

from __future__ import annotations

import sys
import unicodedata
from random import Random

import pytest
import regress

from accordant.regex.automata import Automaton
from accordant.regex.backtracking import most_steps
from accordant.regex.charsets import contains
from accordant.regex.errors import NotExpressible, NotRegular, UnknownCharacters, UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.printers import ecmascript, python_re, rust
from accordant.regex.printers.structure import DEEPEST
from accordant.regex.regular import to_regular
from accordant.regex.unicode_properties import BINARY, CATEGORIES
from accordant.regex.unicode_sets import property_set
from accordant.regex.validity import why_no_pattern
from tests.regex.against_regress import FLAGS, automaton, engine, is_read_as_with_u, targets, verdict
from tests.regex.random_patterns import patterns, texts

REFERENCES = [
    r"^\1(a)$", r"^(a\1)b$", "^(['\"])x*\\1$", r"^(a+)\1$", r"^(a|b)(c|d)\1\2$", r"^(a|)\1b$", r"(?<n>a|b)\k<n>",
    r"^(a)\1\1$",
    r"^((a|b)c)\2$", r"^\k<n>(?<n>a)$", r"^(a*)\1b$", r"(a)(?<=\1)",
]  # fmt: skip

REPEATED = [
    "", "a", "b", "ab", "aa", "aab", "abab", "aaa", "aaaa", "acac", "acbd", "bdbd", "bdbc", "acacac", "aca", "bcb",
    "'x'",
    "'x\"", '""', "aaaab", "bb", "aaaaa",
]  # fmt: skip


@pytest.mark.parametrize("flag", list(FLAGS))
def test_automata_of_random_patterns_find_what_an_engine_finds(flag: str) -> None:
    random, compared, undecided = Random(3), 0, 0
    for pattern in patterns(seed=11, count=1200):
        finds = engine(pattern, flag)
        if finds is None or not verdict(pattern, flag).ours or is_read_as_with_u(pattern, flag):
            continue
        ours = automaton(pattern, flag)
        if isinstance(ours, str):
            undecided += 1
            continue
        compared += 1
        for text in texts(random, pattern, 20):
            assert ours(text) == finds(text), (pattern, text)
    assert compared > 200
    assert undecided < compared / 8


def test_generated_code_finds_in_random_patterns_what_an_engine_finds() -> None:
    random, compared = Random(4), 0
    for pattern in patterns(seed=13, count=1200):
        try:
            parse(pattern)
        except UnreadablePattern:
            continue
        engines = dict(targets(pattern))
        theirs = engines.pop("typescript, as written", None)
        for name, ours in engines.items() if theirs else ():
            compared += 1
            for text in texts(random, pattern, 20):
                assert theirs is None or ours(text) == theirs(text), (name, pattern, text)
    assert compared > 400


@pytest.mark.parametrize("pattern", REFERENCES)
def test_regular_back_references_find_what_an_engine_finds(pattern: str) -> None:
    ours, theirs = Automaton(to_regular(parse(pattern).tree)), regress.Regex(pattern, "u")
    for text in REPEATED:
        assert ours.accepts(text) == (theirs.find(text) is not None), text


@pytest.mark.parametrize(
    "pattern",
    [r"([ab]*)\1", r"(?:(a)|b)*\1", r"(a)?\1", r"(?=(a))\1", r"(?:(?<n>a)|(?<n>b))\k<n>", r"(?i:a)", r"(?<=ab)c"],
)
def test_what_is_not_regular_is_said(pattern: str) -> None:
    with pytest.raises(NotRegular):
        Automaton(to_regular(parse(pattern).tree))


@pytest.mark.parametrize("pattern", [r"\p{Script=Latin}", r"[\p{Emoji}a]", r"^\P{Alphabetic}$"])
def test_properties_without_tables_are_not_guessed(pattern: str) -> None:
    with pytest.raises(UnknownCharacters):
        to_regular(parse(pattern).tree)


def test_known_properties_have_the_members_that_an_engine_gives_them() -> None:
    """Letters that changed since Python's version of Unicode aside: those are unassigned here."""
    random = Random(5)
    sample = [point for point in range(0x3000) if unicodedata.category(chr(point)) != "Cn"]
    sample += random.sample(
        [p for p in range(0x3000, sys.maxunicode) if unicodedata.category(chr(p)) not in ("Cn", "Cs")], 500
    )
    names = [name for name in sorted(CATEGORIES | BINARY) if property_set(name) is not None]
    assert len(names) > 100
    differing = set()
    for name in names:
        members, theirs = property_set(name) or (), regress.Regex(f"^\\p{{{name}}}$", "u")
        differing |= {
            p for p in random.sample(sample, 400) if contains(members, p) != (theirs.find(chr(p)) is not None)
        }
    assert differing <= CHANGED_SINCE_UNICODE_14


CHANGED_SINCE_UNICODE_14 = frozenset({0x295})


@pytest.mark.parametrize(
    ("pattern", "printed"),
    [
        (r"^[\w-.]+\-\d{2}{$", r"^[\w\-.]+-\d{2}\{$"),
        (r"(?=a)*-\-", r"(?:(?=a))*--"),
        (r"(a)\1\-0", r"(a)\1-0"),
        ("\\-[\\_\\\n]", r"-[_\n]"),
        (r"^\-[^]\/]$", "^-[^]/\\]$"),
        (r"a|(?:b|c)\-|(?<n>d)??\k<n>", "a|(?:b|c)-|(?<n>d)??\\k<n>"),
    ],
)
def test_older_spellings_are_printed_as_the_u_flag_demands(pattern: str, printed: str) -> None:
    assert ecmascript.print_pattern(parse(pattern)) == printed


@pytest.mark.parametrize("pattern", [r"^(?=.*\p{Lu})\p{L}+$", r"\u{61}[\]-z]", r"\/(?<n>a)\k<n>"])
def test_a_pattern_of_the_u_syntax_is_printed_as_it_is_written(pattern: str) -> None:
    assert ecmascript.print_pattern(parse(pattern)) == pattern


@pytest.mark.parametrize("pattern", ["(?i:a)", r"\p{Script=Sidetic}", r"[\p{sc=Zzzz}]", r"(?<n>a)|(?<n>b)"])
def test_what_engines_in_use_do_not_take_is_not_printed_for_javascript(pattern: str) -> None:
    with pytest.raises(NotExpressible):
        ecmascript.print_pattern(parse(pattern))


@pytest.mark.parametrize(
    "pattern", ["(?=a)", r"(a)\1", r"\p{Cs}", r"(?:a{1000}){1000}", "(?i:a)", r"\p{sc=Todr}-\p{sc=Berf}"]
)
def test_what_the_linear_engine_lacks_is_not_printed_for_it(pattern: str) -> None:
    with pytest.raises(NotExpressible):
        rust.print_pattern(parse(pattern))


@pytest.mark.parametrize("pattern", [r"\p{L}", r"(?<=a+)b", r"(?<=(a)\1)", r"(?:(a)|b\1)+", "(?i:a)", "a{99999999999}"])
def test_what_python_follows_in_another_way_is_not_printed_for_it(pattern: str) -> None:
    with pytest.raises(NotExpressible):
        python_re.print_pattern(parse(pattern))


@pytest.mark.parametrize(
    ("pattern", "length", "steps"),
    [("^a*$", 30, 31 * 31), ("a*b*", 30, 31**3), ("(?:ab){3}", 9, 10), ("(a+)+$", 30, None), ("(a|ab)*", 30, None)],
)
def test_the_steps_of_a_backtracking_search_are_bounded_by_form(pattern: str, length: int, steps: int | None) -> None:
    assert most_steps(parse(pattern).tree, length) == steps


@pytest.mark.parametrize("pattern", [r"[\p{L}-.]", r"[\p{L}--9]", "(?i)a", "x{2}{3}", "a++"])
def test_what_no_engine_takes_is_no_pattern(pattern: str) -> None:
    assert regress_refuses(pattern)
    assert why_no_pattern(pattern) != ""


@pytest.mark.parametrize("pattern", [r"\k<q>", r"\Z", r"[\w-.]", "[^]", "^[a-z]{2}]?$", r"(?<=a+)b", "a{99999999999}"])
def test_what_an_engine_takes_with_or_without_the_flag_is_a_pattern(pattern: str) -> None:
    assert why_no_pattern(pattern) == ""


def regress_refuses(pattern: str) -> bool:
    return engine(pattern, "u") is None and engine(pattern, "") is None


def test_groups_deeper_than_engines_bear_are_not_printed() -> None:
    pattern = parse("(" * (DEEPEST + 1) + ")" * (DEEPEST + 1))
    for printer in (rust.print_pattern, python_re.print_pattern):
        with pytest.raises(NotExpressible):
            printer(pattern)
