"""The open reading of a schema: what a reader that skips unknown names requires in place of each keyword.

:mod:`accordant.schema.reader_copy` writes it as a schema, and the type model as conditions. Inside the keywords that
:func:`exact_inside` names, the schema is read as it is written: a test that accepts more would make the schema accept
less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.findings import JsonValue
from accordant.schema.declarations import TaggedSchema, is_map_value, lay_open, properties
from accordant.schema.dialects import OTHER_MEMBERS
from accordant.schema.json_values import fingerprint, json_type
from accordant.schema.references import Node
from accordant.schema.subschemas import conjuncts, for_member, judging, judging_keywords
from accordant.schema.tags import (
    Tags,
    conditions,
    disjoint,
    fixed_strings,
    is_open_enum,
    may_be_object,
    parent_of_chain,
    select_tag,
    tags_of,
    types_of,
)

_KEYS_ONLY: Final = frozenset(("propertyNames", "maxProperties"))
_AS_TYPES: Final[Mapping[str, list[JsonValue]]] = {"null": [None], "boolean": [False, True]}
"""The types that have few values, which schemas list as often as they name the type."""

MAY_BE_LOOSE: Final = _KEYS_ONLY | {*OTHER_MEMBERS} | {"enum", "oneOf", "anyOf", "else"}
"""The keywords for which :func:`loosen` may have an answer."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The keyword judges only keys that the release does not name: an open reader ignores it."""


@dataclass(frozen=True, slots=True)
class OpenEnum:
    """An ``enum`` that may grow: any value of the JSON types ``kinds``, and the listed ones of others (``rest``)."""

    kinds: tuple[str, ...]
    rest: tuple[JsonValue, ...]


@dataclass(frozen=True, slots=True)
class TagDispatch:
    """Branches that a tag selects: an object is judged by the branch of its tag, and by none if the tag is unknown."""

    tag: str
    tagged: tuple[tuple[int, frozenset[str]], ...]
    """The index of each such branch, and the values that select it."""
    others: tuple[int, ...]
    """The branches that take no objects."""
    objects_only: bool
    """Whether the tagged branches refuse every value that is not an object."""


@dataclass(frozen=True, slots=True)
class Branches:
    """At least one branch, read openly, must hold; each branch still refuses the keys ``barred`` to it.

    A closed branch bars the keys that its siblings name and it does not. With ``exclusive`` (``oneOf``), at most one
    branch may hold as it is written; it is not set where the types of the branches exclude each other.
    """

    barred: tuple[frozenset[str], ...]
    exclusive: bool


@dataclass(frozen=True, slots=True)
class EscapingElse:
    """An ``else`` that does not apply where a tag has an unknown value."""

    known: Tags


Loosened: TypeAlias = Dropped | OpenEnum | TagDispatch | Branches | EscapingElse


def loosen(node: Node, keyword: str, enums: str) -> Loosened | None:
    """A keyword in its open reading; None where the keyword is unchanged and its subschemas are read openly.

    Args:
        node: the schema that has the keyword.
        keyword: its name.
        enums: ``open`` (string enums accept unknown members unless ``x-closed``) or ``marked`` (only with ``x-open``).
    """
    value = node.value[keyword]
    if keyword in OTHER_MEMBERS:
        return Dropped() if value is False else None
    if keyword in _KEYS_ONLY:
        return None if _rules_keys_of_map(node, keyword) else Dropped()
    if keyword == "enum":
        return _open_enum(node.value, enums)
    if keyword in ("oneOf", "anyOf") and isinstance(value, list):
        return _branches(node, keyword, enums)
    if keyword == "else" and "if" in node.value:
        tags = tags_of(node.child("if"))
        return (
            EscapingElse({name: _known_values(node, name) | values for name, values in tags.items()}) if tags else None
        )
    return None


def exact_inside(node: Node, keyword: str) -> bool:
    """Whether the subschemas of a keyword are read exactly, whatever the reading around them.

    Tests are: ``not``, ``if``, and ``contains``, which searches (what a reader does not know is not what it looks
    for). So is what a reference with ``x-closed`` leads to.
    """
    entry = node.dialect.keywords.get(keyword)
    if entry is None:
        return False
    return entry.is_test or (entry.is_reference and node.value.get("x-closed") is True)


def _rules_keys_of_map(node: Node, keyword: str) -> bool:
    """Whether ``propertyNames`` or ``maxProperties`` rules the keys of a declared map: these are data, so it stays.

    A list of names is not a rule about keys: it declares names, and more of them may come later.
    """
    if not any(is_map_value(node.value.get(other)) for other in OTHER_MEMBERS if other in node.dialect.keywords):
        return False
    names = conjuncts(node.child(keyword)) if keyword == "propertyNames" else ()
    return not any("enum" in judging(schema) or "const" in judging(schema) for schema in names)


def _open_enum(value: Mapping[str, JsonValue], enums: str) -> OpenEnum | None:
    values = value["enum"]
    if not isinstance(values, list) or not is_open_enum(value, enums):
        return None
    growing = ("string", "integer") if "x-codes" in value else ("string",)
    types = [json_type(item) for item in values]
    kinds = tuple(kind for kind in growing if kind in types)
    rest = tuple(item for item, type_ in zip(values, types, strict=True) if type_ not in kinds)
    return OpenEnum(kinds, rest) if kinds else None


def _branches(node: Node, keyword: str, enums: str) -> OpenEnum | TagDispatch | Branches:
    branches = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
    constants = described_constants(node, keyword)
    described = _open_enum({**node.value, "enum": constants}, enums) if constants else None
    if described is not None:
        return described
    tagged = [(index, branch) for index, branch in enumerate(branches) if may_be_object(branch)]
    tag = select_tag([branch for _, branch in tagged], node)
    if tag is not None:
        selected = tuple((index, tags_of(branch, node)[tag]) for index, branch in tagged)
        others = tuple(index for index, branch in enumerate(branches) if not may_be_object(branch))
        objects_only = all(types_of(branch) == frozenset(["object"]) for _, branch in tagged)
        return TagDispatch(tag, selected, others, objects_only)
    return Branches(_barred_keys(branches), keyword == "oneOf" and not disjoint(branches))


def described_constants(node: Node, keyword: str) -> list[JsonValue] | None:
    """The values of alternatives that each only list constants; None where one says something else.

    ``null`` and booleans may be spelt as types. A value that two alternatives list makes them no list of values.
    """
    branches = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
    if judging_keywords(node).keys() - {keyword, "type"}:
        return None
    constants: list[JsonValue] = []
    for branch in branches:
        values = _constants(branch)
        if values is None:
            return None
        constants += values
    if not all(value is None or isinstance(value, str | int) for value in constants):
        return None
    return constants if len({fingerprint(value) for value in constants}) == len(constants) else None


def _constants(branch: Node) -> list[JsonValue] | None:
    value = judging_keywords(branch)
    words = set(value)
    if words in ({"const"}, {"type", "const"}):
        return [value["const"]]
    if words in ({"enum"}, {"type", "enum"}) and isinstance(value["enum"], list):
        return list(value["enum"])
    spelt = value.get("type") if words == {"type"} else None
    return _AS_TYPES.get(spelt) if isinstance(spelt, str) else None


def _barred_keys(branches: list[Node]) -> tuple[frozenset[str], ...]:
    """For each of some branches the keys that it refuses because a sibling names them."""
    named = [
        {property_.name for property_ in properties(_lay_open(branch)) if property_.name is not None}
        for branch in branches
    ]
    every = set[str]().union(*named)
    return tuple(
        frozenset(every - own) if _refuses_others(branch) else frozenset()
        for branch, own in zip(branches, named, strict=True)
    )


def _refuses_others(branch: Node) -> bool:
    """Whether a branch certainly refuses keys that it does not name. Patterns name keys that it does not list."""
    closed = any(judging(schema).get(keyword) is False for schema in conjuncts(branch) for keyword in OTHER_MEMBERS)
    return closed and not any(property_.pattern for property_ in properties(_lay_open(branch)))


def _lay_open(branch: Node) -> list[TaggedSchema]:
    return lay_open([TaggedSchema(branch)])


def _known_values(node: Node, tag: str) -> frozenset[str]:
    """The values of a tag that the chain around an ``if`` knows."""
    values: set[str] = set()
    around = [node]
    parent = parent_of_chain(node)
    if parent is not None:
        around.append(parent)
    for schema in around:
        for condition in conditions(schema):
            values |= tags_of(condition).get(tag, frozenset())
        for subschema in for_member(schema, tag):
            if subschema.keyword == "properties":
                values |= fixed_strings(subschema.node)
    return frozenset(values)
