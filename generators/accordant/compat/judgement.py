"""Which rule a fact falls under, and which facts are one difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from accordant.compat.blame import Blame
from accordant.compat.breaks import Break
from accordant.compat.changes import Change
from accordant.compat.rules import BY_NAME, refusals
from accordant.compat.rules.refusals import RefusalKind
from accordant.compat.sides import Spot
from accordant.findings import JsonValue, Rule, Severity
from accordant.schema import pointers


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two schemas: its rule, and the change, the break or both that show it."""

    rule: Rule
    change: Change | None = None
    refusal: Break | None = None

    @property
    def old(self) -> Spot | None:
        """The place on the older side; None: the root, or nothing where a field was added."""
        if self.change is not None:
            return None if self.rule.name == "field-added" else Spot.of(self.change.old_node, *_keyword(self.change))
        return self.refusal.old if self.refusal is not None else None

    @property
    def new(self) -> Spot | None:
        """The place on the newer side; None: the root."""
        if self.change is not None:
            return Spot.of(self.change.new_node, *_keyword(self.change))
        return self.refusal.new if self.refusal is not None else None


def _keyword(change: Change) -> tuple[str, ...]:
    return (change.keyword,) if change.keyword else ()


def of_change(change: Change) -> Difference:
    """A change in what is declared: the walk has named its rule."""
    return Difference(BY_NAME[change.rule], change)


def of_break(refusal: Break, carrier: str) -> Difference:
    """A break under the rule for its keyword and for the side that changed.

    Args:
        refusal: the break.
        carrier: JSON Pointer to the value by which documents say their version; "" without one.
    """
    return Difference(_rule(refusal, carrier), None, refusal)


def _rule(refusal: Break, carrier: str) -> Rule:
    blame = refusal.blame
    if blame is None:
        return refusals.OTHER
    if carrier and blame.keyword in ("enum", "const") and with_wildcards(blame.instance) == carrier:
        return BY_NAME["carrier-changed"]
    kind = refusal_of(blame, refusal.detail, refusal.refused_by)
    return kind.rule(newer_reads=refusal.exchange.newer_reads) if kind else refusals.OTHER


def refusal_of(blame: Blame, detail: JsonValue, refused_by: JsonValue) -> RefusalKind | None:
    """The kind of refusal that a keyword stands for; None where no kind names it.

    Args:
        blame: the refusing keyword.
        detail: the type that the reader does not take, where the keyword is ``type``.
        refused_by: the keyword with its value as the reader's schema has it.
    """
    if blame.keyword != "type":
        return refusals.BY_KEYWORD.get(blame.keyword)
    if detail == "null":
        return refusals.NULL
    return refusals.FRACTION if detail == "number" and "integer" in types_of(refused_by) else refusals.TYPE


def types_of(keyword: JsonValue) -> list[JsonValue]:
    """The types that ``{"type": ...}`` lists."""
    types = keyword.get("type") if isinstance(keyword, dict) else None
    return types if isinstance(types, list) else [types]


def with_wildcards(instance: str) -> str:
    """A document's pointer with every index written as ``*``."""
    return "".join("/*" if token.isdecimal() else f"/{token}" for token in pointers.split(instance))


_SAME_BREAK: Final = {
    "field-became-optional": ("field-removed", "field-renamed"),
    "enum-value-refused": ("enum-value-removed",),
    "closed-enum-value-added": ("const-changed", "carrier-changed", "enum-dropped", "enum-value-added"),
    "type-changed": ("enum-dropped",),
}
"""What a break is called where the walk over declarations has seen it too."""


def merge(changes: Iterable[Difference], broken: Iterable[Difference]) -> list[Difference]:
    """Both lists as one. A change and a break that are one difference become the change, with the break as its proof.

    A change that is only a note gives way to the break.
    """
    merged = list(changes)
    further: list[Difference] = []
    for difference in broken:
        twin = next((index for index, change in enumerate(merged) if _is_same_difference(change, difference)), None)
        if twin is None:
            further.append(difference)
        elif merged[twin].rule.severity != Severity.ERROR:
            merged[twin] = difference
        elif merged[twin].refusal is None:
            merged[twin] = replace(merged[twin], refusal=difference.refusal)
    return merged + further


def _is_same_difference(changed: Difference, broken: Difference) -> bool:
    change, refusal = changed.change, broken.refusal
    if change is None or refusal is None or change.rule not in _SAME_BREAK.get(broken.rule.name, ()):
        return False
    if broken.rule.name == "field-became-optional":
        return refusal.detail is not None and str(refusal.detail) == change.name
    if change.rule == "enum-value-added" and (refusal.blame is None or change.new != refusal.blame.value):
        return False
    return changed.old is not None and broken.old is not None and changed.old.parent == broken.old.parent
