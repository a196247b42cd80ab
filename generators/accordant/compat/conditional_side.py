"""What one side declares about a value, with the conditions on the fields of a document under which it applies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from accordant.compat.changes import PathStep
from accordant.compat.unit_cases import Case, CasedSchema
from accordant.compat.unit_conditions import (
    Alternative,
    Among,
    Condition,
    Document,
    Every,
    alternatives_of,
    condition_of,
)
from accordant.schema.references import Node


@dataclass(frozen=True, slots=True)
class _Union:
    """The alternatives that a document has where a condition holds."""

    around: Condition
    keyword: str
    alternatives: Sequence[Alternative]

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        yield from self.around.tests()
        for alternative in self.alternatives:
            yield from alternative.condition.tests()

    def meant_by(self, document: Document) -> bool | None:
        """Whether a document is of one of the alternatives, and may be of all that hold; None: it is open of which."""
        if not self.around.holds(document):
            return True
        holding = [alternative for alternative in self.alternatives if alternative.condition.holds(document)]
        if len(holding) < 2:
            return bool(holding)
        return self.keyword == "anyOf" if all(alternative.is_exact for alternative in holding) else None


@dataclass(frozen=True, slots=True)
class ConditionalSide:
    """What one side declares about a value, with the conditions."""

    schemas: Sequence[tuple[CasedSchema, Condition]]
    unions: Collection[_Union]

    @classmethod
    def of(cls, schemas: Sequence[CasedSchema], steps: Sequence[PathStep], types: frozenset[str]) -> ConditionalSide:
        """The conditions of each schema, for a value of some types."""
        unions: dict[tuple[tuple[Case, ...], Node, str], _Union] = {}
        conditional = []
        for schema in schemas:
            around: tuple[Condition, ...] = ()
            for index, case in enumerate(schema.cases):
                of_value = types if case.depth == len(steps) else _types_at(steps[case.depth])
                if isinstance(case.label, int):
                    key = schema.cases[:index], case.holder, case.keyword
                    unions[key] = _Union(Every(around), case.keyword, alternatives_of(case, of_value))
                around = (*around, condition_of(case, of_value))
            conditional.append((schema, Every(around)))
        return cls(conditional, unions.values())

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        for part in (*(condition for _, condition in self.schemas), *self.unions):
            yield from part.tests()

    def applying(self, document: Document) -> list[CasedSchema] | None:
        """The schemas that apply to the value in a document: none where it is of no alternative; None: that is open."""
        meant = [union.meant_by(document) for union in self.unions]
        if None in meant:
            return None
        applying = [schema for schema, condition in self.schemas if all(meant) and condition.holds(document)]
        return [schema for schema in applying if not schema.is_rest] or applying

    def size(self) -> int:
        """The number of questions about one document."""
        return len(self.schemas) + sum(len(union.alternatives) for union in self.unions)


def _types_at(step: PathStep) -> frozenset[str]:
    """The type of the value that a step leads into."""
    return frozenset(["array" if isinstance(step.token, int) or step.token == "*" else "object"])
