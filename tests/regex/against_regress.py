"""Our reading of a pattern beside the one of `regress`, an engine of ECMA-262, with and without the `u` flag."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import jsonschema
import jsonschema_rs
import regress
from pydantic_core import SchemaValidator, core_schema

from accordant.gen.python.patterns import translate
from accordant.gen.typescript import patterns as typescript
from accordant.regex.automata import Automaton
from accordant.regex.errors import InvalidPattern, NotExpressible, UnreadablePattern
from accordant.regex.escapes import Syntax
from accordant.regex.parser import parse, parse_as
from accordant.regex.printers import ecmascript
from accordant.regex.regular import to_regular
from accordant.schema.library_patterns import for_jsonschema, for_jsonschema_rs

FLAGS: Final = {"u": Syntax.UNICODE, "": Syntax.ANNEX_B}
Finds = Callable[[str], bool]

FAULTS: Final = (
    (
        re.compile(r"\\[bB](?:[*+?]|\{\d+(?:,\d*)?\})"),
        "repeats \\b or \\B: 22.2.1 Term and B.1.2 QuantifiableAssertion have no quantifier there",
    ),
    (
        re.compile(r"\\u\{"),
        "without u, \\u{61} is one letter: by B.1.2 it is 61 times the letter u, and takes no second quantifier",
    ),
    (re.compile(r"\{\d{20,},\d{20,}\}"), "large bounds out of order: 22.2.1.1, NumericValue is exact"),
    (
        re.compile(r"\\u[dD][89abAB].*\\u[dD][c-fC-F]"),
        "without u, \\ud83d\\ude00 is two members of a class: 22.2.1 RegExpUnicodeEscapeSequence pairs with u only",
    ),
    (re.compile(r"\(\?<.*\\k|\\k.*\(\?<", re.DOTALL), "\\k in a class beside named groups: B.1.2 ClassEscape has no k"),
    (
        re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u(?![0-9a-fA-F]{4}|\{)"),
        "with u, \\u without four digits behind half of a pair: 22.2.1 RegExpUnicodeEscapeSequence has four",
    ),
)
"""Where regress takes other patterns than the specification: what such a pattern has, and the clause."""
SURROGATES: Final = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What both say of "is this a pattern?"."""

    ours: bool
    theirs: bool
    clause: str = ""
    """The clause that regress does not keep, where they differ for that."""


def verdict(pattern: str, flag: str) -> Verdict:
    """Both verdicts on a pattern with or without the `u` flag."""
    try:
        parse_as(pattern, FLAGS[flag])
        ours = True
    except InvalidPattern:
        ours = False
    theirs = engine(pattern, flag) is not None
    clauses = [clause for sign, clause in FAULTS if sign.search(pattern)]
    return Verdict(ours, theirs, clauses[0] if clauses and theirs and not ours else "")


def engine(pattern: str, flag: str) -> Finds | None:
    """Whether regress finds a pattern in a text; None where it takes the pattern for none."""
    try:
        compiled = regress.Regex(pattern, flag)
    except regress.RegressError:
        return None
    return lambda text: compiled.find(text) is not None


def automaton(pattern: str, flag: str) -> Finds | str:
    """Whether our automaton finds a pattern in a text, or why there is no automaton."""
    try:
        return Automaton(to_regular(parse_as(pattern, FLAGS[flag]))).accepts
    except UnreadablePattern as error:
        return type(error).__name__
    except RecursionError:
        return "RecursionError"


def is_read_as_with_u(pattern: str, flag: str) -> bool:
    """Whether regress, and not the specification, gives a pattern without the flag a meaning of the flag.

    These are `\\u{61}`, and pairs of surrogates as one character.
    """
    return flag == "" and ("\\u{" in pattern or SURROGATES.search(pattern) is not None)


def targets(pattern: str) -> Iterator[tuple[str, Finds]]:
    """How generated code finds a pattern as JSON Schema reads it; JavaScript's text is run by regress."""
    tree = parse(pattern).tree
    printed = typescript.translate(pattern)
    if printed is not None:
        yield "typescript, as written", _required(printed)
        yield "typescript, printed", _required(ecmascript.print_tree(tree))
    translated = translate(pattern)
    if translated is not None and translated.linear:
        yield "python, linear", SchemaValidator(core_schema.str_schema(pattern=translated.text)).isinstance_python
    elif translated is not None:
        compiled = re.compile(translated.text, re.ASCII)
        yield "python, re", lambda text: compiled.search(text) is not None
    yield from validators(pattern)


def validators(pattern: str) -> Iterator[tuple[str, Finds]]:
    """How the two validator libraries find a pattern in the spelling that we hand them."""
    with suppress(NotExpressible):
        yield "jsonschema-rs", jsonschema_rs.Draft202012Validator({"pattern": for_jsonschema_rs(pattern)}).is_valid
    with suppress(NotExpressible):
        yield "jsonschema", jsonschema.Draft202012Validator({"pattern": for_jsonschema(pattern)}).is_valid


def _required(pattern: str) -> Finds:
    finds = engine(pattern, "u")
    assert finds is not None, f"no pattern with u: {pattern!r}"
    return finds
