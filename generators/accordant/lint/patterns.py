"""Patterns: every engine must read them alike, and no input may make them slow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import Finding, Place, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.regex import charsets
from accordant.regex.automata import scan_charsets
from accordant.regex.backtracking import most_steps
from accordant.regex.charsets import Charset
from accordant.regex.errors import InvalidPattern, NotExpressible, NotRegular, UnknownCharacters, UnreadablePattern
from accordant.regex.hard_texts import hard_texts
from accordant.regex.parser import parse
from accordant.regex.printers import python_re, rust
from accordant.regex.regular import charset_of, to_regular
from accordant.regex.searching import is_slow_in
from accordant.regex.tree import Characters, Choice, Group, Modified, Repeat, Sequence, Tree, descendants
from accordant.regex.validity import why_no_pattern
from accordant.schema.patterns import patterns_of

INVALID: Final = Rule(
    "pattern-invalid",
    Severity.ERROR,
    "A pattern is not an ECMA-262 regular expression.",
    "JSON Schema's patterns are ECMA-262. No engine of that language accepts the pattern; others refuse it, or give it "
    "another meaning.",
    "Use only what ECMA-262 has: no (?i), no (?P<name>), no possessive quantifier, and one quantifier for each part.",
    "^x{2}{3}$",
    "^(?:x{2}){3}$",
)
NOT_PORTABLE: Final = Rule(
    "pattern-not-portable",
    Severity.NOTE,
    "A pattern means different things to different engines, or is not regular.",
    "A backslash before a letter or digit that ECMA-262 gives no meaning is dropped without the `u` flag, an error "
    "with it, and an anchor or a class in other dialects. check-compat answers `undecided` where it cannot read a "
    "pattern.",
    "Use only what every engine has: no \\A, \\Z or \\h, and no lookbehind of several characters.",
    r"\A[a-z]+\Z",
    "^[a-z]+$",
)
EXPLODES: Final = Rule(
    "pattern-explodes",
    Severity.NOTE,
    "A pattern repeats a repetition, so that a backtracking engine may try every way to divide the input.",
    "One string of thirty letters stops a reader that uses such an engine (ReDoS).",
    "Begin the repeated part with a letter that the inner repetition cannot match, or remove one of the two.",
    "^(a+)+$",
    "^a+$",
)

_LENGTH: Final = 100
"""The length of a text that stands for those that people send."""
_MOST_STEPS: Final = 100_000_000
"""Steps that an engine takes in a second."""

RULES: Final = (INVALID, NOT_PORTABLE, EXPLODES)


def check(subject: LintSubject) -> Iterator[Finding]:
    """Every pattern in schemas and code lists."""
    for file in subject.schema_files:
        for node in file.nodes:
            for pattern, at in patterns_of(node):
                yield from _check_pattern(pattern, file.document.place(at), file.subject)
    for contract, version in subject.versions:
        for code_list in version.state.code_lists.values():
            if code_list.spelling and code_list.document is not None:
                subject_name = f"{contract.name}/{version.name}/{code_list.name}"
                yield from _check_pattern(code_list.spelling, code_list.document.place("/spelling"), subject_name)


def _check_pattern(pattern: str, place: Place, subject: str) -> Iterator[Finding]:
    try:
        tree = parse(pattern).tree
    except InvalidPattern as error:
        rule = INVALID if why_no_pattern(pattern) else NOT_PORTABLE
        yield rule.finding(str(error), place, subject=subject)
        return
    except UnreadablePattern as error:
        yield NOT_PORTABLE.finding(str(error), place, subject=subject)
        return
    reason = _why_not_regular(tree)
    if reason:
        yield NOT_PORTABLE.finding(reason, place, subject=subject)
    elif explodes(tree):
        yield EXPLODES.finding(f"{pattern} repeats a repetition without a letter between", place, subject=subject)
    elif _backtracks_in_python(pattern) and is_slow(tree):
        reason = f"generated Python may take more than {_MOST_STEPS:,} steps for a text of {_LENGTH} characters"
        yield EXPLODES.finding(f"{pattern}: {reason}", place, subject=subject)


def _backtracks_in_python(pattern: str) -> bool:
    """Whether generated Python leaves a pattern to an engine that backtracks, since the linear one cannot take it."""
    read = parse(pattern)
    try:
        rust.print_pattern(read)
    except NotExpressible:
        try:
            python_re.print_pattern(read)
        except NotExpressible:
            return False
        return True
    return False


def is_slow(tree: Tree) -> bool:
    """Whether an engine that backtracks takes long for some text, tried with texts that are made for that."""
    most = most_steps(tree, _LENGTH)
    if most is not None and most <= _MOST_STEPS:
        return False
    return any(is_slow_in(tree, text, _MOST_STEPS) for text in hard_texts(tree, _LENGTH))


def _why_not_regular(tree: Tree) -> str:
    """Why a tree is beyond finite automata; empty where it is not, or where only tables of Unicode are missing."""
    try:
        scan_charsets(to_regular(tree))
    except NotRegular as error:
        return str(error)
    except UnknownCharacters:
        return ""
    return ""


def explodes(tree: Tree) -> bool:
    """Whether an endless repetition can meet itself: ``(a+)+``, ``(a|a)*``, ``(a*b?)*``."""
    return any(
        isinstance(part, Repeat) and part.high is None and _is_ambiguous(part.body) for part in descendants(tree)
    )


def _is_ambiguous(body: Tree) -> bool:
    """Whether repeating the body can read one text in several ways. Plain cases only: the rest is not reported."""
    match body:
        case Group(_, inner) | Modified(inner):
            return _is_ambiguous(inner)
        case Repeat(inner, _, high):
            return high is None or _is_ambiguous(inner)
        case Choice(options):
            single = [_charset(option) for option in options if isinstance(option, Characters)]
            overlap = any(_meet(first, second) for i, first in enumerate(single) for second in single[:i])
            return overlap or any(_is_ambiguous(option) for option in options)
        case Sequence(parts):
            firm = [part for part in parts if not _is_nullable(part)]
            if not firm:
                return any(_is_ambiguous(part) for part in parts)
            return len(firm) == 1 and _is_ambiguous(firm[0])
    return False


def _charset(characters: Characters) -> Charset:
    """The code points of a set; nothing where they are not known, so that no overlap is reported."""
    try:
        return charset_of(characters)
    except UnknownCharacters:
        return charsets.EMPTY


def _meet(first: Charset, second: Charset) -> bool:
    return any(low <= end and start <= high for low, high in first for start, end in second)


def _is_nullable(tree: Tree) -> bool:
    match tree:
        case Repeat(body, low):
            return low == 0 or _is_nullable(body)
        case Group(_, body) | Modified(body):
            return _is_nullable(body)
        case Sequence(parts):
            return all(_is_nullable(part) for part in parts)
        case Choice(options):
            return any(_is_nullable(option) for option in options)
    return not isinstance(tree, Characters)
