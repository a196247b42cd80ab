"""What applies at a place in documents: schemas that certainly do, and those that count in some cases only.

References, ``allOf``, the one alternative that tags leave, and the branch of a condition that tags decide are certain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from accordant.schema.declarations import selecting
from accordant.schema.dialects import CERTAIN, Relation
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import applied_subschemas
from accordant.schema.tags import Tags, meet

Entered: TypeAlias = tuple[Node, Scope]
"""A schema in the dynamic scope in which it is reached."""

View: TypeAlias = tuple[Entered, ...]
"""The schemas that apply at a place."""


@dataclass(frozen=True, slots=True)
class CaseKeyword:
    """A keyword that makes schemas count in some cases only, each with the part that it plays."""

    keyword: str
    key: str | int | None
    parts: tuple[tuple[str, Entered], ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The schemas that certainly apply at a place, and the cases beside them."""

    certain: View
    cases: tuple[CaseKeyword, ...]


def open_view(view: View, tags: Tags, count: Callable[[int], None]) -> Opened:
    """The schemas that certainly apply for documents with some tags, and the cases beside them; counts what it sees."""
    certain: dict[Entered, tuple[Node, ...]] = dict.fromkeys(view, ())
    cases: list[CaseKeyword] = []
    todo = list(view)
    while todo:
        node, scope = todo.pop(0)
        count(1)
        around = certain[node, scope]
        schemas, beside = _divide(node, scope, around, tags)
        cases += beside
        fresh = [item for item in schemas if item not in certain]
        certain |= dict.fromkeys(fresh, (*around, node))
        todo += fresh
    return Opened(tuple(certain), tuple(cases))


def _divide(node: Node, scope: Scope, around: tuple[Node, ...], tags: Tags) -> tuple[list[Entered], list[CaseKeyword]]:
    """What a schema applies in place: certainly, and in some cases."""
    certain: list[Entered] = []
    groups: dict[tuple[str, str | int | None], list[tuple[str, Entered]]] = {}
    selected: set[str] = set()
    for applied in applied_subschemas(node, scope, Relation.IN_PLACE):
        inner, keyword = (applied.node, applied.scope), applied.keyword
        picks = selecting(around, node, applied)
        if keyword in CERTAIN:
            certain.append(inner)
        elif keyword in ("anyOf", "oneOf"):
            if meet(tags, picks) is not None:
                groups.setdefault((keyword, None), []).append(("", inner))
            else:
                selected.add(keyword)
        elif keyword in ("if", "then", "else"):
            groups.setdefault(("if", None), []).append((keyword, inner))
            selected |= {"never"} if meet(tags, picks) is None else {"always"} if _implies(tags, picks) else set()
        else:
            groups.setdefault((keyword, applied.key), []).append(("", inner))
    cases = []
    for (keyword, key), parts in groups.items():
        if keyword == "if" and selected & {"never", "always"}:
            holding = "else" if "never" in selected else "then"
            certain += [inner for role, inner in parts if role == holding]
        elif keyword in selected and len(parts) == 1:
            certain.append(parts[0][1])
        else:
            cases.append(CaseKeyword(keyword, key, tuple(parts)))
    return certain, cases


def _implies(tags: Tags, picks: Tags) -> bool:
    """Whether documents with some tags are all of those that others pick."""
    return bool(picks) and all(name in tags and tags[name] <= values for name, values in picks.items())
