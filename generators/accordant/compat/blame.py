"""Which keyword of a reader refuses a document: the one that a person would name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.reader_copy import EXCLUSIVE, ORIGIN, STANDS_FOR
from accordant.schema.references import Node
from accordant.schema.validation import Problem, UnusableSchema, validator_of

_COMPOSITES = ("anyOf", "oneOf")
_DEPTH = 64
"""Most branches inside branches that are entered: a recursive schema has no last one."""

_PROBLEM_STEPS = 25
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
    stands_for: str = ""
    """The keyword of the reader's own schema, where the copy has another one in its place; ``more than one`` where a
    ``oneOf`` refuses what several branches accept."""

    @property
    def spelling(self) -> str:
        """The refusing keyword as the reader's own schema spells it."""
        return "oneOf" if self.stands_for == "more than one" else self.stands_for or self.keyword


def blame(reader: Node, document: JsonValue, spend: Callable[[int], None] = lambda steps: None) -> Blame | None:
    """The keyword that refuses the document; None where there is none: the validator accepts, or cannot judge.

    Args:
        reader: the schema that refuses.
        document: the whole document.
        spend: counts the work: ``_PROBLEM_STEPS`` steps for every problem that the validator has.
    """
    node, base, value = reader, "", document
    for _ in range(_DEPTH):
        try:
            problems = validator_of(node, unknown_holds=True).problems(value, inside=False)
        except UnusableSchema:
            return None
        if not problems:
            return None
        spend(len(problems) * _PROBLEM_STEPS)
        problem = min(problems, key=_rank)
        refusal = _locate(problem, base, document)
        if refusal.keyword not in _COMPOSITES:
            return refusal
        branch = _nearest_branch(reader, refusal, spend)
        if branch is None:
            return replace(refusal, stands_for=_original_keyword(reader, refusal))
        node, base, value = branch, refusal.instance, refusal.value
    return None


def _original_keyword(reader: Node, refusal: Blame) -> str:
    holder = _holder(reader, refusal)
    if holder is None:
        return ""
    return "more than one" if EXCLUSIVE in holder.value else str(holder.value.get(STANDS_FOR, ""))


def _holder(reader: Node, refusal: Blame) -> Node | None:
    try:
        return reader.resources.root(reader.document).child(*pointers.split(refusal.schema))
    except LookupError:
        return None


def _rank(problem: Problem) -> tuple[int, int, str]:
    """Plain keywords before composites, then what lies deepest."""
    return (problem.keyword in _COMPOSITES, -len(pointers.split(problem.instance)), problem.evaluation)


def _locate(problem: Problem, base: str, document: JsonValue) -> Blame:
    pointer = problem.schema_pointer
    instance = _restore_empty_keys(document, base + problem.instance)
    tokens = pointers.split(pointer) if pointer.startswith("/") else []
    keyword, holder = problem.keyword, pointers.parent(pointer)
    if keyword in ("falseSchema", "false_schema") or (tokens and tokens[-1] != keyword):
        keyword, holder = "false", pointer
    return Blame(instance, holder, keyword, pointers.follow(document, instance))


def _restore_empty_keys(document: JsonValue, pointer: str) -> str:
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


def _nearest_branch(reader: Node, refusal: Blame, spend: Callable[[int], None]) -> Node | None:
    """The branch that the refused value was most likely meant for; None where no branch is to blame."""
    holder = _holder(reader, refusal)
    if holder is None or EXCLUSIVE in holder.value or not isinstance(holder.value.get(refusal.keyword), list):
        return None
    count = len(holder.value[refusal.keyword])
    ranked = []
    for index in range(count):
        branch = holder.child(refusal.keyword, index)
        try:
            problems = validator_of(branch, unknown_holds=True).problems(refusal.value, inside=False)
        except UnusableSchema:
            continue
        if not problems:
            return None
        spend(len(problems) * _PROBLEM_STEPS)
        ranked.append((_distance(branch, problems), index, branch))
    if not ranked:
        return None
    distance, _, nearest = min(ranked, key=lambda ranking: ranking[:2])
    if distance[0] >= _WRONG_TYPE and not all(_is_bare_type(branch) for _, _, branch in ranked):
        return None
    return nearest


def _is_bare_type(branch: Node) -> bool:
    return isinstance(branch.value, dict) and set(branch.value) <= {"type", "enum", "const", ORIGIN}


def _distance(branch: Node, problems: list[Problem]) -> tuple[int, int, int]:
    """How far a value is from a branch: guards and wrong types last, then few and deep problems first."""
    is_guard = isinstance(branch.value, dict) and ORIGIN not in branch.value and "anyOf" not in branch.value
    wrong_type = any(problem.instance == "" and problem.keyword in ("type", "const", "enum") for problem in problems)
    wrong_tag = any(problem.keyword in ("const", "enum") and problem.instance.count("/") == 1 for problem in problems)
    return (
        is_guard * _GUARD + wrong_type * _WRONG_TYPE + wrong_tag * _WRONG_TAG,
        len(problems),
        -max(problem.instance.count("/") for problem in problems),
    )
