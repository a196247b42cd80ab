"""Where the types of a member or item follow from its own schemas alone, whatever stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from accordant.model.fields.places import ItemStep, MemberStep, NamesStep, Step
from accordant.model.shaping.parts import Part
from accordant.schema.dialects import Relation
from accordant.schema.json_values import fingerprint

_INDEPENDENT: Final = frozenset({
    "type", "required", "properties", "patternProperties", "additionalProperties", "items", "minItems",
})  # fmt: skip
"""Keywords that judge each member and each item by itself: one that is replaced by another valid one stays valid."""

_EXACT: Final = (frozenset({"type"}), frozenset({"type", "enum"}), frozenset({"type", "const"}))


def is_independent(flat: Sequence[Part], step: Step) -> bool:
    """Whether a value with the part to which a step leads stays valid with any other part that its schemas admit.

    Args:
        flat: every schema of the value.
        step: the step to the part.
    """
    if not judge_apart(flat):
        return False
    match step:
        case MemberStep():
            return True
        case NamesStep(pattern, _, others):
            return len(flat) == 1 and not pattern and not others
        case ItemStep(start):
            items = [applied for part in flat for applied, _ in part.site.applied_to(Relation.ITEM)]
            return not start and all(applied.key is None for applied in items)
        case _:
            return False


def judge_apart(flat: Sequence[Part]) -> bool:
    """Whether every keyword judges each member and each item by itself, the same wherever the schemas are reached."""
    return all(judging_keywords(part) <= _INDEPENDENT and not part.site.scope for part in flat)


def has_exact_types(flat: Sequence[Part]) -> bool:
    """Whether each type that the keywords name is that of some valid value."""
    return not flat or (len(flat) == 1 and any(judging_keywords(flat[0]) <= keywords for keywords in _EXACT))


def spelling(flat: Sequence[Part]) -> str:
    """A text that is equal for schemas that judge alike: their keywords, or their keys where they have subschemas."""
    if not all(part.site.is_plain for part in flat):
        return " & ".join(part.key for part in flat)
    schemas = [{name: part.members[name] for name in sorted(judging_keywords(part))} for part in flat]
    return " ".join([*(part.site.dialect.name for part in flat), fingerprint(schemas)])


def judging_keywords(part: Part) -> frozenset[str]:
    """The keywords of a part that may refuse a value."""
    return part.site.judging - part.without
