"""A part of a schema as a schema of its own, with the definitions that it needs."""

from __future__ import annotations

import copy
from urllib.parse import quote, unquote

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES, dialect_of
from accordant.schema.subschemas import keyword_objects


class UnusablePart(ValueError):
    """A part that cannot stand alone; ``pointer`` says where."""

    def __init__(self, pointer: str, reason: str, next_step: str) -> None:
        super().__init__(reason)
        self.pointer, self.next_step = pointer, next_step


def extract(schema: JsonValue, pointer: str) -> dict[str, JsonValue]:
    """The subschema at a pointer, with all that it refers to as definitions of its own.

    Args:
        schema: a whole schema.
        pointer: leads to an object in it that is a schema.

    Raises:
        UnusablePart: there is no such object, or a reference in it leads nowhere.
    """
    is_there = pointer.startswith("/") and pointers.has(schema, pointer)
    if not is_there or not isinstance(pointers.follow(schema, pointer), dict):
        raise UnusablePart("", f"there is no schema at {pointer!r}", "correct the pointer after #")
    part = _Part(schema, pointer)
    head = {"$schema": schema["$schema"]} if isinstance(schema.get("$schema"), str) else {}
    return {**head, **part.whole()}


class _Part:
    """The part, and the definitions found so far."""

    def __init__(self, schema: dict[str, JsonValue], pointer: str) -> None:
        self.schema, self.pointer = schema, pointer
        self.container = "$defs" if "$defs" in dialect_of(schema).keywords else "definitions"
        own = pointers.follow(schema, pointer).get(self.container)
        self.taken = set(own) if isinstance(own, dict) else set()
        self.names: dict[str, str] = {}
        self.todo: list[str] = []

    def whole(self) -> dict[str, JsonValue]:
        """The part with its definitions."""
        value = self._copy(self.pointer)
        definitions: dict[str, JsonValue] = {}
        while self.todo:
            target = self.todo.pop(0)
            definitions[self.names[target]] = self._copy(target)
        if definitions:
            own = value.get(self.container)
            value[self.container] = {**(own if isinstance(own, dict) else {}), **definitions}
        return value

    def _copy(self, pointer: str) -> dict[str, JsonValue]:
        value: dict[str, JsonValue] = copy.deepcopy(pointers.follow(self.schema, pointer))
        for at, keywords in list(keyword_objects(value)):
            for keyword in REFERENCES:
                reference = keywords.get(keyword)
                if isinstance(reference, str) and reference.startswith("#"):
                    keywords[keyword] = self._move(reference, f"{pointer}{at}/{keyword}")
            if "$recursiveRef" in keywords:
                _refer_plainly(keywords)
        return value

    def _move(self, reference: str, at: str) -> str:
        """A reference inside the whole schema as one inside the part."""
        target = self._target(unquote(reference[1:]), at)
        if target == self.pointer:
            return "#"
        if target not in self.names:
            self.names[target] = self._free_name(target)
            self.todo.append(target)
        return f"#/{self.container}/{quote(pointers.escape(self.names[target]), safe='~')}"

    def _target(self, fragment: str, at: str) -> str:
        """The pointer of what a fragment means: a pointer itself, or the name of an anchor."""
        if fragment == "" or (fragment.startswith("/") and pointers.has(self.schema, fragment)):
            return fragment
        for pointer, keywords in keyword_objects(self.schema):
            if fragment in (keywords.get("$anchor"), keywords.get("$dynamicAnchor")):
                return pointer
            if keywords.get("$id") == f"#{fragment}" or keywords.get("id") == f"#{fragment}":
                return pointer
        raise UnusablePart(at, f"'#{fragment}' leads nowhere in this file", "correct the reference")

    def _free_name(self, target: str) -> str:
        wanted = pointers.split(target)[-1] if target else "whole"
        endings = ("", *(f"-{number}" for number in range(2, 10_000)))
        name = next(wanted + ending for ending in endings if wanted + ending not in self.taken)
        self.taken.add(name)
        return name


def _refer_plainly(keywords: dict[str, JsonValue]) -> None:
    """Write ``$recursiveRef``, which leads to no other place than ``#``, as ``$ref``: beside one, inside ``allOf``."""
    reference = {"$ref": keywords.pop("$recursiveRef")}
    if "$ref" in keywords:
        keywords["allOf"] = [*keywords.get("allOf", []), reference]
    else:
        keywords.update(reference)
