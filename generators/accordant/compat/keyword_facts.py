"""What single keywords of schemas say, in a form in which two spellings of the same are equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from accordant.compat.opened import Opened
from accordant.findings import JsonValue
from accordant.schema.dialects import Holds, Relation
from accordant.schema.json_values import canonical, fingerprint
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas, judging_keywords

NAMES_ASKED: Final = frozenset(("dependentRequired", "dependencies"))
"""The keywords by which one name asks for others."""


def holds_nothing(node: Node, name: str) -> bool:
    """Whether a keyword judges by its value alone."""
    keyword = node.dialect.keywords[name]
    return keyword.holds is Holds.NOTHING and not keyword.is_reference


def is_judged_by_itself(name: str, values: JsonValue, asked: Mapping[str, set[str]]) -> bool:
    """Whether the older side asks the same, or asks for names, each of which has a break of its own or is told so."""
    if name in NAMES_ASKED:
        return True
    return name in asked and (name == "required" or canonical(values) in asked[name])


def as_set(name: str, value: JsonValue) -> JsonValue:
    """The value of a keyword; of one that is a set, its members as JSON, sorted."""
    if name == "const":
        return [fingerprint(value)]
    if name == "enum" and isinstance(value, list):
        return sorted(map(fingerprint, value))
    members = value if isinstance(value, list) else [value]
    return sorted(map(canonical, members)) if name in ("type", "required") else value


def names_asked(opened: Opened, name: JsonValue) -> Iterator[str]:
    """The names that other names ask for, all or one of them."""
    for node, _ in opened.certain:
        keywords = judging_keywords(node)
        for keyword in sorted(NAMES_ASKED):
            asked = keywords.get(keyword)
            for other, names in asked.items() if isinstance(asked, dict) else ():
                if isinstance(names, list) and (name is None or name in names):
                    yield canonical([keyword, other, sorted(map(canonical, names)) if name is None else name])


def lengths(opened: Opened) -> Iterator[str]:
    """How many leading items have schemas of their own, and what nothing may be."""
    for node, scope in opened.certain:
        leading = judging_keywords(node).get(node.dialect.tuple_keyword)
        if isinstance(leading, list):
            yield canonical({"leading items": len(leading)})
        for applied in applied_subschemas(node, scope):
            if applied.node.value is False and applied.relation in (Relation.MEMBER, Relation.ITEM):
                yield canonical([applied.keyword, applied.key, "nothing"])


def as_list(value: JsonValue) -> list[JsonValue]:
    """A list, or an empty one for anything else."""
    return value if isinstance(value, list) else []
