"""Which keyword of a reader refuses a document: the one that a person would name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import EXCLUSIVE, ORIGIN, STANDS_FOR
from accordant.schema.problems import Objection, Problem, UnusableSchema
from accordant.schema.references import Node
from accordant.schema.validation import validator_of

CLOSING: Final = ("additionalProperties", "unevaluatedProperties", "propertyNames")
"""Keywords that refuse keys which nothing names."""

_COMPOSITES = ("anyOf", "oneOf")
_UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
_DEPTH = 64
"""Most branches inside branches that are entered: a recursive schema has no last one."""

_PROBLEM_STEPS = 25
"""The steps of one problem of a validator: it takes about as long as a case split of the solver."""
_WRONG_TAG, _WRONG_TYPE, _GUARD = 1, 2, 4
"""What keeps a value from a branch, by weight. Powers of two, so that the heavier reason decides before all lighter
ones together. A value with another tag may still be meant for the branch (the tag is misspelt); one of another JSON
type hardly is. A guard is not an alternative that anybody wrote: open reading puts it beside a branch, for the
documents that do not carry the branch's tag."""


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
    names: tuple[str, ...] = ()
    """The keys that a closing keyword refuses, where the validator lists them (others may be evaluated elsewhere), or
    those that `required` misses."""

    key: str | None = None
    """The key of an object that a rule for the names of keys refuses."""
    is_of_key: bool = False
    """Whether the keyword is the name of a member whose schema is ``false``."""

    def refused_keys(self, declared: Iterable[str]) -> list[str]:
        """The keys of the refused object that a closing keyword with ``declared`` keys beside it refuses."""
        return list(self.names) or [key for key in self.value if key not in declared]

    @property
    def spelling(self) -> str:
        """The refusing keyword as the reader's own schema spells it."""
        return "oneOf" if self.stands_for == "more than one" else self.stands_for or self.keyword


def blame(reader: Node, document: JsonValue, spend: Callable[[int], None] = lambda steps: None) -> Blame | None:
    """The keyword that refuses the document; None where there is none: the validator accepts, or cannot judge.

    Args:
        reader: the schema that refuses.
        document: the whole document.
        spend: counts the work: ``_PROBLEM_STEPS`` steps for every problem that is looked at.
    """
    validator = validator_of(reader, unknown_holds=True)
    if not validator.can_list_problems(document):
        return None
    try:
        objections = validator.objections(document)
    except UnusableSchema:
        return None
    for _ in range(_DEPTH):
        if not objections:
            return None
        spend(len(objections) * _PROBLEM_STEPS)
        objection = min(objections, key=_rank)
        refusal = _locate(objection.problem, document)
        if refusal.keyword in _UNEVALUATED and any(objection.branches):
            (objections,) = objection.branches
            continue
        if refusal.keyword not in _COMPOSITES:
            return refusal
        branch = _nearest_branch(reader, refusal, objection, spend)
        if branch is None:
            return replace(refusal, stands_for=_original_keyword(reader, refusal))
        objections = branch
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


def _rank(objection: Objection) -> tuple[int, int, str]:
    """Plain keywords before composites, then what lies deepest."""
    problem = objection.problem
    return (problem.keyword in _COMPOSITES, -len(pointers.split(problem.instance)), problem.evaluation)


def _locate(problem: Problem, document: JsonValue) -> Blame:
    pointer = problem.schema_pointer
    instance = _restore_empty_keys(document, problem.instance)
    tokens = pointers.split(pointer) if pointer.startswith("/") else []
    keyword, holder = problem.keyword, pointers.parent(pointer)
    if keyword in ("falseSchema", "false_schema") or (tokens and tokens[-1] != keyword):
        keyword, holder = "false", pointer
    names = problem.names if keyword in (*CLOSING, "required") else ()
    is_of_key = problem.is_false and tokens[-2:-1] in (["properties"], ["patternProperties"])
    return Blame(
        instance,
        holder,
        keyword,
        pointers.follow(document, instance),
        names=names,
        key=problem.key,
        is_of_key=is_of_key,
    )


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


def _nearest_branch(
    reader: Node, refusal: Blame, objection: Objection, spend: Callable[[int], None]
) -> list[Objection] | None:
    """What the branch refuses that the value was most likely meant for; None where no branch is to blame."""
    holder = _holder(reader, refusal)
    if holder is None or EXCLUSIVE in holder.value or not isinstance(holder.value.get(refusal.keyword), list):
        return None
    base, ranked = objection.problem.instance, []
    for index, refused in enumerate(objection.branches):
        if not refused:
            return None
        spend(len(refused) * _PROBLEM_STEPS)
        branch = holder.child(refusal.keyword, index)
        ranked.append((_distance(branch, base, [inner.problem for inner in refused]), index, branch, refused))
    if not ranked:
        return None
    distance, _, _, nearest = min(ranked, key=lambda ranking: ranking[:2])
    if distance[0] >= _WRONG_TYPE and not all(_is_bare_type(branch) for _, _, branch, _ in ranked):
        return None
    return nearest


def _is_bare_type(branch: Node) -> bool:
    return isinstance(branch.value, dict) and set(branch.value) <= {"type", "enum", "const", ORIGIN}


def _is_guard(schema: dict[str, JsonValue]) -> bool:
    """Whether a reading made a branch for documents of another kind, beside those that somebody wrote."""
    is_for_no_object = schema.get("not") == {"type": "object"}  # a copied one says where it comes from
    return is_for_no_object or not {ORIGIN, "anyOf", "allOf"} & schema.keys()


def _distance(branch: Node, base: str, problems: list[Problem]) -> tuple[int, int, int]:
    """How far the value at ``base`` is from a branch: guards and wrong types last, then few and deep problems first."""
    is_guard = isinstance(branch.value, dict) and _is_guard(branch.value)
    depths = [problem.instance.removeprefix(base).count("/") for problem in problems]
    listed = [problem.keyword in ("const", "enum") for problem in problems]
    wrong_type = any(
        depth == 0 and (is_listed or problem.keyword == "type")
        for problem, depth, is_listed in zip(problems, depths, listed, strict=True)
    )
    wrong_tag = any(depth == 1 and is_listed for depth, is_listed in zip(depths, listed, strict=True))
    return (is_guard * _GUARD + wrong_type * _WRONG_TYPE + wrong_tag * _WRONG_TAG, len(problems), -max(depths))
