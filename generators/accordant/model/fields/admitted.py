"""The JSON types that documents have at a place, and whether a member may be missing there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from accordant.algebra import Budget, Found, Session
from accordant.findings import JsonValue
from accordant.model.fields.conjunction import parts_at, parts_below
from accordant.model.fields.independence import has_exact_types, is_independent, judge_apart, spelling
from accordant.model.fields.places import FieldPlace, MemberStep
from accordant.model.json_equality import ATOMS
from accordant.model.keywords import Compiler
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping.facts import required_names, types_of
from accordant.model.shaping.parts import Part, flatten
from accordant.schema.references import Node, Resources

STEPS: Final = 20_000
"""Work for one question. Counted in steps alone, so that an answer never depends on how fast the machine is."""

_DEEPEST: Final = 5
"""Required members nested deeper than this are left to the algebra, so that recursive schemas come to an end."""

_TYPES: Final[dict[str, JsonValue]] = {
    **{name: {"type": name} for name in ATOMS - {"fraction"}},
    "fraction": {"type": "number", "not": {"type": "integer"}},
}
"""A schema for each type."""

_TYPE_NODES: Final = {name: Resources.of(schema) for name, schema in _TYPES.items()}

Branches = tuple[tuple[int, ScopedSchema], ...]
"""Schemas of branches that apply, each with the number of steps to its value."""


class AdmissionJudge:
    """Answers questions about the documents of one schema.

    Where parts of documents are independent of each other, their own schemas answer; else the algebra looks for a
    document. A question that is too hard for it is answered from what the schemas at the place name.
    """

    def __init__(self, schema: ScopedSchema, compiler: Compiler, known: dict[str, frozenset[str]]) -> None:
        """Take the schema, and the types that are ``known`` of schemas by their spelling, shared by judges."""
        self.schema = schema
        self._compiler, self._known = compiler, known
        self._session = Session(Budget(steps=STEPS, clock=lambda: 0.0))
        self._parts: dict[tuple[FieldPlace, Branches], list[Part]] = {}
        self._flat: dict[tuple[FieldPlace, Branches], tuple[Part, ...]] = {}
        self._types: dict[tuple[FieldPlace, Branches], frozenset[str]] = {}

    def parts(self, place: FieldPlace, branches: Branches = ()) -> list[Part]:
        """The schemas that certainly judge the value at a place, where some branches apply."""
        key = (place, branches)
        if key not in self._parts:
            self._parts[key] = parts_at(self.schema, place, branches, self._compiler)
        return self._parts[key]

    def flat(self, place: FieldPlace, branches: Branches = ()) -> tuple[Part, ...]:
        """The same with what references and ``allOf`` lead to."""
        key = (place, branches)
        if key not in self._flat:
            self._flat[key] = flatten(self.parts(place, branches))
        return self._flat[key]

    def types(self, place: FieldPlace, branches: Branches = ()) -> frozenset[str]:
        """The JSON types of which some document has a value at the place."""
        key = (place, branches)
        if key not in self._types:
            self._types[key] = self._find_types(place, branches)
        return self._types[key]

    def may_be_missing(self, place: FieldPlace, *, is_required: bool = False) -> bool:
        """Whether some document has the object around a member and not the member.

        Where nobody knows, it is what the schemas there say: ``is_required`` where one of them always asks for it.
        """
        step = place.steps[-1]
        assert isinstance(step, MemberStep)
        if self._is_independent(place):
            flat = self.flat(place.outer)
            return "object" in self.types(place.outer) and not any(step.name in required_names(part) for part in flat)
        without: JsonValue = {"type": "object", "not": {"required": [step.name]}}
        question = self._question(place, without, len(place.steps) - 1)
        if is_required:
            return isinstance(self._session.find(question), Found)
        return not self._session.proves_none(question)

    def _find_types(self, place: FieldPlace, branches: Branches) -> frozenset[str]:
        flat = self.flat(place, branches)
        candidates = types_of(flat)
        if self._is_independent(place) and not any(part.site.scope for part in flat):
            if place.steps and place.steps[-1].container not in self.types(place.outer):
                return frozenset()
            return self._types_of_schemas(self.parts(place), flat, candidates)
        questions = {name: self._question(place, _TYPES[name], len(place.steps)) for name in candidates}
        return frozenset(name for name, question in questions.items() if not self._session.proves_none(question))

    def _types_of_schemas(
        self, parts: Sequence[Part], flat: Sequence[Part], candidates: frozenset[str]
    ) -> frozenset[str]:
        """The types of the values that some schemas admit together."""
        certain = self._certain_types(flat)
        if certain == candidates:
            return candidates
        text = spelling(flat)
        if text not in self._known:
            nodes = [part.site.node for part in parts]
            questions = {name: [*nodes, _TYPE_NODES[name]] for name in candidates - certain}
            possible = {name for name, question in questions.items() if not self._session.proves_none(question)}
            self._known[text] = certain | possible
        return self._known[text]

    def _certain_types(self, flat: Sequence[Part], depth: int = 0) -> frozenset[str]:
        """Types that some schemas surely admit: the required members of an object that is admitted have such types."""
        named = types_of(flat)
        if has_exact_types(flat):
            return named
        if depth > _DEEPEST or not judge_apart(flat):
            return frozenset()
        certain = named - {"object", "array"}
        if not any("minItems" in part.members for part in flat):
            certain |= named & {"array"}
        required = dict.fromkeys(name for part in flat for name in required_names(part))
        members = (flatten(parts_below(flat, MemberStep(name), self._compiler)) for name in required)
        if all(self._certain_types(member, depth + 1) for member in members):
            certain |= named & {"object"}
        return certain

    def _is_independent(self, place: FieldPlace) -> bool:
        """Whether what stands at a place depends on its own schemas alone, and its container on nothing around it."""
        if place.is_conditional:
            return False
        return not place.steps or (
            self._is_independent(place.outer) and is_independent(self.flat(place.outer), place.steps[-1])
        )

    def _question(self, place: FieldPlace, schema: JsonValue, steps: int) -> list[Node]:
        """The schemas of documents that have a value of a schema after this many steps to the place."""
        node = self.schema.node
        # Only what is assumed refers to other documents.
        others = {uri: node.resources.root(uri).value for uri in node.resources} if place.is_conditional else {}
        return [node, Resources.of(place.question(schema, steps), others)]
