"""The cases of a schema as conditions on the fields of a document: which values of them make a case hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.compat.state_parts import without_layout
from accordant.compat.unit_cases import OTHER_VALUES, Case, named_types
from accordant.findings import JsonValue
from accordant.schema.declarations import is_never
from accordant.schema.json_values import canonical, fingerprint, listed_texts
from accordant.schema.references import Node
from accordant.schema.subschemas import conjuncts, judging, judging_keywords

Variable: TypeAlias = "tuple[int, str]"
"""A field by its name, or a test that is not looked into by its text, and how deep in the document it stands."""

ABSENT: Final = "absent"
"""Stands for a field that is not there; no JSON text is like it."""

ANOTHER: Final = "another"
"""Stands for all values that nothing names."""

HOLDS: Final = "holds"
"""The value of a test that is not looked into, where it holds."""

Document: TypeAlias = Mapping[Variable, frozenset[str]]
"""For each variable the values, as texts, that a kind of document has; no test tells them apart."""


@dataclass(frozen=True, slots=True)
class Among:
    """Whether a variable has one of some values."""

    variable: Variable
    values: frozenset[str]

    def holds(self, document: Document) -> bool:
        """Whether it holds for a document."""
        return document[self.variable] <= self.values

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        yield self


@dataclass(frozen=True, slots=True)
class Every:
    """Whether all parts hold."""

    parts: tuple[Condition, ...]

    def holds(self, document: Document) -> bool:
        """Whether it holds for a document."""
        return all(part.holds(document) for part in self.parts)

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        return (test for part in self.parts for test in part.tests())


@dataclass(frozen=True, slots=True)
class Not:
    """Whether something does not hold."""

    part: Condition

    def holds(self, document: Document) -> bool:
        """Whether it holds for a document."""
        return not self.part.holds(document)

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        return self.part.tests()


Condition: TypeAlias = "Among | Every | Not"

ALWAYS: Final = Every(())
NEVER: Final = Not(ALWAYS)


def condition_of(case: Case, types: frozenset[str]) -> Condition | None:
    """The condition of a case; None for an alternative that neither a field nor a type tells from the others.

    Args:
        case: the case.
        types: the types that the value with the alternatives has.
    """
    if case.keyword == "if":
        test = _test(case.holder.child("if"), case.depth, types)
        return test if case.label == "then" else Not(test)
    branch = case.branch()
    if branch is None:
        return Not(Among((case.depth, str(case.label)), frozenset([ABSENT])))
    if case.tags:
        return Every(tuple(Among((case.depth, name), texts_of(values)) for name, values in case.tags.items()))
    if not _is_possible(branch, types):
        return NEVER
    branches = [case.holder.child(case.keyword, index) for index in range(len(case.holder.value[case.keyword]))]
    return ALWAYS if [other for other in branches if _is_possible(other, types)] == [branch] else None


def _is_possible(schema: Node, types: frozenset[str]) -> bool:
    """Whether a schema admits a value of one of some types, as far as it names its own."""
    named = named_types(schema)
    return not is_never(schema.value) and (not named or bool(named & types))


def texts_of(values: Iterable[str]) -> frozenset[str]:
    """The values of a tag as texts."""
    return frozenset(fingerprint(value) if value != OTHER_VALUES else ANOTHER for value in values)


def _test(test: Node, depth: int, types: frozenset[str], within: tuple[Node, ...] = ()) -> Condition:
    """What a schema asks of the value that is so many steps inside of the document.

    Args:
        test: the schema.
        depth: the number of steps.
        types: the types that the value has.
        within: the schemas whose negations or alternatives it is a part of; one inside itself is not read again.
    """
    if is_never(test.value):
        return NEVER
    if test in within:
        return _unread({"$ref": test.location}, depth)
    parts = [judging_keywords(part) for part in conjuncts(test)]
    required = {name for part in parts for name in listed_texts(part.get("required"))}
    told = [condition for part in conjuncts(test) for condition in _tests_of(part, depth, types, (*within, test))]
    return Every((*told, *(Not(Among((depth, name), frozenset([ABSENT]))) for name in sorted(required))))


def _tests_of(schema: Node, depth: int, types: frozenset[str], within: tuple[Node, ...]) -> Iterator[Condition]:
    """What each keyword of a schema asks, but for references, `allOf` and `required`."""
    keywords = judging_keywords(schema)
    for keyword, value in keywords.items():
        if keyword in ("$ref", "allOf", "required"):
            continue
        if keyword == "properties" and isinstance(value, dict):
            yield from (_of_field(schema.child(keyword, name), depth, name) for name in value)
        elif keyword == "not":
            yield Not(_test(schema.child(keyword), depth, types, within))
        elif keyword == "anyOf" and isinstance(value, list):
            tests = (_test(schema.child(keyword, index), depth, types, within) for index in range(len(value)))
            yield Not(Every(tuple(map(Not, tests))))
        elif keyword == "type" and (types <= named_types(schema) or not types & named_types(schema)):
            yield ALWAYS if types <= named_types(schema) else NEVER
        else:
            yield _unread({keyword: value}, depth)


def _of_field(schema: Node, depth: int, name: str) -> Condition:
    """What is asked of a field; where it is absent, nothing is."""
    keywords = judging_keywords(schema)
    if not keywords:
        return ALWAYS
    values = _only_listed(schema)
    others = _only_listed(schema.child("not")) if keywords.keys() == {"not"} else None
    if values is not None:
        return Among((depth, name), values | {ABSENT})
    if others is not None:
        return Not(Among((depth, name), others))
    return _unread({"properties": {name: schema.value}}, depth)


def _unread(schema: Mapping[str, JsonValue], depth: int) -> Condition:
    """A test that is known by its text alone."""
    return Among((depth, canonical(without_layout(dict(schema)))), frozenset([HOLDS]))


def _only_listed(schema: Node) -> frozenset[str] | None:
    """The values that a schema lists, where it says nothing else."""
    keywords = {keyword for part in conjuncts(schema) for keyword in judging_keywords(part)}
    return listed_values(schema) if keywords <= {"const", "enum", "type", "$ref", "allOf"} else None


def listed_values(node: Node) -> frozenset[str] | None:
    """The values that a schema lists, as texts; None where it lists none."""
    lists = [values for part in conjuncts(node) if (values := _listed(judging(part))) is not None]
    return frozenset.intersection(*lists) if lists else None


def _listed(keywords: Mapping[str, JsonValue]) -> frozenset[str] | None:
    if "const" in keywords:
        return frozenset([fingerprint(keywords["const"])])
    if isinstance(values := keywords.get("enum"), list):
        return frozenset(map(fingerprint, values))
    return frozenset(map(fingerprint, (False, True))) if keywords.get("type") == "boolean" else None
