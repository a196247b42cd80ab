"""The schemas that certainly judge the value at a place, and their constraints."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from accordant.model.constraints import Constraint, Pass
from accordant.model.fields.places import FieldPlace, ItemStep, MemberStep, NamesStep, PositionStep, Step
from accordant.model.keywords import Compiler, seen
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping.parts import Part, flatten
from accordant.schema.dialects import REFERENCES, Relation
from accordant.schema.name_patterns import pattern_matches
from accordant.schema.subschemas import Applied

INSIDE: Final = frozenset({
    "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "additionalItems",
    "required", "type", "allOf", *REFERENCES,
})  # fmt: skip
"""Keywords that types and rows speak for."""


def parts_at(
    schema: ScopedSchema, place: FieldPlace, branches: Sequence[tuple[int, ScopedSchema]], compiler: Compiler
) -> list[Part]:
    """The schemas that certainly judge the value at a place of a schema's documents, where some branches apply.

    Args:
        schema: the schema of the documents.
        place: the place in them.
        branches: schemas that apply too, each with the number of steps to its value.
        compiler: tells what ``unevaluatedProperties`` and ``unevaluatedItems`` judge.
    """
    parts = [Part(schema)]
    for depth, step in enumerate((*place.steps, None)):
        parts += [Part(branch) for steps, branch in branches if steps == depth]
        if step is not None:
            parts = parts_below(flatten(parts), step, compiler)
    return parts


def parts_below(flat: Sequence[Part], step: Step, compiler: Compiler) -> list[Part]:
    """The schemas that certainly judge the values to which a step leads, of the flattened schemas of a value."""
    return [Part(child) for part in flat for child in _below(part.site, step, compiler)]


def _below(schema: ScopedSchema, step: Step, compiler: Compiler) -> Iterator[ScopedSchema]:
    """The subschemas of one schema that judge every value to which a step leads."""
    match step:
        case MemberStep(name):
            for applied, child in schema.for_member(name):
                if applied.keyword != "unevaluatedProperties" or _leaves_name(schema, name, compiler):
                    yield child
        case NamesStep():
            for applied, child in schema.applied_to(Relation.MEMBER):
                if _covers_names(schema, applied, step, compiler):
                    yield child
        case PositionStep(index):
            for applied, child in schema.applied_to(Relation.ITEM):
                if applied.is_for_item(index) and _judges_from(schema, applied, index, compiler):
                    yield child
        case ItemStep(start):
            for applied, child in schema.applied_to(Relation.ITEM):
                if applied.key is None and _judges_from(schema, applied, start, compiler):
                    yield child


def _leaves_name(schema: ScopedSchema, name: str, compiler: Compiler) -> bool:
    """Whether ``unevaluatedProperties`` judges the member of a name in every document."""
    evaluated = seen.before_members(schema, compiler, "unevaluatedProperties")
    is_evaluated = name in evaluated.names or any(pattern_matches(pattern, name) for pattern in evaluated.patterns)
    return not (evaluated.everything or evaluated.depends_on_value or is_evaluated)


def _covers_names(schema: ScopedSchema, applied: Applied, step: NamesStep, compiler: Compiler) -> bool:
    """Whether a subschema for members judges every member to which a step by pattern or to the rest leads."""
    if applied.keyword in ("properties", "patternProperties"):
        return applied.keyword == "patternProperties" and applied.key == step.pattern
    evaluated = seen.before_members(schema, compiler, applied.keyword)
    return not (step.pattern or evaluated.everything or evaluated.depends_on_value) and (
        set(evaluated.names) <= set(step.named) and set(evaluated.patterns) <= set(step.others)
    )


def _judges_from(schema: ScopedSchema, applied: Applied, start: int, compiler: Compiler) -> bool:
    """Whether a subschema for items judges the items from an index on in every document; ``contains`` is a test."""
    if applied.is_test:
        return False
    if isinstance(applied.key, int):
        return True
    evaluated = seen.before_items(schema, compiler, applied)
    return not (evaluated.everything or evaluated.depends_on_value) and evaluated.below <= start


def own_sites(parts: Sequence[Part], sections: Collection[str], current: str) -> list[ScopedSchema]:
    """The schemas of a conjunction, those behind references to other sections left out: the section shows them."""
    own: dict[str, ScopedSchema] = {}
    todo = [part.site for part in parts]
    while todo:
        schema = todo.pop(0)
        if schema.key not in own:
            own[schema.key] = schema
            conjuncts = schema.conjuncts
            todo += [
                child
                for keyword, child in conjuncts
                if keyword == "allOf" or child.key == current or child.key not in sections
            ]
    return list(own.values())


def constraints_of(site: ScopedSchema, compiler: Compiler) -> Iterator[Constraint]:
    """What the keywords of one schema ask beyond types and rows, in the order of checking."""
    for keyword in compiler.judging(site):
        if keyword not in INSIDE:
            constraint = compiler.keyword(site, keyword)
            if not isinstance(constraint, Pass):
                yield constraint
