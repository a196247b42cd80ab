"""Conditions that hold where the field that they ask about is absent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas, asserts_nothing, conjuncts, in_place, judging
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
            names = _open_names(node.child("if"))
            required = surroundings.required_at(node) | _required_then(node) if names else frozenset()
            names = [name for name in names if name not in required]
            if names:
                place = file.place(pointers.join(node.pointer, "if"))
                yield OPEN.finding(_message(names), place, subject=file.subject)


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
    """The fields that a condition asks about and that may be absent where it holds, each once.

    Alternatives of anyOf and oneOf are conditions of their own, under what the condition around them requires.
    """
    names: dict[str, None] = {}
    todo: list[tuple[Node, Names]] = [(condition, frozenset())]
    seen = set()
    while todo:
        alternative, required = todo.pop(0)
        parts = [part for part in conjuncts(alternative) if part not in seen]
        seen.update(parts)
        required |= _required_by(parts)
        names |= dict.fromkeys(name for part in parts for name in _asked(part) if name not in required)
        choices = (applied for part in parts for applied in in_place(part) if applied.keyword in ("anyOf", "oneOf"))
        todo += [(applied.node, required) for applied in choices]
    return list(names)


def _asked(condition: Node) -> Iterator[str]:
    properties = judging(condition).get("properties", {})
    return (name for name in properties if _asks(condition.child("properties", name)))


def _asks(node: Node) -> bool:
    """Whether a schema says what a field is. One that only says what it is not is meant to hold without the field."""
    return node.value is not False and not asserts_nothing(node) and judging(node).keys() != {"not"}


def _required_by(parts: Iterable[Node]) -> Names:
    """The fields that schemas require together."""
    return frozenset(name for part in parts for name in judging(part).get("required", ()) if isinstance(name, str))


class Surroundings:
    """What schemas require around those that they apply."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._nodes = nodes

    def required_at(self, node: Node) -> Names:
        """The fields that are certainly present where a schema applies and holds."""
        return self._around.get(node, frozenset()) | _required_by(conjuncts(node))

    @cached_property
    def _around(self) -> dict[Node, Names]:
        """What is required around each schema: from the roots of the documents, then from what no root applies."""
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
            todo += _surrounded(node, required)


def _surrounded(node: Node, around: Names) -> Iterator[tuple[Node, Names]]:
    """The schemas that a schema applies, each with what is required around it."""
    held = around | _required_by(conjuncts(node))
    for applied in applied_subschemas(node):
        if applied.relation is not Relation.IN_PLACE:
            yield applied.node, frozenset()
        elif applied.keyword == "then":
            yield applied.node, held | _required_by(conjuncts(node.child("if")))
        else:
            yield applied.node, held
