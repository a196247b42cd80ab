"""Kinds of documents, told apart by the values of their fields."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from accordant.compat.changes import PathStep, pointer_of
from accordant.compat.document_clauses import ABSENT, ANOTHER
from accordant.compat.document_conditions import Document, Variable
from accordant.findings import JsonValue

Kind: TypeAlias = Mapping[str, frozenset[str]]
"""For each field, by its JSON Pointer, the values that it may have; the empty one stands for all documents."""


@dataclass(frozen=True, slots=True)
class DocumentKinds:
    """Some kinds of documents."""

    kinds: tuple[Kind, ...] = ()

    def with_others(self, others: DocumentKinds) -> DocumentKinds:
        """These kinds and other ones; kinds that one field tells apart become one."""
        kinds = [*self.kinds, *(kind for kind in others.kinds if kind not in self.kinds)]
        if not all(kinds):
            return DocumentKinds(({},))
        names = {name for kind in kinds for name in kind}
        if len(names) == 1:
            kinds = [{name: frozenset[str]().union(*(kind[name] for kind in kinds)) for name in names}]
        return DocumentKinds(tuple(kinds))

    def as_json(self) -> JsonValue:
        """The kinds as JSON, sorted; None for all documents."""
        if not all(self.kinds):
            return None
        texts: list[list[list[str]]] = [
            sorted([name, *sorted(values)] for name, values in kind.items()) for kind in self.kinds
        ]
        return [[*kind] for kind in sorted(texts)]


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields that tell documents apart, each with its values in groups that have one effect."""

    groups: Mapping[Variable, Sequence[frozenset[str]]]
    steps: Sequence[PathStep]
    """The steps to the value in question."""
    named: Mapping[Variable, frozenset[str]] = field(default_factory=dict)
    """For each field the values that the older side names; all others count as one."""
    tags: Kind = field(default_factory=dict)
    """The tags of the documents in which the value is looked at."""

    def documents(self) -> Iterator[Document]:
        """One document for each combination of groups."""
        return (dict(zip(self.groups, chosen, strict=True)) for chosen in product(*self.groups.values()))

    def kinds(self, documents: Sequence[Document]) -> DocumentKinds:
        """The kinds that some documents are, by those fields that matter."""
        all_items = {frozenset(document.items()) for document in documents}
        names = [variable for variable in self.groups if not self._is_free(variable, all_items)]
        kinds = DocumentKinds()
        for document in documents:
            kind = {field_at(self.steps, name): self._known(name, document[name]) for name in names}
            kinds = kinds.with_others(DocumentKinds(({**self.tags, **kind},)))
        return kinds

    def _is_free(self, variable: Variable, documents: Collection[frozenset[tuple[Variable, frozenset[str]]]]) -> bool:
        """Whether the value of a field does not matter."""
        groups = [(variable, group) for group in self.groups[variable]]
        others = {items.difference(groups) for items in documents}
        return all(rest | {group} in documents for rest in others for group in groups)

    def _known(self, variable: Variable, values: frozenset[str]) -> frozenset[str]:
        return values & (self.named.get(variable, values) | {ANOTHER, ABSENT}) if ANOTHER in values else values


def field_at(steps: Sequence[PathStep], variable: Variable) -> str:
    """The JSON Pointer of a field of one of the values on the way to a place."""
    depth, name = variable
    return pointer_of(steps[:depth], name)
