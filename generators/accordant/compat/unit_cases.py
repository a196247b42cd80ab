"""In which cases a schema states a unit: always, in each of several alternatives, or in some of them only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from accordant.schema.declarations import is_never, selecting
from accordant.schema.dialects import CERTAIN
from accordant.schema.json_values import canonical, listed_texts
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, conjuncts, in_place, judging, judging_keywords
from accordant.schema.tags import Tags, meet, required_together, tags_within, types_of

Cases: TypeAlias = "tuple[Case, ...]"

OTHER_VALUES: Final = ""
"""Stands for the values of a tag that nothing lists."""

_MOST_OPENED: Final = 2_000
"""The most subschemas that are collected for one place: alternatives inside alternatives multiply."""


@dataclass(frozen=True, slots=True)
class Case:
    """One of the alternatives that a schema has for a document: a branch, ``then``, or a key that is there."""

    holder: Node
    keyword: str
    label: str | int | None
    """The branch, ``then`` or ``else``, the key; None: none of the keys."""
    tags: Tags = field(default_factory=dict, compare=False, hash=False)
    """The tags of the documents of this case; without any, they are not told by their tags."""
    but_for: Tags = field(default_factory=dict, compare=False, hash=False)
    """For ``else``: the tags of the documents of ``then``; without any, they are not told by their tags."""
    depth: int = 0
    """The number of steps into the document to the value that has the alternatives."""

    def alternatives(self) -> list[Case]:
        """All cases of its keyword, this one among them."""
        if self.keyword in ("anyOf", "oneOf"):
            labels: Iterable[str | int | None] = range(len(self.holder.value[self.keyword]))
        else:
            labels = ("then", "else") if self.keyword == "if" else (self.label, None)
        return [replace(self, label=label) for label in labels]

    def condition(self) -> str:
        """What documents of the case satisfy, as a text; empty for a branch, and where tags tell the documents.

        Wrapped into references and ``allOf`` a condition is the same one, as is its opposite for the other case.
        """
        if self.tags or self.but_for or isinstance(self.label, int):
            return ""
        if self.keyword != "if":
            return canonical([self.keyword, self.label])
        test, holds = _test_of(self.holder, self.label)
        parts = [{**judging(part), "$ref": None, "allOf": None} for part in conjuncts(test)]
        return canonical([holds, *sorted(canonical(part) for part in parts if any(part.values()))])

    def is_same(self, other: Case, are_same: Callable[[Node, Node], bool]) -> bool:
        """Whether another case, of the newer side, is of the same documents: what tells it certainly says the same."""
        if (self.keyword, self.label) != (other.keyword, other.label):
            return False
        if not isinstance(self.label, int):
            return self.keyword != "if" or are_same(self.holder.child("if"), other.holder.child("if"))
        olds, news = (case.branches() for case in (self, other))
        return len(olds) == len(news) and all(map(are_same, olds, news))

    def branch(self) -> Node | None:
        """The alternative of a union; None for other keywords."""
        return self.holder.child(self.keyword, self.label) if isinstance(self.label, int) else None

    def branches(self) -> list[Node]:
        """All alternatives of the union."""
        return [self.holder.child(self.keyword, index) for index in range(len(self.holder.value[self.keyword]))]


@dataclass(frozen=True, slots=True)
class CasedSchema:
    """A subschema that applies to the values of a place, in some cases and for documents with some tags."""

    node: Node
    tags: Tags = field(default_factory=dict, compare=False, hash=False)
    scope: Scope = ()
    cases: Cases = ()
    around: tuple[Node, ...] = field(default=(), compare=False, hash=False)
    is_rest: bool = False
    """Whether it applies only where no other declaration does: what ``unevaluatedProperties`` says of a key."""

    def beside(self, depth: int) -> Iterator[CasedSchema]:
        """What applies besides it to a value that is so many steps inside of the document."""
        for subschema in in_place(self.node, self.scope):
            selected = selecting(self.around, self.node, subschema)
            tags = meet(self.tags, selected)
            if tags is not None:
                cases = (*self.cases, *_case(self.around, self.node, subschema, selected, depth))
                yield CasedSchema(subschema.node, tags, subschema.scope, cases, (*self.around, self.node))


def _case(around: tuple[Node, ...], node: Node, subschema: Applied, tags: Tags, depth: int) -> Cases:
    if subschema.keyword in CERTAIN:
        return ()
    if subschema.keyword not in ("then", "else"):
        return (Case(node, subschema.keyword, subschema.key, tags, depth=depth),)
    test, holds = _test_of(node, subschema.keyword)
    beside = frozenset[str]().union(*(required_together(schema) for schema in (*around, node)))
    tested = tags_within(test, beside)
    told = tested if _tests_tags_alone(test, tested) else {}
    return (Case(node, "if", subschema.keyword, told if holds else {}, {} if holds else told, depth),)


def _test_of(node: Node, label: str | int | None) -> tuple[Node, bool]:
    """The condition of a schema, ``not`` around it taken off, and whether it holds in ``then`` or ``else``."""
    test, holds = node.child("if"), label == "then"
    while judging(test).keys() == {"not"}:
        test, holds = test.child("not"), not holds
    return test, holds


def _tests_tags_alone(test: Node, tags: Tags) -> bool:
    """Whether a condition asks for nothing but values of these tags."""
    tested: set[str] = set()
    for part in conjuncts(test):
        keywords = judging(part)
        declared = keywords.get("properties", {})
        if not keywords.keys() <= {"type", "properties", "required", "$ref", "allOf"} or not isinstance(declared, dict):
            return False
        if not all(_lists_alone(part.child("properties", name)) for name in declared):
            return False
        if not tags.keys() >= set(listed_texts(keywords.get("required"))):
            return False
        tested.update(declared)
    return tested == tags.keys()


def _lists_alone(schema: Node) -> bool:
    """Whether a schema says nothing but which values there are."""
    keywords = {keyword for part in conjuncts(schema) for keyword in judging_keywords(part)}
    return keywords <= {"const", "enum", "type", "$ref", "allOf"}


def lay_open_by_case(schemas: Iterable[CasedSchema], depth: int) -> list[CasedSchema]:
    """Every subschema that applies in place where ``schemas`` apply, with its cases; the tags are those found here.

    Args:
        schemas: those that are opened.
        depth: the number of steps into the document to their place.
    """
    todo = [CasedSchema(schema.node, {}, schema.scope, schema.cases) for schema in schemas]
    opened: dict[CasedSchema, None] = {}
    while todo and len(opened) < _MOST_OPENED:
        schema = todo.pop(0)
        if schema not in opened and isinstance(schema.node.value, dict):
            opened[schema] = None
            todo[:0] = schema.beside(depth)
    return list(opened)


def is_implied(tags: Tags, by: Tags) -> bool:
    """Whether documents with some tags have other tags, too."""
    return all(name in by and by[name] <= values for name, values in tags.items())


@dataclass(frozen=True, slots=True)
class CaseQuestion:
    """Whether something is stated about a value in each case in which the value is declared."""

    types: frozenset[str] = frozenset()
    """The types of the value: a branch for others does not count. Empty: any."""
    depth: int = 0
    """The number of steps into the document to the value."""
    ignored: Collection[Case] = ()
    """Cases that do not count."""

    def is_always(self, stating: Collection[Cases], declaring: Collection[Cases]) -> bool:
        """Whether what is stated in some cases is stated wherever there is a declaration."""
        firsts = {cases[0].alternatives()[0] for cases in stating if cases}  # each keyword once
        return () in stating or any(self._is_in_each(first, stating, declaring) for first in firsts)

    def _is_in_each(self, first: Case, stating: Collection[Cases], declaring: Collection[Cases]) -> bool:
        always = [()] if () in declaring else []
        for case in first.alternatives():
            within = [*always, *_inside(case, declaring)]
            is_counted = within and case not in self.ignored and not self._is_of_other_values(case)
            if is_counted and not self.is_always(_inside(case, stating), within):
                return False
        return True

    def _is_of_other_values(self, case: Case) -> bool:
        if case.depth != self.depth:
            return False
        branch = case.branch()
        if branch is not None:
            named = named_types(branch)
            return is_never(branch.value) or bool(self.types and named and not self.types & named)
        test = case.holder.child("if") if case.keyword == "if" else None
        if test is None or judging(test).keys() != {"type"}:
            return False
        named = named_types(test)
        return self.types <= named if case.label == "else" else not self.types & named


def _inside(case: Case, all_cases: Iterable[Cases]) -> list[Cases]:
    """What is left of the cases that begin with one of them."""
    return [cases[1:] for cases in all_cases if cases and cases[0] == case]


def types_with_unit(node: Node) -> frozenset[str]:
    """The types of the values that have the unit of a schema: numbers, but where it admits none."""
    named = named_types(node)
    return frozenset(["number"]) if not named or "number" in named else named - {"null"}


def named_types(node: Node) -> frozenset[str]:
    """The types that a schema names, integers as numbers; empty where it names none."""
    return frozenset("number" if name == "integer" else name for name in types_of(node) or ())
