"""The closed view of a producer: every field it writes is declared, every identifier is listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from accordant.conform.closed_quick import QuickView, declared
from accordant.conform.rules import CODE_RETIRED, CODE_UNREGISTERED, FIELD_UNKNOWN
from accordant.contract import CodeList, ContractState
from accordant.findings import JsonValue, Rule
from accordant.schema import pointers
from accordant.schema.bindings import binding_of
from accordant.schema.dialects import Relation
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, applied_subschemas, judging
from accordant.schema.validation import Validator, validator_of
from accordant.schema.vocabulary import format_value


@dataclass(frozen=True, slots=True)
class Stranger:
    """A field or identifier of a document, at the pointer ``instance``, that the contract does not declare."""

    rule: Rule
    instance: str
    message: str


@dataclass
class ClosedView:
    """Looks for strangers in documents of one state. It holds validators of branches, so use one for many documents."""

    state: ContractState
    _validators: dict[tuple[str, str], Validator] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._quick = QuickView(self.state.code_lists, self._fits)

    def have_none(self, root: Node, documents: list[JsonValue]) -> bool:
        """Whether documents that are valid for the schema surely have no stranger; mostly this is clear quickly."""
        return self._quick.have_none(root, documents)

    def strangers(self, root: Node, document: JsonValue) -> Iterator[Stranger]:
        """Every stranger in a document of the schema ``root``.

        An object of which no schema names a field is free data. `additionalProperties: true` leaves further
        fields to programs, and an extensible list further identifiers. A map (``additionalProperties`` with a
        schema that requires something) declares all its keys.
        """
        todo: list[tuple[str, JsonValue, list[Applied]]] = [("", document, [Applied(root, "", Relation.IN_PLACE)])]
        while todo:
            at, value, schemas = todo.pop()
            views = self._views(schemas, value)
            yield from self._identifiers(at, value, views)
            if isinstance(value, dict):
                for name, member in value.items():
                    declaring = [subschema for view in views for subschema in declared(view, name)]
                    if declaring:
                        todo.append((pointers.join(at, name), member, declaring))
                    elif any(_names_fields(view.node) for view in views) and not any(map(_is_extensible, views)):
                        message = f"no schema declares the field {format_value(name)}"
                        yield Stranger(FIELD_UNKNOWN, pointers.join(at, name), message)
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    declaring = [subschema for view in views for subschema in declared(view, index)]
                    if declaring:
                        todo.append((pointers.join(at, index), item, declaring))

    def _views(self, schemas: Iterable[Applied], value: JsonValue) -> list[Applied]:
        """All schemas that judge a value, through references, `allOf`, and the branches that it fits."""
        views: dict[tuple[Node, Scope], Applied] = {}
        todo = list(schemas)
        while todo:
            schema = todo.pop()
            key = (schema.node, schema.scope)
            if key not in views and isinstance(schema.node.value, dict):
                views[key] = schema
                todo += self._beside(schema, value)
        return list(views.values())

    def _beside(self, schema: Applied, value: JsonValue) -> Iterator[Applied]:
        """The subschemas of a schema that judge the same value, given what the value is."""
        alternatives: dict[str, list[Applied]] = {}
        holds = False
        for subschema in applied_subschemas(schema.node, schema.scope, Relation.IN_PLACE):
            match subschema.keyword:
                case "not":
                    continue
                case "anyOf" | "oneOf":
                    alternatives.setdefault(subschema.keyword, []).append(subschema)
                case "if":
                    holds = self._fits(subschema.node, value)
                    if holds:
                        yield subschema
                case "then" | "else":
                    if holds is (subschema.keyword == "then"):
                        yield subschema
                case "dependentSchemas" | "dependencies":
                    if isinstance(value, dict) and subschema.key in value:
                        yield subschema
                case _:
                    yield subschema
        for branches in alternatives.values():
            yield from self._fitting(branches, value)

    def _fitting(self, branches: list[Applied], value: JsonValue) -> list[Applied]:
        """The branches that a value fits; all of them where it fits none, since it is refused already."""
        return [branch for branch in branches if self._fits(branch.node, value)] or branches

    def _fits(self, node: Node, value: JsonValue) -> bool:
        key = (node.document, node.pointer)
        if key not in self._validators:
            self._validators[key] = validator_of(node)
        try:
            return self._validators[key].is_valid(value)
        except UnusableSchema:
            return True

    def _identifiers(self, at: str, value: JsonValue, views: list[Applied]) -> Iterator[Stranger]:
        for view in views:
            binding = binding_of(view.node.value)
            code_list = self.state.code_lists.get(binding.list_name) if binding else None
            if code_list is not None and isinstance(value, str | int) and not isinstance(value, bool):
                yield from _judge_identifier(at, value, code_list)
                return


def _judge_identifier(at: str, value: str | int, code_list: CodeList) -> Iterator[Stranger]:
    entry = code_list.entry(value)
    if entry is None and code_list.extensible:
        return
    if entry is None:
        message = f"{format_value(value)} is not in the code list {code_list.name}"
        yield Stranger(CODE_UNREGISTERED, at, message)
    elif entry.retired:
        others = [successor.id for successor in code_list.entries if str(value) in successor.replaces]
        instead = f"; it was replaced by {', '.join(format_value(successor) for successor in others)}" if others else ""
        message = f"{format_value(value)} is retired from {code_list.name} since {entry.retired}{instead}"
        yield Stranger(CODE_RETIRED, at, message)


def _names_fields(view: Node) -> bool:
    members = judging(view)
    return bool(members.get("properties")) or bool(members.get("patternProperties"))


def _is_extensible(view: Applied) -> bool:
    """Whether a schema leaves further members to programs, which it says with `additionalProperties: true`."""
    return judging(view.node).get("additionalProperties") is True
