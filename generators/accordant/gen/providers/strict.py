"""Writes the strict variant of a schema that a service takes, and lists what is lost on the way.

Rules of the subset: every object is closed and lists its fields, alternatives are `anyOf`, references lead to `$defs`.
What has no place there stands in another form that :mod:`restoring` takes back, or is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, count
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.gen.providers.limits import Provider
from accordant.gen.providers.merged import Merged, are_exclusive
from accordant.gen.providers.pieces import (
    Made,
    alternatives,
    any_value,
    closed,
    concerns,
    described,
    follow_references,
    is_lone_reference,
    or_null,
)
from accordant.gen.providers.plan import ANSWER, KEY, VALUE, Kind, Loss, Plan, StrictSchema
from accordant.schema import pointers
from accordant.schema.dialects import OTHER_MEMBERS
from accordant.schema.json_values import json_type
from accordant.schema.references import Node

_MOST: Final = 20_000
"""Schemas that are written at most."""
_DEEPEST: Final = 60
"""Levels of schemas inside each other that are written in place."""
_DONE: Final = frozenset(
    ("type", "enum", "const", "properties", "required", "items", "anyOf", "oneOf", "additionalProperties",
     "patternProperties", "prefixItems", "unevaluatedProperties", "additionalItems", "propertyNames")
)  # fmt: skip
"""Keywords that have rules of their own here."""


def strict_schema(root: Node, provider: Provider) -> StrictSchema:
    """The strict variant of a schema.

    Args:
        root: the schema; its documents should be objects.
        provider: the service.

    Raises:
        InputError: the schema is too large to be written in full.
    """
    writer = _Writer(provider)
    schema, plan = writer.write(follow_references(root))
    writer.write_definitions()
    if schema.get("type") != "object":
        schema = closed({ANSWER: schema}, [ANSWER])
        plan = Plan(Kind.WRAPPED, inside=plan)
        writer.lose(
            "", root, "the answer stands in the member `answer`: a root must be an object, and have no alternatives"
        )
    if writer.opened:
        count = len(writer.opened)
        objects = "one open object takes" if count == 1 else f"{count} open objects take"
        outermost = min(writer.opened, key=lambda node: len(node.pointer))
        writer.lose("", outermost, f"narrower than the contract: {objects} the named fields alone")
    if writer.definitions:
        schema["$defs"] = writer.definitions
    return StrictSchema(schema, plan, writer.plans, tuple(dict.fromkeys(writer.losses)))


@dataclass
class _Writer:
    provider: Provider
    losses: list[Loss] = field(default_factory=list)
    definitions: dict[str, JsonValue] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    opened: list[Node] = field(default_factory=list)
    """Objects that take further fields in the contract."""
    _names: dict[Node, str] = field(default_factory=dict)
    _open: list[Node] = field(default_factory=list)
    _todo: list[Node] = field(default_factory=list)
    _written: int = 0

    def lose(self, keyword: str, node: Node, says: str) -> None:
        """Note that a keyword of a schema has no place."""
        self.losses.append(
            Loss(keyword, node.document, pointers.join(node.pointer, *([keyword] if keyword else [])), says)
        )

    def write(self, node: Node) -> Made:
        """The strict schema of a node, and its plan."""
        self._written += 1
        if self._written > _MOST:
            reason = f"the schema has more than {_MOST:,} parts when it is written in full"
            raise InputError(reason, next_step="choose a smaller schema of the contract", rule="too-large")
        if is_lone_reference(node):
            return self._refer(follow_references(node))
        if node in self._open or len(self._open) > _DEEPEST:
            how = "contains itself" if node in self._open else f"is nested deeper than {_DEEPEST} levels"
            self.lose("", node, f"the schema {how}; what lies deeper is JSON text")
            return any_value()
        self._open.append(node)
        made = self._whole(Merged(node))
        self._open.pop()
        return made

    def write_definitions(self) -> None:
        """Write the definitions that are referred to, and those that they refer to."""
        while self._todo:
            target = self._todo.pop(0)
            name = self._names[target]
            self.definitions[name], self.plans[name] = self.write(target)

    def _refer(self, target: Node) -> Made:
        """A reference to a definition, which is written once; in place where the provider takes no recursion."""
        if is_lone_reference(target):
            return any_value()  # a circle of references says nothing
        if not self.provider.recursion:
            return self.write(target)
        if target not in self._names:
            self._names[target] = self._name(target)
            self._todo.append(target)
        name = self._names[target]
        return {"$ref": f"#/$defs/{name}"}, Plan(Kind.REFERENCE, name=name)

    def _name(self, target: Node) -> str:
        tokens = pointers.split(target.pointer)
        word = tokens[-1] if tokens else target.document.rpartition("/")[2]
        base = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in word).strip("_") or "part"
        taken = set(self._names.values())
        numbered = (f"{base}_{number}" for number in count(2))
        return next(name for name in chain([base], numbered) if name not in taken)

    def _whole(self, merged: Merged) -> Made:
        """The schema of a value, alternatives and types resolved."""
        union = self._union(merged)
        if union is not None:
            return union
        if merged.listed is not None:
            return self._list_values(merged)
        types = merged.types
        if not types:
            self._lose_others(merged, "")
            return any_value(merged.description)
        made = [self._of_type(merged, name) for name in types]
        return made[0] if len(made) == 1 else alternatives(made, merged.description)

    def _union(self, merged: Merged) -> Made | None:
        """The alternatives of a value; None where there are none, or they are conditions on fields beside them."""
        choices = [(name, value, part) for name in ("anyOf", "oneOf") for value, part in merged.values(name)]
        if not choices:
            return None
        keyword, value, owner = choices[0]
        for other, _, part in choices[1:]:
            self.lose(other, part, "only one choice can be written; this one is left to the check afterwards")
        if merged.properties or merged.listed is not None:
            self.lose(keyword, owner, "a choice beside fields cannot be written")
            return None
        branches = [owner.child(keyword, index) for index in range(len(value))]
        if keyword == "oneOf" and not are_exclusive(branches):
            self.lose(keyword, owner, "written as anyOf: a value that fits several alternatives passes")
        self._lose_others(merged, "")
        return alternatives([self.write(branch) for branch in branches], merged.description)

    def _list_values(self, merged: Merged) -> Made:
        """Listed values, one alternative for each type."""
        values = merged.listed or []
        by_type: dict[str, list[JsonValue]] = {}
        for value in values:
            by_type.setdefault(json_type(value), []).append(value)
        if "array" in by_type or "object" in by_type:
            self.lose("enum", merged.node, "listed lists and objects cannot be written")
            return any_value(merged.description)
        self._lose_others(merged, "")
        made: list[Made] = [({"type": kind, "enum": group}, Plan()) for kind, group in by_type.items()]
        made = [({"type": "null"}, Plan()) if part[0]["type"] == "null" else part for part in made]
        if not made:
            return {"type": "string", "enum": []}, Plan()
        return described(made[0], merged.description) if len(made) == 1 else alternatives(made, merged.description)

    def _of_type(self, merged: Merged, kind: str) -> Made:
        """The schema of the values of one type."""
        if kind == "object":
            return self._object(merged)
        if kind == "array":
            return self._array(merged)
        kept, told = self._constraints(merged, kind)
        return described(({"type": kind, **kept}, Plan()), merged.description, told)

    def _object(self, merged: Merged) -> Made:
        told = self._lose_others(merged, "object")
        if not merged.properties:
            return self._map(merged, told)
        members: dict[str, JsonValue] = {}
        plans: dict[str, Plan] = {}
        optional: set[str] = set()
        for name, nodes in merged.properties.items():
            schema, plans[name] = self.write(self._fullest(nodes))
            if name not in merged.required and self.provider.all_required:
                optional |= self._may_be_left_out(name, nodes[0])
                schema, plans[name] = or_null(schema, plans[name])
            members[name] = schema
        self._lose_free_keys(merged)
        required = (
            list(members) if self.provider.all_required else [name for name in members if name in merged.required]
        )
        for name in merged.required - members.keys():
            self.lose("required", merged.node, f"the field {name} is required and no schema names it")
        schema = closed(members, required)
        return described((schema, Plan(Kind.OBJECT, plans, frozenset(optional))), merged.description, told)

    def _fullest(self, nodes: list[Node]) -> Node:
        """The schema of a field; where several hold, the one that says most."""
        best = max(nodes, key=lambda node: len(list(Merged(node).keywords())))
        for node in nodes:
            if node is not best and node.value not in (True, {}):
                self.lose("", node, "a second schema of the same field is left to the check afterwards")
        return best

    def _may_be_left_out(self, name: str, node: Node) -> set[str]:
        """The name of an optional field, for which null stands for nothing."""
        if "null" in Merged(node).types:
            self.lose("", node, "null and a field that is left out cannot be told apart; null stays null")
            return set()
        return {name}

    def _map(self, merged: Merged, told: str) -> Made:
        """An object without named fields: a list of entries where its values have a schema, else JSON text."""
        values = [part.child("additionalProperties") for value, part in merged.values("additionalProperties")
                  if isinstance(value, dict)]  # fmt: skip
        values += [part.child("patternProperties", name) for value, part in merged.values("patternProperties")
                   for name in value]  # fmt: skip
        for keyword in ("patternProperties", "propertyNames"):
            for _, part in merged.values(keyword):
                self.lose(keyword, part, "the form of keys cannot be written")
        if len(values) != 1:
            return any_value(merged.description or "A JSON object, written as JSON text.")
        schema, plan = self.write(values[0])
        entry = closed({KEY: {"type": "string"}, VALUE: schema}, [KEY, VALUE])
        made: Made = ({"type": "array", "items": entry}, Plan(Kind.MAP, inside=plan))
        return described(made, merged.description, told)

    def _lose_free_keys(self, merged: Merged) -> None:
        """Note that the object was open, or had free keys beside the named ones."""
        is_closed = any(value is False for name in OTHER_MEMBERS
                     for value, _ in merged.values(name))  # fmt: skip
        for keyword in ("patternProperties", "propertyNames"):
            for _, part in merged.values(keyword):
                self.lose(keyword, part, "keys beside the named ones cannot be written")
        if not is_closed:
            self.opened.append(merged.node)

    def _array(self, merged: Merged) -> Made:
        kept, told = self._constraints(merged, "array")
        lists = merged.values("prefixItems") + [pair for pair in merged.values("items") if isinstance(pair[0], list)]
        items = [part.child("items") for value, part in merged.values("items") if isinstance(value, dict | bool)]
        for value, part in lists:
            keyword = "prefixItems" if "prefixItems" in part.value else "items"
            self.lose(keyword, part, "the place of an item cannot be written; every item may be any of them")
            items += [part.child(keyword, index) for index in range(len(value))]
        items = [item for item in items if item.value is not False]
        made = [self.write(item) for item in items] or [any_value()]
        schema, plan = made[0] if len(made) == 1 else alternatives(made, "")
        array: Made = ({"type": "array", "items": schema, **kept}, Plan(Kind.ARRAY, inside=plan))
        return described(array, merged.description, told)

    def _constraints(self, merged: Merged, kind: str) -> tuple[dict[str, JsonValue], str]:
        """The keywords that the provider takes, and the others in words."""
        kept: dict[str, JsonValue] = {}
        told: list[str] = []
        for keyword, value, part in merged.keywords():
            if keyword in _DONE or not concerns(keyword, kind):
                continue
            if self.provider.takes(keyword, value) and keyword not in kept:
                kept[keyword] = value
            else:
                told += self._tell(keyword, value, part)
        return kept, ", ".join(dict.fromkeys(told))

    def _lose_others(self, merged: Merged, kind: str) -> str:
        """Note every keyword without a place beside alternatives, listed values or fields; in words, the plain ones."""
        told: list[str] = []
        for keyword, value, part in merged.keywords():
            if keyword not in _DONE and (not kind or concerns(keyword, kind)):
                told += self._tell(keyword, value, part)
        return ", ".join(dict.fromkeys(told))

    def _tell(self, keyword: str, value: JsonValue, part: Node) -> list[str]:
        """Note a loss; the words for a plain keyword."""
        is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
        self.lose(keyword, part, "said in the description" if is_plain else "left to the check afterwards")
        return [f"{keyword} {value}"] if is_plain else []
