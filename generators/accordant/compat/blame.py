"""Which keyword of a reader refuses a document: the one that a person would name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.reader_copy import EXCLUSIVE, ORIGIN, SAID_AS
from accordant.schema.references import Node
from accordant.schema.validation import Problem, UnusableSchema, validator_of

_COMPOSITES = ("anyOf", "oneOf")
_DEPTH = 64
_PROBLEM = 25
"""The steps of one problem of a validator: it takes about as long as a case split of the solver."""
_WRONG_TAG, _WRONG_TYPE, _GUARD = 1, 2, 4
"""What keeps a value from a branch, by weight. Powers of two, so that the heavier reason decides before all lighter
ones together. A value with another tag may still be meant for the branch (the tag is misspelt); one of another JSON
type hardly is. A guard is no alternative that anybody wrote: open reading puts it beside a branch, for the documents
that do not carry the branch's tag."""


@dataclass(frozen=True, slots=True)
class Blame:
    """A keyword of the reader, the pointer of its schema object, and the part of the document that it refuses."""

    instance: str
    schema: str
    keyword: str
    value: JsonValue
    """The part of the document."""
    said_as: str = ""
    """The keyword of the reader's own schema, where the copy says it with another one; ``more than one`` where a
    ``oneOf`` refuses what several branches accept."""

    @property
    def spelling(self) -> str:
        """The refusing keyword as the reader's own schema spells it."""
        return "oneOf" if self.said_as == "more than one" else self.said_as or self.keyword


def blame(reader: Node, document: JsonValue, spend: Callable[[int], None] = lambda steps: None) -> Blame | None:
    """The keyword that refuses the document; None where the validator finds none (it accepts, or cannot judge).

    Args:
        reader: the schema that refuses.
        document: the whole document.
        spend: is told how much work it is: ``_PROBLEM`` steps for every problem that the validator has.
    """
    node, base, value = reader, "", document
    for _ in range(_DEPTH):
        try:
            problems = validator_of(node).problems(value, inside=False)
        except UnusableSchema:
            return None
        if not problems:
            return None
        spend(len(problems) * _PROBLEM)
        problem = min(problems, key=_weight)
        found = _located(problem, base, document)
        if found.keyword not in _COMPOSITES:
            return found
        inside = _branch(reader, found, spend)
        if inside is None:
            return replace(found, said_as=_said_as(reader, found))
        node, base, value = inside, found.instance, found.value
    return None


def _said_as(reader: Node, found: Blame) -> str:
    holder = _holder(reader, found)
    if holder is None:
        return ""
    return "more than one" if EXCLUSIVE in holder.value else str(holder.value.get(SAID_AS, ""))


def _holder(reader: Node, found: Blame) -> Node | None:
    try:
        return reader.resources.root(reader.document).child(*pointers.split(found.schema))
    except LookupError:
        return None


def _weight(problem: Problem) -> tuple[int, int, str]:
    """Plain keywords before composites, then what lies deepest."""
    return (problem.keyword in _COMPOSITES, -len(pointers.split(problem.instance)), problem.evaluation)


def _located(problem: Problem, base: str, document: JsonValue) -> Blame:
    pointer = problem.schema_pointer
    instance = _mended(document, base + problem.instance)
    tokens = pointers.split(pointer) if pointer.startswith("/") else []
    keyword, holder = problem.keyword, pointers.parent(pointer)
    if keyword in ("falseSchema", "false_schema") or (tokens and tokens[-1] != keyword):
        keyword, holder = "false", pointer
    return Blame(instance, holder, keyword, pointers.follow(document, instance))


def _mended(document: JsonValue, pointer: str) -> str:
    """The pointer with the empty keys that jsonschema-rs leaves out of paths."""
    path: list[str] = []
    value = document
    for token in pointers.split(pointer):
        while isinstance(value, dict) and token not in value and "" in value:
            path.append("")
            value = value[""]
        if not isinstance(value, dict | list):
            break
        try:
            value = pointers.follow(value, pointers.write([token]))
        except LookupError:
            break
        path.append(token)
    return pointers.write(path)


def _branch(reader: Node, found: Blame, spend: Callable[[int], None]) -> Node | None:
    """The branch that the refused value was most likely meant for; None where no branch is to blame."""
    holder = _holder(reader, found)
    if holder is None or EXCLUSIVE in holder.value or not isinstance(holder.value.get(found.keyword), list):
        return None
    count = len(holder.value[found.keyword])
    ranked = []
    for index in range(count):
        branch = holder.child(found.keyword, index)
        try:
            problems = validator_of(branch).problems(found.value, inside=False)
        except UnusableSchema:
            continue
        if not problems:
            return None
        spend(len(problems) * _PROBLEM)
        ranked.append((_distance(branch, problems), index, branch))
    if not ranked:
        return None
    distance, _, nearest = min(ranked, key=lambda one: one[:2])
    if distance[0] >= _WRONG_TYPE and not all(_is_bare_type(branch) for _, _, branch in ranked):
        return None
    return nearest


def _is_bare_type(branch: Node) -> bool:
    return isinstance(branch.value, dict) and set(branch.value) <= {"type", "enum", "const", ORIGIN}


def _distance(branch: Node, problems: list[Problem]) -> tuple[int, int, int]:
    """How far a value is from a branch: guards and wrong types last, then few and deep problems first."""
    is_guard = isinstance(branch.value, dict) and ORIGIN not in branch.value and "anyOf" not in branch.value
    wrong_type = any(one.instance == "" and one.keyword in ("type", "const", "enum") for one in problems)
    wrong_tag = any(one.keyword in ("const", "enum") and one.instance.count("/") == 1 for one in problems)
    return (
        is_guard * _GUARD + wrong_type * _WRONG_TYPE + wrong_tag * _WRONG_TAG,
        len(problems),
        -max(one.instance.count("/") for one in problems),
    )
