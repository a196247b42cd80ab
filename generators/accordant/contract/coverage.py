"""How much schemas promise: the number of their fields, and those that accept everything and so promise nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract.contracts import ContractState
from accordant.findings import JsonValue
from accordant.schema.definitions import definitions_of
from accordant.schema.references import Node
from accordant.schema.subschemas import asserts_nothing

_MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class Coverage:
    """Schemas, the fields that they declare, and the names of the schemas that accept everything."""

    schemas: int = 0
    fields: int = 0
    accepting: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """``14 schemas, 212 fields; 1 schema accepts everything: acme/v1/note``."""
        text = f"{_count(self.schemas, 'schema')}, {_count(self.fields, 'field')}"
        if not self.accepting:
            return text
        verb = "accepts" if len(self.accepting) == 1 else "accept"
        more = len(self.accepting) - _MOST_NAMED
        names = ", ".join(self.accepting[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        return f"{text}; {_count(len(self.accepting), 'schema')} {verb} everything: {names}"

    def data(self) -> JsonValue:
        """The same as a JSON value."""
        return {"schemas": self.schemas, "fields": self.fields, "accept_everything": list(self.accepting)}


def coverage_of(roots: Mapping[str, Node]) -> Coverage:
    """What some schemas promise, by the names that reports give them."""
    fields = sum(_count_fields(root) for root in roots.values())
    accepting = tuple(name for name, root in roots.items() if asserts_nothing(root) and not definitions_of(root))
    return Coverage(len(roots), fields, accepting)


def coverage_of_states(states: Iterable[ContractState]) -> Coverage:
    """What the schemas of some versions promise."""
    return coverage_of(
        {f"{state.contract}/{state.version}/{name}": state.root(name) for state in states for name in state.schemas}
    )


def _count_fields(root: Node) -> int:
    """The names that a document of schemas declares under ``properties``, each as often as it is written."""
    todo, fields = [root], 0
    while todo:
        node = todo.pop()
        declared = node.value.get("properties") if isinstance(node.value, dict) else None
        fields += len(declared) if isinstance(declared, dict) else 0
        todo += node.subschemas()
    return fields


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
