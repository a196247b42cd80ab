"""The cases of a schema as conditions on the fields of a document: which values of them make a case hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.compat.changes import PathStep
from accordant.compat.document_clauses import ABSENT, ANOTHER
from accordant.compat.document_conditions import (
    ALWAYS,
    HOLDS,
    NEVER,
    Among,
    Condition,
    Every,
    Not,
    any_of,
)
from accordant.compat.state_parts import without_layout
from accordant.compat.unit_cases import OTHER_VALUES, Case
from accordant.findings import JsonValue
from accordant.schema.declarations import is_never
from accordant.schema.json_values import canonical, fingerprint, json_type, listed_texts
from accordant.schema.references import Node
from accordant.schema.subschemas import conjuncts, judging, judging_keywords
from accordant.schema.tags import types_of

_IN_PLACE: Final = ("$ref", "allOf")
"""Keywords whose subschemas are read as parts of the schema."""


FRACTION: Final = "fraction"
"""The type of numbers that are not integers."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a branch of a union asks of the fields of a document."""

    condition: Every
    unread: frozenset[Condition]
    """What else it asks, of which only the text is known."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a value because of the one that is looked at: that is the value itself, or inside of it."""

    depth: int
    """How many steps inside of the document it stands."""
    types: frozenset[str]
    field: str | None = None
    """The field of it that the way leads to: it is there."""
    field_types: frozenset[str] = frozenset()

    @classmethod
    def of(cls, steps: Sequence[PathStep], types: frozenset[str], depth: int) -> Known:
        """What is known of the value after this many of the steps that lead to a value of some types."""
        here, inside = ([*map(_types_around, steps), types, frozenset[str]()][at] for at in (depth, depth + 1))
        token = steps[depth].token if depth < len(steps) else None
        is_field = isinstance(token, str) and token not in ("*", "+")
        return cls(depth, here, str(token), inside) if is_field else cls(depth, here)


def _types_around(step: PathStep) -> frozenset[str]:
    """The type of the value that a step leads into."""
    return frozenset(["array" if isinstance(step.token, int) or step.token == "*" else "object"])


def condition_of(case: Case, known: Known) -> Condition:
    """The condition of a case; of an alternative only what it asks of the values and the presence of fields.

    Args:
        case: the case.
        known: of the value with the alternatives.
    """
    if case.keyword == "if":
        test = _test(case.holder.child("if"), known)
        return test if case.label == "then" else Not(test)
    if isinstance(case.label, int):
        return alternatives_of(case, known)[case.label].condition
    return Not(Among((case.depth, str(case.label)), frozenset([ABSENT])))


def alternatives_of(case: Case, known: Known) -> Sequence[Alternative]:
    """All branches of the union that a case is one of; worked out once.

    A branch may declare hundreds of fields, and the way may lead to each: only what it asks of that is read anew.
    """
    plain, memo = Known(known.depth, known.types), case.holder.memo
    as_read, of_known = ("branches", case.keyword, plain), ("alternatives", case.keyword, known)
    if as_read not in memo:
        memo[as_read] = [_Branch.of(branch, plain) for branch in case.branches()]
    if of_known not in memo:
        branches: Sequence[_Branch] = memo[as_read]
        memo[of_known] = [branch.alternative(known) for branch in branches]
    alternatives: Sequence[Alternative] = memo[of_known]
    return alternatives


def held_by(case: Case) -> Condition:
    """That a value satisfies the union of a case, as a branch around it asks; worked out once."""
    memo, key = case.holder.memo, ("held", case.keyword, case.depth)
    if key not in memo:
        memo[key] = _unread({case.keyword: case.holder.value[case.keyword]}, case.depth)
    held: Condition = memo[key]
    return held


@dataclass(frozen=True, slots=True)
class _Branch:
    """A branch of a union, read without the way to a value."""

    node: Node
    known: Known
    read: Alternative
    fields: Mapping[str, Sequence[Node]]
    """The schemas of each field."""

    @classmethod
    def of(cls, branch: Node, known: Known) -> _Branch:
        """What a branch asks, and its fields."""
        fields: dict[str, list[Node]] = {}
        for part in conjuncts(branch):
            declared = judging(part).get("properties")
            for name in declared if isinstance(declared, dict) else ():
                fields.setdefault(name, []).append(part.child("properties", name))
        return cls(branch, known, _split(_test(branch, known)), fields)

    def alternative(self, known: Known) -> Alternative:
        """What it asks of a value inside of which the way leads to a field."""
        schemas = self.fields.get(known.field, ()) if known.field is not None else ()
        before, after = (
            frozenset(_of_field(schema, str(known.field), side, (self.node,)) for schema in schemas)
            for side in (self.known, known)
        )
        if before == after:
            return self.read
        of_field = _split(Every(tuple(after)))
        parts = (part for part in self.read.condition.parts if part not in before)
        return Alternative(Every((*parts, *of_field.condition.parts)), self.read.unread - before | of_field.unread)


def _split(test: Condition) -> Alternative:
    """The conditions of a test that are read, and those of which only the text is known."""
    parts = test.parts if isinstance(test, Every) else (test,)
    read = tuple(part for part in parts if all(asked.values != {HOLDS} for asked in part.tests()))
    return Alternative(Every(read), frozenset(parts).difference(read))


def texts_of(values: Iterable[str]) -> frozenset[str]:
    """The values of a tag as texts."""
    return frozenset(fingerprint(value) if value != OTHER_VALUES else ANOTHER for value in values)


def _test(test: Node, known: Known, within: tuple[Node, ...] = ()) -> Condition:
    """What a schema asks of a value.

    Args:
        test: the schema.
        known: of the value.
        within: the schemas whose negations or alternatives it is a part of; one inside itself is not read again.
    """
    if is_never(test.value):
        return NEVER
    if test in within:
        return _unread({"$ref": test.location}, known.depth)
    inside = (*within, test)
    return Every(tuple(told for part in conjuncts(test) for told in _tests_of(part, known, inside)))


def _tests_of(schema: Node, known: Known, within: tuple[Node, ...]) -> Iterator[Condition]:
    """What each keyword of a schema asks, but for references and `allOf`."""
    unread: dict[str, JsonValue] = {}
    for keyword, value in judging_keywords(schema).items():
        if keyword == "required":
            yield from (Not(Among((known.depth, name), frozenset([ABSENT]))) for name in listed_texts(value))
        elif keyword == "properties" and isinstance(value, dict):
            yield from (_of_field(schema.child(keyword, name), name, known, within) for name in value)
        elif keyword == "not":
            yield Not(_test(schema.child(keyword), known, within))
        elif keyword == "anyOf" and isinstance(value, list):
            yield any_of(_test(schema.child(keyword, index), known, within) for index in range(len(value)))
        elif keyword == "type" and (told := _of_types(schema, known.types)):
            yield told
        elif keyword == "oneOf":
            yield _unread({keyword: value}, known.depth)
        elif keyword not in _IN_PLACE:
            unread[keyword] = value
    if unread:
        yield _unread(unread, known.depth)


def _of_types(schema: Node, types: frozenset[str]) -> Condition | None:
    """Whether values of some types are of those that a schema names; None: only some are, as integers of numbers."""
    named = types_of(schema) or frozenset()
    wider = named | ({"integer", FRACTION} if "number" in named else frozenset())
    if types <= wider:
        return ALWAYS
    return None if types & wider or ("number" in types and "integer" in named) else NEVER


def _of_field(schema: Node, name: str, known: Known, within: tuple[Node, ...]) -> Condition:
    """What is asked of a field; where it is absent, nothing is."""
    asked = tuple(told for told in _of_value(schema, name, known, within) if told != ALWAYS)
    if name == known.field or not asked:
        return Every(asked)
    return any_of((Among((known.depth, name), frozenset([ABSENT])), Every(asked)))


def _of_value(schema: Node, name: str, known: Known, within: tuple[Node, ...]) -> Iterator[Condition]:
    """What is asked of the value of a field."""
    values = _admitted(schema)
    if is_never(schema.value):
        yield NEVER
    elif schema in within:
        yield _unread({"properties": {name: {"$ref": schema.location}}}, known.depth)
    else:
        if values is not None:
            yield Among((known.depth, name), values)
        for part in conjuncts(schema):
            yield from _of_part(part, name, known, (*within, schema), is_listed=values is not None)


def _of_part(
    schema: Node, name: str, known: Known, within: tuple[Node, ...], *, is_listed: bool
) -> Iterator[Condition]:
    unread: dict[str, JsonValue] = {}
    types = known.field_types if name == known.field else frozenset[str]()
    for keyword, value in judging_keywords(schema).items():
        if keyword == "not":
            yield Not(Every(tuple(_of_value(schema.child(keyword), name, known, within))))
        elif keyword in ("anyOf", "oneOf") and isinstance(value, list) and (keyword == "anyOf" or _are_lists(schema)):
            branches = (schema.child(keyword, index) for index in range(len(value)))
            yield any_of(Every(tuple(_of_value(branch, name, known, within))) for branch in branches)
        elif keyword == "type" and types and not is_listed and (told := _of_types(schema, types)):
            yield told
        elif keyword not in _IN_PLACE and not (is_listed and keyword in ("type", "const", "enum")):
            unread[keyword] = value
    if unread:
        yield _unread({"properties": {name: unread}}, known.depth)


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
