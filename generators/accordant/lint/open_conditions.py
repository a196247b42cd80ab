"""Conditions that hold where the field that they ask about is absent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema.dialects import Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas, asserts_nothing, conjuncts, in_place, judging
from accordant.schema.vocabulary import enumeration, format_value

OPEN: Final = Rule(
    "condition-open",
    Severity.NOTE,
    "The if of a schema asks about a field that may be absent, and holds where it is.",
    "properties judges only the fields that are there, so that then also applies to documents without the field.",
    "Require the field in the if, or in the schema around it; where the absent field shall count, leave it as it is.",
    '{"if": {"properties": {"kind": {"const": "a"}}}, "then": {"minProperties": 2}}',
    '{"if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]}, "then": {"minProperties": 2}}',
)

RULES: Final = (OPEN,)

Names = frozenset[str]


def check(subject: LintSubject) -> Iterator[Finding]:
    """Conditions of `then` and `else` that an absent field satisfies."""
    surroundings = Surroundings(node for _, node in subject.judged_nodes)
    for file, node in subject.judged_nodes:
        if _is_conditional(node):
            condition = node.child("if")
            required = surroundings.required_at(node) | _required_then(node)
            names = [name for name in _open_names(condition) if name not in required]
            if names:
                yield OPEN.finding(_message(names), file.place(condition.pointer), subject=file.subject)


def _required_then(node: Node) -> Names:
    """The fields that `then` requires, so that a document without one of them is refused in any event."""
    return _required_by(conjuncts(node.child("then"))) if "then" in node.value else frozenset()


def _message(names: list[str]) -> str:
    fields = enumeration([format_value(name) for name in names], "and")
    return f"this if holds where {fields} {'is' if len(names) == 1 else 'are'} absent"


def _is_conditional(node: Node) -> bool:
    keywords = judging(node)
    return "if" in keywords and "if" in node.dialect.keywords and not keywords.keys().isdisjoint(("then", "else"))


def _open_names(condition: Node) -> list[str]:
    """The fields that a condition asks about and that may be absent where it holds, each once."""
    parts = list(conjuncts(condition))
    names: dict[str, None] = {}
    for part in parts:
        properties = judging(part).get("properties", {})
        names |= dict.fromkeys(name for name in properties if _asks(part.child("properties", name)))
        for applied in in_place(part):
            if applied.keyword in ("anyOf", "oneOf"):
                names |= dict.fromkeys(_open_names(applied.node))
    required = _required_by(parts)
    return [name for name in names if name not in required]


def _asks(node: Node) -> bool:
    """Whether a schema asks what a field is; those that say what it is not are meant to hold without it."""
    return node.value is not False and not asserts_nothing(node) and judging(node).keys() != {"not"}


def _required_by(parts: Iterable[Node]) -> Names:
    """The fields that schemas require together."""
    return frozenset(name for part in parts for name in judging(part).get("required", ()) if isinstance(name, str))


class Surroundings:
    """What schemas require around those that they apply."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._nodes = nodes

    def required_at(self, node: Node) -> Names:
        """The fields that are certainly there where a schema is asked and holds."""
        return self._around.get(node, frozenset()) | _required_by(conjuncts(node))

    @cached_property
    def _around(self) -> dict[Node, Names]:
        """What is required around each schema: first from the documents' roots on, then from what no root applies."""
        around: dict[Node, Names] = {}
        for node in sorted(self._nodes, key=lambda node: bool(node.pointer)):
            if node not in around:
                _note(node, around)
        return around


def _note(root: Node, around: dict[Node, Names]) -> None:
    """Note what is required around everything that a schema applies; where several do, what all of them require."""
    todo: list[tuple[Node, Names]] = [(root, frozenset())]
    while todo:
        node, required = todo.pop()
        known = around.get(node)
        required = required if known is None else required & known
        if required != known:
            around[node] = required
            todo += [(applied.node, _required_inside(node, applied, required)) for applied in applied_subschemas(node)]


def _required_inside(node: Node, applied: Applied, around: Names) -> Names:
    if applied.relation is not Relation.IN_PLACE:
        return frozenset()
    condition = conjuncts(node.child("if")) if applied.keyword == "then" else ()
    return around | _required_by(conjuncts(node)) | _required_by(condition)
