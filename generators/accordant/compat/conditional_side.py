"""What one side declares about a value, with the conditions on the fields of a document under which it applies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from accordant.compat.changes import PathStep
from accordant.compat.document_conditions import ALWAYS, Among, Condition, Document, Every
from accordant.compat.unit_cases import Case, CasedSchema
from accordant.compat.unit_conditions import Alternative, Known, alternatives_of, condition_of, held_by
from accordant.schema.references import Node

_Key: TypeAlias = "tuple[tuple[Case, ...], Node, str]"
"""A union: the cases around it, the schema that has it, and its keyword."""


@dataclass(frozen=True, slots=True)
class _Meant:
    """The alternatives of a union that a document is of, by their indexes."""

    certain: Collection[int]
    possible: Collection[int] = ()

    def allows(self, index: int) -> bool:
        """Whether it may be of one of them."""
        return index in self.certain or index in self.possible


@dataclass(frozen=True, slots=True)
class _Inside:
    """What the unions inside of the alternatives of another one say of a document."""

    refused: set[int] = field(default_factory=set)
    """The alternatives that refuse it."""
    held: dict[int, set[Condition]] = field(default_factory=lambda: defaultdict(set))
    """For an alternative: what it asks and the document satisfies."""

    def left(self, index: int, asked: frozenset[Condition]) -> frozenset[Condition]:
        """What is left of that which an alternative asks."""
        return asked.difference(self.held.get(index, ()))


_NOTHING: Final = _Inside()


@dataclass(frozen=True, slots=True)
class _Union:
    """The alternatives that a document has where a condition holds."""

    around: Condition
    keyword: str
    alternatives: Sequence[Alternative]
    within: tuple[_Key, int] | None
    """The alternative of another union that it stands in, and that holds only where this union does."""
    asked: Condition | None
    """What that alternative asks because of it."""

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        yield from self.around.tests()
        for alternative in self.alternatives:
            yield from alternative.condition.tests()

    def meant_by(self, document: Document, known: _Inside) -> _Meant | None:
        """The alternatives that a document is of; None where the union refuses it.

        Args:
            document: the document.
            known: what the unions inside of the alternatives say of it.
        """
        if not self.around.holds(document):
            return _Meant(())
        all_ = [index for index in range(len(self.alternatives)) if index not in known.refused]
        holding = [index for index in all_ if self.alternatives[index].condition.holds(document)]
        if len(holding) < 2:
            return _Meant(holding) if holding else None
        unread = {index: known.left(index, self.alternatives[index].unread) for index in holding}
        number = Counter(unread.values())
        if self.keyword == "anyOf":
            sure = [index for index, asked in unread.items() if not asked or len(number) == 1]
            return _Meant(sure, [index for index in holding if index not in sure])
        alone = [
            index for index, asked in unread.items() if number[asked] == 1
        ]  # of two that ask the same it is of both
        sure = [index for index in alone if not unread[index] or len(alone) == 1]
        if number[frozenset()] > 1 or not alone:
            return None
        return _Meant(sure) if sure else _Meant((), alone)


@dataclass(frozen=True, slots=True)
class Applying:
    """The schemas that apply to a value in a kind of document: certainly, and where it is of some alternative."""

    certain: Sequence[CasedSchema] = ()
    possible: Sequence[CasedSchema] = ()
    is_refused: bool = False
    """Whether a union refuses the documents, so that nothing applies."""

    @property
    def all(self) -> list[CasedSchema]:
        """Both together."""
        return [*self.certain, *self.possible]

    def without_rest(self) -> Applying:
        """The same, but what applies only where nothing else does."""
        if not any(schema.is_rest for schema in self.all) or all(schema.is_rest for schema in self.all):
            return self
        certain, possible = (
            [schema for schema in side if not schema.is_rest] for side in (self.certain, self.possible)
        )
        rest = [schema for schema in self.all if schema.is_rest]
        return Applying(certain, possible if certain else [*possible, *rest])


@dataclass(frozen=True, slots=True)
class _Conditional:
    """A schema with the condition under which it applies, and the alternatives that it stands in."""

    schema: CasedSchema
    condition: Condition
    alternatives: Sequence[tuple[_Key, int]]


@dataclass(frozen=True, slots=True)
class ConditionalSide:
    """What one side declares about a value, with the conditions."""

    schemas: Sequence[_Conditional]
    unions: Mapping[_Key, _Union]
    """The inner ones first."""

    @classmethod
    def of(cls, schemas: Sequence[CasedSchema], steps: Sequence[PathStep], types: frozenset[str]) -> ConditionalSide:
        """The conditions of each schema, for a value of some types."""
        unions: dict[_Key, _Union] = {}
        conditional = []
        for schema in schemas:
            around: tuple[Condition, ...] = ()
            alternatives: list[tuple[_Key, int]] = []
            for index, case in enumerate(schema.cases):
                known = Known.of(steps, types, case.depth)
                if isinstance(case.label, int):
                    key = schema.cases[:index], case.holder, case.keyword
                    within = alternatives[-1] if alternatives else None
                    asked = held_by(case) if within else None
                    unions[key] = _Union(Every(around), case.keyword, alternatives_of(case, known), within, asked)
                    alternatives.append((key, case.label))
                around = (*around, condition_of(case, known))
            conditional.append(_Conditional(schema, Every(around), alternatives))
        return cls(conditional, dict(sorted(unions.items(), key=lambda item: -len(item[0][0]))))

    def without_others(self, counts: Callable[[CasedSchema], bool]) -> ConditionalSide:
        """Without the unions in which nothing counts: what stands in them is taken to apply to all documents."""
        kept = {key for part in self.schemas if counts(part.schema) for key, _ in part.alternatives}
        schemas = [
            part if all(key in kept for key, _ in part.alternatives) else _Conditional(part.schema, ALWAYS, ())
            for part in self.schemas
        ]
        return ConditionalSide(schemas, {key: union for key, union in self.unions.items() if key in kept})

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        for part in (*(conditional.condition for conditional in self.schemas), *self.unions.values()):
            yield from part.tests()

    def applying(self, document: Document) -> Applying:
        """The schemas that apply to the value in a document: none where a union refuses it."""
        meant = self._meant_by(document)
        if meant is None:
            return Applying(is_refused=True)
        certain: list[CasedSchema] = []
        possible: list[CasedSchema] = []
        for conditional in self.schemas:
            held = [(meant[key], index) for key, index in conditional.alternatives]
            if conditional.condition.holds(document) and all(choice.allows(index) for choice, index in held):
                is_certain = all(index in choice.certain for choice, index in held)
                (certain if is_certain else possible).append(conditional.schema)
        return Applying(certain, possible).without_rest()

    def _meant_by(self, document: Document) -> Mapping[_Key, _Meant] | None:
        """The alternatives of each union that a document is of; None where a union refuses it."""
        meant: dict[_Key, _Meant] = {}
        inside: dict[_Key, _Inside] = defaultdict(_Inside)
        for key, union in self.unions.items():
            choice = union.meant_by(document, inside.get(key, _NOTHING))
            meant[key] = choice or _Meant(())
            if union.within is None and choice is None:
                return None
            if union.within is not None:
                around, index = union.within
                if choice is None:
                    inside[around].refused.add(index)
                elif choice.certain and union.asked is not None:
                    inside[around].held[index].add(union.asked)
        return meant

    def size(self) -> int:
        """The number of questions about one document."""
        return len(self.schemas) + sum(len(union.alternatives) for union in self.unions.values())
