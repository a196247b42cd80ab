"""Names only grow: what the older schema declares and the newer one no longer does, and which facts changed.

Both schemas are walked together, place by place of the document, so that a field that moved into a definition or a
branch is still the same field.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from accordant.compat.canonical import canonical
from accordant.compat.changes import Change, Step
from accordant.findings import JsonValue
from accordant.schema.declarations import (
    Guard,
    Member,
    Part,
    bindings,
    fixed_strings,
    items,
    lay_open,
    listed_values,
    meet,
    members,
)
from accordant.schema.references import Node

_TEXTS = ("title", "description", "$comment", "examples")
_WARNED = {
    "default": "default-changed",
    "format": "format-changed",
    "readOnly": "access-changed",
    "writeOnly": "access-changed",
    "deprecated": "deprecation-changed",
    "contentEncoding": "format-changed",
    "contentMediaType": "format-changed",
}
_MOST_PAIRS = 20_000


@dataclass(frozen=True, slots=True)
class _Pair:
    """What both sides declare at one place; ``twins`` are the newer declarations under the same guard."""

    olds: frozenset[Node]
    news: frozenset[Node]
    twins: frozenset[Node]
    steps: tuple[Step, ...]


@dataclass
class Walk:
    """Compares declarations of two schemas; ``changes`` holds breaks, warnings and notes in document order."""

    carrier: str = ""
    direction: str = "output"
    same_list: Callable[[str], bool] = lambda _: False
    """Whether both sides have this code list, so that its own comparison speaks about its identifiers."""
    changes: list[Change] = field(default_factory=list)
    complete: bool = True
    """False where the walk was stopped: what it did not reach is not known."""
    _seen: set[tuple[frozenset[Node], frozenset[Node]]] = field(default_factory=set)
    _said: set[tuple[str, str, str]] = field(default_factory=set)

    def compare(self, old: Node, new: Node) -> list[Change]:
        """Every change between two root schemas."""
        todo = deque([_Pair(frozenset([old]), frozenset([new]), frozenset([new]), ())])
        while todo:
            pair = todo.popleft()
            if (pair.olds, pair.news) in self._seen:
                continue
            if len(self._seen) >= _MOST_PAIRS:
                self.complete = False
                break
            self._seen.add((pair.olds, pair.news))
            todo += self._place(pair)
        return self.changes

    def _place(self, pair: _Pair) -> Iterator[_Pair]:
        old_parts, new_parts = lay_open(_ordered(pair.olds)), lay_open(_ordered(pair.news))
        if not old_parts:
            return
        if not new_parts:
            new_parts = [Part(node) for node in _ordered(pair.news)]
        self._values(old_parts, new_parts, pair.steps)
        self._facts(old_parts, lay_open(_ordered(pair.twins)), pair.steps)
        yield from self._members(old_parts, new_parts, pair.steps)
        yield from self._items(old_parts, new_parts, pair.steps)

    def _say(self, change: Change) -> None:
        key = (change.rule, change.path, json.dumps([change.name, change.old], sort_keys=True, default=str))
        if key not in self._said:
            self._said.add(key)
            self.changes.append(change)

    def _values(self, old_parts: list[Part], new_parts: list[Part], steps: tuple[Step, ...]) -> None:
        olds, news = listed_values(old_parts), listed_values(new_parts)
        lost = [one for text, one in olds.items() if text not in news]
        bound = bindings(old_parts) & bindings(new_parts)
        alike = any(self.same_list(name) for name in bound) and bool(_wholly(old_parts) & _wholly(new_parts))
        if alike and (self.direction == "output" or not lost or not news):
            return  # the list's own comparison speaks about its identifiers; it lets one retire, which readers must not
        if lost and not news:
            _, part, keyword = lost[0]
            values = [one[0] for one in lost]
            self._say(Change("enum-dropped", steps, part.node, new_parts[0].node, "", values, None, keyword))
            return
        for value, part, keyword in lost:
            rule = "enum-value-removed"
            new: JsonValue = None
            if keyword == "const" and len(olds) == 1:
                rule = "carrier-changed" if _path(steps) == self.carrier and self.carrier else "const-changed"
                new = next(iter(news.values()))[0] if len(news) == 1 else [one[0] for one in news.values()]
            where = next(iter(news.values()))[1].node
            self._say(Change(rule, steps, part.node, where, "", value, new, keyword))

    def _facts(self, old_parts: list[Part], new_parts: list[Part], steps: tuple[Step, ...]) -> None:
        """Facts are compared between declarations under the same guard: only those are about the same documents."""
        for keyword in _TEXTS:
            self._fact(keyword, "text-changed", old_parts, new_parts, steps)
        for keyword, rule in {"x-unit": "unit-changed", **_WARNED}.items():
            self._fact(keyword, rule, old_parts, new_parts, steps)

    def _fact(
        self, keyword: str, rule: str, old_parts: list[Part], new_parts: list[Part], steps: tuple[Step, ...]
    ) -> None:
        olds, news = _stated(keyword, old_parts), _stated(keyword, new_parts)
        gone = [one for one in olds if one not in news]
        fresh = [one for one in news if one not in olds]
        if not new_parts or not (gone or (fresh and not olds and rule != "text-changed")):
            return
        if fresh and not olds and len(old_parts) != len(new_parts):
            return  # the newer side speaks about more documents here
        old, old_node = olds[gone[0]] if gone else (None, old_parts[0].node)
        new, new_node = news[fresh[0]] if fresh else (None, new_parts[0].node)
        rule = "unit-added" if rule == "unit-changed" and old is None else rule
        self._say(Change(rule, steps, old_node, new_node, "", old, new, keyword))

    def _members(self, old_parts: list[Part], new_parts: list[Part], steps: tuple[Step, ...]) -> Iterator[_Pair]:
        olds, news = list(members(old_parts)), list(members(new_parts))
        gone = self._lost_tags(olds, news, new_parts, steps)
        removed: dict[str, Member] = {}
        named: dict[str | None, list[Member]] = {}
        for one in news:
            named.setdefault(one.name, []).append(one)
        for name, guard, nodes in _grouped(olds):
            if any(values <= gone.get(key, frozenset()) for key, values in guard.items()):
                continue
            found = [one for one in named.get(name, []) if meet(one.guard, guard) is not None]
            if found:
                twins = frozenset(one.node for one in found if one.guard == guard)
                yield _Pair(nodes, frozenset(one.node for one in found), twins, (*steps, Step(name, guard)))
            else:
                removed.setdefault(name, Member(name, min(nodes, key=_order), guard))
        known = {one.name for one in olds}
        added = {one.name: one for one in news if one.name is not None and one.name not in known}
        self._renames(removed, added, new_parts, steps)
        old_maps = frozenset(one.node for one in olds if one.name is None)
        new_maps = frozenset(one.node for one in news if one.name is None)
        if old_maps and new_maps:
            yield _Pair(old_maps, new_maps, new_maps, (*steps, Step("+")))

    def _lost_tags(
        self, olds: list[Member], news: list[Member], new_parts: list[Part], steps: tuple[Step, ...]
    ) -> dict[str, frozenset[str]]:
        """Tag values that select something in the old schema and stand nowhere in the new one."""
        lost: dict[str, frozenset[str]] = {}
        for key in dict.fromkeys(name for one in olds for name in one.guard):
            before, after = _tag_values(key, olds), _tag_values(key, news)
            gone = before - after if after else frozenset()
            if not gone:
                continue
            lost[key] = gone
            where = next((one.node for one in news if one.name == key), new_parts[0].node)
            bound = {one for part in lay_open([where]) for one in bindings([part])}
            if any(self.same_list(name) for name in bound):
                continue
            for value in sorted(gone):
                step = Step(key, {key: frozenset([value])})
                named = [one for one in olds if one.name == key and value in fixed_strings(one.node)]
                holder = (named or [one for one in olds if value in one.guard.get(key, frozenset())])[0].node
                keyword = next((word for word in ("const", "enum") if word in holder.value), "")
                self._say(Change("enum-value-removed", (*steps, step), holder, where, "", value, None, keyword))
        return lost

    def _renames(
        self,
        removed: dict[str, Member],
        added: dict[str, Member],
        new_parts: list[Part],
        steps: tuple[Step, ...],
    ) -> None:
        parent = next(
            (one.node for one in new_parts if isinstance(one.node.value, dict) and "properties" in one.node.value),
            new_parts[0].node,
        )
        for name, member in removed.items():
            twin = next((one for one in added.values() if _alike(member.node, one.node)), None)
            step = Step(name, member.guard)
            if twin is not None:
                added = {key: one for key, one in added.items() if one is not twin}
                change = Change("field-renamed", (*steps, step), member.node, twin.node, name, name, twin.name)
            else:
                change = Change("field-removed", (*steps, step), member.node, parent, name, name)
            self._say(change)

    def _items(self, old_parts: list[Part], new_parts: list[Part], steps: tuple[Step, ...]) -> Iterator[_Pair]:
        news = list(items(new_parts))
        by_index: dict[int | None, list[Node]] = {}
        for index, part in items(old_parts):
            by_index.setdefault(index, []).append(part.node)
        for index, nodes in by_index.items():
            found = [(at, part.node) for at, part in news if at == index or at is None or index is None]
            if found:
                step = Step("*" if index is None else index)
                twins = frozenset(node for at, node in found if at == index)
                yield _Pair(frozenset(nodes), frozenset(node for _, node in found), twins, (*steps, step))


_ADDED = {"field-removed": "field-added", "enum-value-removed": "enum-value-added"}


def additions(old: Node, new: Node, same_list: Callable[[str], bool]) -> list[Change]:
    """What the newer schema declares and the older one does not: the same walk with the sides exchanged."""
    return [
        Change(_ADDED[one.rule], one.steps, one.new_node, one.old_node, one.name, None, one.old, one.keyword)
        for one in Walk(same_list=same_list).compare(new, old)
        if one.rule in _ADDED
    ]


def _grouped(found: list[Member]) -> Iterator[tuple[str, Guard, frozenset[Node]]]:
    groups: dict[tuple[str, tuple[tuple[str, frozenset[str]], ...]], tuple[Guard, set[Node]]] = {}
    for one in found:
        if one.name is not None:
            key = (one.name, tuple(sorted(one.guard.items(), key=lambda pair: pair[0])))
            groups.setdefault(key, (one.guard, set()))[1].add(one.node)
    for (name, _), (guard, nodes) in groups.items():
        yield name, guard, frozenset(nodes)


def _tag_values(key: str, found: list[Member]) -> frozenset[str]:
    values: set[str] = set()
    for one in found:
        values |= one.guard.get(key, frozenset())
        if one.name == key:
            values |= fixed_strings(one.node)
    return frozenset(values)


def _wholly(parts: Iterable[Part]) -> set[str]:
    """The bindings as they are written: which entries of a list they take is part of them."""
    values = (part.node.value.get("x-codes") for part in parts if isinstance(part.node.value, dict))
    return {canonical(one) for one in values if one is not None}


def _stated(keyword: str, parts: list[Part]) -> dict[str, tuple[JsonValue, Node]]:
    """The different values that the parts give a keyword, by their text, each with a schema that gives it."""
    found: dict[str, tuple[JsonValue, Node]] = {}
    for part in parts:
        if isinstance(part.node.value, dict) and keyword in part.node.value:
            value = part.node.value[keyword]
            found.setdefault(_text(value), (value, part.node))
    return found


def _alike(one: Node, other: Node) -> bool:
    return _text(_bare(one.value)) == _text(_bare(other.value))


def _bare(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if key not in _TEXTS}
    return [_bare(item) for item in value] if isinstance(value, list) else value


def _text(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True)


def _path(steps: tuple[Step, ...]) -> str:
    return "".join(f"/{step.token}" for step in steps)


def _order(node: Node) -> tuple[str, str]:
    return (node.document, node.pointer)


def _ordered(nodes: frozenset[Node]) -> list[Node]:
    return sorted(nodes, key=_order)
