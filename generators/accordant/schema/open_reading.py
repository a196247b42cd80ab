"""What open reading loosens: for a keyword of a schema, what a tolerant reader asks of it instead.

The one home of this fact: the judge writes it as a schema (:mod:`accordant.schema.reader_copy`), generated code takes
it as conditions. It holds at positive polarity only: what ``exact_inside`` names stands inside as it is written, since
a test that accepts more would make the schema accept less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.findings import JsonValue
from accordant.schema.declarations import fixed_strings, lay_open, members, referenced, tag_of
from accordant.schema.discriminators import (
    conditions,
    disjoint,
    is_open_enum,
    may_be_object,
    parent_of_chain,
    select_tag,
    types_of,
)
from accordant.schema.references import Node

_TESTS: Final = frozenset(("not", "if", "contains"))
_REFERENCES: Final = frozenset(("$ref", "$dynamicRef", "$recursiveRef"))
_KEYS_ONLY: Final = frozenset(("propertyNames", "maxProperties"))
_OTHER_KEYS: Final = frozenset(("additionalProperties", "unevaluatedProperties"))
MAY_BE_LOOSE: Final = _KEYS_ONLY | _OTHER_KEYS | {"enum", "oneOf", "anyOf", "else"}
"""The keywords of which :func:`loosened` may say something."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The keyword judges keys that the release does not name, and asks nothing of an open reader."""


@dataclass(frozen=True, slots=True)
class Members:
    """An ``enum`` that may grow: any value of the JSON types ``kinds``, and the listed ones of others (``rest``)."""

    kinds: tuple[str, ...]
    rest: tuple[JsonValue, ...]


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Branches for objects that the member ``tag`` selects: each is judged by its own, an unknown tag by none."""

    tag: str
    tagged: tuple[tuple[int, frozenset[str]], ...]
    """The index of each such branch, and the values that select it."""
    others: tuple[int, ...]
    """The branches that take no objects."""
    objects_only: bool
    """Whether the tagged branches refuse every value that is no object."""


@dataclass(frozen=True, slots=True)
class Branches:
    """At least one branch in its open reading, and each still refuses the keys ``barred`` to it.

    These are the ones that a closed branch does not name and its siblings do. With ``exclusive`` (``oneOf``) not more
    than one branch holds exactly, too, unless types show that anyway.
    """

    barred: tuple[frozenset[str], ...]
    exclusive: bool


@dataclass(frozen=True, slots=True)
class Escapes:
    """An ``else`` that is not asked where a tag carries a string that is none of the known ones."""

    known: Mapping[str, frozenset[str]]


Loosened: TypeAlias = Dropped | Members | Dispatch | Branches | Escapes


def loosened(node: Node, keyword: str, enums: str) -> Loosened | None:
    """What open reading makes of a keyword; None where it stands as written, its subschemas read openly.

    Args:
        node: the schema in which the keyword stands.
        keyword: its name.
        enums: ``open`` (string enums accept unknown members unless ``x-closed``) or ``marked`` (only with ``x-open``).
    """
    value = node.value[keyword]
    if keyword in _OTHER_KEYS:
        return Dropped() if value is False else None
    if keyword in _KEYS_ONLY:
        return Dropped()
    if keyword == "enum":
        return _members(node.value, enums)
    if keyword in ("oneOf", "anyOf") and isinstance(value, list):
        return _branches(node, keyword)
    if keyword == "else" and "if" in node.value:
        tags = tag_of(node.child("if"))
        return Escapes({tag: _known(node, tag) | values for tag, values in tags.items()}) if tags else None
    return None


def exact_inside(node: Node, keyword: str) -> bool:
    """Whether the subschemas of a keyword are read exactly, whatever the reading around them.

    Tests are: ``not``, ``if``, and ``contains``, which searches (what a reader does not know is not what it looks
    for). So is what a reference with ``x-closed`` leads to.
    """
    return keyword in _TESTS or (keyword in _REFERENCES and node.value.get("x-closed") is True)


def _members(value: Mapping[str, JsonValue], enums: str) -> Members | None:
    members = value["enum"]
    if not isinstance(members, list) or not is_open_enum(value, enums):
        return None
    integers = [one for one in members if isinstance(one, int) and not isinstance(one, bool)]
    kinds = (["string"] if any(isinstance(one, str) for one in members) else []) + (
        ["integer"] if integers and "x-codes" in value else []
    )
    rest = [one for one in members if not isinstance(one, str) and not ("integer" in kinds and one in integers)]
    return Members(tuple(kinds), tuple(rest)) if kinds else None


def _branches(node: Node, keyword: str) -> Dispatch | Branches:
    children = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
    tagged = [(index, one) for index, one in enumerate(children) if may_be_object(one)]
    tag = select_tag([one for _, one in tagged], node)
    if tag is not None:
        selected = tuple((index, tag_of(one, node)[tag]) for index, one in tagged)
        others = tuple(index for index, one in enumerate(children) if not may_be_object(one))
        return Dispatch(tag, selected, others, all(types_of(one) == frozenset(["object"]) for _, one in tagged))
    return Branches(_barred(children), keyword == "oneOf" and not disjoint(children))


def _barred(children: list[Node]) -> tuple[frozenset[str], ...]:
    """For each of some branches the keys that it refuses because a sibling names them."""
    named = [{one.name for one in members(lay_open([child])) if one.name is not None} for child in children]
    every = set[str]().union(*named)
    return tuple(
        frozenset(every - own) if _refuses_others(child) else frozenset()
        for child, own in zip(children, named, strict=True)
    )


def _refuses_others(branch: Node) -> bool:
    """Whether a branch certainly refuses keys that it does not name; with patterns it names more than it lists."""
    closed, todo, seen = False, [branch], {branch}
    while todo:
        one = todo.pop()
        if not isinstance(one.value, dict):
            continue
        target = referenced(one)
        beside = [one.child("allOf", index) for index in range(len(one.value.get("allOf") or []))]
        hidden = target is not None and one.dialect.ref_hides_siblings
        closed = closed or (not hidden and any(one.value.get(keyword) is False for keyword in _OTHER_KEYS))
        found = [*([target] if target is not None else []), *([] if hidden else beside)]
        todo += [other for other in found if other not in seen]
        seen.update(found)
    return closed and not any(part.node.value.get("patternProperties") for part in lay_open([branch]))


def _known(node: Node, tag: str) -> frozenset[str]:
    """The values of a tag that the chain around an ``if`` knows."""
    found: set[str] = set()
    around = [node]
    parent = parent_of_chain(node)
    if parent is not None:
        around.append(parent)
    for one in around:
        for condition in conditions(one):
            found |= tag_of(condition).get(tag, frozenset())
        properties = one.value.get("properties")
        if isinstance(properties, dict) and tag in properties:
            found |= fixed_strings(one.child("properties", tag))
    return frozenset(found)
