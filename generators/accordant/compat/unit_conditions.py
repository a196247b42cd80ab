"""The cases of a schema as conditions on the fields of a document: which values of them make a case hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.compat.document_clauses import ABSENT, ANOTHER
from accordant.compat.state_parts import without_layout
from accordant.compat.unit_cases import OTHER_VALUES, Case, named_types
from accordant.findings import JsonValue
from accordant.schema.declarations import is_never
from accordant.schema.json_values import canonical, fingerprint, json_type, listed_texts
from accordant.schema.references import Node
from accordant.schema.subschemas import conjuncts, judging, judging_keywords
from accordant.schema.tags import types_of

Variable: TypeAlias = "tuple[int, str]"
"""A field by its name, or a test that is not looked into by its text, and how deep in the document it stands."""

_IN_PLACE: Final = ("$ref", "allOf")
"""Keywords whose subschemas are read as parts of the schema."""

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


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a branch of a union asks of the fields of a document."""

    condition: Condition
    is_exact: bool
    """Whether it asks for nothing else: what is known by its text alone is left out."""


def condition_of(case: Case, types: frozenset[str]) -> Condition:
    """The condition of a case; of an alternative only what it asks of the values and the presence of fields.

    Args:
        case: the case.
        types: the types that the value with the alternatives has.
    """
    if case.keyword == "if":
        test = _test(case.holder.child("if"), case.depth, types)
        return test if case.label == "then" else Not(test)
    if isinstance(case.label, int):
        return alternatives_of(case, types)[case.label].condition
    return Not(Among((case.depth, str(case.label)), frozenset([ABSENT])))


def alternatives_of(case: Case, types: frozenset[str]) -> Sequence[Alternative]:
    """All branches of the union that a case is one of; worked out once."""
    key = "alternatives", case.keyword, case.depth, types
    if key not in case.holder.memo:
        case.holder.memo[key] = [_alternative(_test(branch, case.depth, types)) for branch in case.branches()]
    alternatives: Sequence[Alternative] = case.holder.memo[key]
    return alternatives


def _alternative(test: Condition) -> Alternative:
    parts = test.parts if isinstance(test, Every) else (test,)
    read = tuple(part for part in parts if all(asked.values != {HOLDS} for asked in part.tests()))
    return Alternative(Every(read), len(read) == len(parts))


def texts_of(values: Iterable[str]) -> frozenset[str]:
    """The values of a tag as texts."""
    return frozenset(fingerprint(value) if value != OTHER_VALUES else ANOTHER for value in values)


def _any(parts: Iterable[Condition]) -> Condition:
    return Not(Every(tuple(map(Not, parts))))


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
    inside = (*within, test)
    return Every(tuple(told for part in conjuncts(test) for told in _tests_of(part, depth, types, inside)))


def _tests_of(schema: Node, depth: int, types: frozenset[str], within: tuple[Node, ...]) -> Iterator[Condition]:
    """What each keyword of a schema asks, but for references and `allOf`."""
    unread: dict[str, JsonValue] = {}
    for keyword, value in judging_keywords(schema).items():
        named = named_types(schema)
        if keyword == "required":
            yield from (Not(Among((depth, name), frozenset([ABSENT]))) for name in listed_texts(value))
        elif keyword == "properties" and isinstance(value, dict):
            yield from (_of_field(schema.child(keyword, name), depth, name, within) for name in value)
        elif keyword == "not":
            yield Not(_test(schema.child(keyword), depth, types, within))
        elif keyword == "anyOf" and isinstance(value, list):
            yield _any(_test(schema.child(keyword, index), depth, types, within) for index in range(len(value)))
        elif keyword == "type" and (types <= named or not types & named):
            yield ALWAYS if types <= named else NEVER
        elif keyword not in _IN_PLACE:
            unread[keyword] = value
    if unread:
        yield _unread(unread, depth)


def _of_field(schema: Node, depth: int, name: str, within: tuple[Node, ...]) -> Condition:
    """What is asked of a field; where it is absent, nothing is."""
    asked = tuple(_of_value(schema, (depth, name), within))
    return _any((Among((depth, name), frozenset([ABSENT])), Every(asked))) if asked else ALWAYS


def _of_value(schema: Node, variable: Variable, within: tuple[Node, ...]) -> Iterator[Condition]:
    """What is asked of the value of a field."""
    depth, name = variable
    values = _admitted(schema)
    if is_never(schema.value):
        yield NEVER
    elif schema in within:
        yield _unread({"properties": {name: {"$ref": schema.location}}}, depth)
    else:
        if values is not None:
            yield Among(variable, values)
        for part in conjuncts(schema):
            yield from _of_part(part, variable, (*within, schema), is_listed=values is not None)


def _of_part(schema: Node, variable: Variable, within: tuple[Node, ...], *, is_listed: bool) -> Iterator[Condition]:
    depth, name = variable
    unread: dict[str, JsonValue] = {}
    for keyword, value in judging_keywords(schema).items():
        if keyword == "not":
            yield Not(Every(tuple(_of_value(schema.child(keyword), variable, within))))
        elif keyword in ("anyOf", "oneOf") and isinstance(value, list) and (keyword == "anyOf" or _are_lists(schema)):
            branches = (schema.child(keyword, index) for index in range(len(value)))
            yield _any(Every(tuple(_of_value(branch, variable, within))) for branch in branches)
        elif keyword not in _IN_PLACE and not (is_listed and keyword in ("type", "const", "enum")):
            unread[keyword] = value
    if unread:
        yield _unread({"properties": {name: unread}}, depth)


def _are_lists(schema: Node) -> bool:
    """Whether the branches of ``oneOf`` list values, and no two of them the same one."""
    lists = [_admitted(schema.child("oneOf", index)) for index in range(len(schema.value["oneOf"]))]
    known = [value for values in lists for value in values or ()]
    return None not in lists and len({*known}) == len(known)


def _unread(schema: Mapping[str, JsonValue], depth: int) -> Condition:
    """A test that is known by its text alone."""
    return Among((depth, canonical(without_layout(dict(schema)))), frozenset([HOLDS]))


def _admitted(schema: Node) -> frozenset[str] | None:
    """The values that a schema lists, as texts, without those of other types than it names."""
    values, types = listed_values(schema), types_of(schema)
    if values is None or types is None:
        return values
    return frozenset(text for text in values if types & _types_of(json.loads(text)))


def _types_of(value: JsonValue) -> frozenset[str]:
    """The types of a value: a number may be an integer."""
    return frozenset([json_type(value), *(("number",) if json_type(value) == "integer" else ())])


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
