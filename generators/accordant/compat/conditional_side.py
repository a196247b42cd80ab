"""What one side declares about a value, with the conditions on the fields of a document under which it applies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from accordant.compat.changes import PathStep
from accordant.compat.document_conditions import ALWAYS, Among, Condition, Document, Every
from accordant.compat.unit_cases import Case, CasedSchema
from accordant.compat.unit_conditions import Alternative, Known, alternatives_of, condition_of
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
class _Union:
    """The alternatives that a document has where a condition holds."""

    around: Condition
    keyword: str
    alternatives: Sequence[Alternative]
    within: tuple[_Key, int] | None
    """The alternative of another union that it stands in, and that holds only where this union does."""

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        yield from self.around.tests()
        for alternative in self.alternatives:
            yield from alternative.condition.tests()

    def meant_by(self, document: Document, refused: Collection[int]) -> _Meant | None:
        """The alternatives that a document is of, but for those that refuse it; None where the union does."""
        if not self.around.holds(document):
            return _Meant(())
        all_ = [index for index in range(len(self.alternatives)) if index not in refused]
        holding = [index for index in all_ if self.alternatives[index].condition.holds(document)]
        if len(holding) < 2:
            return _Meant(holding) if holding else None
        unread = [self.alternatives[index].unread for index in holding]
        if self.keyword == "anyOf":
            sure = [index for index, text in zip(holding, unread, strict=True) if not text or len({*unread}) == 1]
            return _Meant(sure, [index for index in holding if index not in sure])
        number = Counter(unread)  # of two that ask the same a document is of both, so that `oneOf` refuses it
        alone = [index for index, text in zip(holding, unread, strict=True) if number[text] == 1]
        sure = [index for index in alone if not self.alternatives[index].unread or len(alone) == 1]
        if number[frozenset()] > 1 or not alone:
            return None
        return _Meant(sure) if sure else _Meant((), alone)


@dataclass(frozen=True, slots=True)
class Applying:
    """The schemas that apply to a value in a kind of document: certainly, and where it is of some alternative."""

    certain: Sequence[CasedSchema] = ()
    possible: Sequence[CasedSchema] = ()

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
                    unions[key] = _Union(Every(around), case.keyword, alternatives_of(case, known), within)
                    alternatives.append((key, case.label))
                around = (*around, condition_of(case, known))
            conditional.append(_Conditional(schema, Every(around), alternatives))
        return cls(conditional, dict(sorted(unions.items(), key=lambda item: -len(item[0][0]))))

    def without_others(self, counts: Callable[[CasedSchema], bool]) -> ConditionalSide:
        """Without the unions in which nothing counts: what stands in them is taken to apply to all documents."""
        kept = {key for one in self.schemas if counts(one.schema) for key, _ in one.alternatives}
        schemas = [
            one if all(key in kept for key, _ in one.alternatives) else _Conditional(one.schema, ALWAYS, ())
            for one in self.schemas
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
            return Applying()
        certain: list[CasedSchema] = []
        possible: list[CasedSchema] = []
        for conditional in self.schemas:
            held = [(meant[key], index) for key, index in conditional.alternatives]
            if conditional.condition.holds(document) and all(one.allows(index) for one, index in held):
                is_certain = all(index in one.certain for one, index in held)
                (certain if is_certain else possible).append(conditional.schema)
        return Applying(certain, possible).without_rest()

    def _meant_by(self, document: Document) -> Mapping[_Key, _Meant] | None:
        """The alternatives of each union that a document is of; None where a union refuses it."""
        meant: dict[_Key, _Meant] = {}
        refused: dict[_Key, set[int]] = {}
        for key, union in self.unions.items():
            found = union.meant_by(document, refused.get(key, ()))
            meant[key] = found or _Meant(())
            if found is None and union.within is None:
                return None
            if found is None and union.within is not None:
                refused.setdefault(union.within[0], set()).add(union.within[1])
        return meant

    def size(self) -> int:
        """The number of questions about one document."""
        return len(self.schemas) + sum(len(union.alternatives) for union in self.unions.values())
