"""What the judge says about a place: the JSON types that stand there, and whether a member may be missing."""

from __future__ import annotations

from typing import Final

from accordant.algebra import Budget, Found, Nothing, Session
from accordant.findings import JsonValue
from accordant.model.fields.places import MemberStep, Place
from accordant.model.json_equality import ATOMS
from accordant.schema.references import Node, Resources

STEPS: Final = 20_000
"""Work for one question. Counted in steps alone, so that an answer never depends on how fast the machine is."""

_HOUR: Final = 3600.0

_TYPES: Final[dict[str, JsonValue]] = {
    **{name: {"type": name} for name in ATOMS - {"fraction"}},
    "fraction": {"type": "number", "not": {"type": "integer"}},
}
"""A schema for each type."""


class Judge:
    """Answers questions about the documents of one schema.

    A question that is too hard is answered from what the schema says at the place alone.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self._session = Session(Budget(seconds=_HOUR, steps=STEPS))
        self._others = {uri: node.resources.root(uri).value for uri in node.resources}

    def types(self, place: Place, candidates: frozenset[str]) -> frozenset[str]:
        """The types among the candidates of which some document has a value at the place."""
        return frozenset(
            name for name in candidates if self.holds_somewhere(place, _TYPES[name], len(place.steps)) is not False
        )

    def may_be_missing(self, place: Place) -> bool | None:
        """Whether some document has the object around a member and not the member; None where nobody knows."""
        step = place.steps[-1]
        assert isinstance(step, MemberStep)
        return self.holds_somewhere(place, {"type": "object", "not": {"required": [step.name]}}, len(place.steps) - 1)

    def holds_somewhere(self, place: Place, asked: JsonValue, steps: int) -> bool | None:
        """Whether some document has a value of ``asked`` after so many steps to the place; None: nobody knows."""
        question = Resources.of(place.question(asked, steps), self._others)
        outcome = self._session.find([self.node, question])
        return True if isinstance(outcome, Found) else False if isinstance(outcome, Nothing) else None
