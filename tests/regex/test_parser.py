"""What is a pattern, and what its tree keeps: as ECMA-262 says, with and without the `u` flag."""

from __future__ import annotations

import pytest

from accordant.regex.errors import InvalidPattern, UnreadablePattern
from accordant.regex.escapes import Syntax
from accordant.regex.parser import parse, parse_as
from accordant.regex.tree import (
    Backreference,
    Characters,
    ClassEscape,
    Group,
    Modified,
    Property,
    Range,
    Repeat,
    Sequence,
    descendants,
    single,
)
from accordant.regex.unicode_properties import BINARY, CATEGORIES, NEWEST_SCRIPTS, SCRIPTS
from tests.regex.against_regress import FAULTS, FLAGS, engine, verdict
from tests.regex.random_patterns import patterns

HAND_WRITTEN = [
    "(?:^)*", r"(?:\b)+", "(?:(?<=a)){2}", "(?:(?=a))?", "(?:$)??", r"(^)*", "(?:(?!a)){1,2}b",
    "x{2}{3}", "{2}", "{", "}", "]", "a{,2}", "a{2", "a{2,1}", "a**", "a*?", "a*+", "(?=a)*", "(?<=a)*", "(?<!a)?",
    "^*", r"\k", r"\k<a>", r"(?<a>.)\k", r"(?<a>)\k<b>", r"\k<a>(?<a>b)", r"(?<n>a)|(?<n>b)\k<n>",
    r"(?<n>a)(?<n>b)", r"(?:(?<n>a)|b)(?<n>c)", r"((?<n>a)|(?<n>b))", r"(?<n>(?<n>a))", r"(?<\u0061>a)",
    r"(?<\u{61}>a)", "(?<𝒜>a)", "(?<1>a)", "(?<>a)", "(?<a", "(?i:a)", "(?i)a", "(?-i:a)", "(?-:a)", "(?ii:a)",
    "(?i-i:a)", "(?is-m:a)", "(?P<n>a)", "(?>a)", r"\1", r"\1(a)", r"\2(a)", r"(a\1)", r"\8", r"\12", r"\08",
    r"\0", r"\377", r"\400", r"[\1]", r"[\8]", r"[\00]", r"\c", r"\cA", r"\c1", r"[\c]", r"[\c1]", r"[\cA]",
    r"\x1", r"\x61", r"\u12", r"\u{110000}", r"\ud83d\ude00", r"[\ud83d\ude00-\ud83d\ude4f]", r"\p", r"\p{",
    r"\p{Lu", r"\p{Lu=}", r"\p{=Lu}", r"\p{lu}", r"\P{Any}", r"\p{Any=Y}", r"[\p{L}-z]", r"[a-\d]", r"[\d-a]",
    r"[b-a]", "[]", "[^]", "[]-a]", "[--a]", r"[\b]", r"[\B]", r"[\-]", r"\-", r"\_", r"\a", r"\N", r"\/", "\\",
    "[\\", "[", "(", ")", "a)", "|", "()", "(?:)", "(?", r"(?<a>b)[\]]",
]  # fmt: skip


@pytest.mark.parametrize("flag", ["u", ""])
@pytest.mark.parametrize("pattern", HAND_WRITTEN)
def test_what_is_a_pattern_is_what_an_engine_takes(pattern: str, flag: str) -> None:
    result = verdict(pattern, flag)
    assert result.ours == result.theirs or result.clause


@pytest.mark.parametrize("flag", ["u", ""])
def test_random_patterns_have_the_verdict_of_an_engine(flag: str) -> None:
    results = {pattern: verdict(pattern, flag) for pattern in patterns(seed=7, count=3000)}
    differing = [pattern for pattern, result in results.items() if result.ours != result.theirs and not result.clause]
    assert differing == []
    assert sum(result.ours for result in results.values()) > 500


def test_where_the_engine_errs_every_clause_has_an_example() -> None:
    examples = [
        r"\b*",
        r"\u{61}+",
        "a{99999999999999999999,99999999999999999998}",
        r"[\ud83d\ude00-\ud83d\ude4f]",
        r"(?<a>b)[\k]",
        r"\ud83d\u1",
    ]
    for (sign, _), example in zip(FAULTS, examples, strict=True):
        assert sign.search(example)
        flag = "u" if example.endswith("1") else ""
        assert engine(example, flag) is not None
        with pytest.raises(InvalidPattern):
            parse_as(example, FLAGS[flag])


@pytest.mark.parametrize("name", sorted(CATEGORIES | BINARY))
def test_every_property_of_the_engine_is_one(name: str) -> None:
    assert verdict(f"\\p{{{name}}}", "u").theirs
    assert parse(f"\\p{{{name}}}").tree == Characters((Property(name),))


def test_every_script_of_the_engine_is_one() -> None:
    for value in sorted(SCRIPTS | NEWEST_SCRIPTS):
        for key in ("Script", "sc", "Script_Extensions", "scx"):
            assert verdict(f"\\p{{{key}={value}}}", "u").theirs, value
            assert parse(f"\\p{{{key}={value}}}").tree == Characters((Property(key, value),))
    for value in ("Hrkt", "Katakana_Or_Hiragana", "latin", "Nowhere"):
        assert verdict(f"\\p{{Script={value}}}", "u").ours is verdict(f"\\p{{Script={value}}}", "u").theirs is False


def test_a_tree_keeps_all_that_a_printer_needs() -> None:
    tree = parse(r"(?<word>[\w\-a-z]{2,}?)\k<word>\P{Lu}(?i-s:x)").tree
    assert tree == Sequence(
        (
            Group(1, Repeat(Characters((ClassEscape("w"), Range(45, 45), Range(97, 122))), 2, None, True), "word"),
            Backreference((1,), "word"),
            Characters((Property("Lu", "", True),)),
            Modified(single(120), "i", "s"),
        )
    )


def test_a_name_of_several_groups_refers_to_all_of_them() -> None:
    tree = parse(r"(?:(?<n>a)|(?<n>b))\k<n>").tree
    assert [part.numbers for part in descendants(tree) if isinstance(part, Backreference)] == [(1, 2)]


def test_a_pattern_of_the_u_syntax_means_what_it_says_there() -> None:
    assert parse(r"\u{2}").tree == single(2)
    assert parse_as(r"\u{2}", Syntax.ANNEX_B) == Repeat(single(ord("u")), 2, 2)


def test_older_spellings_have_the_meaning_of_the_u_flag() -> None:
    pattern = parse(r"^[\w-.]\-{\p{L}\u{1F600}\ud83d\ude00$")
    assert pattern.syntax is Syntax.LENIENT
    assert single(0x1F600) in pattern.tree.parts if isinstance(pattern.tree, Sequence) else False
    assert Characters((Property("L"),)) in descendants(pattern.tree)


@pytest.mark.parametrize("pattern", [r"\Z", r"\A", r"\e", r"\2(a)", r"[\1]", r"\08", r"-\x6", r"-\u12", r"-\c", r"-\p"])
def test_escapes_that_mean_something_in_other_dialects_only_are_no_patterns(pattern: str) -> None:
    parse_as(pattern, Syntax.ANNEX_B)
    with pytest.raises(InvalidPattern):
        parse(pattern)


def test_an_error_says_what_is_wrong_and_where() -> None:
    with pytest.raises(InvalidPattern, match="nothing to repeat, at offset 5"):
        parse("^x{2}{3}$")
    with pytest.raises(UnreadablePattern, match="nested too deeply"):
        parse("(" * 200 + ")" * 200)
    with pytest.raises(InvalidPattern):
        parse("a{1,0}")
    assert parse("a{" + "9" * 6000 + "}").tree
