"""Whether a valid document surely has no stranger: the closed view, computed once for each path through a schema.

Where this is not sure, :class:`accordant.conform.closed.ClosedView` looks at the document itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.conform.closed_branches import ASKING, Answer, Fits, Question, questions
from accordant.contract import CodeList
from accordant.findings import JsonValue
from accordant.schema.bindings import binding_of
from accordant.schema.declarations import is_map_value
from accordant.schema.dialects import Relation
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, applied_subschemas, for_item, for_member, judging

MOST_KEPT: Final = 1_000
"""The most paths, names or items that are kept at one place; with more, all are forgotten."""

_UNSURE: Final = ("unevaluatedProperties", "unevaluatedItems", "contains")
"""Keywords whose schema need not hold for what it is applied to, though the document is valid."""


class QuickView:
    """Looks for strangers in valid documents; keeps what it finds out about the schemas."""

    def __init__(self, code_lists: Mapping[str, CodeList], fits: Fits) -> None:
        self.fits = fits
        self.known = {name: _Known.of(code_list) for name, code_list in code_lists.items()}
        self._places: dict[tuple[tuple[tuple[Node, Scope], ...], bool], _Place] = {}
        self._roots: dict[Node, _Place] = {}

    def have_none(self, root: Node, documents: list[JsonValue]) -> bool:
        """Whether documents that are valid for a schema surely have no stranger."""
        if root not in self._roots:
            self._roots[root] = self.place([Applied(root, "", Relation.IN_PLACE)])
        place = self._roots[root]
        return all(place.knows(document) or _has_none(place, document) for document in documents)

    def place(self, schemas: list[Applied], is_sure: bool = True) -> _Place:
        """What is known of a value that some schemas describe; ``is_sure``: they hold where the document is valid."""
        is_sure = is_sure and not any(schema.keyword in _UNSURE for schema in schemas)
        key = tuple([(schema.node, schema.scope) for schema in schemas]), is_sure
        if key not in self._places:
            if len(self._places) >= MOST_KEPT:
                self._places.clear()
            self._places[key] = _Place(self, schemas, {}, is_sure)
        return self._places[key]


def _has_none(place: _Place, document: JsonValue) -> bool:
    """Whether a document surely has no stranger; this is remembered for documents like it."""
    todo: list[tuple[_Place, JsonValue]] = []
    if not place.views(document).admit(document, todo):
        return False
    if not todo:
        place.note(document)
    while todo:
        inner, value = todo.pop()
        if not inner.views(value).admit(value, todo):
            return False
    return True


class _Place:
    """Some schemas that describe one value, and the ways on: one for each set of answers to their questions."""

    def __init__(
        self, quick: QuickView, schemas: list[Applied], before: Mapping[tuple[Node, Scope], Applied], is_sure: bool
    ) -> None:
        self._quick, self._is_sure = quick, is_sure
        self._schemas = dict(before)
        self._questions: list[Question] = []
        self._open(schemas)
        self._ways: dict[tuple[Answer, ...], _Place] = {}
        self._views = _Views(quick, [*self._schemas.values()], is_sure)
        self.says_nothing = not self._questions and self._views.say_nothing
        """Whether no value at all has a stranger here."""
        self._names: tuple[str, ...] = ()
        self._known: set[tuple[object, ...]] = set()
        """Objects that have no stranger, whatever else they hold: their names, and the texts that select branches."""

    def knows(self, value: JsonValue) -> bool:
        """Whether a value is like one that has no stranger."""
        return bool(self._known) and isinstance(value, dict) and self._shape(value) in self._known

    def note(self, value: JsonValue) -> None:
        """Keep the shape of a value where it alone selects all branches, and nothing inside had to be looked at."""
        names = self._telling(value)
        if names is None or not isinstance(value, dict):
            return
        if len(self._known) >= MOST_KEPT or not names <= {*self._names}:
            self._known.clear()
            self._names = tuple(sorted({*self._names, *names}))
        self._known.add(self._shape(value))

    def _shape(self, value: dict[str, JsonValue]) -> tuple[object, ...]:
        texts = [value.get(name) for name in self._names]
        return (*value, *[text if isinstance(text, str) else None for text in texts])

    def _telling(self, value: JsonValue) -> set[str] | None:
        """The names whose texts select the branches of a value; None where that is not enough."""
        place, names = self, set[str]()
        while place._questions:
            if not all(question.is_told(value) for question in place._questions):
                return None
            names.update(*[question.names for question in place._questions])
            place = place._ways[tuple([question.ask(value) for question in place._questions])]
        return names

    def _open(self, schemas: list[Applied]) -> None:
        """Note all schemas that judge the same value, whatever it is, and what must be asked of it."""
        todo = list(schemas)
        while todo:
            schema = todo.pop()
            key = (schema.node, schema.scope)
            if key not in self._schemas and isinstance(schema.node.value, dict):
                self._schemas[key] = schema
                subschemas = applied_subschemas(schema.node, schema.scope, Relation.IN_PLACE)
                todo += [subschema for subschema in subschemas if subschema.keyword not in ASKING]
                self._questions += questions(subschemas, self._quick.fits, self._is_sure)

    def views(self, value: JsonValue) -> _Views:
        """All schemas that judge a value."""
        place = self
        while place._questions:
            answers = tuple([question.ask(value) for question in place._questions])
            place = place._ways.get(answers) or place._go_on(answers)
        return place._views

    def _go_on(self, answers: tuple[Answer, ...]) -> _Place:
        pairs = zip(self._questions, answers, strict=True)
        chosen = [question.subschemas[index] for question, answer in pairs for index in answer]
        if len(self._ways) >= MOST_KEPT:
            self._ways.clear()
        self._ways[answers] = _Place(self._quick, chosen, self._schemas, self._is_sure)
        return self._ways[answers]


class _Views:
    """All schemas that judge a value, and what they declare inside it."""

    def __init__(self, quick: QuickView, schemas: list[Applied], is_sure: bool) -> None:
        self._quick, self._schemas, self._is_sure = quick, schemas, is_sure
        members = [judging(schema.node) for schema in schemas]
        names = any(part.get("properties") or part.get("patternProperties") for part in members)
        self._is_closed = names and not any(part.get("additionalProperties") is True for part in members)
        bindings = [binding_of(schema.node.value) for schema in schemas]
        self._lists = [
            quick.known[binding.list_name] for binding in bindings if binding and binding.list_name in quick.known
        ]
        items = [item for part in schemas for item in applied_subschemas(part.node, part.scope, Relation.ITEM)]
        self._leading = max([item.key + 1 if isinstance(item.key, int) else item.after for item in items], default=0)
        self._inside: dict[str | int, _Place | None] = {}
        self._plain: set[str] = set()
        """Names of members that hold no stranger, whatever their value is."""

    @property
    def say_nothing(self) -> bool:
        """Whether they declare nothing inside a value, and list no identifiers."""
        relations = (Relation.MEMBER, Relation.ITEM)
        applied = (applied_subschemas(part.node, part.scope, inside) for part in self._schemas for inside in relations)
        return not self._lists and not any(applied)

    def admit(self, value: JsonValue, todo: list[tuple[_Place, JsonValue]]) -> bool:
        """Whether a value is surely no stranger and holds none, apart from what is added to the list."""
        if isinstance(value, dict):
            return value.keys() <= self._plain or self._admit_members(value, todo)
        if isinstance(value, list):
            self._list_items(value, todo)
            return True
        return all(known.admits(value) for known in self._lists)

    def _admit_members(self, value: dict[str, JsonValue], todo: list[tuple[_Place, JsonValue]]) -> bool:
        for name, member in value.items():
            if name in self._plain:
                continue
            place = self._place(name)
            if place is not None:
                todo.append((place, member))
            elif self._is_closed and name not in self._plain:
                return False
        return True

    def _list_items(self, value: list[JsonValue], todo: list[tuple[_Place, JsonValue]]) -> None:
        """Note the items that must be looked at; those behind the leading ones are all described alike."""
        places = [self._place(index) for index in range(min(self._leading, len(value)))]
        todo += [(place, item) for place, item in zip(places, value, strict=False) if place is not None]
        rest = self._place(self._leading)
        if rest is not None:
            todo += [(rest, item) for item in value[self._leading :]]

    def _place(self, key: str | int) -> _Place | None:
        """What describes a member or an item; None where nothing does, or where it says nothing."""
        if key not in self._inside:
            if len(self._inside) >= MOST_KEPT:
                self._inside.clear()
                self._plain.clear()
            declaring = [subschema for schema in self._schemas for subschema in declared(schema, key)]
            place = self._quick.place(declaring, self._is_sure) if declaring else None
            is_plain = place is not None and place.says_nothing
            if isinstance(key, str) and (is_plain or not (declaring or self._is_closed)):
                self._plain.add(key)
            self._inside[key] = None if is_plain else place
        return self._inside[key]


def declared(view: Applied, key: str | int) -> Iterator[Applied]:
    """The schemas that a schema declares for a member of that name, or for an item at that index."""
    if isinstance(key, int):
        return for_item(view.node, key, view.scope)
    schemas = for_member(view.node, key, view.scope)
    return (subschema for subschema in schemas if subschema.key is not None or is_map_value(subschema.node.value))


@dataclass(frozen=True, slots=True)
class _Known:
    """Which identifiers of a code list are no strangers."""

    listed: frozenset[str | int]
    retired: frozenset[str | int]
    is_extensible: bool

    @classmethod
    def of(cls, code_list: CodeList) -> _Known:
        """Those of a list."""
        retired = frozenset(entry.id for entry in code_list.entries if entry.retired)
        return cls(frozenset(entry.id for entry in code_list.entries), retired, code_list.extensible)

    def admits(self, value: JsonValue) -> bool:
        """Whether a value is no stranger; what is not an identifier is left to the schema to refuse."""
        if not isinstance(value, str | int) or isinstance(value, bool):
            return True
        return value not in self.retired and (self.is_extensible or value in self.listed)
