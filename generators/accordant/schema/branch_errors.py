"""Chooses the relevant problems of a document: inside `oneOf` and `anyOf`, those of the branch that was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.json_values import canonical
from accordant.schema.problems import Problem
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import applied_subschemas, conjuncts, judging

_CHOOSES = frozenset(("const", "enum"))
_UNEVALUATED = frozenset(("unevaluatedProperties", "unevaluatedItems"))


def relevant_problems(problems: list[Problem], resources: Resources) -> list[Problem]:
    """The problems with each choice replaced by what its most likely branch says; each place and keyword once.

    A branch is likely where the document is of its type and carries its tag (a member that several branches pin by
    ``const`` or ``enum``). Where the document fits no branch's type, the choice itself is the problem; where it
    carries no branch's tag, the choice is a problem of the tag, and its ``branches`` say what each wants there.
    """
    relevant: dict[tuple[str, str, tuple[str, ...]], Problem] = {}
    for problem in _without_echoes(problems):
        for inner in _resolve_choice(problem, resources):
            relevant.setdefault((inner.instance, inner.schema_location, inner.names), inner)
    told = _without_wider(_at_once(relevant.values()), resources)
    return sorted(told, key=lambda problem: _order(problem.instance))


def _without_wider(problems: list[Problem], resources: Resources) -> list[Problem]:
    """Without lists of values that say no more than another one, which asks the same value for some of these only."""
    lists: dict[str, list[tuple[Problem, frozenset[str]]]] = {}
    for problem in problems:
        values = _listed_values(problem, resources)
        if values:
            lists.setdefault(problem.instance, []).append((problem, values))
    wider = {
        id(problem)
        for at_one_place in lists.values()
        for index, (problem, values) in enumerate(at_one_place)
        if any(less < values for _, less in at_one_place) or any(values == same for _, same in at_one_place[:index])
    }
    return [problem for problem in problems if id(problem) not in wider]


def _listed_values(problem: Problem, resources: Resources) -> frozenset[str]:
    """The values that an ``enum`` allows; empty for other problems."""
    if problem.keyword != "enum" or problem.key is not None:
        return frozenset()
    address, _, pointer = problem.schema_location.partition("#")
    try:
        values = resources.root(address).child(*pointers.split(pointer)).value
    except (LookupError, ValueError, TypeError):
        return frozenset()
    return frozenset(map(canonical, values)) if isinstance(values, list) else frozenset()


def _at_once(problems: Iterable[Problem]) -> list[Problem]:
    """The problems, with all fields that one list of required ones misses in one problem."""
    merged: dict[object, Problem] = {}
    for number, problem in enumerate(problems):
        missing = problem.keyword == "required" and bool(problem.names)
        key = (problem.instance, problem.schema_location, problem.nearest) if missing else number
        names = (*merged[key].names, *problem.names) if key in merged else problem.names
        merged[key] = replace(problem, names=names)
    return list(merged.values())


def _without_echoes(problems: list[Problem]) -> list[Problem]:
    """Without the `unevaluated*` problems of a value in which something else is wrong too.

    A keyword that fails evaluates nothing, so that the members it would evaluate look unknown.
    """
    others = [problem.instance for problem in problems if problem.keyword not in _UNEVALUATED]
    return [
        problem
        for problem in problems
        if problem.keyword not in _UNEVALUATED
        or not any(other == problem.instance or other.startswith(f"{problem.instance}/") for other in others)
    ]


def _order(instance: str) -> list[tuple[bool, int, str]]:
    indexes = [(pointers.index_of(token), token) for token in pointers.split(instance)]
    return [(index is not None, index or 0, token) for index, token in indexes]


def _resolve_choice(problem: Problem, resources: Resources) -> Iterator[Problem]:
    branches = _consequences([list(branch) for branch in problem.branches if branch], problem.instance)
    if not branches:
        yield problem
        return
    if len(branches) > 1 and all(_lacks_one_only(problem.instance, branch) for branch in branches):
        names = dict.fromkeys(name for branch in branches for inner in branch for name in inner.names)
        yield replace(problem, names=tuple(names))
        return
    tags = [pointers.join(problem.instance, name) for name in _tags(problem, resources)]
    best, *others = sorted(branches, key=lambda branch: _distance(problem.instance, branch, tags))
    wrong_type, wrong_tag, *_ = _distance(problem.instance, best, tags)
    is_selected = all(any(_distance(problem.instance, other, tags)[:2]) for other in others)
    nearest = "" if is_selected else _name(problem, best, resources)
    if wrong_type:
        yield problem
    elif wrong_tag:
        yield _of_tag(
            problem, next(inner.instance for inner in best if inner.instance in tags and inner.keyword in _CHOOSES)
        )
    else:
        for inner in _without_echoes(best):
            for cause in _resolve_choice(inner, resources):
                yield replace(cause, nearest=cause.nearest or nearest)


def _name(problem: Problem, branch: list[Problem], resources: Resources) -> str:
    """What an alternative is called: its title, else the name of its definition, else its number."""
    index = next(index for index, listed in enumerate(problem.branches) if list(listed) == branch)
    address, _, pointer = problem.schema_location.partition("#")
    try:
        node = resources.root(address).child(*pointers.split(pointer), index)
        titles = (schema.value.get("title") for schema in conjuncts(node) if isinstance(schema.value, dict))
        title = next((title for title in titles if isinstance(title, str) and title), "")
        reference = node.value.get("$ref") if isinstance(node.value, dict) else None
    except (LookupError, ValueError, TypeError):
        title, reference = "", None
    if not title and isinstance(reference, str):
        title = reference.rpartition("/")[2]
    return f"of the alternatives, {title}" if title else f"alternative {index + 1} of {len(problem.branches)}"


def _consequences(branches: list[list[Problem]], here: str) -> list[list[Problem]]:
    """The branches without `{"not": X}`: beside another branch it says that this one is asked of every X."""
    others = [
        branch for branch in branches if any(inner.keyword != "not" or inner.instance != here for inner in branch)
    ]
    return others or branches


def _lacks_one_only(here: str, branch: list[Problem]) -> bool:
    """Whether a branch asks for one field and for nothing else."""
    return len(branch) == 1 and branch[0].instance == here and branch[0].keyword == "required"


def _of_tag(problem: Problem, tag: str) -> Problem:
    of_tag = [tuple(inner for inner in branch if inner.instance == tag) for branch in problem.branches]
    return replace(problem, instance=tag, branches=tuple(branch for branch in of_tag if branch))


def _distance(here: str, branch: list[Problem], tags: list[str]) -> tuple[bool, bool, bool, int, int]:
    """How far a document is from what a branch describes: the least is the most likely branch."""
    wrong_type = any(
        inner.instance == here and (inner.is_false or inner.keyword in {"type", *_CHOOSES}) for inner in branch
    )
    wrong_tag = any(inner.keyword in _CHOOSES and inner.instance in tags for inner in branch)
    lacks = any(inner.instance == here and inner.keyword == "required" for inner in branch)
    depth = max(inner.instance.count("/") for inner in branch)
    return wrong_type, wrong_tag, lacks, len(branch), -depth


def _tags(problem: Problem, resources: Resources) -> list[str]:
    """The members by which several branches of a choice tell their documents."""
    address, _, pointer = problem.schema_location.partition("#")
    try:
        choice = resources.root(address).child(*pointers.split(pointer))
        pinned = [_pinned_properties(choice.child(index)) for index in range(len(choice.value))]
    except (LookupError, ValueError, TypeError):
        return []
    names = dict.fromkeys(name for properties in pinned for name in properties)
    return [name for name in names if sum(name in properties for properties in pinned) > 1]


def _pinned_properties(branch: Node) -> set[str]:
    """The properties that a branch (through references and `allOf`) pins to some values."""
    return {
        str(subschema.key)
        for schema in conjuncts(branch)
        for subschema in applied_subschemas(schema, relation=Relation.MEMBER)
        if subschema.keyword == "properties" and not _CHOOSES.isdisjoint(judging(subschema.node))
    }
