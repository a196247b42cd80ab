"""`contains` of 2019-09 where validators do not count the items that it finds as evaluated: behind `not`.

2019-09 Core 9.3.1.3 names the keywords that `unevaluatedItems` depends on, and `contains` is none of them. Both
libraries read it like 2020-12. `not` hides from them what is evaluated inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Dialect
from accordant.schema.library_patterns import FRAGMENT
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.member_names import names_in
from accordant.schema.references import Node, Resources

STANDS_BEHIND_NOT: Final = ("contains", "minContains", "maxContains")
"""The keywords that a `not` of the changed schema stands for."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A schema in which no `contains` of 2019-09 is beside `unevaluatedItems`, and where its parts stand now."""

    value: JsonValue
    places: dict[str, str] = field(default_factory=dict)
    """The subschemas of `contains`: the pointer as written, and the new one."""
    wrappers: dict[str, str] = field(default_factory=dict)
    """What stands for a keyword: the new pointer, and that of the keyword as written."""

    def pointer(self, written: str) -> str:
        """A pointer of the schema as it is written, in the changed one."""
        return _move(written, self.places)

    def written(self, pointer: str) -> str:
        """A pointer of the changed schema, in the one that is written."""
        return _move(pointer, {**self.wrappers, **{new: old for old, new in self.places.items()}})


def hide_contains(resources: Resources, document: str, schema: JsonValue) -> Hidden:
    """A schema of a document with each `contains` of 2019-09 behind `not`; the same object where there is none to hide.

    Args:
        resources: the schemas that it is one of.
        document: its address.
        schema: the schema, as it is written or with other addresses inside.
    """
    if resources.is_plain and not _is_misread(resources.root(document).dialect):
        return Hidden(schema)
    root = resources.root(document)
    if "contains" not in names_in(root) or not _knows_unevaluated_items(resources):
        return Hidden(schema)
    if root.value is not schema:
        others = {uri: resources.root(uri).value for uri in resources}
        root = Resources({**others, document: schema}, root.dialect).root(document)
    hidden = Hidden(None)
    value = _hide(root, "", hidden)
    return Hidden(_with_moved_references(root, value, hidden), hidden.places, hidden.wrappers)


def _knows_unevaluated_items(resources: Resources) -> bool:
    return any("unevaluatedItems" in names_in(resources.root(uri)) for uri in resources)


def _is_misread(dialect: Dialect) -> bool:
    return "unevaluatedItems" in dialect.keywords and not dialect.contains_evaluates


def _hide(node: Node, at: str, hidden: Hidden) -> JsonValue:
    """The schema of a node, which is to stand at a pointer."""
    value = node.value
    if not isinstance(value, dict):
        return value
    is_hidden = "contains" in value and _is_misread(node.dialect)
    around = pointers.join(at, "allOf", len(value.get("allOf", ()))) if is_hidden else ""
    for path, _ in node.dialect.subschemas(node.value):
        place = pointers.join(at, *path)
        if is_hidden and path == ("contains",):
            place = pointers.join(around, "not", "not", "contains")
            hidden.places[pointers.join(node.pointer, "contains")] = place
        changed = _hide(node.child(*path), place, hidden)
        if changed is not node.child(*path).value:
            value = pointers.replace(value, pointers.write(list(map(str, path))), changed)
    return _wrap(value, node.pointer, around, hidden) if is_hidden else value


def _wrap(value: Mapping[str, JsonValue], written: str, around: str, hidden: Hidden) -> JsonValue:
    """A schema with `contains` and the counts beside it in its `allOf`."""
    rest = {name: part for name, part in value.items() if name not in STANDS_BEHIND_NOT}
    least = {name: value[name] for name in ("contains", "minContains") if name in value}
    wrapped = [{"not": {"not": least}}]
    hidden.wrappers[around] = pointers.join(written, "minContains" if "minContains" in value else "contains")
    if "maxContains" in value:
        most = {"contains": value["contains"], "minContains": 0, "maxContains": value["maxContains"]}
        wrapped.append({"not": {"not": most}})
        following = pointers.join(pointers.parent(around), int(pointers.split(around)[-1]) + 1)
        hidden.wrappers[following] = pointers.join(written, "maxContains")
    return {**rest, "allOf": [*value.get("allOf", ()), *wrapped]}


def _with_moved_references(root: Node, value: JsonValue, hidden: Hidden) -> JsonValue:
    """The changed schema with references that lead into a `contains` leading to its new place."""
    todo = [root]
    while todo:
        node = todo.pop()
        ref = node.value.get("$ref") if isinstance(node.value, dict) else None
        if isinstance(ref, str) and "/contains" in unquote(ref):
            moved = _moved_reference(node, ref, hidden)
            value = pointers.replace(value, pointers.join(hidden.pointer(node.pointer), "$ref"), moved)
        todo += node.subschemas()
    return value


def _moved_reference(node: Node, ref: str, hidden: Hidden) -> str:
    try:
        target = node.resolve(ref)
    except UnresolvableReference:
        return ref
    if target.document != node.document or not unquote(ref.partition("#")[2]).startswith("/"):
        return ref
    fragment = hidden.pointer(target.pointer).removeprefix(hidden.pointer(target.root))
    return f"{ref.partition('#')[0]}#{quote(fragment, safe=FRAGMENT)}"


def _move(pointer: str, places: Mapping[str, str]) -> str:
    """A pointer with the longest of the places that lead to it replaced."""
    leading = [place for place in places if pointer == place or pointer.startswith(place + "/")]
    longest = max(leading, key=len, default=None)
    return pointer if longest is None else places[longest] + pointer[len(longest) :]
