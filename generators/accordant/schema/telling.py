"""Which of many problems tells people what is wrong: inside `oneOf` and `anyOf`, the branch that was meant."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.validation import Problem

_CHOOSES = {"const", "enum"}


def told(problems: list[Problem], document: JsonValue) -> list[Problem]:
    """The problems with each choice replaced by what its most likely branch says; each place and keyword once.

    A branch is likely where the document is of its type and carries its tag (a member that the branches tell apart
    by ``const`` or ``enum``). Where no branch is likely, the choice itself is the problem.
    """
    found: dict[tuple[str, str, tuple[str, ...]], Problem] = {}
    for problem in _without_echoes(problems):
        for one in _inside(problem, document):
            found.setdefault((one.instance, one.schema_location, one.names), one)
    return sorted(found.values(), key=lambda one: _order(one.instance))


def _without_echoes(problems: list[Problem]) -> list[Problem]:
    """Without `unevaluated*`: a part that fails elsewhere evaluates nothing, so that its members look unknown."""
    real = [one for one in problems if one.keyword not in ("unevaluatedProperties", "unevaluatedItems")]
    return real or problems


def _order(instance: str) -> list[tuple[bool, int, str]]:
    return [(token.isdecimal(), int(token) if token.isdecimal() else 0, token) for token in pointers.split(instance)]


def _inside(problem: Problem, document: JsonValue) -> Iterator[Problem]:
    branches = [list(branch) for branch in problem.branches if branch]
    if not branches:
        yield problem
        return
    best = min(branches, key=lambda branch: _distance(problem, branch))
    wrong_type, wrong_tag, *_ = _distance(problem, best)
    if wrong_type or (wrong_tag and len(branches) > 1):
        yield problem
        return
    for one in _without_echoes(best):
        yield from _inside(one, document)


def _distance(problem: Problem, branch: list[Problem]) -> tuple[bool, bool, bool, int, int]:
    """How far a document is from what a branch describes: the least is the most likely branch."""
    here = problem.instance
    wrong_type = any(one.instance == here and one.keyword in {"type", "falseSchema", *_CHOOSES} for one in branch)
    wrong_tag = any(one.keyword in _CHOOSES and _is_member_of(here, one.instance) for one in branch)
    lacks = any(one.instance == here and one.keyword == "required" for one in branch)
    depth = max(one.instance.count("/") for one in branch)
    return wrong_type, wrong_tag, lacks, len(branch), -depth


def _is_member_of(parent: str, pointer: str) -> bool:
    return pointer.startswith(parent + "/") and pointers.parent(pointer) == parent
