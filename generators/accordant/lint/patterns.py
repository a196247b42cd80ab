"""Patterns: regular expressions that every reader understands, and that no input makes slow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import Finding, Place, Rule, Severity
from accordant.lint.subject import Subject
from accordant.regex import charsets
from accordant.regex import parser as ecma
from accordant.schema import pointers
from accordant.schema.references import Node

NOT_PORTABLE: Final = Rule(
    "pattern-not-portable",
    Severity.NOTE,
    "A pattern is no ECMA-262 regular expression, or uses what is not regular.",
    "JSON Schema's patterns are ECMA-262; other dialects mean other things by the same letters, and check-compat "
    "answers `undecided` where it cannot read a pattern.",
    "Write the pattern with what ECMA-262 has: no (?i), \\A, \\Z, (?P<name>), no possessive quantifiers.",
    r"\A[a-z]+\Z",
    "^[a-z]+$",
)
EXPLODES: Final = Rule(
    "pattern-explodes",
    Severity.NOTE,
    "A pattern repeats a repetition, so that a backtracking engine may try every way to divide the input.",
    "One string of thirty letters stops a reader that uses such an engine (ReDoS).",
    "Let each repetition begin with a letter that the inner one cannot match, or remove one of the two.",
    "^(a+)+$",
    "^a+$",
)

RULES: Final = (NOT_PORTABLE, EXPLODES)


def check(subject: Subject) -> Iterator[Finding]:
    """Every pattern in schemas and code lists."""
    for file in subject.schema_files:
        for node in file.nodes():
            for pattern, at in _patterns(node):
                yield from _judged(pattern, file.document.place(at), file.subject)
    for contract, version in subject.versions:
        for listed in version.state.code_lists.values():
            if listed.spelling and listed.document is not None:
                said = f"{contract.name}/{version.name}/{listed.name}"
                yield from _judged(listed.spelling, listed.document.place("/spelling"), said)


def _patterns(node: Node) -> Iterator[tuple[str, str]]:
    if not isinstance(node.value, dict):
        return
    if isinstance(node.value.get("pattern"), str):
        yield node.value["pattern"], pointers.join(node.pointer, "pattern")
    members = node.value.get("patternProperties")
    for pattern in members if isinstance(members, dict) else ():
        yield pattern, pointers.join(node.pointer, "patternProperties", pattern)


def _judged(pattern: str, place: Place, subject: str) -> Iterator[Finding]:
    try:
        tree = ecma.parse(pattern)
    except (ecma.UnreadablePattern, RecursionError) as error:
        yield NOT_PORTABLE.finding(str(error) or "nested too deeply", place, subject=subject)
        return
    if explodes(tree):
        yield EXPLODES.finding(f"{pattern} repeats a repetition without a letter between", place, subject=subject)


def explodes(tree: ecma.Tree) -> bool:
    """Whether an endless repetition can meet itself: ``(a+)+``, ``(a|a)*``, ``(a*b?)*``."""
    todo = [tree]
    while todo:
        part = todo.pop()
        if isinstance(part, ecma.Repeat) and part.high is None and _is_ambiguous(part.body):
            return True
        todo += _parts(part)
    return False


def _is_ambiguous(body: ecma.Tree) -> bool:
    """Whether repeating the body can read one text in several ways (found for the plain cases only)."""
    if isinstance(body, ecma.Group):
        return _is_ambiguous(body.body)
    if isinstance(body, ecma.Repeat):
        return body.high is None or _is_ambiguous(body.body)
    if isinstance(body, ecma.Choice):
        single = [one.charset for one in body.options if isinstance(one, ecma.Chars)]
        overlap = any(_meet(one, other) for i, one in enumerate(single) for other in single[:i])
        return overlap or any(_is_ambiguous(one) for one in body.options)
    if isinstance(body, ecma.Sequence):
        firm = [one for one in body.parts if not _is_nullable(one)]
        loose = [one for one in body.parts if _is_nullable(one)]
        if not firm:
            return any(_is_ambiguous(one) for one in loose)
        return len(firm) == 1 and _is_ambiguous(firm[0])
    return False


def _meet(one: charsets.Charset, other: charsets.Charset) -> bool:
    return any(low <= end and start <= high for low, high in one for start, end in other)


def _is_nullable(tree: ecma.Tree) -> bool:
    if isinstance(tree, ecma.Repeat):
        return tree.low == 0 or _is_nullable(tree.body)
    if isinstance(tree, ecma.Group):
        return _is_nullable(tree.body)
    if isinstance(tree, ecma.Sequence):
        return all(_is_nullable(one) for one in tree.parts)
    if isinstance(tree, ecma.Choice):
        return any(_is_nullable(one) for one in tree.options)
    return not isinstance(tree, ecma.Chars)


def _parts(tree: ecma.Tree) -> tuple[ecma.Tree, ...]:
    if isinstance(tree, ecma.Sequence):
        return tree.parts
    if isinstance(tree, ecma.Choice):
        return tree.options
    if isinstance(tree, ecma.Repeat | ecma.Look | ecma.Group):
        return (tree.body,)
    return ()
