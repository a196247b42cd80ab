"""The closed view of a producer: every field it writes is declared, every identifier is listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from accordant.conform.rules import CODE_RETIRED, CODE_UNREGISTERED, FIELD_UNKNOWN
from accordant.contract import CodeList, State
from accordant.findings import JsonValue, Rule
from accordant.schema import pointers
from accordant.schema.error_messages import shown
from accordant.schema.references import Node, UnresolvableReference
from accordant.schema.validation import UnusableSchema, Validator, validator_of


@dataclass(frozen=True, slots=True)
class Stranger:
    """A field or identifier of a document (at ``instance``) that the contract does not have."""

    rule: Rule
    instance: str
    message: str
    list_name: str = ""


@dataclass
class ClosedView:
    """Looks for strangers in documents of one state. It holds validators of branches, so use one for many documents."""

    state: State
    _validators: dict[tuple[str, str], Validator] = field(default_factory=dict)

    def strangers(self, root: Node, document: JsonValue) -> Iterator[Stranger]:
        """Every stranger in a document of the schema ``root``.

        An object that no schema names a field of is free data, and a declared map (``additionalProperties`` with a
        schema that says something) declares all its keys.
        """
        todo: list[tuple[str, JsonValue, tuple[Node, ...]]] = [("", document, (root,))]
        while todo:
            at, value, nodes = todo.pop()
            views = self._views(nodes, value)
            yield from self._identifiers(at, value, views)
            if isinstance(value, dict):
                for name, member in value.items():
                    declared = [one for view in views for one in _members(view, name)]
                    if not declared and any(_names_fields(view) for view in views):
                        yield Stranger(
                            FIELD_UNKNOWN, pointers.join(at, name), f"no schema declares the field {shown(name)}"
                        )
                    elif declared:
                        todo.append((pointers.join(at, name), member, tuple(declared)))
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    declared = [one for view in views for one in _items(view, index)]
                    if declared:
                        todo.append((pointers.join(at, index), item, tuple(declared)))

    def _views(self, nodes: Iterable[Node], value: JsonValue) -> list[Node]:
        """All schemas that judge a value, through references, `allOf`, and the branches that it fits."""
        found: dict[tuple[str, str], Node] = {}
        todo = list(nodes)
        while todo:
            node = todo.pop()
            key = (node.document, node.pointer)
            if key not in found and isinstance(node.value, dict):
                found[key] = node
                todo += self._beside(node, value)
        return list(found.values())

    def _beside(self, node: Node, value: JsonValue) -> Iterator[Node]:
        schema, known = node.value, node.dialect.keywords
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            if keyword in known and isinstance(schema.get(keyword), str):
                try:
                    yield node.resolve(schema[keyword])
                except UnresolvableReference:
                    continue
        if node.dialect.ref_hides_siblings and "$ref" in schema:
            return
        for index in range(len(schema.get("allOf", []))):
            yield node.child("allOf", index)
        for keyword in ("anyOf", "oneOf"):
            yield from self._fitting(
                [node.child(keyword, index) for index in range(len(schema.get(keyword, [])))], value
            )
        if "if" in schema and "if" in known:
            condition = node.child("if")
            fits = self._fits(condition, value)
            if fits:
                yield condition
            branch = "then" if fits else "else"
            if branch in schema:
                yield node.child(branch)
        for keyword in ("dependentSchemas", "dependencies"):
            for name, one in schema.get(keyword, {}).items() if keyword in known else ():
                if isinstance(value, dict) and name in value and not isinstance(one, list):
                    yield node.child(keyword, name)

    def _fitting(self, branches: list[Node], value: JsonValue) -> list[Node]:
        """The branches that a value fits; all of them where it fits none, since it is refused already."""
        return [one for one in branches if self._fits(one, value)] or branches

    def _fits(self, node: Node, value: JsonValue) -> bool:
        key = (node.document, node.pointer)
        if key not in self._validators:
            self._validators[key] = validator_of(node)
        try:
            return self._validators[key].is_valid(value)
        except UnusableSchema:
            return True

    def _identifiers(self, at: str, value: JsonValue, views: list[Node]) -> Iterator[Stranger]:
        for view in views:
            binding = view.value.get("x-codes")
            name = binding.get("list") if isinstance(binding, dict) else binding
            listed = self.state.code_lists.get(name) if isinstance(name, str) else None
            if listed is not None and isinstance(value, str | int) and not isinstance(value, bool):
                yield from _judged(at, value, listed)
                return


def _judged(at: str, value: str | int, listed: CodeList) -> Iterator[Stranger]:
    entry = listed.entry(value)
    if entry is None:
        message = f"{shown(value)} is not in the code list {listed.name}"
        yield Stranger(CODE_UNREGISTERED, at, message, listed.name)
    elif entry.retired:
        others = [one.id for one in listed.entries if str(value) in one.replaces]
        instead = f"; it was replaced by {', '.join(shown(one) for one in others)}" if others else ""
        message = f"{shown(value)} is retired from {listed.name} since {entry.retired}{instead}"
        yield Stranger(CODE_RETIRED, at, message, listed.name)


def _names_fields(view: Node) -> bool:
    return bool(view.value.get("properties")) or bool(view.value.get("patternProperties"))


def _members(view: Node, name: str) -> Iterator[Node]:
    """The schemas that a schema declares for a member of that name."""
    schema, found = view.value, False
    if name in schema.get("properties", {}):
        found = True
        yield view.child("properties", name)
    for pattern in schema.get("patternProperties", {}):
        if _matches(pattern, name):
            found = True
            yield view.child("patternProperties", pattern)
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        rest = schema.get(keyword)
        if not found and isinstance(rest, dict) and rest:
            yield view.child(keyword)


def _items(view: Node, index: int) -> Iterator[Node]:
    schema = view.value
    prefix, items = ("prefixItems", "items") if "prefixItems" in view.dialect.keywords else ("items", "additionalItems")
    listed = schema.get(prefix)
    if isinstance(listed, list) and index < len(listed):
        yield view.child(prefix, index)
    elif isinstance(schema.get(items), dict) and (items == "items" or isinstance(listed, list)):
        yield view.child(items)
    elif prefix == "items" and isinstance(listed, dict):
        yield view.child("items")
    if isinstance(schema.get("contains"), dict):
        yield view.child("contains")


def _matches(pattern: str, name: str) -> bool:
    import jsonschema_rs

    try:
        return bool(jsonschema_rs.Draft202012Validator({"pattern": pattern}, offline=True).is_valid(name))
    except Exception:  # a pattern that the library cannot take declares nothing
        return False
